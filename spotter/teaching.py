"""What `spotter teach` knows of a photo: what the list explains, what not, and the entries.

The photo, its tags and the camera's place are read once; the list grows with each entry.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot
from pathlib import Path

import numpy as np

from calibration.camera_pose import CameraPose
from calibration.corner_markers import corner_markers
from calibration.table_pose import table_pose
from overlay.teach_state import Known, Offer
from table.army_file import read_army
from table.errors import UserError
from table.kinds import KINDS
from table.lens_file import read_lens
from table.picture import Picture
from table.places import CameraPixel, Floats, TablePoint, TableXY
from table.scene import Thing
from table.table_file import add_thing, read_table
from table.table_spec import ThingSpec
from vision.colour_notes import colour_gap
from vision.evidence import TagPatch
from vision.look import refuse_blank, tag_patches
from vision.picture_file import read_picture
from vision.read_tags import read_tags
from vision.things import things_on_table
from vision.unexplained import Stranger, strangers

_SAME_COLOUR = 4.0
_NEAR_IN = 1.0  # how far beside a thing a player may point
_ROUND = ("mug", "lid", "plate")
_LONG = ("wall", "road", "river", "bridge")
_SQUARE = ("book", "napkin", "mat", "bridge")
_PLATE_IN = 4.5
_PENCIL_IN = 0.9


@dataclass(frozen=True, eq=False)
class Desk:
    """A photo of a table, and where its list of things is."""

    picture: Picture
    pose: CameraPose
    tags: Sequence[TagPatch]
    table: Path
    empty: Picture | None = None

    def strangers(self) -> tuple[Stranger, ...]:
        """What the list does not explain, largest first."""
        return strangers(self.picture, self.pose, read_table(self.table), self.tags, self.empty)

    def things(self) -> tuple[Thing, ...]:
        """What the list finds."""
        spec = read_table(self.table)
        return things_on_table(self.picture, self.pose, spec, self.tags, self.empty)

    def offer(self, one: Stranger) -> Offer:
        """A stranger as the window shows it."""
        outline = np.array([(p.x, p.y) for p in one.outline])
        (at,) = self._ring(np.array([(one.place.x, one.place.y)]), 0.0)
        return Offer(self._ring(outline, 0.0), at, size_words(one), one.colour, likely_kinds(one))

    def known(self, thing: Thing) -> Known:
        """A found thing as the window shows it, where its top is seen."""
        outline = np.array(thing.footprint.exterior.coords[:-1])
        return Known(self._ring(outline, thing.height), thing.kind)

    def _ring(self, outline: Floats, height_in: float) -> tuple[CameraPixel, ...]:
        pixels = self.pose.camera_from_table(TableXY(outline), height_in)
        return tuple(CameraPixel(float(x), float(y)) for x, y in pixels)

    def write(self, one: Stranger, kind: str, height_in: float) -> ThingSpec:
        """The entry for a stranger, written at the end of the list."""
        thing = ThingSpec(kind, one.colour, height_in)
        self._refuse_twin(thing)
        add_thing(self.table, thing)
        return thing

    def _refuse_twin(self, thing: ThingSpec) -> None:
        for other in read_table(self.table).things:
            if other.kind == thing.kind and colour_gap(other.colour, thing.colour) < _SAME_COLOUR:
                raise UserError(
                    f"{self.table}: a {other.kind} of colour {other.colour} is listed already; "
                    f"what is seen here is {thing.colour}"
                )


def desk_of(
    photo: Path, table: Path, army: Path, *, camera: Path | None = None, empty: Path | None = None
) -> Desk:
    """A photo with its tags read and its camera placed."""
    spec, men, picture = read_table(table), read_army(army), read_picture(photo)
    refuse_blank(picture, str(photo))
    lens = None if camera is None else read_lens(camera)
    bare = None if empty is None else read_picture(empty)
    size_wh = (picture.shape[1], picture.shape[0])
    pose = table_pose(corner_markers(picture), spec, lens, size_wh, where=str(photo))
    tags = tag_patches(read_tags(picture, pose, men, spec), men)
    return Desk(picture, pose, tags, table, bare)


def stranger_at(seen: Sequence[Stranger], place: TablePoint) -> Stranger:
    """The stranger that the player points at."""
    gaps = {one: hypot(one.place.x - place.x, one.place.y - place.y) for one in seen}
    near = [one for one in seen if gaps[one] < max(_NEAR_IN, one.length_in / 2)]
    if not near:
        at = ", ".join(f"({one.place.x:.1f}, {one.place.y:.1f})" for one in seen)
        there = f"there is something at {at}" if seen else "the list explains everything"
        raise UserError(f"--at: nothing unexplained at {place.x:g},{place.y:g}; {there}")
    return min(near, key=lambda one: gaps[one])


def size_words(one: Stranger) -> str:
    """How large a stranger is, and of what shape."""
    shape = "round" if one.is_round else "long" if _is_long(one) else "flat or square"
    return f"{one.length_in:.1f} x {one.width_in:.1f} in, {shape}"


def likely_kinds(one: Stranger) -> tuple[str, ...]:
    """All kinds, those first that have such a shape."""
    first: tuple[str, ...]
    if one.is_round:
        first = _ROUND if one.length_in < _PLATE_IN else _ROUND[::-1]
    elif _is_long(one):
        first = _LONG if one.width_in < _PENCIL_IN else (*_LONG[1:], _LONG[0])
    else:
        first = _SQUARE if one.length_in > _PLATE_IN else ("mug", *_SQUARE)
    return (*first, *(kind for kind in KINDS if kind not in first))


def _is_long(one: Stranger) -> bool:
    return one.length_in > 3 * one.width_in
