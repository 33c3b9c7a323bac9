"""A recorded or rendered table at rest, on whose picture things are made to happen."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import cv2
import numpy as np

from calibration.camera_pose import CameraPose
from calibration.corner_markers import corner_markers
from calibration.table_pose import table_pose
from fixtures.recorded import Recorded
from table.army import Army
from table.army_file import read_army
from table.directions import step
from table.lens import Lens
from table.lens_file import read_lens
from table.picture import Picture
from table.places import Floats, TablePoint, TableXY
from table.table_file import read_table
from table.table_spec import TableSpec
from vision.pictures.picture_file import read_picture

_CLEAR_IN, _INSIDE_IN = 0.45, 0.6  # from a thing's outline: beside it, and wholly on it
_NOISES = 4
_PLAIN = 0.9  # of a tag


@dataclass(frozen=True, slots=True)
class Man:
    """A man as he truly stands, with his tag's place and height and what he stands on."""

    id: str
    x: float
    y: float
    facing: float
    tag: TablePoint
    tag_z_in: float
    elevation_in: float
    visible: float

    @property
    def place(self) -> TablePoint:
        """His base's centre."""
        return TablePoint(self.x, self.y)

    @property
    def is_plain(self) -> bool:
        """Whether his tag is in plain view."""
        return self.visible > _PLAIN


def man_of(truth: Mapping[str, Any]) -> Man:
    """A man as a truth's row tells of him."""
    tag = truth["tag"]
    place = TablePoint(tag["x"], tag["y"])
    return Man(
        truth["id"],
        truth["x"],
        truth["y"],
        truth["facing"],
        place,
        tag["z"],
        truth["elevation"],
        tag["visible"],
    )


@dataclass(frozen=True, eq=False)
class Stage:
    """A table at rest: its pictures with and without anybody, and the truth about it."""

    name: str
    picture: Picture
    empty: Picture
    spec: TableSpec
    army: Army
    lens: Lens
    pose: CameraPose
    men: Mapping[str, Man]
    outlines: tuple[Floats, ...]  # of the things, table inches
    flat: tuple[bool, ...]  # which of them are cloth or paper
    hand: Picture | None = None  # the same table with a hand over it
    step_s: float = 0.1  # from one picture of its camera to the next

    def pixels(self, xy: Sequence[tuple[float, float]] | Floats, height_in: float = 0.0) -> Floats:
        """Where places on the table are in the picture."""
        return np.asarray(self.pose.camera_from_table(TableXY(np.asarray(xy, float)), height_in))

    def plain_men(self) -> list[Man]:
        """Men on the desk or on cloth in plain view, those with most room around them first."""
        spots = [(m.x, m.y) for m in self.men.values()]
        rings = zip(self.outlines, self.flat, strict=True)
        spots += [tuple(p) for ring, flat in rings if not flat for p in ring]

        def room(man: Man) -> float:
            others = [s for s in spots if s != (man.x, man.y)]
            return min(float(np.hypot(x - man.tag.x, y - man.tag.y)) for x, y in others)

        plain = [m for m in self.men.values() if m.is_plain and m.elevation_in == 0.0]
        return sorted((m for m in plain if not self._straddles(m)), key=room, reverse=True)

    def cloth_under(self, man: Man) -> Floats | None:
        """The outline of the flat thing that a man stands on, all of him."""
        rings = zip(self.outlines, self.flat, strict=True)
        under = [ring for ring, flat in rings if flat and self.inside_in(man, ring) > _INSIDE_IN]
        return under[-1] if under else None

    def _straddles(self, man: Man) -> bool:
        """Whether he is on or near a thing's rim, or on one with a height."""
        rings = zip(self.outlines, self.flat, strict=True)
        return any(
            self.inside_in(man, ring, near=True) > -_CLEAR_IN
            and not (flat and self.inside_in(man, ring) > _INSIDE_IN)
            for ring, flat in rings
        )

    @staticmethod
    def inside_in(man: Man, ring: Floats, *, near: bool = False) -> float:
        """How far inside an outline all of him is; `near` of him what is most inside."""
        ends = ((man.x, man.y), (man.tag.x, man.tag.y))
        gaps = [cv2.pointPolygonTest(ring.astype(np.float32), end, True) for end in ends]
        return max(gaps) if near else min(gaps)


def recorded_stage(recorded: Recorded, *, sequence: bool) -> Stage:
    """The stage that a recorded table, or a sequence's first picture, gives."""
    folder = recorded.folder
    picture = read_picture(folder / ("frame_000.jpg" if sequence else "photo.jpg"))
    truth = json.loads((folder / ("truth_000.json" if sequence else "truth.json")).read_text())
    spec, lens = read_table(recorded.table), read_lens(recorded.camera)
    pose = table_pose(corner_markers(picture), spec, lens, (picture.shape[1], picture.shape[0]))
    men = {man["id"]: man_of(man) for man in truth["soldiers"]}
    return Stage(
        folder.name,
        picture,
        read_picture(recorded.empty),
        spec,
        read_army(recorded.army),
        lens,
        pose,
        men,
        tuple(np.array(thing["outline"], float) for thing in truth["things"]),
        tuple(thing["height"] == 0 for thing in truth["things"]),
        read_picture(folder / "frame_001.jpg") if sequence else None,
    )


def whole(corners: Floats) -> Floats:
    """Corners as whole pixels."""
    return np.round(corners).astype(np.int32)


def free_place(
    stage: Stage, rng: np.random.Generator, taken: Sequence[TablePoint] = ()
) -> TablePoint:
    """A place on the bare desk with room for a man."""
    w, h = stage.spec.width, stage.spec.height
    rings = [ring.astype(np.float32) for ring in stage.outlines]
    spots = [m.place for m in stage.men.values()] + [m.tag for m in stage.men.values()]
    for _ in range(500):
        place = TablePoint(float(rng.uniform(3, w - 3)), float(rng.uniform(3, h - 3)))
        free = all(np.hypot(place.x - p.x, place.y - p.y) > 2.6 for p in (*spots, *taken))
        clear = all(cv2.pointPolygonTest(r, (place.x, place.y), True) < -2.0 for r in rings)
        if free and clear and _is_plain(stage, place):
            break
    return place


def _is_plain(stage: Stage, place: TablePoint) -> bool:
    """Whether the desk alone is there: no card, no foreign tag."""
    around = [step(place, a, 1.5) for a in range(0, 360, 30)]
    mask = np.zeros(stage.picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, whole(stage.pixels([(p.x, p.y) for p in around])), 255)
    off = cv2.absdiff(stage.picture, stage.empty).max(axis=2)
    return bool(np.mean(off[mask > 0] > 60) < 0.02)


def noisy(picture: Picture, rng: np.random.Generator, spread: float = 1.5) -> Picture:
    """The picture with fresh noise of the camera."""
    noise = _noise(picture.shape, spread)[int(rng.integers(_NOISES))]
    rolled = np.roll(noise, int(rng.integers(picture.shape[0])), axis=0)
    return cv2.add(picture, rolled, dtype=cv2.CV_8U)


@lru_cache(maxsize=2)
def _noise(shape: tuple[int, ...], spread: float) -> list[Floats]:
    rng = np.random.default_rng(11)
    return [np.round(rng.normal(0, spread, shape)).astype(np.int16) for _ in range(_NOISES)]
