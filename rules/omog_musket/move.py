"""`move`, on foot and mounted: ground, mounting, charges."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.book.answer import Move
from rules.book.book import Book
from rules.book.question import Question, yes_or_no
from rules.book.question import number as number_of
from rules.book.reason import Refusal
from rules.measure.field import Field
from rules.measure.ground import Cost, stretches
from rules.measure.lengths import beyond, in_contact
from rules.omog.ground import (
    Walk,
    ground_reasons,
    ground_refusals,
    start_hill_in,
    surface,
    walked,
)
from rules.omog.meanings import omog_field
from rules.omog.refusals import in_order
from rules.omog.units import strays
from rules.omog_musket.charge import charge_refusals
from rules.omog_musket.man import is_mounted
from table.places import TablePoint
from table.scene import Scene, Soldier

LONG_S = 1e6
HARD = "06"  # the number of the ground on which nobody mounts


@dataclass(frozen=True)
class Saddle:
    """What a move does with the horse."""

    mounts: bool
    dismounts: bool

    @property
    def changes(self) -> bool:
        """Whether he mounts or dismounts."""
        return self.mounts or self.dismounts


def move(book: Book, scene: Scene, question: Question) -> Move:
    """The answer to `move`."""
    man = question.soldier("soldier")
    path, saddle = question.path(man), saddle_of(question)
    field = omog_field(book, scene)
    spent = walked(book, field, path, walk_of(field, man, path[0], saddle))
    refusals = in_order(
        [
            *ground_refusals(book, field, path, spent),
            *saddle_refusals(book, field, man, path, saddle),
            *_charge_refusals(book, question, man, path),
            *_turn_refusals(book, scene, question, man, path),
        ]
    )
    return _answer(book, spent, refusals)


def _answer(book: Book, spent: Cost, refusals: tuple[Refusal, ...]) -> Move:
    return Move(
        allowed=not refusals,
        refusals=refusals,
        length=spent.length_in,
        limit=spent.limit_in,
        fraction=spent.fraction,
        reasons=ground_reasons(book, spent),
    )


def saddle_of(question: Question) -> Saddle:
    """What a question declares of the horse."""
    return Saddle(*(yes_or_no(question.declared(key, False), key) for key in ("mount", "dismount")))


def walk_of(field: Field, man: Soldier, start: TablePoint, saddle: Saddle) -> Walk:
    """Who walks or rides, and what he does with his horse."""
    table = "HORSE" if is_mounted(man) else "MOVE"
    fixed = "HORSE-11" if saddle.changes else None
    return Walk(table, start_hill_in(field, start), fixed)


def saddle_refusals(
    book: Book, field: Field, man: Soldier, path: tuple[TablePoint, ...], saddle: Saddle
) -> Iterator[Refusal]:
    """Mounting what one sits on, dismounting from nothing, or either on hard ground."""
    if not saddle.changes:
        return
    if (saddle.mounts and is_mounted(man)) or (saddle.dismounts and not is_mounted(man)):
        yield book.rows["OM-HORSE-11"].refusal()
    grounds = [frozenset(field.words[i] for i in part.over) for part in stretches(field, path)]
    here = field.words_at(path[0]) | field.words_of(man)
    if HARD in {surface(words) for words in (here, *grounds)}:
        yield book.rows["OM-HORSE-12"].refusal()


def _charge_refusals(
    book: Book, question: Question, man: Soldier, path: tuple[TablePoint, ...]
) -> Iterator[Refusal]:
    """A charge that may not be declared, or does not end in contact."""
    charged = question.declare.get("charge")
    if charged is None:
        return
    enemy = question.known_soldier(charged)
    yield from charge_refusals(book, man, man.place, enemy)
    if not in_contact(replace(man, x=path[-1].x, y=path[-1].y), enemy):
        yield book.rows["OM-CHARGE-03"].refusal()


def _turn_refusals(
    book: Book, scene: Scene, question: Question, man: Soldier, path: tuple[TablePoint, ...]
) -> Iterator[Refusal]:
    """Too late, or a lone man who strays."""
    elapsed_s = number_of(question.declared("elapsed", 0.0), "elapsed", 0.0, LONG_S)
    if beyond(elapsed_s, book.rows["OM-TURN-04"].number):
        yield book.rows["OM-TURN-04"].refusal()
    if strays(scene, man, path[-1]):
        yield book.rows["OM-UNIT-05"].refusal()
