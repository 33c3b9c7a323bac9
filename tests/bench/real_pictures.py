"""Real photographs of tables beside the project, and what is drawn in them as true.

They lie in `../shared/real` and are not part of the project. None has corner markers: the camera
is taken to be where their round things look round and have a usual size, and white papers are
painted into the corners.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from shapely import Polygon, affinity, box
from shapely.geometry import Point

from calibration.camera_pose import CameraPose
from table.lens import Lens
from table.picture import Picture
from table.places import TableXY
from table.table_spec import TableSpec, ThingSpec
from vision.colour.gathering import marker_corners
from vision.pictures.picture_file import read_picture

REAL = Path(__file__).parents[3] / "shared" / "real"
_CUPS, _MEALS, _LIT = (
    REAL / name
    for name in ("table_mugs_cc0", "table_meal_overhead", "projected_table_paperprograms")
)
_EYE_IN = 30.0  # over a desk
_PAPER_IN = 0.6


@dataclass(frozen=True, slots=True)
class Drawn:
    """What somebody drew in a picture, pixels: an outline, or a box around all that shows.

    Under `over` the outline was not drawn on.
    """

    kind: str
    outline: Polygon
    is_box: bool = False
    over: Polygon | None = None


@dataclass(frozen=True, eq=False)
class RealTable:
    """A photograph as the program would be given it, and its truth.

    Of `complete` kinds everything is drawn: more of them is invented.
    """

    name: str
    file: Path
    pose: CameraPose
    spec: TableSpec
    drawn: tuple[Drawn, ...]
    complete: frozenset[str]
    empty_file: Path | None = None
    white: tuple[int, int, int] | None = None  # of paper, blue green red, where some is seen

    @property
    def picture(self) -> Picture:
        """The photograph with white papers in its corners."""
        return self._with_papers(read_picture(self.file))

    @property
    def empty(self) -> Picture | None:
        """The empty table, with the same papers."""
        if self.empty_file is None:
            return None
        return self._with_papers(read_picture(self.empty_file))

    def _with_papers(self, picture: Picture) -> Picture:
        """The picture with white papers in its corners, else as bright as its brightest places."""
        white = self.white or np.percentile(picture.reshape(-1, 3), 99, axis=0).tolist()
        papered = picture.copy()
        for corners in marker_corners(self.spec):
            pixels = self.pose.camera_from_table(TableXY(corners), 0.0)
            cv2.fillConvexPoly(papered, np.round(pixels).astype(np.int32), white)
        return papered


def real_tables() -> list[RealTable]:
    """All of them; the folders must be there."""
    return [*cup_tables(), *meal_tables(), *lit_tables()]


_CUP_KINDS = {
    "mug": "mug",
    "saucer": "plate",
    "paper": "book",
    "envelope": "mat",
    "pen": "wall",
}
# Pixels to the inch, and what a player would list.
_CUP_SPECS = {
    "brigitte-tohm-143446": (100.0, (("mug", "#d8dce0", 2.8), ("plate", "#c3ced6", 0.6))),
    "drew-coffman-110617": (120.0, (("mug", "#d5d0e0", 2.8), ("plate", "#d5d0e8", 0.6))),
    "freddy-castro-133326": (
        45.0,
        (
            ("mug", "#f0ece8", 2.8),
            ("book", "#f4f6f8", 0.2),
            ("mat", "#c4a684", 0.0),
            ("wall", "#1c1c1e", 0.3),
        ),
    ),
    "mikesh-kaos-42527": (100.0, (("mug", "#20262a", 2.8),)),
    "rab-ritchie-68872": (95.0, (("mug", "#e4dcd8", 2.8), ("plate", "#d8d4d0", 0.6))),
}


def cup_tables() -> list[RealTable]:
    """Cups and saucers from straight above, their rims drawn.

    One more photograph there is tilted, and nothing is drawn in it.
    """
    tables = []
    for row in _rows(_CUPS):
        name = Path(row["file"]).stem
        if name not in _CUP_SPECS:
            continue
        px_per_in, things = _CUP_SPECS[name]
        pose, spec = straight_down((row["width"], row["height"]), px_per_in, things)
        kinds = frozenset(thing.kind for thing in spec.things)
        drawn = tuple(one for one in _drawn_cups(row["objects"]) if one.kind in kinds)
        tables.append(RealTable(name, _CUPS / row["file"], pose, spec, drawn, kinds))
    return tables


def _drawn_cups(objects: Sequence[Mapping[str, Any]]) -> Iterator[Drawn]:
    outlines = {one["class"]: _outline(one) for one in objects}
    for name, kind in _CUP_KINDS.items():
        if name in outlines:
            over = outlines["paper"] if name == "envelope" else None
            yield Drawn(kind, outlines[name], over=over)


_MEAL_THINGS = (
    ("plate", "#3c403e", 0.6),
    ("mug", "#c8c4b8", 2.0),
    ("lid", "#e8c070", 4.0),
    ("napkin", "#a04a80", 0.0),
    ("napkin", "#f0f0f0", 0.0),
)
_MEAL_CORNER_PX = (100.0, 105.0)
_EMPTY = "1_action_mp4-0000_jpg.jpg"
_LARGEST_SHOT_PX = 60  # one teapot's box is called a shot's
_IN_HAND = ("4_MOV-0104", "4_MOV-0105")  # where the plate is being carried off
# Drawn by eye: the boxes there are those of whole glass teapots, and napkins have none.
_TEAPOT_LIDS = {"4_": (296, 348, 374, 387), "1_action_mp4-0007": (371, 287, 443, 320)}
_NAPKIN_WHITE = (224, 227, 227)
_NAPKINS = ((421, 361, 496, 410), (104, 157, 155, 181))  # a purple one and a white one


def meal_tables() -> list[RealTable]:
    """One restaurant table at a meal, from far off: plates, shots, napkins and teapots' lids.

    Before the meal only a lid and two glass cups are on it, which nobody drew; during it bread
    and bowls are too, and only plates are all known.
    """
    spec = TableSpec(35.0, 46.0, 1.0, tuple(ThingSpec(*thing) for thing in _MEAL_THINGS))
    pose = leaning((640, 640), focal_px=1593.0, down_deg=30.0, eye_in=43.3)
    kinds = frozenset(thing.kind for thing in spec.things)
    tables = []
    for row in _rows(_MEALS):
        file, name = _MEALS / row["file"], row["file"].removesuffix("_jpg.jpg")
        drawn = tuple(_drawn_meal(name, row["objects"]))
        during = name.startswith("4_")
        complete = frozenset({"plate"} if during else {"plate", "lid"})
        table = RealTable(name, file, pose, spec, drawn, complete, white=_NAPKIN_WHITE)
        tables.append(table)
        if row["file"] != _EMPTY:
            new = complete if during else kinds  # the glass cups were there before
            again = replace(table, name=f"{name} with empty", complete=new)
            tables.append(replace(again, empty_file=_MEALS / _EMPTY))
    return tables


def _drawn_meal(name: str, objects: Sequence[Mapping[str, Any]]) -> Iterator[Drawn]:
    for one in objects:
        if one["class"] == "plate" and not name.startswith(_IN_HAND):
            yield Drawn("plate", _outline(one), is_box=True)
        if one["class"] == "shot" and one["w"] < _LARGEST_SHOT_PX:
            yield Drawn("mug", _outline(one), is_box=True)
    for start, lid in _TEAPOT_LIDS.items():
        if name.startswith(start):
            yield Drawn("lid", _ellipse(box(*lid)))
    if name.startswith("4_"):
        yield from (Drawn("napkin", box(*napkin), is_box=True) for napkin in _NAPKINS)


_LIT_THINGS = (
    ("mug", "#b03030", 3.5),
    ("lid", "#713c2f", 0.4),
    ("lid", "#8fc8d8", 0.4),
    ("plate", "#3a6ac2", 0.8),
    ("book", "#8c7a3c", 0.8),
    ("book", "#28485c", 1.3),
)
_LIT_PX_PER_IN = {"big.jpg": 40.0, "hello-real-world.jpg": 40.0, "screen.jpg": 21.0}


def lit_tables() -> list[RealTable]:
    """White papers with a projector's light on them and beside them, and nothing else."""
    tables = []
    for file, px_per_in in _LIT_PX_PER_IN.items():
        height, width = read_picture(_LIT / file).shape[:2]
        pose, spec = straight_down((width, height), px_per_in, _LIT_THINGS)
        kinds = frozenset(thing.kind for thing in spec.things)
        tables.append(RealTable(Path(file).stem, _LIT / file, pose, spec, (), kinds))
    return tables


