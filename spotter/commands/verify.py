"""`spotter verify`: how good is this table now, and what to do about what is not."""

import argparse
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from calibration.table_calibration import read_calibration
from spotter.camera.newest_picture import newest_picture
from spotter.files.saved_pose import SavedPose, read_saved_pose
from spotter.files.table_files import named_lens
from spotter.files.table_folder import named_table
from spotter.progress import waiting
from spotter.setup.table_report import TableReport, empty_findings, table_report
from table.army_file import read_army
from table.errors import UserError
from table.table_file import read_table
from table.table_spec import TableSpec
from vision.pictures.picture_file import read_picture


def run(args: argparse.Namespace) -> None:
    """Look once and print all findings."""
    named = named_table(args, args.what)
    spec, lens = read_table(named.need("table")), named_lens(named)
    army, saved = named.path("army"), _saved(named.path("calibration"), spec)
    with waiting(f"looking at {named.source}"):
        taken = newest_picture(named.source)
        report = table_report(taken, spec, lens, None if army is None else read_army(army), saved)
        if (empty := named.path("empty")) is not None:
            shown = empty_findings(read_picture(empty), spec, lens, empty.name)
            report = replace(report, findings=(*report.findings, *shown))
    print(json.dumps(_json(report), indent=1) if args.json else _text(report))


def _saved(path: Path | None, spec: TableSpec) -> SavedPose | None:
    """The pose to compare with; one of a table of another size is refused."""
    if path is None:
        return None
    saved = read_saved_pose(path, spec)
    if saved is None:
        calibration = read_calibration(path)
        raise UserError(
            f"{path}: made for a table of {calibration.width:g} x "
            f"{calibration.height:g} inches; run spotter calibrate table again"
        )
    return saved


def _text(report: TableReport) -> str:
    rows = [report.nine[start : start + 3] for start in (0, 3, 6)]
    lines = ["error in inches at nine points of the table (95 of 100 lie within):"]
    lines += ["   " + "   ".join(f"{radius:5.3f}" for _, _, radius in row) for row in rows]
    for finding in report.findings:
        lines.append(f"{'ok   ' if finding.good else 'FIX  '}{finding.what}")
        if not finding.good:
            lines.append(f"     -> {finding.advice}")
    return "\n".join(lines)


def _json(report: TableReport) -> dict[str, Any]:
    nine = [{"x": x, "y": y, "error": round(radius, 4)} for x, y, radius in report.nine]
    return {
        "nine_points": nine,
        "findings": [
            {
                "good": finding.good,
                "what": finding.what,
                "advice": None if finding.good else finding.advice,
            }
            for finding in report.findings
        ],
    }
