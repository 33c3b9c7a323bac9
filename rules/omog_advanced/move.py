"""`move`: the ground's cost, what forbids a man to move, crossing a Line of Fire."""

from collections.abc import Iterator

from rules.book.answer import Move
from rules.book.book import Book
from rules.book.question import Question, yes_or_no
from rules.book.question import number as number_of
from rules.book.reason import Refusal
from rules.measure.lengths import beyond
from rules.omog.ground import Walk, ground_reasons, ground_refusals, start_hill_in, walked
from rules.omog.meanings import omog_field
from rules.omog.refusals import in_order
from rules.omog.units import strays
from rules.omog_advanced.crew import has_second_man
from rules.omog_advanced.line_of_fire import crossed_lines
from rules.omog_advanced.man import ManState
from table.scene import Scene, Soldier

LONG_S = 1e6


def move(book: Book, scene: Scene, question: Question) -> Move:
    """The answer to `move`."""
    man = question.soldier("soldier")
    path = question.path(man)
    field = omog_field(book, scene)
    elapsed_s = number_of(question.declared("elapsed", 0.0), "elapsed", 0.0, LONG_S)
    doubled = yes_or_no(question.declared("double_ranges", False), "double_ranges")
    scale = book.rows["OA-OPT-01"].number if doubled else 1.0
    spent = walked(book, field, path, Walk("MOVE", start_hill_in(field, path[0])))
    refusals = [*ground_refusals(book, field, path, spent), *still(book, scene, man)]
    if beyond(elapsed_s, book.rows["OA-TURN-04"].number):
        refusals.append(book.rows["OA-TURN-04"].refusal())
    if strays(scene, man, path[-1]):
        refusals.append(book.rows["OA-UNIT-05"].refusal())
    return Move(
        allowed=not refusals,
        refusals=in_order(refusals),
        length=spent.length_in,
        limit=spent.limit_in,
        fraction=spent.fraction,
        reasons=(*ground_reasons(book, spent), *crossed_lines(book, field, man, path, scale)),
    )


def still(book: Book, scene: Scene, man: Soldier) -> Iterator[Refusal]:
    """What keeps a man where he is this turn."""
    state = ManState(man)
    if state.officer_lost:
        yield book.rows["OA-UNIT-07"].refusal()
    if "mortar" in man.weapons and not has_second_man(
        book, scene, man, "OA-MORTAR-06", to_fire=False
    ):
        yield book.rows["OA-MORTAR-06"].refusal()
    waits = state.moved_last_turn and state.fired_last_turn
    if "automatic-rifle" in man.weapons and waits:
        yield book.rows["OA-AUTO-03"].refusal()
