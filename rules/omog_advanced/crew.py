"""Who serves a machine gun or mortar, who carries rockets, and what that forbids them."""

from collections.abc import Iterator

from rules.book.book import Book
from rules.book.reason import Refusal
from rules.measure.field import Field
from rules.measure.lengths import apart_in, within
from rules.omog_advanced.man import ManState
from table.scene import Scene, Soldier

# The gun, the rule that it needs a second man, the rule that binds him.
CREWED = (("machine-gun", "OA-MG-03", "OA-MG-05"), ("mortar", "OA-MORTAR-06", "OA-MORTAR-07"))

CARRIED_FOR = ("recoilless-rifle", "bazooka")
SERVED = frozenset({*(gun for gun, _, _ in CREWED), *CARRIED_FOR})


def is_served(man: Soldier) -> bool:
    """Whether he has a weapon that others serve, or carry rounds for."""
    return not SERVED.isdisjoint(man.weapons)


def _crew_of(book: Book, scene: Scene, gunner: Soldier) -> tuple[Soldier, ...]:
    """The men who serve his gun: those his state names, else any of his side close by."""
    named = _named(scene, gunner)
    if named is not None:
        return named
    near_in = book.rows["OA-MG-03"].number
    return tuple(man for man in _comrades(scene, gunner) if within(apart_in(man, gunner), near_in))


def carriers_of(book: Book, scene: Scene, gunner: Soldier) -> tuple[Soldier, ...]:
    """The men close by who carry rounds for his rocket, the nearest first."""
    named = _named(scene, gunner)
    if named is None:
        named = tuple(man for man in _comrades(scene, gunner) if man.role == "carrier")
    near_in = book.rows["OA-ROCKET-08"].number
    near = [man for man in named if within(apart_in(man, gunner), near_in)]
    return tuple(sorted(near, key=lambda man: (apart_in(man, gunner), man.id)))


def has_second_man(book: Book, scene: Scene, gunner: Soldier, rule: str, *, to_fire: bool) -> bool:
    """Whether one of his crew is close enough and, to fire, has not fired himself."""
    return any(
        within(apart_in(man, gunner), book.rows[rule].number)
        and not (to_fire and ManState(man).fired)
        for man in _crew_of(book, scene, gunner)
    )


def bound_to_a_gun(book: Book, field: Field, man: Soldier) -> Iterator[Refusal]:
    """Refusals for a man whose gun fires or moves this turn: he may not use his own weapon."""
    busy = _busy_guns(field)
    if not busy:
        return
    bound = {
        rule
        for gunner, rule in busy
        if gunner is not man and man in _crew_of(book, field.scene, gunner)
    }
    yield from (book.rows[rule].refusal() for rule in sorted(bound))


def _busy_guns(field: Field) -> list[tuple[Soldier, str]]:
    """Gunners whose gun fires or moves this turn, each with the rule that binds his crew."""
    if "busy guns" not in field.kept:
        field.kept["busy guns"] = [
            (gunner, rule)
            for gunner in field.scene.soldiers
            for gun, _, rule in CREWED
            if gun in gunner.weapons and (ManState(gunner).fired or ManState(gunner).moved)
        ]
    found: list[tuple[Soldier, str]] = field.kept["busy guns"]
    return found


def _comrades(scene: Scene, gunner: Soldier) -> tuple[Soldier, ...]:
    return tuple(man for man in scene.soldiers if man.side == gunner.side and man is not gunner)


def _named(scene: Scene, gunner: Soldier) -> tuple[Soldier, ...] | None:
    """The men on the table whom his state names as his crew, None where it names none."""
    ids = ManState(gunner).crew
    if ids is None:
        return None
    found = (scene.soldier(soldier_id) for soldier_id in ids)
    return tuple(man for man in found if man is not None and man.id != gunner.id)
