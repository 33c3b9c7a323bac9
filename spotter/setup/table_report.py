"""All findings about a table in one picture of it, as `spotter verify` and the set-up tell them."""

from dataclasses import dataclass

from calibration.camera_watch import watched
from calibration.corner_markers import CornerMarkers, corner_markers
from calibration.pose_accuracy import nine_errors_in, proved_errors_in
from calibration.table_pose import table_pose
from calibration.table_shape import check_layout
from spotter.camera.live_camera import Taken
from spotter.files.saved_pose import SavedPose
from spotter.setup.empty_table import lying_about
from spotter.setup.table_health import (
    Finding,
    colour_findings,
    desk_rgb,
    light_findings,
    place_findings,
    reach_findings,
    sharpness_findings,
    tag_findings,
)
from table.army import Army
from table.errors import UserError
from table.lens import Lens
from table.picture import Picture
from table.table_spec import TableSpec
from vision.tags.read_tags import read_tags


@dataclass(frozen=True, slots=True)
class TableReport:
    """The error at nine points (x, y, radius in inches), and what was found."""

    nine: tuple[tuple[float, float, float], ...]
    findings: tuple[Finding, ...]


def table_report(
    taken: Taken,
    spec: TableSpec,
    lens: Lens | None,
    army: Army | None,
    saved: SavedPose | None,
) -> TableReport:
    """How good the table is in this picture."""
    picture, size_wh = taken.picture, (taken.picture.shape[1], taken.picture.shape[0])
    markers = corner_markers(picture)
    pose = table_pose(
        markers,
        spec,
        lens,
        size_wh,
        last=None if saved is None else saved.pose,
        where=taken.name,
    )
    nine = nine_errors_in(pose, spec)
    findings = [
        *place_findings(nine, proved_errors_in(markers, spec, lens, size_wh)),
        *_layout(markers, spec, lens),
        *_moved(saved, spec, markers),
        *light_findings(picture, pose, spec),
        *sharpness_findings(picture, markers),
        *colour_findings(spec.things, desk_rgb(picture, pose, spec)),
    ]
    if army is not None:
        findings += reach_findings(pose, spec, army)
        findings += tag_findings(read_tags(picture, pose, army, spec), pose, army)
    return TableReport(nine, tuple(findings))


def empty_findings(
    picture: Picture, spec: TableSpec, lens: Lens | None, name: str
) -> list[Finding]:
    """Whether the picture of the empty table shows one."""
    size_wh = (picture.shape[1], picture.shape[0])
    try:
        pose = table_pose(corner_markers(picture), spec, lens, size_wh, where=name)
    except UserError as problem:
        return [Finding(good=False, what=str(problem), advice=_EMPTY_AGAIN)]
    lying = lying_about(picture, pose, spec).words
    if not lying:
        return [Finding(good=True, what=f"{name} shows the empty table")]
    what = f"{name} shows more than the corner markers: {lying}"
    return [Finding(good=False, what=what, advice=f"if something lay there, {_EMPTY_AGAIN}")]


_EMPTY_AGAIN = "clear the table and run spotter calibrate table again"


def _layout(markers: CornerMarkers, spec: TableSpec, lens: Lens | None) -> list[Finding]:
    """Whether the markers lie otherwise than table.toml says, by less than makes it absurd."""
    try:
        check_layout(markers, spec, lens, "markers")
    except UserError as problem:
        what, _, advice = str(problem).removeprefix("markers: ").partition("; ")
        return [Finding(good=False, what=what, advice=advice)]
    return []


def _moved(saved: SavedPose | None, spec: TableSpec, markers: CornerMarkers) -> list[Finding]:
    """Whether the camera still stands where it was calibrated."""
    if saved is None:
        return []
    found = watched(saved.pose, spec, markers)
    if found.what == "still":
        return [Finding(good=True, what="the camera stands where it was calibrated")]
    if found.what == "unseen":
        return [Finding(good=True, what=saved.words)]
    return [Finding(good=False, what=found.sentence, advice="run spotter calibrate table again")]
