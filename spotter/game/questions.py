"""What the program asks the players where it is unsure, and waits for: one short question each."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from spotter.game.thing_ruling import Slid
from table.directions import distance_in
from table.observation import LiesStill
from table.places import TablePoint

GONE, SLID, STANDS = "gone", "slid", "stands"
STAYS = "stays"  # what reaches in over the table's edge and does not stir
ENDS = "ends"  # whether phases that nobody has used end for the attack of who it is about
GONE_S = 5.0  # a man whose place was bare so long is not only being moved
STANDS_S = 1.5  # a tag that cannot be read for so long is not only shaded by the hand that left
_SAME_TAG_IN = 0.75


@dataclass(frozen=True, slots=True)
class LiftedSince:
    """Since when a man's place is bare, and which tags nobody could read before."""

    since_s: float
    unread: tuple[TablePoint, ...] = ()


@dataclass(frozen=True, slots=True)
class YesNoQuestion:
    """A question that yes or no answers; `key` is its name while it is open.

    It is about a man or a thing, or a place, or both.
    """

    key: str
    words: str
    about: str = ""
    at: TablePoint | None = None


def questions_of(
    lifted: Mapping[str, LiftedSince],
    unread: Sequence[TablePoint],
    slid: Mapping[str, Slid],
    now_s: float,
) -> Iterator[YesNoQuestion]:
    """What is asked now: of things slid under somebody, of lifted men, of tags come unread."""
    for name, slide in sorted(slid.items()):
        yield YesNoQuestion(f"{SLID} {name}", slide.words, name)
    for name, one in sorted(lifted.items()):
        if now_s - one.since_s >= STANDS_S:
            yield from (_stands(name, at) for at in unread if not _is_one_of(at, one.unread))
    for name, one in sorted(lifted.items()):
        if now_s - one.since_s >= GONE_S:
            yield YesNoQuestion(f"{GONE} {name}", f"is {name} gone?", name)


def stays_question(lying: LiesStill) -> YesNoQuestion:
    """Whether something that reaches in is no hand."""
    words = f"something lies over the edge at {lying.at.x:.0f}, {lying.at.y:.0f}: does it stay?"
    return YesNoQuestion(f"{STAYS} {lying.since_s}", words, at=lying.at)


def _stands(name: str, at: TablePoint) -> YesNoQuestion:
    """Whether a tag that cannot be read is this man's."""
    key, words = (
        f"{STANDS} {name} {at.x:.0f} {at.y:.0f}",
        f"does {name} stand at {at.x:.0f}, {at.y:.0f}?",
    )
    return YesNoQuestion(key, words, name, at)


def _is_one_of(place: TablePoint, others: Sequence[TablePoint]) -> bool:
    return any(distance_in(place, other) <= _SAME_TAG_IN for other in others)
