"""Tags too faint to be read in one picture, read in several of a table at rest together.

Noise differs from picture to picture and the tag does not. Only the patches round unread tags are
summed up, and of those at most one is read at each picture, so that waiting costs next to nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration.camera_pose import CameraPose
from table.army import Army
from table.picture import Picture
from table.table_spec import TableSpec
from vision.surface.flat_table import Singles
from vision.tags.picture_cut import Cut, cut_round
from vision.tags.read_tags import read_tags
from vision.tags.tags_seen import SeenTag, TagsSeen

_ROUND = 1.0  # of a tag's side, round about it
_FIRST = 4  # pictures together are read first, then always twice as many
_MOST = 32


@dataclass(frozen=True, eq=False)
class FaintTag:
    """An unread tag, the sum of its pictures, and how many it takes to try again."""

    tag: SeenTag
    cut: Cut
    total: Singles
    count: int = 1
    due: int = _FIRST

    def with_picture(self, picture: Picture) -> "FaintTag":
        """One picture more."""
        total = cv2.add(self.total, self.cut.part(picture), dtype=cv2.CV_32F)
        return replace(self, total=np.asarray(total, np.float32), count=self.count + 1)

    @property
    def picture(self) -> Picture:
        """The mean of them all."""
        return np.asarray(cv2.convertScaleAbs(self.total, alpha=1.0 / self.count), np.uint8)


def faint_tags(unread: Sequence[SeenTag], picture: Picture) -> tuple[FaintTag, ...]:
    """The unread tags of a picture, which is the first of those to come."""
    return tuple(_faint_tag(tag, picture) for tag in unread)


def _faint_tag(tag: SeenTag, picture: Picture) -> FaintTag:
    middle, reach_px = tag.middle, (0.7 + _ROUND) * tag.side_px
    ends = np.concatenate([middle - reach_px, middle + reach_px])
    cut = cut_round(ends, (picture.shape[1], picture.shape[0]))
    return FaintTag(tag, cut, cut.part(picture).astype(np.float32))


def next_due(faint: Sequence[FaintTag]) -> FaintTag | None:
    """The tag to be read now, if there is one."""
    return next((one for one in faint if one.count >= one.due), None)


def put_off(faint: Sequence[FaintTag], tried: FaintTag) -> tuple[FaintTag, ...]:
    """The tags after one was tried in vain: next time with twice the pictures, or never."""
    later = replace(tried, due=2 * tried.count)
    kept = () if later.due > _MOST else (later,)
    return (*(one for one in faint if one is not tried), *kept)


def read_together(faint: FaintTag, pose: CameraPose, army: Army, spec: TableSpec) -> TagsSeen:
    """What the pictures of a tag say together: the tag, or nothing."""
    cut = faint.cut
    seen = cut.seen_there(read_tags(faint.picture, cut.pose(pose), army, spec))

    def here(tags: Sequence[SeenTag]) -> tuple[SeenTag, ...]:
        gaps = [np.hypot(*(tag.middle - faint.tag.middle)[0]) for tag in tags]
        near = zip(tags, gaps, strict=True)
        return tuple(tag for tag, gap in near if gap < faint.tag.side_px / 2)

    return TagsSeen(here(seen.soldiers), here(seen.orders), here(seen.unknown))
