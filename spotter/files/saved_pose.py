"""The camera's place as `spotter calibrate table` measured it, for when markers are hidden."""

import time
from dataclasses import dataclass
from pathlib import Path

from calibration.camera_pose import CameraPose
from calibration.pose_accuracy import nine_errors_in
from calibration.table_calibration import read_calibration
from table.table_spec import TableSpec

_AGES = ((86400.0, "day"), (3600.0, "hour"), (60.0, "minute"))


@dataclass(frozen=True, eq=False)
class SavedPose:
    """Where the camera stood when the table was calibrated, and what to say when it counts."""

    pose: CameraPose
    words: str


def read_saved_pose(path: Path, spec: TableSpec) -> SavedPose | None:
    """The pose in a calibration file, None where it was measured on a table of another size."""
    calibration = read_calibration(path)
    if not calibration.fits(spec):
        return None
    error_in = max(radius for _, _, radius in nine_errors_in(calibration.pose, spec))
    age = _age_words(time.time() - path.stat().st_mtime)
    words = f"corner markers are hidden: {path.name} is used, {age}, exact to {error_in:.2f} in"
    return SavedPose(calibration.pose, words)


def _age_words(age_s: float) -> str:
    """How old something is, in the largest unit of which there is one.

    >>> _age_words(3 * 3600)
    '3 hours old'
    >>> _age_words(5)
    'just made'
    """
    for unit_s, word in _AGES:
        count = int(age_s // unit_s)
        if count >= 1:
            return f"{count} {word}{'' if count == 1 else 's'} old"
    return "just made"
