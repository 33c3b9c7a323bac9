"""`spotter verify`: how good is this table now, and what to do about what is not."""

import argparse
import json
from itertools import islice
from typing import Any

from calibration.camera_watch import watched
from calibration.corner_markers import CornerMarkers, corner_markers
from calibration.pose_accuracy import nine_errors_in, proved_errors_in
from calibration.table_calibration import read_calibration
from calibration.table_pose import table_pose
from calibration.table_shape import check_layout
from spotter.source_options import lens_named, source_named
from spotter.sources import open_source
from spotter.table_health import (
    Finding,
    colour_findings,
    desk_rgb,
    light_findings,
    place_findings,
    reach_findings,
    sharpness_findings,
    tag_findings,
)
from table.army_file import read_army
from table.errors import UserError
from table.lens import Lens
from table.table_file import read_table
from table.table_spec import TableSpec
from vision.read_tags import read_tags

_WARM_UP = 10


def run(args: argparse.Namespace) -> None:
    """Look once and print all findings."""
    spec, lens = read_table(args.table), lens_named(args)
    with open_source(source_named(args)) as source:
        taken = list(islice(source, _WARM_UP if source.live else 1))[-1]
    picture, where = taken.picture, taken.name
    size_wh = (picture.shape[1], picture.shape[0])
    markers = corner_markers(picture)
    pose = table_pose(markers, spec, lens, size_wh, where=where)
    nine = nine_errors_in(pose, spec)
    findings = [
        *place_findings(nine, proved_errors_in(markers, spec, lens, size_wh)),
        *_layout(markers, spec, lens),
        *_moved(args, spec, markers),
        *light_findings(picture, pose, spec),
        *sharpness_findings(picture, markers),
        *colour_findings(spec.things, desk_rgb(picture, pose, spec)),
    ]
    if args.army is not None:
        army = read_army(args.army)
        findings += reach_findings(pose, spec, army)
        findings += tag_findings(read_tags(picture, pose, army, spec), pose, army)
    print(json.dumps(_json(nine, findings), indent=1) if args.json else _text(nine, findings))


def _layout(markers: CornerMarkers, spec: TableSpec, lens: Lens | None) -> list[Finding]:
    """Whether the markers lie otherwise than table.toml says, by less than makes it absurd."""
    try:
        check_layout(markers, spec, lens, "markers")
    except UserError as problem:
        what, _, advice = str(problem).removeprefix("markers: ").partition("; ")
        return [Finding(good=False, what=what, advice=advice)]
    return []


def _moved(args: argparse.Namespace, spec: TableSpec, markers: CornerMarkers) -> list[Finding]:
    """Whether the camera still stands where it was calibrated."""
    if args.calibration is None:
        return []
    calibration = read_calibration(args.calibration)
    if not calibration.fits(spec):
        raise UserError(
            f"{args.calibration}: made for a table of {calibration.width:g} x "
            f"{calibration.height:g} inches; run spotter calibrate table again"
        )
    found = watched(calibration.pose, spec, markers)
    if found.what == "still":
        return [Finding(good=True, what="the camera stands where it was calibrated")]
    return [Finding(good=False, what=found.sentence, advice="run spotter calibrate table again")]


def _text(nine: tuple[tuple[float, float, float], ...], findings: list[Finding]) -> str:
    rows = [nine[start : start + 3] for start in (0, 3, 6)]
    lines = ["error in inches at nine points of the table (95 of 100 lie within):"]
    lines += ["   " + "   ".join(f"{radius:5.3f}" for _, _, radius in row) for row in rows]
    for finding in findings:
        lines.append(f"{'ok   ' if finding.good else 'FIX  '}{finding.what}")
        if not finding.good:
            lines.append(f"     -> {finding.advice}")
    return "\n".join(lines)


def _json(nine: tuple[tuple[float, float, float], ...], findings: list[Finding]) -> dict[str, Any]:
    return {
        "nine_points": [{"x": x, "y": y, "error": round(radius, 4)} for x, y, radius in nine],
        "findings": [
            {
                "good": finding.good,
                "what": finding.what,
                "advice": None if finding.good else finding.advice,
            }
            for finding in findings
        ],
    }
