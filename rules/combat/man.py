"""A soldier of COMBAT with his state, each value checked."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import floor
from typing import Any

from rules.book.book import Book
from rules.book.state import State
from rules.measure.lengths import HAIR_IN, beyond
from table.scene import Soldier

SKILLS = ("expert", "marksman", "average", "poor")
EXPERIENCE = ("veteran", "average", "recruit")  # in the order of firing
POSTURES = ("standing", "kneeling", "sitting", "prone")
MOTIONS = (
    "still", "walking", "running", "crawling", "wading", "swimming", "climbing", "jumping",
    "vehicle",
)  # fmt: skip
FULL_LOAD_STEP_LB = 5.0
STATE_KEYS = (
    *("skill", "experience", "hero", "posture", "motion", "ran_last", "aimed"),
    *("moved_before_aiming", "wounded", "under_fire", "under_fire_last", "bipod", "bayonet"),
    *("scope", "loaded", "ready", "load", "strength", "hands_full"),
    *("acted", "aimed_at", "fired_now", "fired_last", "in", "left", "will"),
)


@dataclass(frozen=True, slots=True)
class Man:
    """What the game keeps of one soldier; weights in pounds."""

    soldier: Soldier
    skill: str
    experience: str
    hero: bool
    posture: str
    motion: str
    ran_last: bool
    aimed: bool
    moved_before_aiming: bool
    wounded: bool
    under_fire: bool
    under_fire_last: bool
    bipod: bool
    bayonet: bool
    scope: bool
    loaded: bool
    ready: bool
    load_lb: float
    capacity_lb: float
    hands_full: bool
    # What the game keeps beside what the book's questions know.
    acted: bool  # with a weapon, this turn
    aimed_at: str | None
    fired_now: bool
    fired_last: bool
    rides: str | None  # the id of what he has mounted
    left: str | None  # and of what he got out of in this turn
    will: Mapping[str, Any]  # what was named of his move before he is moved

    @property
    def overloaded(self) -> bool:
        """Whether he carries more than he should in combat."""
        return beyond(self.load_lb, self.capacity_lb)

    @property
    def fives_over(self) -> int:
        """How many full five pounds he carries too much."""
        return max(0, floor((self.load_lb - self.capacity_lb) / FULL_LOAD_STEP_LB + HAIR_IN))


def man_of(book: Book, soldier: Soldier) -> Man:
    """The soldier with his state."""
    state = State(soldier)
    return Man(
        soldier=soldier,
        skill=state.word("skill", SKILLS, "average"),
        experience=state.word("experience", EXPERIENCE, "recruit"),
        hero=state.flag("hero"),
        posture=posture_of(soldier),
        motion=state.word("motion", MOTIONS, "still"),
        ran_last=state.flag("ran_last"),
        aimed=state.flag("aimed"),
        moved_before_aiming=state.flag("moved_before_aiming"),
        wounded=state.flag("wounded"),
        under_fire=state.flag("under_fire"),
        under_fire_last=state.flag("under_fire_last"),
        bipod=state.flag("bipod"),
        bayonet=state.flag("bayonet"),
        scope=state.flag("scope"),
        loaded=state.flag("loaded", default=True),
        ready=state.flag("ready", default=True),
        load_lb=state.amount("load") or 0.0,
        capacity_lb=_capacity_lb(book, state.amount("strength")),
        hands_full=state.flag("hands_full"),
        acted=state.flag("acted"),
        aimed_at=state.text("aimed_at"),
        fired_now=state.flag("fired_now"),
        fired_last=state.flag("fired_last"),
        rides=state.text("in"),
        left=state.text("left"),
        will=will_of(soldier),
    )


def posture_of(soldier: Soldier) -> str:
    """How he holds himself."""
    return State(soldier).word("posture", POSTURES, "standing")


def will_of(soldier: Soldier) -> Mapping[str, Any]:
    """What was named of his move before he is moved."""
    return State(soldier).table("will")


def _capacity_lb(book: Book, strength: float | None) -> float:
    """CO-ENC-01, or half his Strength where the players use it (CO-ENC-04)."""
    if strength is None:
        return book.rows["CO-ENC-01"].number
    return strength * book.rows["CO-ENC-04"].number
