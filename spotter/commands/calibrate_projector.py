"""`spotter calibrate projector`: where its light falls on the table.

With a live camera the patterns are shown on the projector's display. With a folder or film the
pictures are taken to show the patterns in their order: black, white, board, negative, and then,
if there is one more, the check dots.
"""

import argparse
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import cv2
import numpy as np

from calibration.camera_pose import CameraPose
from calibration.corner_markers import corner_markers
from calibration.projector_file import read_projector, write_projector
from calibration.projector_fit import DotSeen, ProjectorFit, fitted_projector, seen_dots
from calibration.projector_patterns import (
    PATTERNS,
    border_picture,
    dots_picture,
    pattern_pictures,
)
from calibration.settling import settled
from calibration.table_calibration import nine_points
from calibration.table_pose import table_pose
from overlay.window.setup_window import ProjectorScreen, display_count
from spotter.camera.live_camera import LiveCamera, Taken
from spotter.camera.lock import advice, lock
from spotter.camera.sources import Source, open_source
from spotter.files.out_file import refuse_other_sort
from spotter.files.table_files import named_lens
from spotter.files.table_folder import named_table
from spotter.options.typed_size import pair
from spotter.progress import progress
from table.bent_map import BentMap
from table.errors import UserError
from table.picture import Picture
from table.table_file import read_table
from table.table_spec import TableSpec
from table.text_file import is_there, make_folder, write_whole

SIZE_WH = (1920, 1080)
GOOD_MEAN_IN, GOOD_WORST_IN = 0.05, 0.15
_MOVED_IN = 0.1  # light that falls so much elsewhere comes from a projector that was moved
_SETTLE_S = 0.3  # no projector and camera together are quicker
_FIRST_S = 3.0  # a phone's pictures come up to so late
_PATIENCE_S = 6.0  # a change of light that has not come by then will not come
_SHOTS = 4  # pictures of each pattern; their mean has half the noise
_MOST_PIXELS = 30_000_000
_LOOK_S = 4.0  # how long the border stays for the player to look at


def run(args: argparse.Namespace) -> None:
    """Show, look, fit, check at nine points, write projector.json."""
    if args.patterns is not None:
        _write_patterns(args)
        return
    named = named_table(args, args.what)
    spec = read_table(named.need("table"))
    text, out = named.live_source, args.out or named.home / "projector.json"
    refuse_other_sort(out, "projector.json")
    with open_source(text) as source:
        if isinstance(source, LiveCamera):
            fit, dots = _live(source, text, spec, args)
        else:
            fit, dots = _recorded(source, spec, args)
    print("\n".join([*_report(fit, dots, spec), *_moved(fit, out, spec)]))
    write_projector(fit, out)
    print(f"wrote {out}")


def _live(
    camera: LiveCamera, text: str, spec: TableSpec, args: argparse.Namespace
) -> tuple[ProjectorFit, tuple[DotSeen, ...]]:
    count = display_count()
    if count == 0:
        raise UserError("no screen to show the pattern on; connect the projector and try again")
    if args.display is not None and not 0 <= args.display < count:
        raise UserError(f"--display: no display {args.display}; there are 0 to {count - 1}")
    for note in advice(text, lock(camera)):
        print(note)
    screen = ProjectorScreen(args.display)
    try:
        beam = _LiveBeam(camera, screen)
        patterns = pattern_pictures(screen.size_wh)
        names = progress(PATTERNS, "patterns", len(PATTERNS))
        shown = {name: beam.seen(name, patterns[name]) for name in names}
        pose = _pose(shown["white"], spec, args)
        fit = fitted_projector(shown, pose, screen.size_wh, spec)
        places = nine_points(spec.width, spec.height)
        lit = beam.seen("dots", dots_picture(fit.projector_from_table, places, screen.size_wh))
        size_in = (spec.width, spec.height)
        screen.show(border_picture(fit.projector_from_table, size_in, screen.size_wh))
        time.sleep(_LOOK_S)
        return fit, seen_dots(lit, shown["black"], pose, places)
    finally:
        screen.close()


class _LiveBeam:
    """A projector's display and the camera that looks at its light."""

    def __init__(self, camera: LiveCamera, screen: ProjectorScreen) -> None:
        self._camera, self._screen = camera, screen
        self._last: Picture | None = None

    def seen(self, name: str, shown: Picture) -> Picture:
        """The mean of some pictures, taken when the light has settled."""
        self._screen.show(shown)
        # Nothing tells when the first pattern has come, so it gets the time of the slowest phone;
        # each later one is there when the picture is another than before.
        time.sleep(_FIRST_S if self._last is None else _SETTLE_S)
        self._wait()
        pictures = [taken.picture for taken in islice(self._camera, _SHOTS)]
        if not pictures:
            raise UserError(f"{self._camera.name}: no picture of the {name} pattern")
        self._last = np.asarray(np.mean(pictures, axis=0).round(), np.uint8)
        return self._last

    def _wait(self) -> None:
        """Until the camera shows new, still light; a dark projector never does, so not for ever."""
        before: Picture | None = None
        until = time.monotonic() + _PATIENCE_S
        for taken in self._camera:
            still = before is not None and settled(taken.picture, before, self._last)
            if still or time.monotonic() > until:
                return
            before = taken.picture


