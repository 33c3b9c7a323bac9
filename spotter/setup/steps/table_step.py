"""The step that finds the corner markers and remembers the empty table."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from calibration.camera_pose import CameraPose
from calibration.corner_markers import CornerMarkers, corner_markers
from calibration.pose_accuracy import nine_errors_in
from calibration.table_calibration import TableCalibration, write_calibration
from calibration.table_pose import table_pose
from calibration.table_shape import check_layout, implied_size_in
from spotter.camera.live_camera import Taken
from spotter.files.table_files import read_lens_of
from spotter.files.written_picture import write_picture
from spotter.setup.empty_table import LyingAbout, lying_about
from spotter.setup.steps.size_step import write_size
from spotter.setup.table_setup import TableSetup
from spotter.setup.talk import PictureNote, Talk
from table.errors import UserError
from table.lens import Lens
from table.picture import Picture
from table.places import CameraXY, TableXY
from table.table_file import read_table
from table.table_spec import TableSpec
from table.typed_length import CM_IN

_TAKE = "take the size that the markers show"
_AGAIN = "look again"
_IS_EMPTY = "nothing else lies there: take it as empty"


def is_done(table: TableSetup) -> bool:
    """Whether camera and empty table are measured."""
    return table.has("calibration") and table.has("empty")


def run(table: TableSetup, talk: Talk) -> None:
    """Look until four markers lie on an otherwise empty table, and write both files."""
    talk.tell(
        "As the camera sees it: marker 0 top left, 1 top right, 2 bottom right, 3 bottom left.",
        "Their outer corners lie on the play area's corners. Take everything else off.",
    )
    talk.ask("Enter when only the markers lie there", watch=watched_table(table))
    on_his_word = False
    while True:
        taken, spec = table.camera.picture(), read_table(table.path("table"))
        lens = read_lens_of(table.files)
        try:
            pose, lying = _measured(taken, spec, lens)
        except UserError as problem:
            talk.tell(_one_reason(problem, taken))
            _wait(table, talk, taken, spec, lens)
            continue
        if not lying.words or on_his_word:
            break
        talk.tell(lying.refusal)
        ways, watch = (_AGAIN, _IS_EMPTY), watched_table(table)
        on_his_word = talk.ask("clear it, or", ways, default=_AGAIN, watch=watch) == _IS_EMPTY
    if lying.words:
        talk.tell(lying.on_your_word)
    write_picture(taken.picture, table.path("empty"))
    write_calibration(TableCalibration(pose, spec.width, spec.height), table.path("calibration"))
    error_in = max(radius for _, _, radius in nine_errors_in(pose, spec))
    talk.tell(
        f"the camera hangs {pose.eye[2]:.0f} in above the table; places are exact to "
        f"{error_in:.2f} in ({error_in / CM_IN * 10:.1f} mm)"
    )


def _measured(taken: Taken, spec: TableSpec, lens: Lens | None) -> tuple[CameraPose, LyingAbout]:
    """The camera's place, and what lies there; UserError says what is wrong with the markers."""
    markers = corner_markers(taken.picture)
    check_layout(markers, spec, lens, taken.name)
    size_wh = (taken.picture.shape[1], taken.picture.shape[0])
    pose = table_pose(markers, spec, lens, size_wh, where=taken.name)
    if len(markers.found) < 4:
        missing = ", ".join(str(i) for i in range(4) if i not in markers.found)
        raise UserError(f"{taken.name}: marker {missing} is not seen; uncover it, or turn the lamp")
    return pose, lying_about(taken.picture, pose, spec)


def _one_reason(problem: UserError, taken: Taken) -> str:
    return str(problem).removeprefix(f"{taken.name}: ")


def _wait(table: TableSetup, talk: Talk, taken: Taken, spec: TableSpec, lens: Lens | None) -> None:
    """Wait until the player has put it right, or takes the size that was seen."""
    seen = _other_size(corner_markers(taken.picture), spec, lens)
    if seen is None:
        talk.ask(_AGAIN, watch=watched_table(table))
        return
    words = f"{_TAKE}, {seen[0]:.1f} x {seen[1]:.1f} in"
    if talk.ask("put it right, or", (_AGAIN, words), default=_AGAIN) == words:
        write_size(table.path("table"), round(seen[0], 1), round(seen[1], 1))


def _other_size(
    markers: CornerMarkers, spec: TableSpec, lens: Lens | None
) -> tuple[float, float] | None:
    """The size that four markers show, None where that is not what is wrong."""
    if len(markers.found) < 4:
        return None
    width, height = implied_size_in(markers, spec, lens)
    seen = replace(spec, width=width, height=height)
    fits = not _lie_right(markers, spec, lens) and _lie_right(markers, seen, lens)
    return (width, height) if fits else None


def _lie_right(markers: CornerMarkers, spec: TableSpec, lens: Lens | None) -> bool:
    try:
        check_layout(markers, spec, lens, "")
    except UserError:
        return False
    return True


def watched_table(table: TableSetup) -> Callable[[Picture], PictureNote]:
    """What to say of a live picture while the markers are laid."""
    spec, lens = read_table(table.path("table")), read_lens_of(table.files)

    def glance(picture: Picture) -> PictureNote:
        markers = corner_markers(picture)
        dots = [markers.corners[i] for i in markers.found]
        seen = CameraXY(np.concatenate(dots)) if dots else None
        try:
            pose, lying = _measured(Taken(picture, 0.0, 0, "now"), spec, lens)
        except UserError as problem:
            return PictureNote((str(problem).removeprefix("now: "),), seen)
        if lying.words:
            return PictureNote((lying.refusal,), seen, _outlined(lying, pose))
        return PictureNote(("All is right: press Enter",), seen, good=True)

    return glance


def _outlined(lying: LyingAbout, pose: CameraPose) -> tuple[tuple[str, CameraXY], ...]:
    """Where the picture shows what is in the way."""
    rings = [TableXY(np.array([(p.x, p.y) for p in outline])) for outline in lying.outlines]
    return tuple(("", pose.camera_from_table(ring, 0.0)) for ring in rings)
