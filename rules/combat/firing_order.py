"""Who fires first (CO-ORD): the rows in order are a sort key, percentile dice break ties."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from rules.book.book import Book
from rules.combat.man import EXPERIENCE, Man, man_of
from table.scene import Soldier

MACHINE_GUNS = frozenset({"light-mg", "medium-mg"})


@dataclass(frozen=True, slots=True)
class Firer:
    """A man who is to fire: with what, how often, and whether his gun fired last turn."""

    man: Man
    weapon: str
    shots: int = 1
    fired_last: bool = False


def rank(firer: Firer) -> tuple[bool, bool, bool, bool, int]:
    """CO-ORD-01 to -05: the lower fires first."""
    man = firer.man
    firing_gun = firer.weapon in MACHINE_GUNS and man.bipod and firer.fired_last
    return (
        not firing_gun,
        not man.hero,
        man.wounded,
        man.motion != "still",
        EXPERIENCE.index(man.experience),
    )


def fires_as(book: Book, soldier: Soldier) -> tuple[int, ...]:
    """Where he comes among all who fire, as far as it is known before anybody names his fire."""
    man = man_of(book, soldier)
    gun = next((word for word in soldier.weapons if word in MACHINE_GUNS), "")
    return rank(Firer(man, gun, fired_last=man.fired_last))


def tied(
    firers: Iterable[Firer], throws: Mapping[str, tuple[int, ...]] = MappingProxyType({})
) -> frozenset[str]:
    """The ids of those who must throw percentile dice, because another has the same rank.

    `throws` are what they have thrown so far; who threw what no other of his rank did is done.
    """
    alike: dict[tuple[object, ...], list[str]] = {}
    for firer in firers:
        name = firer.man.soldier.id
        alike.setdefault((rank(firer), throws.get(name, ())), []).append(name)
    return frozenset(name for names in alike.values() if len(names) > 1 for name in names)


def firing_order(
    firers: Iterable[Firer], throws: Mapping[str, tuple[int, ...]]
) -> list[tuple[str, int]]:
    """Each bullet as (id, its number): all first shots, then all second ones (CO-ORD-06, -07).

    `throws` are the percentile dice of those who are tied; the higher fires first.
    """
    ordered = sorted(firers, key=lambda firer: (rank(firer), _low(throws, firer)))
    most = max((firer.shots for firer in ordered), default=0)
    return [
        (firer.man.soldier.id, bullet)
        for bullet in range(1, most + 1)
        for firer in ordered
        if bullet <= firer.shots
    ]


def _low(throws: Mapping[str, tuple[int, ...]], firer: Firer) -> tuple[int, ...]:
    """His throws so that the higher comes first."""
    return tuple(-number for number in throws.get(firer.man.soldier.id, ()))
