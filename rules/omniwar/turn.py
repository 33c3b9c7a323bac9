"""What the parts of OmniWar's turn share: its phases, whose turn it is, what was agreed."""

from typing import Any

from rules.book import Book
from rules.game.game import EventRefusedError, Game, Phase
from rules.omniwar.unit import step_of
from table.scene import Soldier

ANY_TIME = frozenset({"attacked", "card", "debated"})
DIE = "1d6"


def phases(game: Game) -> tuple[Phase, ...]:
    """The parts of every side's turn, one side after the other."""
    parts: dict[str, frozenset[str]] = {
        "arrive": ANY_TIME | {"placed"},
        "move": ANY_TIME | {"moved", "boarded"},
        "attack": ANY_TIME,
        "drop": ANY_TIME | {"placed"},
    }
    if game.agreed.get("cards"):
        parts["card"] = ANY_TIME
    return tuple(
        Phase(part, side, allows=allows) for side in game.order for part, allows in parts.items()
    )


def phase_of(game: Game) -> Phase:
    """The part of the turn the game is in."""
    return phases(game)[game.phase]


def scale_in(book: Book, game: Game) -> float:
    """Inches to the hex, as agreed or the book's."""
    return float(game.agreed.get("scale") or step_of(book, "OW-SCALE-08"))


def declarations(game: Game, **more: Any) -> dict[str, Any]:
    """What the players agreed on for the whole game, and these where they are true."""
    agreed = {key: game.agreed[key] for key in ("scale", "grid") if key in game.agreed}
    return {**agreed, **{key: value for key, value in more.items() if value}}


def refuse_other_side(game: Game, man: Soldier) -> None:
    """OW-TURN-02: the sides take turns."""
    side = phase_of(game).side
    if man.side != side:
        raise EventRefusedError(f"it is {side}'s turn, {man.id} waits (OW-TURN-02)")
