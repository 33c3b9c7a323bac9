"""Tags read anew where the table or they themselves have changed; the others are where they were.

Each changed patch is cut out of the picture with the camera's pose for that cut, so that a tag in
it is read exactly as in the whole picture.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from calibration.camera_pose import CameraPose
from table.army import Army
from table.picture import Picture
from table.places import CellXY
from table.table_spec import TableSpec
from vision.live.follow_tags import followed_tags
from vision.live.resting import Resting
from vision.surface.covered import man_outline
from vision.surface.flat_table import (
    FlatTable,
    Pixels,
    camera_from_seen,
    pixels_to_a_cell,
    seen_from_camera,
)
from vision.surface.masks import GridMask
from vision.tags.picture_cut import Cut, cut_round
from vision.tags.read_tags import read_tags
from vision.tags.tags_seen import SeenTag, TagsSeen

_AROUND_IN = 1.3  # a tag and its man about the cells that changed
_RIM_CELLS = 9  # what lies so near a man changes with him: his shadow, his arms
_MOST_OF_PICTURE = 0.6  # with more of it changed the whole is looked at
_SURE_TWICE = 0.985  # confidence at which a name read at a second place is no mistake


@dataclass(frozen=True, eq=False)
class Changes:
    """A picture, the cells of the table that it shows changed, and the tags that last.

    `lasting` are the tags whose very pixels are as they were.
    """

    picture: Picture
    pose: CameraPose
    spec: TableSpec
    cells: GridMask
    now: Resting
    lasting: TagsSeen = field(default_factory=TagsSeen)

    @property
    def grid(self) -> FlatTable:
        """The table's cells."""
        return self.now.grid

    def cells_of(self, tag: SeenTag) -> CellXY:
        """A tag's corners in cells."""
        return self.grid.cells_from_seen(seen_from_camera(self.pose, tag.quad))


@dataclass(frozen=True, eq=False)
class TagsNow:
    """All tags after a change: those untouched by it, those read anew, those read once too often.

    `again` are soldiers' tags that surely say what another tag says too.
    """

    lasting: TagsSeen
    found: TagsSeen
    again: tuple[SeenTag, ...] = ()

    @property
    def every(self) -> TagsSeen:
        """All together; what is there a second time has no name."""
        return self.lasting.together(self.found)


def tags_now(changes: Changes, army: Army) -> TagsNow:
    """The tags after a change, read where it is."""
    cuts = list(_cuts(changes))
    if sum(cut.area for cut in cuts) > _MOST_OF_PICTURE * changes.picture[..., 0].size:
        return all_tags_now(changes, army)
    found = TagsSeen()
    for cut in cuts:
        found = found.together(_without_known(_read_in(cut, changes, army), found))
    now = _sorted_out(found, changes.lasting)
    return all_tags_now(changes, army) if _doubted(now) else now


def all_tags_now(changes: Changes, army: Army) -> TagsNow:
    """The same, looked for in the whole picture, half hidden ones too."""
    now = _read_beside(changes.lasting, changes, army)
    doubted = _doubted(now)
    if not doubted:
        return now
    # Who is read elsewhere too may have been swapped for one who looks much like him.
    kept = changes.lasting.soldiers
    sure = tuple(tag for tag in kept if tag.text not in doubted)
    return _read_beside(replace(changes.lasting, soldiers=sure), changes, army)


def _read_beside(lasting: TagsSeen, changes: Changes, army: Army) -> TagsNow:
    """The tags of the whole picture beside those that last."""
    found = read_tags(changes.picture, changes.pose, army, changes.spec, taken=lasting.every)
    return _sorted_out(found, lasting)


def _doubted(now: TagsNow) -> set[str | None]:
    """The names that last and were read at another place too."""
    return {tag.again for tag in now.again} & {tag.text for tag in now.lasting.soldiers}


def _sorted_out(found: TagsSeen, lasting: TagsSeen) -> TagsNow:
    """What was found, without what lasts and with each soldier's name once."""
    found = _without_known(found, lasting)
    unread = (*lasting.unread, *found.unread)
    # Of a name that was there twice and is now there once, the one that is left is he.
    second = [replace(tag, text=tag.again, again=None) for tag in unread if tag.again is not None]
    once, twice = _named_once([*found.soldiers, *second], {tag.text for tag in lasting.soldiers})
    return TagsNow(
        replace(lasting, unread=_plain(lasting.unread)),
        replace(found, soldiers=once, unread=(*_plain(found.unread), *twice)),
        tuple(tag for tag in twice if tag.confidence >= _SURE_TWICE),
    )


