"""Whether nothing but the corner markers lies on a table that is to be remembered as empty.

A table remembered with its things on it hides them ever after: they look like the desk. A picture
may show what is no thing, a stain or a reflection: then the player's word counts, and is told.
"""

from dataclasses import dataclass, replace

from calibration.camera_pose import CameraPose
from table.army import Army, TagStyle
from table.picture import Picture
from table.places import TablePoint
from table.table_spec import TableSpec
from vision.tags.read_tags import read_tags
from vision.things.unexplained import Stranger, strangers

_NOBODY = Army(TagStyle(), (), ())
_MOST_TOLD = 3


@dataclass(frozen=True, slots=True)
class LyingAbout:
    """What is seen besides the corner markers: in words, and the outlines of the things."""

    words: str = ""
    outlines: tuple[tuple[TablePoint, ...], ...] = ()

    @property
    def refusal(self) -> str:
        """Why the table cannot be remembered as empty."""
        return f"the table is not empty: {self.words}; take off all but the corner markers"

    @property
    def on_your_word(self) -> str:
        """What is said where it is remembered all the same."""
        return (
            f"taken as empty on your word, though something is seen: {self.words}. "
            "Things that lie there later may be missed; take the empty table anew if they are"
        )


def lying_about(picture: Picture, pose: CameraPose, spec: TableSpec) -> LyingAbout:
    """What lies on the table besides the corner markers, the largest first."""
    tags = read_tags(picture, pose, _NOBODY, spec)
    things = strangers(picture, pose, replace(spec, things=()), [], None)
    count = len(tags.every) + len(tags.unread)
    told = [_words(one) for one in things]
    told += [f"{count} tag{'' if count == 1 else 's'}"] if count else []
    more = f" and {len(told) - _MOST_TOLD} more" if len(told) > _MOST_TOLD else ""
    return LyingAbout("; ".join(told[:_MOST_TOLD]) + more, tuple(one.outline for one in things))


def _words(one: Stranger) -> str:
    place = f"({one.place.x:.0f}, {one.place.y:.0f})"
    return f"{one.length_in:.0f} x {one.width_in:.0f} in at {place}"
