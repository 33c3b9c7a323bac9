"""What OmniWar's game keeps beside its men: credit, cards, arrivals, settled debates; its terms.

The record and the agreed terms are plain JSON; this is the one place that reads them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.book.book import Book
from rules.game.game import Game


@dataclass(frozen=True, slots=True)
class Record:
    """The game so far. `cards` is empty where nobody uses them.

    `held` is the turn in which a side was last done before its turn was over.
    """

    credit: Mapping[str, int]
    cards: Mapping[str, int]
    placed: tuple[str, ...]
    debates: tuple[Mapping[str, str], ...]
    held: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Terms:
    """What the players agreed on: inches to the hex, ranges by the grid, cards, who comes later.

    `first` is the side that was ready first (OW-SET-03), None where nobody said.
    """

    scale_in: float
    grid: bool
    cards: bool
    reserve: Mapping[str, tuple[str, ...]]
    first: str | None
    mods: Mapping[str, tuple[str, ...]]  # what was bought, of those of whom it was agreed

    @property
    def declare(self) -> dict[str, Any]:
        """What holds for every question of the game."""
        return {"scale": self.scale_in, **({"grid": True} if self.grid else {})}


def record_of(game: Game) -> Record:
    """The game's record."""
    kept = game.record
    return Record(
        credit=kept.get("credit") or dict.fromkeys(game.sides, 0),
        cards=kept.get("cards") or {},
        placed=tuple(kept.get("placed") or ()),
        debates=tuple(kept.get("debates") or ()),
        held=kept.get("held") or {},
    )


def have_come(game: Game) -> frozenset[str]:
    """Everybody who is or was on the table, however he came."""
    there = (man.id for man in game.scene.soldiers)
    return frozenset({*there, *record_of(game).placed, *(loss.id for loss in game.losses)})


def terms_of(book: Book, game: Game) -> Terms:
    """The agreed terms, the book's own where nothing was agreed."""
    agreed, reserve = game.agreed, game.agreed.get("reserve") or {}
    first, states = agreed.get("first"), agreed.get("state") or {}
    return Terms(
        scale_in=float(agreed.get("scale") or book.rows["OW-SCALE-08"].number),
        grid=bool(agreed.get("grid")),
        cards=bool(agreed.get("cards")),
        reserve={str(side): tuple(ids) for side, ids in reserve.items()},
        first=first if first in game.sides else None,
        mods={str(name): tuple(of.get("mods") or ()) for name, of in states.items()},
    )