def _recorded(
    source: Source, spec: TableSpec, args: argparse.Namespace
) -> tuple[ProjectorFit, tuple[DotSeen, ...]]:
    size_wh = (
        pair(args.projector_size, "--projector-size", "1920x1080")
        if args.projector_size
        else SIZE_WH
    )
    pictures: Iterator[Picture] = (_modest(taken) for taken in source)
    shown = dict(zip(PATTERNS, pictures, strict=False))
    if len(shown) < len(PATTERNS):
        wanted = ", ".join(PATTERNS)
        raise UserError(
            f"{source.name}: {len(shown)} of the {len(PATTERNS)} pictures it takes; photograph "
            f"{wanted}, in this order"
        )
    pose = _pose(shown["white"], spec, args)
    fit = fitted_projector(shown, pose, size_wh, spec)
    places = nine_points(spec.width, spec.height)
    dots = next(pictures, None)
    return fit, () if dots is None else seen_dots(dots, shown["black"], pose, places)


def _modest(taken: Taken) -> Picture:
    """The picture; five of them are held at once, so that none may be huge."""
    if taken.picture.shape[0] * taken.picture.shape[1] > _MOST_PIXELS:
        most = _MOST_PIXELS // 1_000_000
        raise UserError(f"{taken.name}: over {most} million pixels; take smaller pictures")
    return taken.picture


def _pose(picture: Picture, spec: TableSpec, args: argparse.Namespace) -> CameraPose:
    size_wh = (picture.shape[1], picture.shape[0])
    markers = corner_markers(picture)
    return table_pose(
        markers,
        spec,
        named_lens(named_table(args, args.what)),
        size_wh,
        where="the table in white light",
    )


def _write_patterns(args: argparse.Namespace) -> None:
    """Write the pictures, numbered in their order, for a projector on another machine."""
    size_wh = (
        pair(args.projector_size, "--projector-size", "1920x1080")
        if args.projector_size
        else SIZE_WH
    )
    folder: Path = args.patterns
    make_folder(folder, "the pictures")
    for number, (name, picture) in enumerate(pattern_pictures(size_wh).items()):
        write_whole(folder / f"{number}_{name}.png", cv2.imencode(".png", picture)[1].tobytes())
    print(f"{folder}: show these full screen in their order, and take a picture of each")


def _moved(fit: ProjectorFit, out: Path, spec: TableSpec) -> list[str]:
    """Whether the projector stands where it stood when it was measured before."""
    if not is_there(out):
        return []
    try:
        before = read_projector(out)
    except UserError:
        return []
    if before.size_wh != fit.size_wh:
        return ["its picture has another size than before"]
    moved_in = fit.moved_in(before, spec)
    if moved_in > max(_MOVED_IN, 4 * (fit.doubt_in + before.doubt_in)):
        return [f"the projector was moved: light falls up to {moved_in:.2f} in from where it fell"]
    return [f"the projector has not been moved: light falls within {moved_in:.2f} in of before"]


def _report(fit: ProjectorFit, dots: tuple[DotSeen, ...], spec: TableSpec) -> list[str]:
    lines = [
        f"{fit.used} corners of the pattern fit to {fit.residual_in:.3f} in"
        + (f"; {fit.strays} fell on things that stand on the table" if fit.strays else "")
    ]
    if isinstance(fit.projector_from_table, BentMap):
        lines.append("the projector's own lens bends its picture; that is taken into account")
    lines.append(f"at the worst of nine points the map is sure to {fit.doubt_in:.3f} in")
    if not dots:
        places = np.asarray(nine_points(spec.width, spec.height))
        lines += [
            f"  at ({x:4.1f}, {y:4.1f}): sure to {doubt_in:.3f} in"
            for (x, y), doubt_in in zip(places, fit.doubts_in, strict=True)
        ]
    errors = [dot.error_in for dot in dots if dot.error_in is not None]
    if not dots:
        return lines
    lines += [
        f"  at ({dot.place.x:4.1f}, {dot.place.y:4.1f}): "
        + ("not lit" if dot.error_in is None else f"{dot.error_in:.3f} in")
        for dot in dots
    ]
    if errors:
        lines.append(f"mean {np.mean(errors):.3f} in, worst {max(errors):.3f} in")
    if errors and (np.mean(errors) > GOOD_MEAN_IN or max(errors) > GOOD_WORST_IN):
        lines.append("that is much: clear the table, hold the camera still, and try again")
    if len(errors) < len(dots):
        lines.append(f"{len(dots) - len(errors)} of 9 places are out of the projector's reach")
    return lines
