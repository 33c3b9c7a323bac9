"""projector.json: the projector's map, its picture's size and how well it was measured."""

import json
from pathlib import Path

from calibration.projector_fit import ProjectorFit
from calibration.saved_numbers import check_version, floats, pixel_size
from table.entry import Entry
from table.json_text import parse_json
from table.places import ProjectorPixel, TablePoint
from table.plane_map import PlaneMap
from table.text_file import read_text, write_text

VERSION = 1
_AGAIN = "spotter calibrate projector"


def write_projector(fit: ProjectorFit, path: Path) -> None:
    """Write the file, whole or not at all."""
    value = {
        "spotter_projector": VERSION,
        "size": list(fit.size_wh),
        "projector_from_table": fit.projector_from_table.matrix.tolist(),
        "residual_in": fit.residual_in,
        "used": fit.used,
        "strays": fit.strays,
        "doubt_in": fit.doubt_in,
    }
    write_text(path, json.dumps(value, indent=1) + "\n")


def read_projector(path: Path) -> ProjectorFit:
    """The projector's map in a file."""
    whole = Entry(str(path), "", parse_json(read_text(path), str(path)))
    check_version(whole, "spotter_projector", VERSION, _AGAIN)
    matrix = floats(whole, "projector_from_table", (3, 3), _AGAIN)
    return ProjectorFit(
        PlaneMap(TablePoint, ProjectorPixel, matrix),
        pixel_size(whole, "size", _AGAIN),
        float(floats(whole, "residual_in", (), _AGAIN)),
        int(floats(whole, "used", (), _AGAIN)),
        int(floats(whole, "strays", (), _AGAIN)),
        float(floats(whole, "doubt_in", (), _AGAIN)),
    )
