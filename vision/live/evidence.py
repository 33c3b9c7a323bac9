"""What several pictures agree on: nothing changes by one of them.

A change is believed when enough good pictures, over enough time, show the same. With a hand just
gone, or men alone read at new places, few are enough; what contradicts what was sure a moment ago
with nobody near it needs more. Of a folder of stills each picture is a moment of its own.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from table.directions import between_deg, distance_in
from table.places import TablePoint
from table.scene import Order, Scene, Soldier, Thing
from vision.live.merge import overlap

# Two looks at one change agree so nearly on where a man stands and faces, and where a card lies.
_SAME_PLACE_IN, _SAME_FACING_DEG = 0.12, 6.0
_SAME_CARD_IN = 0.3
_SAME_THING = 0.5  # overlap (IoU)
_TRIES = 4  # after so many looks things that still flicker are taken as they are


@dataclass(frozen=True, slots=True)
class Need:
    """How many pictures, over how many seconds."""

    pictures: int
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Patience:
    """What it takes to believe a change: an explained one, a sudden one, something laid down.

    `asked`: what is still taken for a hand then is asked about.
    """

    explained: Need
    sudden: Need
    laid: Need
    asked: Need


LIVE = Patience(Need(3, 0.2), Need(6, 1.0), Need(10, 2.0), Need(20, 6.0))  # of a camera or a film
STILLS = Patience(Need(1), Need(3), Need(3), Need(6))  # of a folder of pictures
PHOTOS = Patience(Need(1), Need(1), Need(1), Need(2))  # somebody took each on purpose


@dataclass(frozen=True, eq=False)
class LookEvidence:
    """What one look says of the table: seen men, things and cards, men not seen, tags read twice.

    `bare` and `covered` are ids; `explained` is true where a hand was there or men alone, each
    read at his new place, are the change.
    """

    scene: Scene
    bare: frozenset[str]
    covered: frozenset[str]
    doubled: Mapping[str, tuple[TablePoint, ...]]
    explained: bool


@dataclass(frozen=True, eq=False)
class Count:
    """How often and how long a change has been seen."""

    since_s: float
    pictures: int = 1
    tries: int = 1

    def again(self) -> "Count":
        """One picture more that shows it."""
        return replace(self, pictures=self.pictures + 1)

    def is_enough(self, need: Need, at_s: float) -> bool:
        """Whether so much is seen as is needed."""
        return self.pictures >= need.pictures and at_s - self.since_s >= need.seconds

    def retried(self, at_s: float) -> "Count":
        """Counted from the beginning, because another look saw otherwise."""
        return Count(at_s, 1, self.tries + 1)


def needed(sight: LookEvidence, patience: Patience) -> Need:
    """What it takes to believe a sight."""
    return patience.explained if sight.explained else patience.sudden


def agree(one: LookEvidence, other: LookEvidence, *, tries: int = 1) -> bool:
    """Whether two looks say the same of the table."""
    men = _same_men(one.scene, other.scene)
    absent = one.bare == other.bare and one.covered == other.covered
    cards = _same_cards(one.scene.orders, other.scene.orders)
    doubled = one.doubled.keys() == other.doubled.keys()
    things = tries >= _TRIES or _same_things(one.scene.things, other.scene.things)
    return men and absent and cards and doubled and things


def _same_men(one: Scene, other: Scene) -> bool:
    if {man.id for man in one.soldiers} != {man.id for man in other.soldiers}:
        return False
    return all(_stands_as(man, other.soldier(man.id)) for man in one.soldiers)


def _stands_as(man: Soldier, other: Soldier | None) -> bool:
    return (
        other is not None
        and distance_in(man.place, other.place) <= _SAME_PLACE_IN
        and between_deg(man.facing, other.facing) <= _SAME_FACING_DEG
    )


def _same_cards(some: tuple[Order, ...], others: tuple[Order, ...]) -> bool:
    return len(some) == len(others) and all(
        any(
            card.order == other.order and distance_in(card.place, other.place) < _SAME_CARD_IN
            for other in others
        )
        for card in some
    )


def _same_things(some: tuple[Thing, ...], others: tuple[Thing, ...]) -> bool:
    return len(some) == len(others) and all(
        any(overlap(thing, other) > _SAME_THING for other in others) for thing in some
    )
