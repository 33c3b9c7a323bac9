"""What the rules may know about one path: its stretches, and what each means to the mover."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import shapely

from rules.lgam.going import Going, Place
from rules.measure.field import Field
from rules.measure.ground import Stretch, off_table, stretches
from rules.measure.lengths import HAIR_IN, beyond
from table.directions import bearing_deg, between_deg, distance_in
from table.places import TablePoint

CORNER_DEG = 15.0


@dataclass(frozen=True)
class Path:
    """A path of a mover; `parts` are its stretches, each with what it runs over."""

    places: tuple[TablePoint, ...]
    parts: tuple[tuple[Stretch, Place], ...]
    length_in: float
    leaves_table: bool
    leaves_element: bool
    inside_own_house: bool

    def inches(self, counts: Callable[[Place], bool]) -> float:
        """How much of the path runs over ground that counts."""
        return sum(part.length_in for part, place in self.parts if counts(place))

    def stays_within(self, half_in: float) -> bool:
        """Whether it stays in the square round its start, sides along the table's edges."""
        start = self.places[0]
        return all(
            not beyond(max(abs(at.x - start.x), abs(at.y - start.y)), half_in) for at in self.places
        )


def path_of(going: Going, places: tuple[TablePoint, ...]) -> Path:
    """The facts of a path."""
    field = going.field
    parts = stretches(field, places)
    element = going.element()
    return Path(
        places=places,
        parts=tuple((part, going.place(part.over)) for part in parts),
        length_in=sum(distance_in(*leg) for leg in pairwise(places)),
        leaves_table=off_table(field, places),
        leaves_element=element is not None
        and any(not _within_word(field, part, element[0]) for part in parts),
        inside_own_house=_inside_own_house(going, parts),
    )


def turns(places: Sequence[TablePoint]) -> bool:
    """Whether the path has a corner of more than 15 degrees (LG-MOVE-12)."""
    legs = [leg for leg in pairwise(places) if distance_in(*leg) > HAIR_IN]
    headings = [bearing_deg(*leg) for leg in legs]
    return any(beyond(between_deg(one, other), CORNER_DEG) for one, other in pairwise(headings))


def own_houses(going: Going) -> tuple[int, ...]:
    """The houses he stands in or on."""
    return going.field.inside(going.mover, "house")


def _inside_own_house(going: Going, parts: Sequence[Stretch]) -> bool:
    """Whether the whole path lies in the house he is in, and in no other (LG-OBST-08)."""
    field = going.field
    entered = {i for part in parts for i in part.over if field.words[i] == "house"}
    return entered <= set(own_houses(going)) and all(
        field.footprints[i].distance(_middle(part)) <= HAIR_IN for part in parts for i in entered
    )


def _within_word(field: Field, part: Stretch, word: str) -> bool:
    """Whether the stretch lies in a thing of that word; its edge still counts as inside."""
    middle = _middle(part)
    return any(field.footprints[i].distance(middle) <= HAIR_IN for i in field.things_of(word))


def _middle(part: Stretch) -> shapely.Point:
    return shapely.Point((part.start.x + part.end.x) / 2, (part.start.y + part.end.y) / 2)
