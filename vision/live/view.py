"""One picture beside what is known: the flat table, the tags, and what has changed."""

from dataclasses import dataclass

import cv2
import numpy as np

from calibration.camera_pose import CameraPose
from table.picture import Picture
from table.table_spec import TableSpec
from vision.live.changed_tags import Changes
from vision.live.from_above import FromAbove, from_above
from vision.live.resting import Resting, changed_cells, resting
from vision.live.tracked import Tracked, Watching
from vision.live.witnesses import Testimony
from vision.surface.flat_table import Pixels, seen_from_camera
from vision.surface.masks import GridMask
from vision.tags.tags_seen import SeenTag, TagsSeen


@dataclass(frozen=True, eq=False)
class ChangedPicture:
    """A picture, what its tags say, and the cells that it shows changed."""

    picture: Picture
    pose: CameraPose
    spec: TableSpec
    now: Resting
    tags: Testimony
    lasting: TagsSeen  # the tags whose very pixels are as they were
    changed: GridMask
    above: FromAbove
    is_lit: bool = False  # a projector's light is on the table

    @property
    def changes(self) -> Changes:
        """What has changed, as the tags' reader wants it."""
        return Changes(self.picture, self.pose, self.spec, self.changed, self.now, self.lasting)


def view_of(
    before: Tracked, picture: Picture, watching: Watching, lit: Pixels | None
) -> ChangedPicture:
    """The picture beside what was known; what is lit has not changed."""
    known, pose, spec = before.known, before.pose, watching.spec
    above = from_above(picture, pose, spec.width, spec.height, shown=watching.shown)
    now = resting(above)
    tags, every = known.witnesses.heard(picture), known.tags.every
    changed, lasting = changed_cells(known.rest, now), known.tags
    if not tags.as_usual.all():
        touched = [tag for tag, kept in zip(every, tags.as_usual, strict=True) if not kept]
        lasting = _without(known.tags, touched)
        for tag in touched:
            corners = now.grid.cells_from_seen(seen_from_camera(pose, tag.quad))
            cv2.fillConvexPoly(changed.cells, np.round(corners).astype(np.int32), 255)
    if lit is not None:
        changed -= GridMask(now.grid, lit)
    is_lit = lit is not None and bool(lit.any())
    return ChangedPicture(picture, pose, spec, now, tags, lasting, changed, above, is_lit)


def _without(tags: TagsSeen, some: list[SeenTag]) -> TagsSeen:
    """The tags but for some."""
    return tags.of_each(
        lambda kind: tuple(tag for tag in kind if not any(tag is one for one in some))
    )
