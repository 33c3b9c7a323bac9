"""`spotter calibrate table`: where the camera is, and what the empty table looks like."""

import argparse
import time
from itertools import islice

import numpy as np

from calibration.camera_pose import CameraPose
from calibration.corner_drag import CornerDrag, first_corners, pose_by_hand
from calibration.corner_markers import corner_markers
from calibration.table_calibration import TableCalibration, residual_in, write_calibration
from calibration.table_pose import table_pose
from calibration.table_shape import check_layout
from overlay.window.setup_window import Done, Mouse, SetupWindow, has_screen
from spotter.camera.live_camera import LiveCamera, Taken
from spotter.camera.lock import advice, lock
from spotter.camera.sources import Source, open_source
from spotter.files.out_file import refuse_other_sort
from spotter.files.table_files import named_lens
from spotter.files.table_folder import NAMES, named_table
from spotter.files.written_picture import check_format, write_picture
from spotter.progress import waiting
from spotter.setup.empty_table import lying_about
from table.errors import UserError
from table.lens import Lens
from table.picture import Picture
from table.places import CameraPixel, CameraXY
from table.table_file import read_table
from table.table_spec import TableSpec

_WARM_UP = 10  # a camera's first pictures are dark
_PAUSE_S = 0.02
_TRIES = 60  # live pictures looked at before giving up


def run(args: argparse.Namespace) -> None:
    """Measure the pose, remember the empty table, say how good it is."""
    named = named_table(args, args.what)
    spec, lens = read_table(named.need("table")), named_lens(named)
    text, home = named.live_source, named.home
    empty, out = args.empty or home / NAMES["empty"], args.out or home / NAMES["calibration"]
    refuse_other_sort(out, NAMES["calibration"])
    check_format(empty)
    with open_source(text) as source:
        notes = advice(text, lock(source)) if isinstance(source, LiveCamera) else ()
        with waiting("measuring where the camera is"):
            taken, pose = _measured(source, spec, lens, args)
    where = f"{taken.name}: " if not source.live else ""
    by_hand = bool(args.corners or args.drag)
    print("\n".join(f"{where}{line}" for line in _report(pose, spec, lens, by_hand=by_hand)))
    for note in notes:
        print(note)
    if not args.no_empty:
        if args.is_empty and (lying := lying_about(taken.picture, pose, spec)).words:
            print(f"{where}{lying.on_your_word}")
        write_picture(taken.picture, empty)
    write_calibration(TableCalibration(pose, spec.width, spec.height), out)
    print(f"wrote {out}" if args.no_empty else f"wrote {out} and {empty}")


def _measured(
    source: Source, spec: TableSpec, lens: Lens | None, args: argparse.Namespace
) -> tuple[Taken, CameraPose]:
    if args.corners or args.drag:
        taken = _first(source)
        drag = _corners_given(args.corners) if args.corners else _dragged(taken.picture)
        pose = pose_by_hand(drag, spec, _checked(lens, taken), _size(taken.picture))
        if not (args.no_empty or args.is_empty):
            _refuse_laid(taken, pose, spec)
        return taken, pose
    return _by_markers(source, spec, lens, must_be_empty=not (args.no_empty or args.is_empty))


def _refuse_laid(taken: Taken, pose: CameraPose, spec: TableSpec) -> None:
    lying = lying_about(taken.picture, pose, spec)
    if lying.words:
        raise UserError(
            f"{taken.name}: {lying.refusal}, say --is-empty if nothing else lies there, "
            "or leave empty.jpg as it is with --no-empty"
        )


def _first(source: Source) -> Taken:
    """A good picture: a live camera's after it has warmed up."""
    pictures = list(islice(source, _WARM_UP if source.live else 1))
    return pictures[-1]


def _by_markers(
    source: Source, spec: TableSpec, lens: Lens | None, *, must_be_empty: bool
) -> tuple[Taken, CameraPose]:
    """The first picture whose markers lie as they should, with nothing else on the table."""
    problem: UserError | None = None
    tries = islice(source, _WARM_UP, _WARM_UP + _TRIES) if source.live else islice(source, _TRIES)
    for taken in tries:
        _checked(lens, taken)
        markers = corner_markers(taken.picture)
        try:
            check_layout(markers, spec, lens, taken.name)
            pose = table_pose(markers, spec, lens, _size(taken.picture), where=taken.name)
            if must_be_empty:
                _refuse_laid(taken, pose, spec)
        except UserError as trouble:
            hint = "" if len(markers.found) > 2 else "; or point the corners out with --drag"
            problem = problem or UserError(f"{trouble}{hint}")
        else:
            return taken, pose
    raise problem or UserError(f"{source.name}: no picture")


def _checked(lens: Lens | None, taken: Taken) -> Lens | None:
    """The lens, if it was made for pictures of this size."""
    if lens is not None and lens.size_wh != _size(taken.picture):
        width, height = _size(taken.picture)
        raise UserError(
            f"--lens: made for {lens.size_wh[0]} x {lens.size_wh[1]}, {taken.name} is "
            f"{width} x {height}; calibrate at the size you play at"
        )
    return lens


def _size(picture: Picture) -> tuple[int, int]:
    return picture.shape[1], picture.shape[0]


def _corners_given(corners: list[str]) -> CornerDrag:
    places = []
    for text in corners:
        parts = text.split(",")
        try:
            x, y = (float(part) for part in parts)
        except ValueError:
            raise UserError(f"--corners: {text!r} is no pixel; write it like 120,80") from None
        if not (np.isfinite(x) and np.isfinite(y)):
            raise UserError(f"--corners: {text!r} is no pixel; write it like 120,80")
        places.append(CameraPixel(x, y))
    one, two, three, four = places
    return CornerDrag((one, two, three, four))


def _dragged(picture: Picture) -> CornerDrag:
    """The corners as the player drags them in a window."""
    if not has_screen():
        raise UserError("--drag: there is no screen; give the corners with --corners")
    window = SetupWindow("Spotter: the play area's corners")
    drag = first_corners(_size(picture))
    lines = ["Drag the four corners onto the play area's corners.", "Enter: done   Escape: leave"]
    try:
        while True:
            ring = CameraXY(np.array([(corner.x, corner.y) for corner in drag.corners]))
            window.show(picture, lines, ring=ring)
            for event in window.events():
                if isinstance(event, Done):
                    if event.accepted:
                        return drag
                    raise KeyboardInterrupt
                drag = _after(drag, event)
            time.sleep(_PAUSE_S)
    finally:
        window.close()


def _after(drag: CornerDrag, event: Mouse) -> CornerDrag:
    if event.what == "press":
        return drag.pressed(event.at)
    return drag.moved(event.at) if event.what == "move" else drag.released()


def _report(pose: CameraPose, spec: TableSpec, lens: Lens | None, *, by_hand: bool) -> list[str]:
    x, y, height = pose.eye
    what = "corners" if by_hand else "markers"
    lines = [
        f"the camera is {height:.1f} in above the table, over ({x:.1f}, {y:.1f})",
        f"{what} fit to {pose.residual_px:.2f} pixels, {residual_in(pose, spec):.3f} in",
    ]
    if lens is None:
        lines.append(
            "no camera.yaml: the lens is estimated from the markers "
            f"(focal length to {pose.focal_error:.0%}); spotter calibrate camera makes tall "
            "things more exact"
        )
    return lines
