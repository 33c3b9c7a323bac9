"""`move` and `reach`: the ground's cost, what forbids a man to move, crossing a Line of Fire."""

from collections.abc import Iterator

from rules.answer import Move, Reach
from rules.book import Book
from rules.measure import beyond
from rules.omog.ground import (
    Walk,
    ground_of,
    ground_reasons,
    ground_refusals,
    start_hill_in,
    walked,
)
from rules.omog.meanings import number, omog_field
from rules.omog.refusals import in_order
from rules.omog.units import strays
from rules.omog_advanced.crew import has_second_man
from rules.omog_advanced.line_of_fire import crossed_lines
from rules.question import Question
from rules.question import number as number_of
from rules.reach import reach_area
from rules.reason import Refusal
from rules.state import State
from table.scene import Scene, Soldier

LONG_S = 1e6


def move(book: Book, scene: Scene, question: Question) -> Move:
    """The answer to `move`."""
    man = question.soldier("soldier")
    path = question.path(man)
    field = omog_field(book, scene)
    elapsed_s = number_of(question.declared("elapsed", 0.0), "elapsed", 0.0, LONG_S)
    spent = walked(book, field, path, Walk("MOVE", start_hill_in(field, path[0])))
    refusals = [*ground_refusals(book, field, path, spent), *_still(book, scene, man)]
    if beyond(elapsed_s, number(book.rows["OA-TURN-04"])):
        refusals.append(book.rows["OA-TURN-04"].refusal())
    if strays(scene, man, path[-1]):
        refusals.append(book.rows["OA-UNIT-05"].refusal())
    return Move(
        allowed=not refusals,
        refusals=in_order(refusals),
        length=spent.length_in,
        limit=spent.limit_in,
        fraction=spent.fraction,
        reasons=(*ground_reasons(book, spent), *crossed_lines(book, field, man, path)),
    )


def reach(book: Book, scene: Scene, question: Question) -> Reach:
    """The answer to `reach`."""
    man = question.soldier("soldier")
    field = omog_field(book, scene)
    refusals = in_order(_still(book, scene, man))
    if refusals:
        return Reach((), refusals)
    walk = Walk("MOVE", start_hill_in(field, man.place))
    return Reach(reach_area(field, man.place, ground_of(book, field, walk)))


def _still(book: Book, scene: Scene, man: Soldier) -> Iterator[Refusal]:
    """What keeps a man where he is this turn."""
    state = State(man)
    if state.flag("officer_lost"):
        yield book.rows["OA-UNIT-07"].refusal()
    if "mortar" in man.weapons and not has_second_man(
        book, scene, man, "OA-MORTAR-06", to_fire=False
    ):
        yield book.rows["OA-MORTAR-06"].refusal()
    waits = state.flag("moved_last_turn") and state.flag("fired_last_turn")
    if "automatic-rifle" in man.weapons and waits:
        yield book.rows["OA-AUTO-03"].refusal()
