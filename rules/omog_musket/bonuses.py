"""What a man adds to his throw in one bout: horse, lance, bayonet, armour."""

from collections.abc import Callable
from dataclasses import dataclass

from rules.book.book import Book
from rules.book.reason import Reason
from rules.measure.field import Field
from rules.omog.inside import under_roof_or_trees
from rules.omog_musket.man import (
    Rider,
    is_armoured,
    is_badly_armed,
    is_bayonet_man,
    is_heavy,
    is_lancer,
    is_mounted,
)
from table.scene import Soldier

STREETS = frozenset({"town", "courtyard"})


@dataclass(frozen=True)
class Bout:
    """One man against another; `charges` is his own charge, `repelled` that it is repelled."""

    field: Field
    man: Soldier
    opponent: Soldier
    charges: bool
    repelled: bool

    def turned(self) -> "Bout":
        """The same bout as the opponent sees it: a man who is charged does not charge."""
        return Bout(self.field, self.opponent, self.man, charges=False, repelled=False)


@dataclass(frozen=True, slots=True)
class Strength:
    """What the rules may know about one man in one bout."""

    mounted: bool
    heavy: bool
    lancer: bool
    bayonet: bool
    elite: bool
    badly_armed: bool
    charges: bool
    repelled: bool
    against_foot: bool
    against_light: bool
    against_armour: bool
    cramped: bool  # one of the two is in a house or woods
    in_the_open: bool  # neither is in a house, woods, town or courtyard


def _rides_down(one: Strength) -> bool:
    """A horseman against a man on foot."""
    return one.mounted and one.against_foot


def _heavy_charge(one: Strength) -> bool:
    return one.heavy and one.charges


def _uses_bayonet(one: Strength) -> bool:
    return one.bayonet and not one.cramped


BONUSES: tuple[tuple[str, Callable[[Strength], bool]], ...] = (
    ("OM-HAND-02", lambda one: _rides_down(one) and not _heavy_charge(one) and not one.repelled),
    ("OM-HAND-03", lambda one: _rides_down(one) and _heavy_charge(one) and not one.repelled),
    (
        "OM-HAND-04",
        lambda one: one.lancer and one.charges and not one.against_foot and one.in_the_open,
    ),
    ("OM-HAND-05", lambda one: _heavy_charge(one) and one.against_light),
    ("OM-HAND-06", _uses_bayonet),
    ("OM-HAND-07", lambda one: _uses_bayonet(one) and one.charges),
    ("OM-HAND-08", lambda one: one.elite),
    ("OM-HAND-09", lambda one: one.badly_armed),
    ("OM-HAND-10", lambda one: one.against_armour),
    ("OM-REPEL-03", lambda one: one.repelled),
)


def bonus_reasons(book: Book, bout: Bout) -> tuple[Reason, ...]:
    """What the man adds by himself in this bout."""
    strength = _strength(book, bout)
    return tuple(book.rows[rule].reason() for rule, counts in BONUSES if counts(strength))


def _strength(book: Book, bout: Bout) -> Strength:
    man, opponent = bout.man, bout.opponent
    stands = [bout.field.stand(who) for who in (man, opponent)]
    cramped = any(under_roof_or_trees(bout.field, stand) for stand in stands)
    streets = any(bout.field.words[i] in STREETS for stand in stands for i in stand.inside)
    return Strength(
        mounted=is_mounted(man),
        heavy=is_heavy(man),
        lancer=is_lancer(man),
        bayonet=is_bayonet_man(book, man),
        elite=Rider(man).elite,
        badly_armed=is_badly_armed(book, man),
        charges=bout.charges,
        repelled=bout.repelled and bout.charges and is_mounted(man),
        against_foot=not is_mounted(opponent),
        against_light=is_mounted(opponent) and not is_heavy(opponent),
        against_armour=is_armoured(opponent),
        cramped=cramped,
        in_the_open=not cramped and not streets,
    )
