"""`move`: how far a man goes over what ground."""

from collections.abc import Iterator

from rules.book.answer import Move
from rules.book.book import Book
from rules.book.measured import at_most
from rules.book.question import Question
from rules.book.reason import Reason, Refusal
from rules.book.rows import Rule
from rules.measure.field import Field, field_of
from rules.measure.ground import Cost, Ground, GroundOf, cost, off_table, stretches
from rules.measure.lengths import beyond
from rules.plain.plain_rules import forbids, move_rule, plain_of
from table.scene import Scene, Soldier


def move(book: Book, scene: Scene, question: Question) -> Move:
    """Whether he may go this way, and how much of his move that takes."""
    man = question.soldier("soldier")
    path = question.path(man)
    field, rule = field_of(scene, book.meanings), move_rule(book, man)
    gone = cost(stretches(field, path), ground_of(book, field, man))
    against = tuple(_refusals(book, gone, off=off_table(field, path)))
    return Move(
        allowed=not against,
        refusals=against,
        length=gone.length_in,
        limit=gone.limit_in or rule.number,
        fraction=gone.fraction,
        reasons=() if against else tuple(_reasons(book, rule, gone)),
    )


def ground_of(book: Book, field: Field, man: Soldier) -> GroundOf:
    """What the inside of things is to him: the slowest counts, but for what lies on top."""
    plain, rule = plain_of(book), move_rule(book, man)

    def ground(over: frozenset[int]) -> Ground:
        grounds = [plain.ground(field.words[i]) for i in over]
        counted = [one for one in grounds if one.on_top] or grounds
        rows = [book.rows[one.move] for one in counted if one.move is not None]
        slowest = min(rows, key=lambda row: row.number, default=None)
        if slowest is None:
            return Ground(rule.id, rule.number)
        limit_in = rule.number * slowest.number
        return Ground(slowest.id, limit_in if limit_in > 0.0 else None)

    return ground


def _refusals(book: Book, gone: Cost, *, off: bool) -> Iterator[Refusal]:
    if beyond(gone.fraction, 1.0):
        limit_in = gone.length_in / gone.fraction
        yield forbids(book, "too_far").refusal(measured=at_most(gone.length_in, limit_in))
    if gone.barred or off:
        yield forbids(book, "no_way").refusal()


def _reasons(book: Book, rule: Rule, gone: Cost) -> Iterator[Reason]:
    """His own move, then each ground that changed it."""
    yield rule.reason()
    for ground in gone.inches:
        if ground.rule != rule.id:
            yield book.rows[ground.rule].reason()
