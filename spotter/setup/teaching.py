"""What `spotter teach` knows of a photo: what the list explains, what not, and the entries.

The photo, its tags and the camera's place are read once; the list grows with each entry.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from calibration.camera_pose import CameraPose
from calibration.corner_markers import corner_markers
from calibration.table_pose import table_pose
from overlay.teach.teach_state import Explained, Offer
from spotter.files.table_files import read_setup
from spotter.files.table_folder import TableFiles
from table.kinds import KINDS
from table.picture import Picture
from table.places import CameraPixel, CameraXY, Floats, TablePoint, TableXY
from table.scene import Thing
from table.table_file import read_table
from table.table_spec import TableSpec, ThingSpec
from vision.colour.gathering import TagPatch
from vision.look import refuse_blank, tag_patches
from vision.tags.read_tags import read_tags
from vision.things.candidate import Found
from vision.things.find import found_on, things_on_table
from vision.things.pointed import Pointed, pointed_at
from vision.things.unexplained import Stranger, strangers

_ROUND = ("mug", "lid", "plate")
_LONG = ("wall", "road", "river", "bridge")
_SQUARE = ("book", "napkin", "mat", "bridge")
_PLATE_IN = 4.5
_PENCIL_IN = 0.9


@dataclass(frozen=True, eq=False)
class PhotographedTable:
    """A photo of a table, and where its list of things is."""

    picture: Picture
    pose: CameraPose
    tags: Sequence[TagPatch]
    table: Path
    empty: Picture | None = None

    def strangers(self) -> tuple[Stranger, ...]:
        """What the list does not explain, largest first."""
        return strangers(self.picture, self.pose, self.spec, self.tags, self.empty)

    @property
    def spec(self) -> TableSpec:
        """The table file as it is now."""
        return read_table(self.table)

    def things(self) -> tuple[Thing, ...]:
        """What the list finds."""
        return things_on_table(self.picture, self.pose, self.spec, self.tags, self.empty)

    def found(self, spec: TableSpec) -> list[Found]:
        """What that list finds, each with its entry."""
        return found_on(self.picture, self.pose, spec, self.tags, self.empty)

    def pointed(self, place: TablePoint, thing: ThingSpec) -> Pointed | None:
        """What lies at a place, if it is such a thing; nothing that is listed is asked."""
        seen = (self.picture, self.pose, self.spec, self.tags, self.empty)
        return pointed_at(*seen, place=place, thing=thing)

    def offer(self, one: Stranger) -> Offer:
        """A stranger as the window shows it."""
        outline = np.array([(p.x, p.y) for p in one.outline])
        (at,) = self._ring(np.array([(one.place.x, one.place.y)]), 0.0)
        kinds = likely_kinds(one.length_in, one.width_in, is_round=one.is_round)
        return Offer(self._ring(outline, 0.0), at, size_words(one), one.colour, kinds)

    def known(self, thing: Thing) -> Explained:
        """A found thing as the window shows it, where its top is seen."""
        outline = np.array(thing.footprint.exterior.coords[:-1])
        return Explained(self._ring(outline, thing.height), thing.kind)

    def place(self, pixel: CameraPixel, height_in: float) -> TablePoint:
        """Where something stands whose top is seen at a pixel."""
        ((x, y),) = self.pose.table_from_camera(CameraXY(np.array([(pixel.x, pixel.y)])), height_in)
        return TablePoint(float(x), float(y))

    def _ring(self, outline: Floats, height_in: float) -> tuple[CameraPixel, ...]:
        pixels = self.pose.camera_from_table(TableXY(outline), height_in)
        return tuple(CameraPixel(float(x), float(y)) for x, y in pixels)


def desk_in(picture: Picture, where: str, files: TableFiles) -> PhotographedTable:
    """A picture of the table with its tags read and its camera placed."""
    setup = read_setup(files)
    refuse_blank(picture, where)
    size_wh, last = (picture.shape[1], picture.shape[0]), setup.saved
    pose = table_pose(
        corner_markers(picture),
        setup.spec,
        setup.lens,
        size_wh,
        last=None if last is None else last.pose,
        where=where,
    )
    tags = tag_patches(read_tags(picture, pose, setup.army, setup.spec), setup.army)
    return PhotographedTable(picture, pose, tags, files.table, setup.empty)


def size_words(one: Stranger) -> str:
    """How large a stranger is, and of what shape."""
    is_long = _is_long(one.length_in, one.width_in)
    shape = "round" if one.is_round else "long" if is_long else "flat or square"
    return f"{one.length_in:.1f} x {one.width_in:.1f} in, {shape}"


def likely_kinds(length_in: float, width_in: float, *, is_round: bool) -> tuple[str, ...]:
    """All kinds, those first that have such a shape."""
    first: tuple[str, ...]
    if is_round:
        first = _ROUND if length_in < _PLATE_IN else _ROUND[::-1]
    elif _is_long(length_in, width_in):
        first = _LONG if width_in < _PENCIL_IN else (*_LONG[1:], _LONG[0])
    else:
        first = _SQUARE if length_in > _PLATE_IN else ("mug", *_SQUARE)
    return (*first, *(kind for kind in KINDS if kind not in first))


def _is_long(length_in: float, width_in: float) -> bool:
    return length_in > 3 * width_in
