"""Whom a template catches, and what saves him: hiding first, then the best cover."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from rules.book.answer import Caught
from rules.book.book import Book
from rules.book.dice import at_least
from rules.book.rows import Rule
from rules.measure.aim import crossing_in
from rules.measure.cover import NEAR_IN, covering_walls, near_things
from rules.measure.field import Field, Stand
from rules.measure.lengths import within
from rules.measure.template import Template
from rules.omog.inside import houses_around, woods_around
from rules.omog.meanings import LARGE
from rules.omog.needed import DIE
from rules.omog_advanced.fire import GunFire
from rules.omog_advanced.hiding import hidden_from_direct
from table.places import TablePoint
from table.scene import Soldier

NARROW = LARGE | {"tree"}


@dataclass(frozen=True, slots=True)
class Impact:
    """Where a burst comes from: the place, and the things that hold it."""

    place: TablePoint
    inside: frozenset[int]


# What protects a man outright, before any save: a rule, or None.
Protects = Callable[[Soldier], Rule | None]


def caught_by(
    fire: GunFire,
    template: Template,
    impact: Impact,
    protects: Protects,
    spared: Iterable[str] = (),
) -> tuple[Caught, ...]:
    """Everyone in the template, by id: hit, protected, or with a roll to survive."""
    men = [
        man
        for man in sorted(fire.scene.soldiers, key=lambda man: man.id)
        if man.id not in spared and template.holds(man.place)
    ]
    return tuple(_caught(fire, man, impact, protects(man)) for man in men)


def cone_catch(
    fire: GunFire, template: Template, protects: Protects | None = None
) -> tuple[Caught, ...]:
    """Whom a gun's cone or a swath catches: the firer never, the hidden are not hit."""

    def hidden(man: Soldier) -> Rule | None:
        rule = hidden_from_direct(fire.book, fire.field, fire.stand, man)
        return protects(man) if rule is None and protects is not None else rule

    impact = Impact(fire.shooter.place, fire.stand.inside)
    spared = (fire.shooter.id,)
    return caught_by(fire, template, impact, hidden, spared)


def _caught(fire: GunFire, man: Soldier, impact: Impact, protecting: Rule | None) -> Caught:
    if protecting is not None:
        return Caught(man.id, hit=False, save=None, reasons=(protecting.reason(),))
    best = _best_save(fire.book, fire.field, fire.field.stand(man), impact)
    if best is None:
        return Caught(man.id, hit=True, save=None, reasons=())
    roll = at_least(DIE, round(best.number))
    return Caught(man.id, hit=None, save=roll, reasons=(best.reason(),))


def _best_save(book: Book, field: Field, man: Stand, impact: Impact) -> Rule | None:
    """The cover that saves him most easily; of equals the one that comes first in the book."""
    rules = [book.rows[rule_id] for rule_id in _saves(field, man, impact)]
    return min(rules, key=lambda rule: (rule.number, rule.id), default=None)


def _saves(field: Field, man: Stand, impact: Impact) -> Iterator[str]:
    """The ids of all saves he has."""
    if houses_around(field, man) - impact.inside:
        yield "OA-SAVE-01"
    if woods_around(field, man) - impact.inside:
        yield "OA-SAVE-02"
    for words, rule in (({"wall"}, "OA-SAVE-03"), ({"wood-wall"}, "OA-SAVE-04")):
        if covering_walls(field, impact.place, man, frozenset(words)):
            yield rule
    if any(_crossed_near(field, impact, man, i) for i in near_things(field, man.place, NARROW)):
        yield "OA-SAVE-05"
    yield from _behind(field, man, impact)


def _crossed_near(field: Field, impact: Impact, man: Stand, number_: int) -> bool:
    crossed_in = crossing_in(impact.place, man.place, field, number_)
    return crossed_in is not None and within(crossed_in, NEAR_IN)


def _behind(field: Field, man: Stand, impact: Impact) -> Iterator[str]:
    """Saves behind something that neither the man nor the impact is in."""
    for words, rule in ((("house", "hill"), "OA-SAVE-06"), (("woods",), "OA-SAVE-07")):
        between = (
            i for i in field.things_of(*words) if i not in man.inside and i not in impact.inside
        )
        if any(crossing_in(impact.place, man.place, field, i) is not None for i in between):
            yield rule