def straight_down(
    size_wh: tuple[int, int], px_per_in: float, things: Sequence[tuple[str, str, float]]
) -> tuple[CameraPose, TableSpec]:
    """A camera over the middle of the picture's table, and that table with these things."""
    width, height = size_wh
    lens = _lens(size_wh, px_per_in * _EYE_IN)
    middle = np.array([-width / 2 / px_per_in, -height / 2 / px_per_in, _EYE_IN])
    listed = tuple(ThingSpec(*thing) for thing in things)
    spec = TableSpec(width / px_per_in, height / px_per_in, _PAPER_IN, listed)
    return CameraPose(lens, np.eye(3), middle, 0.0), spec


def leaning(
    size_wh: tuple[int, int], *, focal_px: float, down_deg: float, eye_in: float
) -> CameraPose:
    """A camera that looks down that steeply, the meal table's first corner where it is seen."""
    lens, down = _lens(size_wh, focal_px), np.radians(down_deg)
    c, s = np.cos(down), np.sin(down)
    camera_from_table = np.array([[1, 0, 0], [0, s, c], [0, -c, s]])
    ray = camera_from_table.T @ np.linalg.inv(lens.matrix) @ np.array([*_MEAL_CORNER_PX, 1.0])
    eye = np.array([*(-ray[:2] * eye_in / ray[2]), -eye_in])
    return CameraPose(lens, camera_from_table, -camera_from_table @ eye, 0.0)


def _lens(size_wh: tuple[int, int], focal_px: float) -> Lens:
    width, height = size_wh
    matrix = np.array([[focal_px, 0, width / 2], [0, focal_px, height / 2], [0, 0, 1.0]])
    return Lens(size_wh, matrix, np.zeros(5))


def _rows(folder: Path) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads((folder / "ground_truth.json").read_text("utf-8"))
    return rows


def _outline(one: Mapping[str, Any]) -> Polygon:
    """A drawn ellipse, polygon or box."""
    match one["type"]:
        case "ellipse":
            x, y, rx, ry = (one[name] for name in ("cx", "cy", "rx", "ry"))
            return _ellipse(box(x - rx, y - ry, x + rx, y + ry))
        case "bbox":
            return box(one["x"], one["y"], one["x"] + one["w"], one["y"] + one["h"])
        case _:
            return Polygon(one["points"])


def _ellipse(around: Polygon) -> Polygon:
    """The ellipse in a box."""
    left, top, right, bottom = around.bounds
    middle = Point((left + right) / 2, (top + bottom) / 2)
    return affinity.scale(middle.buffer(0.5), right - left, bottom - top)
