"""What ground means to one mover: his rate, what slows him, what he cannot enter."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rules.book.book import Book
from rules.lgam.company import team_weapons
from rules.lgam.roles import AIRCRAFT, ARMOURED, GROUND_VEHICLES, WATERCRAFT, role_of
from rules.measure.field import Field
from rules.measure.ground import Ground
from rules.measure.lengths import HAIR_IN
from table.places import TablePoint
from table.scene import Soldier

ROUGH = frozenset({"woods", "rough", "swamp"})
LIGHT_BURDENS = frozenset({"light-mortar", "flame-thrower", "lmg"})
RATE_BY_ROLE: Mapping[str, str] = {
    **dict.fromkeys(GROUND_VEHICLES, "LG-MOVE-01"),
    "commando": "LG-MOVE-03",
    "boat": "LG-MOVE-04",
    "raft": "LG-MOVE-05",
    "helicopter": "LG-HELI-04",
    "plane": "LG-PLANE-01",
    "train": "LG-TRAIN-01",
}
ELEMENTS: Mapping[str, tuple[str, str]] = {
    "boat": ("water", "LG-MOVE-04"),
    "raft": ("water", "LG-MOVE-05"),
    "train": ("rails", "LG-TRAIN-01"),
}


def rate_rule(book: Book, mover: Soldier) -> str:
    """The row that says how far he moves."""
    role = role_of(mover)
    if role in RATE_BY_ROLE:
        return RATE_BY_ROLE[role]
    if role == "assistant" or not team_weapons(book).isdisjoint(mover.weapons):
        return "LG-MOVE-07"
    return "LG-MOVE-02" if LIGHT_BURDENS.isdisjoint(mover.weapons) else "LG-MOVE-06"


@dataclass(frozen=True, slots=True)
class Place:
    """What the inside of some things is to the rules, all of them at once.

    `uphill` is higher than the hill where the path starts.
    """

    words: frozenset[str]
    uphill: bool

    @property
    def on_road(self) -> bool:
        """Whether there is a road, which takes away rough ground."""
        return "road" in self.words

    @property
    def rough(self) -> bool:
        """Whether the ground is rough."""
        return not self.on_road and not ROUGH.isdisjoint(self.words)

    @property
    def wet(self) -> bool:
        """Whether there is water and no bridge over it."""
        return "water" in self.words and "bridge" not in self.words


@dataclass(frozen=True)
class Going:
    """One mover's ground: `start_in` is the height of the hill on which his path starts.

    `pace` shortens every limit: turning, covering fire.
    """

    book: Book
    field: Field
    mover: Soldier
    start_in: float
    pace: float = 1.0

    @property
    def role(self) -> str:
        """His role."""
        return role_of(self.mover)

    @property
    def flies(self) -> bool:
        """Whether no ground touches him."""
        return self.role in AIRCRAFT

    def place(self, over: frozenset[int]) -> Place:
        """What the inside of these things is."""
        words = frozenset(self.field.words[i] for i in over)
        height_in = self.field.highest_in(over, frozenset({"hill"}))
        return Place(words, height_in > self.start_in + HAIR_IN)

    def limit_in(self, place: Place) -> float:
        """How far a move goes on such ground, whether or not he may enter it."""
        rule = rate_rule(self.book, self.mover)
        limit = self._number(rule)
        if place.on_road and self.role in GROUND_VEHICLES:
            limit = self._number("LG-MOVE-11")
        if not self.flies and self.role != "commando":
            limit *= self._number("LG-MOVE-09") if place.uphill else 1.0
            limit *= self._number("LG-MOVE-10") if place.rough else 1.0
        return limit * self.pace

    def barred_by(self, place: Place) -> tuple[str, ...]:
        """The rows that keep him out of such ground."""
        return tuple(rule for rule, bars in BARRIERS if bars(self.role, place))

    def element(self) -> tuple[str, str] | None:
        """The word of what he cannot leave, and the row that says so."""
        return ELEMENTS.get(self.role)

    def ground(self, over: frozenset[int]) -> Ground:
        """The ground inside these things, for the map of where he can get to."""
        place = self.place(over)
        barred = self.barred_by(place)
        element = self.element()
        if barred or (element is not None and element[0] not in place.words):
            return Ground(rate_rule(self.book, self.mover), None)
        return Ground(rate_rule(self.book, self.mover), self.limit_in(place))

    def _number(self, rule_id: str) -> float:
        return self.book.rows[rule_id].number


def going_of(book: Book, field: Field, mover: Soldier, start: TablePoint, pace: float) -> Going:
    """The ground of a mover whose path starts there."""
    start_in = field.highest_in(field.holding(start), frozenset({"hill"}))
    return Going(book, field, mover, start_in, pace)


def _stopped_by_wire(role: str, place: Place) -> bool:
    """LG-OBST-01: men and soft vehicles; armoured ones drive through (LG-MOVE-15)."""
    return "wire" in place.words and role not in ARMOURED | AIRCRAFT


def _rough_slope(role: str, place: Place) -> bool:
    """LG-VEH-11: a truck on a hill and on rough ground at once."""
    return role == "truck" and "hill" in place.words and place.rough


def _in_the_water(role: str, place: Place) -> bool:
    """LG-OBST-09: men, ground vehicles and trains."""
    return place.wet and role not in AIRCRAFT | WATERCRAFT


BARRIERS: tuple[tuple[str, Callable[[str, Place], bool]], ...] = (
    ("LG-SET-02", lambda role, place: "out" in place.words and role != "plane"),
    ("LG-OBST-01", _stopped_by_wire),
    ("LG-OBST-04", lambda r, place: "tank-obstacle" in place.words and r in GROUND_VEHICLES),
    ("LG-OBST-07", lambda role, place: "cliff" in place.words and role not in AIRCRAFT),
    ("LG-OBST-08", lambda role, place: "house" in place.words and role not in AIRCRAFT),
    ("LG-OBST-09", _in_the_water),
    ("LG-VEH-11", _rough_slope),
)
