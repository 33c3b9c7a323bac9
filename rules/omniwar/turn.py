"""What the parts of OmniWar's turn share: its phases, whose turn it is, who rides in what."""

from collections.abc import Iterable

from rules.book.book import Book
from rules.game.game import EventRefusedError, Game, Phase
from rules.omniwar.unit import unit_of
from table.scene import Soldier

# Arrivals at the wrong time are refused by the rule that says when they come.
ANY_TIME = frozenset({"attacked", "card", "debated", "placed"})
DIE = "1d6"
TODO = {
    "arrive": "set down who arrives",
    "move": "move units by hand; the first attack ends it",
    "attack": "click an attacker, then his target, Enter; or lay the card FIRE",
    "drop": "set down drop troops",
    "card": "a card is drawn",
}


def phases(game: Game) -> tuple[Phase, ...]:
    """The parts of every side's turn, one side after the other."""
    parts: dict[str, frozenset[str]] = {
        "arrive": ANY_TIME,
        "move": ANY_TIME | {"moved", "boarded", "held"},
        "attack": ANY_TIME | {"held"},
        "drop": ANY_TIME,
    }
    if game.agreed.get("cards"):
        parts["card"] = ANY_TIME
    return tuple(
        Phase(part, side, allows=allows, todo=TODO[part])
        for side in game.order
        for part, allows in parts.items()
    )


def phase_of(game: Game) -> Phase:
    """The part of the turn the game is in."""
    return phases(game)[game.phase]


def refuse_other_side(game: Game, man: Soldier) -> None:
    """OW-TURN-02: the sides take turns."""
    side = phase_of(game).side
    if man.side != side:
        raise EventRefusedError(f"it is {side}'s turn, {man.id} waits (OW-TURN-02)")


def riders_of(book: Book, game: Game, carriers: Iterable[str]) -> tuple[Soldier, ...]:
    """The units that these transports carry."""
    known = frozenset(carriers)
    return tuple(man for man in game.scene.soldiers if unit_of(book, man).carried_by in known)
