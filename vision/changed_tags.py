"""Tags looked at again only where the table has changed; the others are where they were.

Each changed patch is cut out of the picture with the camera's pose for that cut, so that a tag in
it is read exactly as in the whole picture.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.camera_pose import CameraPose
from table.army import Army
from table.picture import Picture
from table.places import Floats, TableXY
from table.table_spec import TableSpec
from vision.covered import man_outline
from vision.flat_table import FlatTable, Pixels
from vision.follow_tags import followed_tags
from vision.picture_cut import Cut, cut_round
from vision.read_tags import read_tags
from vision.tags_seen import SeenTag, TagsSeen

_AROUND_IN = 1.3  # a tag and its man about the cells that changed
_HALF_A_TAG_IN, _MASK_PX = 0.5, 8
_RIM_CELLS = 9  # what lies so near a man changes with him: his shadow, his arms
_MOST_OF_PICTURE = 0.6  # with more of it changed the whole is looked at


@dataclass(frozen=True, eq=False)
class Changes:
    """A picture, and the cells (255) of the resting table that it shows changed."""

    picture: Picture
    pose: CameraPose
    spec: TableSpec
    cells: Pixels
    grid: FlatTable

    def cells_of(self, tag: SeenTag) -> Floats:
        """A tag's corners in cells."""
        return self.grid.cells_from_seen(np.asarray(self.pose.table_from_camera(tag.quad, 0.0)))


@dataclass(frozen=True, eq=False)
class TagsNow:
    """All tags after a change: those untouched by it and those found where it was."""

    lasting: TagsSeen
    found: TagsSeen

    @property
    def every(self) -> TagsSeen:
        """Both together."""
        return self.lasting.together(self.found)


def tags_now(before: TagsSeen, changes: Changes, army: Army) -> TagsNow | None:
    """The tags after a change, None where the whole picture must be looked at."""
    cuts = list(_cuts(changes))
    if sum(cut.area for cut in cuts) > _MOST_OF_PICTURE * changes.picture[..., 0].size:
        return None
    lasting = _untouched(before, changes)
    found = TagsSeen()
    for cut in cuts:
        found = found.together(_read_in(cut, changes, army, lasting.every))
    found = _without_known(found, lasting)
    return None if _is_doubtful(found, lasting) else TagsNow(lasting, found)


def soldiers_followed(
    before: Sequence[SeenTag], changes: Changes, army: Army
) -> tuple[SeenTag, ...]:
    """The soldiers' tags that lie open to view where the table changes under a hand."""
    touched = [tag for tag in before if _is_touched(tag, changes)]
    lasting = [tag for tag in before if not any(tag is one for one in touched)]
    found: tuple[SeenTag, ...] = ()
    # Where they were first: who is missing there may be in another part.
    for cut in sorted(_cuts(changes), key=lambda cut: -sum(map(cut.holds, touched))):
        here = {tag.text for tag in found}
        missing = [tag for tag in touched if tag.text not in here]
        seen = followed_tags(
            cut.part(changes.picture),
            cut.pose(changes.pose),
            army,
            changes.spec,
            known=cut.seen_here(missing),
            taken=cut.seen_here([tag for tag in lasting if cut.holds(tag)]),
            within=_mask(cut, changes),
        )
        found += cut.seen_there(TagsSeen(soldiers=seen)).soldiers
    return found


def _cuts(changes: Changes) -> Iterator[Cut]:
    """The parts of the picture that show changed cells and what is near them."""
    grid, pose = changes.grid, changes.pose
    side = 2 * round(_AROUND_IN * grid.px_per_in) + 1
    around = cv2.dilate(changes.cells, np.ones((side, side), np.uint8))
    count, _, stats, _ = cv2.connectedComponentsWithStats(around)
    for left, top, wide, high, _ in stats[1:count]:
        ring = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], float)
        ring += np.array([left - 0.5, top - 0.5])
        pixels = pose.camera_from_table(TableXY(grid.seen_from_cells(ring)), 0.0)
        cut = cut_round(pixels, pose.lens.size_wh)
        if cut.width > 16 and cut.height > 16:
            yield cut


def _untouched(tags: TagsSeen, changes: Changes) -> TagsSeen:
    """The tags on whose paper no cell has changed."""

    def kept(some: Sequence[SeenTag]) -> tuple[SeenTag, ...]:
        return tuple(tag for tag in some if not _is_touched(tag, changes))

    return tags.of_each(kept)


def _is_touched(tag: SeenTag, changes: Changes) -> bool:
    corners = changes.cells_of(tag)
    left, top = np.maximum(np.floor(corners.min(axis=0)).astype(int), 0)
    right, bottom = np.maximum(np.ceil(corners.max(axis=0)).astype(int) + 1, 0)
    return bool(changes.cells[top:bottom, left:right].any())


def _mask(cut: Cut, changes: Changes) -> Pixels:
    """Where in a part, at an eighth of its size, a tag's middle may be that has changed."""
    mask = np.zeros((-(-cut.height // _MASK_PX), -(-cut.width // _MASK_PX)), np.uint8)
    side = 2 * round(_HALF_A_TAG_IN * changes.grid.px_per_in) + 1
    near = cv2.dilate(changes.cells, np.ones((side, side), np.uint8))
    outlines, _ = cv2.findContours(near, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    for outline in outlines:
        seen = changes.grid.seen_from_cells(outline.reshape(-1, 2).astype(float))
        pixels = changes.pose.camera_from_table(TableXY(seen), 0.0) - cut.corner
        cv2.fillPoly(mask, [np.round(pixels / _MASK_PX).astype(np.int32)], 255)
    return mask


def _read_in(cut: Cut, changes: Changes, army: Army, lasting: Sequence[SeenTag]) -> TagsSeen:
    """The tags in a part of the picture, beside those that last."""
    seen = read_tags(
        cut.part(changes.picture),
        cut.pose(changes.pose),
        army,
        changes.spec,
        taken=cut.seen_here([tag for tag in lasting if cut.holds(tag)]),
        within=_mask(cut, changes),
    )
    return cut.seen_there(seen)


def _without_known(found: TagsSeen, lasting: TagsSeen) -> TagsSeen:
    """The found tags without those that lie untouched at the rim of a cut."""
    old = [tag.middle[0] for tag in lasting.every]

    def new(tags: Sequence[SeenTag]) -> tuple[SeenTag, ...]:
        return tuple(
            tag
            for tag in tags
            if not any(np.hypot(*(tag.middle[0] - there)) < tag.side_px / 2 for there in old)
        )

    return found.of_each(new)


def _is_doubtful(found: TagsSeen, lasting: TagsSeen) -> bool:
    """Whether one man would be in two places."""
    names = [tag.text for tag in (*found.soldiers, *lasting.soldiers)]
    return len(names) != len(set(names))


def unexplained_sq_in(changes: Changes, tags: Sequence[SeenTag], army: Army) -> float:
    """How much has changed that neither these tags nor the men at them, with a rim, hide."""
    left = changes.cells.copy()
    for tag in tags:
        man = army.soldier(str(tag.text))
        style, base_in = (army.tags, 1.0) if man is None else (man.tag, man.base)
        paper = changes.cells_of(tag)
        for ring in (paper, man_outline(changes.grid, paper, style, base_in)):
            outline = np.round(ring).astype(np.int32)
            cv2.fillConvexPoly(left, outline, 0)
            cv2.polylines(left, [outline], isClosed=True, color=0, thickness=_RIM_CELLS)
    return float(np.count_nonzero(left)) / changes.grid.px_per_in**2
