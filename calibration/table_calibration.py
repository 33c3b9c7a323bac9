"""Where the camera stands over the table, and the file that remembers it.

A `calibration.json` holds the lens, the pose and the table it was measured on. It has no date:
measuring the same picture again writes the same file.
"""

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from calibration.camera_pose import CameraPose
from calibration.saved_numbers import check_version, field, floats, pixel_size
from table.entry import Entry
from table.errors import UserError
from table.json_text import parse_json
from table.lens import Lens
from table.places import Floats, TableXY
from table.table_spec import TableSpec
from table.text_file import read_text, write_text

VERSION = 1


@dataclass(frozen=True, eq=False)
class TableCalibration:
    """The camera's pose over a table of this size."""

    pose: CameraPose
    width: float
    height: float

    def fits(self, spec: TableSpec) -> bool:
        """Whether it was measured on a table of that size."""
        return abs(self.width - spec.width) < 1e-6 and abs(self.height - spec.height) < 1e-6


def nine_points(width_in: float, height_in: float) -> TableXY:
    """A grid of three by three places, the outer ones a tenth in from the edges."""
    shares = (0.1, 0.5, 0.9)
    return TableXY(np.array([(width_in * x, height_in * y) for y in shares for x in shares]))


def residual_in(pose: CameraPose, spec: TableSpec) -> float:
    """The pose's residual in inches in the middle of the table."""
    middle = TableXY(np.array([[spec.width / 2, spec.height / 2]]))
    return float(pose.residual_px / pose.pixels_per_inch(middle, 0.0)[0])


def write_calibration(calibration: TableCalibration, path: Path) -> None:
    """Write the file, whole or not at all."""
    pose = calibration.pose
    value = {
        "spotter_calibration": VERSION,
        "table": {"width": calibration.width, "height": calibration.height},
        "lens": {
            "name": pose.lens.name,
            "size": list(pose.lens.size_wh),
            "matrix": pose.lens.matrix.tolist(),
            "model": pose.lens.model,
            "distortion": pose.lens.distortion.tolist(),
        },
        "rotation": pose.rotation.tolist(),
        "translation": pose.translation.tolist(),
        "residual_px": pose.residual_px,
        "spread": pose.spread.tolist(),
    }
    write_text(path, json.dumps(value, indent=1) + "\n")


def read_calibration(path: Path) -> TableCalibration:
    """The calibration in a file."""
    whole = Entry(str(path), "", parse_json(read_text(path), str(path)))
    check_version(whole, "spotter_calibration", VERSION, _AGAIN)
    table = field(whole, "table", _AGAIN)
    pose = CameraPose(
        _lens(field(whole, "lens", _AGAIN)),
        _rotation(whole),
        floats(whole, "translation", (3,), _AGAIN),
        float(floats(whole, "residual_px", (), _AGAIN)),
        floats(whole, "spread", (14, 14), _AGAIN),
    )
    width, height = (float(floats(table, side, (), _AGAIN)) for side in ("width", "height"))
    return TableCalibration(pose, width, height)


_AGAIN = "spotter calibrate table"


def _lens(entry: Entry) -> Lens:
    model = entry.get("model")  # which files of plain lenses may lack
    is_fisheye = model is not None and model.value == "equidistant"
    return Lens(
        pixel_size(entry, "size", _AGAIN),
        floats(entry, "matrix", (3, 3), _AGAIN),
        floats(entry, "distortion", (4 if is_fisheye else -1,), _AGAIN),
        str(field(entry, "name", _AGAIN).value)[:80],
        is_fisheye,
    )


def _rotation(whole: Entry) -> Floats:
    rotation = floats(whole, "rotation", (3, 3), _AGAIN)
    is_wild = np.abs(rotation).max() > 1.1  # too large to be multiplied
    if is_wild or np.abs(rotation @ rotation.T - np.eye(3)).max() > 1e-3:
        raise UserError(f"{whole.file}: rotation is damaged; run {_AGAIN} again")
    return rotation
