"""projector.json: the projector's map, its picture's size and how well it was measured."""

import json
from pathlib import Path

from calibration.projector_fit import ProjectorFit, ProjectorMap
from calibration.saved_numbers import check_version, floats, pixel_size
from table.bent_map import Bend, BentMap
from table.entry import Entry
from table.errors import UserError
from table.json_text import parse_json
from table.places import ProjectorPixel, TablePoint
from table.plane_map import PlaneMap
from table.text_file import read_text, write_text

VERSION = 1
_MOST_BENT = 0.5
_AGAIN = "spotter calibrate projector"


def write_projector(fit: ProjectorFit, path: Path) -> None:
    """Write the file, whole or not at all."""
    value: dict[str, object] = {
        "spotter_projector": VERSION,
        "size": list(fit.size_wh),
        "projector_from_table": fit.projector_from_table.matrix.tolist(),
        "residual_in": fit.residual_in,
        "used": fit.used,
        "strays": fit.strays,
        "doubt_in": fit.doubt_in,
    }
    if len(fit.doubts_in) == 9:
        value["doubts_in"] = list(fit.doubts_in)
    found = fit.projector_from_table
    if isinstance(found, BentMap):
        bend = found.bend
        value["lens"] = {"middle": bend.middle_px, "reach": bend.reach_px, "share": bend.share}
    write_text(path, json.dumps(value, indent=1) + "\n")


def read_projector(path: Path) -> ProjectorFit:
    """The projector's map in a file."""
    whole = Entry(str(path), "", parse_json(read_text(path), str(path)))
    check_version(whole, "spotter_projector", VERSION, _AGAIN)
    return ProjectorFit(
        _map(whole),
        pixel_size(whole, "size", _AGAIN),
        float(floats(whole, "residual_in", (), _AGAIN)),
        int(floats(whole, "used", (), _AGAIN)),
        int(floats(whole, "strays", (), _AGAIN)),
        _doubts(whole),
    )


def _map(whole: Entry) -> ProjectorMap:
    matrix = floats(whole, "projector_from_table", (3, 3), _AGAIN)
    lens = whole.get("lens")  # which only a projector that bends its picture has
    if lens is None:
        return PlaneMap(TablePoint, ProjectorPixel, matrix)
    middle = floats(lens, "middle", (2,), _AGAIN)
    reach_px = max(1.0, float(floats(lens, "reach", (), _AGAIN)))
    share = float(floats(lens, "share", (), _AGAIN))
    if abs(share) > _MOST_BENT:
        raise UserError(f"{whole.file}: lens is damaged; run {_AGAIN} again")
    bend = Bend((float(middle[0]), float(middle[1])), reach_px, share)
    return BentMap(TablePoint, ProjectorPixel, matrix, bend)


def _doubts(whole: Entry) -> tuple[float, ...]:
    if whole.get("doubts_in") is None:  # files that know the worst alone
        return (float(floats(whole, "doubt_in", (), _AGAIN)),)
    return tuple(map(float, floats(whole, "doubts_in", (9,), _AGAIN)))
