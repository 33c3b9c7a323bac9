"""Moves that dice decide: climbing (LG-CLIMB) and swimming (LG-SWIM)."""

from rules.book.answer import Move, MoveOutcome
from rules.book.book import Book
from rules.book.question import QuestionError
from rules.book.reason import Refusal
from rules.book.rows import Rule
from rules.lgam.declared import Declarations
from rules.lgam.roles import role_of
from rules.measure.lengths import beyond
from table.scene import Soldier

ROWS = {
    ("climb", False): "LG-CLIMB-01",
    ("climb", True): "LG-CLIMB-02",
    ("swim", False): "LG-SWIM-01",
    ("swim", True): "LG-SWIM-02",
}
FATE = {"climb": "falls and dies", "swim": "drowns"}
DIES = -1


def dice_move(
    book: Book, mover: Soldier, said: Declarations, path_in: float, refused: tuple[Refusal, ...]
) -> Move:
    """The answer to a climb or a swim; without a throw, what each throw would let him do."""
    assert said.mode is not None
    rule = dice_row(book, mover, said.mode)
    length_in = _length_in(said, path_in)
    inches = book.rows.tables["dice_move"][rule.id]["inches"]
    if said.roll is None:
        outcomes = tuple(_outcome(said.mode, i + 1, inch) for i, inch in enumerate(inches))
        why = (rule.reason(),)
        return Move(not refused, refused, length_in, None, None, why, outcomes)
    thrown = inches[said.roll - 1]
    limit_in = float(max(thrown, 0))
    if thrown == DIES:
        refused = (*refused, rule.refusal(f"{said.roll}: he {FATE[said.mode]}"))
    elif beyond(length_in, limit_in):
        refused = (*refused, rule.refusal(f"{said.roll}: he gets {limit_in:g} in"))
    fraction = length_in / limit_in if limit_in else None
    return Move(not refused, refused, length_in, limit_in, fraction, (rule.reason(),))


def dice_row(book: Book, mover: Soldier, mode: str) -> Rule:
    """The row that says how he climbs or swims."""
    return book.rows[ROWS[mode, role_of(mover) == "commando"]]


def thrown_in(book: Book, mover: Soldier, mode: str, roll: int) -> float | None:
    """How far a throw lets him climb or swim; None where it kills him."""
    inches = book.rows.tables["dice_move"][dice_row(book, mover, mode).id]["inches"]
    thrown = inches[roll - 1]
    return None if thrown == DIES else float(thrown)


def _length_in(said: Declarations, path_in: float) -> float:
    """A swim is as long as its path, a climb as its height."""
    if said.mode == "swim":
        return path_in
    if said.height_in is None:
        raise QuestionError("a climb needs declare.height, the inches to climb")
    return said.height_in


def _outcome(mode: str, roll: int, inches: float) -> MoveOutcome:
    if inches == DIES:
        return MoveOutcome(roll, 0.0, FATE[mode])
    return MoveOutcome(roll, float(inches), f"{inches:g} in" if inches else "nothing")