def _named_once(
    tags: Sequence[SeenTag], taken: set[str | None]
) -> tuple[tuple[SeenTag, ...], tuple[SeenTag, ...]]:
    """The first tag of each name, and the others without it."""
    once, twice, names = [], [], set(taken)
    for tag in tags:
        if tag.text in names:
            twice.append(replace(tag, text=None, again=tag.text))
        else:
            once.append(tag)
        names.add(tag.text)
    return tuple(once), tuple(twice)


def _plain(unread: Sequence[SeenTag]) -> tuple[SeenTag, ...]:
    """Those of which no name is known at all."""
    return tuple(tag for tag in unread if tag.again is None)


def soldiers_followed(
    before: Sequence[SeenTag], changes: Changes, army: Army
) -> tuple[SeenTag, ...]:
    """The soldiers' tags that lie open to view where the table changes under a hand."""
    lasting = changes.lasting.soldiers
    touched = [tag for tag in before if not any(tag is one for one in lasting)]
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
            within=_mask(cut, changes, army),
        )
        found += cut.seen_there(TagsSeen(soldiers=seen)).soldiers
    return found


def _cuts(changes: Changes) -> Iterator[Cut]:
    """The parts of the picture that show changed cells and what is near them."""
    grid, pose = changes.grid, changes.pose
    side = 2 * round(_AROUND_IN * grid.px_per_in) + 1
    around = cv2.dilate(changes.cells.cells, np.ones((side, side), np.uint8))
    count, _, stats, _ = cv2.connectedComponentsWithStats(around)
    for left, top, wide, high, _ in stats[1:count]:
        ring = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], float)
        ring += np.array([left - 0.5, top - 0.5])
        pixels = camera_from_seen(pose, grid.seen_from_cells(CellXY(ring)))
        cut = cut_round(pixels, pose.lens.size_wh)
        if cut.width > 16 and cut.height > 16:
            yield cut


def _mask(cut: Cut, changes: Changes, army: Army) -> Pixels:
    """Where in a part, as coarse as the table's cells, a tag's middle may be that has changed."""
    cell_px = pixels_to_a_cell(changes.pose, changes.grid)
    mask = np.zeros((-(-cut.height // cell_px), -(-cut.width // cell_px)), np.uint8)
    tag_in = max(style.size for style in (army.tags, *(man.tag for man in army.soldiers)))
    near = changes.cells.widened(tag_in / 2).cells
    outlines, _ = cv2.findContours(near, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    for outline in outlines:
        seen = changes.grid.seen_from_cells(CellXY(outline.reshape(-1, 2).astype(float)))
        pixels = camera_from_seen(changes.pose, seen) - cut.corner
        cv2.fillPoly(mask, [np.round(pixels / cell_px).astype(np.int32)], 255)
    return mask


def _read_in(cut: Cut, changes: Changes, army: Army) -> TagsSeen:
    """The tags in a part of the picture, beside those that last."""
    lasting = changes.lasting.every
    seen = read_tags(
        cut.part(changes.picture),
        cut.pose(changes.pose),
        army,
        changes.spec,
        taken=cut.seen_here([tag for tag in lasting if cut.holds(tag)]),
        within=_mask(cut, changes, army),
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


def unexplained_sq_in(changes: Changes, tags: Sequence[SeenTag], army: Army) -> float:
    """How much has changed that neither these tags nor the men at them, with a rim, hide."""
    left = changes.cells.cells.copy()
    for tag in tags:
        man = army.soldier(str(tag.text))
        style, base_in = (army.tags, 1.0) if man is None else (man.tag, man.base)
        paper = changes.cells_of(tag)
        for ring in (paper, man_outline(changes.grid, paper, style, base_in)):
            outline = np.round(ring).astype(np.int32)
            cv2.fillConvexPoly(left, outline, 0)
            cv2.polylines(left, [outline], isClosed=True, color=0, thickness=_RIM_CELLS)
    return float(np.count_nonzero(left)) / changes.grid.px_per_in**2
