"""The parts of a turn of a plain rulebook, and whose turn it is."""

from typing import Any

from rules.book.book import Book
from rules.game.game import CLICK_TO_SHOOT, MOVE_BY_HAND, EventRefusedError, Game, Phase
from rules.plain.events import Fired, Fought, Moved
from rules.plain.plain_rules import forbids
from table.scene import Soldier

FIGHTS = "fights"  # in the record: whether the book has hand to hand


def phases(game: Game) -> tuple[Phase, ...]:
    """The parts of every side's turn, one side after the other."""
    return tuple(part for side in game.order for part in _parts(side, game.record.get(FIGHTS)))


def _parts(side: str, fights: Any) -> tuple[Phase, ...]:
    move = Phase("move", side, allows=frozenset({Moved.word}), todo=MOVE_BY_HAND)
    shoot = Phase("shoot", side, allows=frozenset({Fired.word}), todo=CLICK_TO_SHOOT)
    fight = Phase(
        "fight",
        side,
        allows=frozenset({Fought.word}),
        todo="click attacker and defender, Enter",
        hand_to_hand=True,
    )
    return (move, shoot, fight) if fights else (move, shoot)


def phase_of(game: Game) -> Phase:
    """The part of the turn the game is in."""
    return phases(game)[game.phase]


def refuse_other_side(book: Book, game: Game, man: Soldier) -> None:
    """The sides take turns."""
    side = phase_of(game).side
    if man.side != side:
        rule = forbids(book, "turn")
        raise EventRefusedError(f"it is {side}'s turn, {man.id} waits ({rule.id})")
