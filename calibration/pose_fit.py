"""The camera's pose that puts the corner markers where the picture shows them.

Fourteen numbers are fitted: six of the pose, eight of the lens. A known lens is held still;
without one its numbers start at what webcams have, and the markers pull them only as far as
they can tell. One number more takes up what is the picture's and not the camera's: white paper
shines over its edge, so that black squares look a little smaller than they are. Where tags of
known size lie on the table, they have a number of this sort too.
"""

from collections.abc import Mapping
from dataclasses import replace

import cv2
import numpy as np

from calibration.camera_pose import CameraPose, Heights, opencv_xyz
from calibration.lens_rays import changed_lens, flat_directions, pixel_slopes_by
from calibration.sized_squares import SizedSquares
from table.errors import UserError
from table.lens import Lens
from table.places import CameraXY, Floats, TableXY

# A view straight down says next to nothing about the focal length, so what webcams have
# must fill in: 63 degrees across, and most of them between 50 and 78.
WEBCAM_FOCAL_PER_WIDTH = 0.82
_WEBCAM_BARREL = -0.03  # their k1
_LENS_SPREADS = (
    0.12,  # log focal length
    0.002,  # log ratio of the focal lengths, across to down
    0.006,  # the middle's shift across, as a share of the picture's width
    0.006,  # the same, down
    0.04,  # distortion: k1
    0.03,  # k2
    0.0005,  # p1
    0.0005,  # p2
)
_SHRINK_SPREAD = 0.03
_JUDGED = 4  # times that tags are judged anew by a better pose
_CORNER_SPREAD_PX = 0.25  # of seeing and of laying them
_SETTLED = 1e-4  # spreads that a step moves any corner, below which it is the last
_LENS, _SHRINK, _TAGS = slice(6, 14), 14, 15  # of the numbers, after the pose's six
_COUNT = 16
_NO_PLACE = (
    "camera.yaml, table.toml: no place of such a camera shows the corner markers where they are; "
    "check the table's width, height and corner_marker, and calibrate the camera again"
)


def fitted_pose(
    seen: Mapping[int, CameraXY],
    places: Mapping[int, TableXY],
    lens: Lens | None,
    size_wh: tuple[int, int],
) -> CameraPose:
    """The pose that fits best, with how sure each of its numbers is."""
    pixels = np.concatenate([seen[i] for i in sorted(seen)])
    points = np.stack([places[i] for i in sorted(seen)])
    problem = _Problem(points, pixels, lens or _webcam_lens(size_wh))
    held = {_TAGS} if lens is None else {*range(_COUNT)[_LENS], _TAGS}
    return _found(problem, problem.start(), [i for i in range(_COUNT) if i not in held])[1]


def fitted_pose_by_tags(
    seen: Mapping[int, CameraXY],
    places: Mapping[int, TableXY],
    tags: SizedSquares,
    raised_in: Floats,
    size_wh: tuple[int, int],
) -> CameraPose:
    """The same for a lens that is not known, by the sizes of tags too.

    `raised_in` are the heights of what a man may stand on.
    """
    pixels = np.concatenate([seen[i] for i in sorted(seen)])
    points = np.stack([places[i] for i in sorted(seen)])
    problem = _Problem(points, pixels, _webcam_lens(size_wh))
    markers_alone = [i for i in range(_COUNT) if i != _TAGS]
    numbers, pose = _found(problem, problem.start(), markers_alone)
    tags = tags.printed(pose)
    for _ in range(_JUDGED):
        tags = tags.judged(pose, float(numbers[_TAGS]), raised_in)
        problem = _Problem(points, pixels, problem.lens, tags)
        numbers, pose = _found(problem, numbers, list(range(_COUNT)))
    return pose


def _found(problem: "_Problem", start: Floats, free: list[int]) -> tuple[Floats, CameraPose]:
    """The numbers that fit best, and the pose they are."""
    try:
        numbers, spread = _fitted(problem, start, free)
    except np.linalg.LinAlgError:
        raise UserError(_NO_PLACE) from None
    return numbers, replace(
        _pose(numbers, problem.lens),
        residual_px=problem.residual_px(numbers),
        spread=spread[:_SHRINK, :_SHRINK],
    )


def _webcam_lens(size_wh: tuple[int, int]) -> Lens:
    focal_px = WEBCAM_FOCAL_PER_WIDTH * max(size_wh)
    across, down = (size_wh[0] - 1) / 2, (size_wh[1] - 1) / 2
    matrix = np.array([[focal_px, 0, across], [0, focal_px, down], [0, 0, 1]])
    return Lens(size_wh, matrix, np.array([_WEBCAM_BARREL, 0, 0, 0, 0]), "guessed")


class _Problem:
    """What is to be fitted: the markers' table points, their pixels, the lens to start from."""

    def __init__(
        self, points: Floats, pixels: Floats, lens: Lens, tags: SizedSquares | None = None
    ) -> None:
        self.points, self.pixels, self.lens, self.tags = points, pixels, lens, tags
        self.middles = points.mean(axis=1, keepdims=True)
        print_spread = 1.0 if tags is None else tags.print_spread
        self.spreads = np.array((*_LENS_SPREADS, _SHRINK_SPREAD, print_spread))

    def start(self) -> Floats:
        """The closed solution for a flat target: of its two the one seen from above."""
        # The first divides by nothing where the camera looks exactly straight down.
        guesses = self._starts(cv2.SOLVEPNP_IPPE) or self._starts(cv2.SOLVEPNP_SQPNP)
        if not guesses:
            raise UserError(_NO_PLACE)
        return min(guesses, key=lambda g: (_pose(g, self.lens).eye[2] < 0, self.residual_px(g)))

    def _starts(self, way: int) -> list[Floats]:
        """The solutions that one way of solving finds."""
        points = self.points.reshape(-1, 2)
        try:
            _, turns, shifts, _ = cv2.solvePnPGeneric(
                np.column_stack([points, np.zeros(len(points))]),
                flat_directions(self.lens, CameraXY(self.pixels)),
                np.eye(3),
                None,
                flags=way,
            )
        except cv2.error:  # an absurd lens puts all corners in one place
            return []
        return [
            np.array([*turn.ravel(), *shift.ravel(), *np.zeros(_COUNT - 6)])
            for turn, shift in zip(turns, shifts, strict=True)
            if np.isfinite(turn).all() and np.isfinite(shift).all()
        ]

    def missed_px(self, numbers: Floats) -> Floats:
        """How far the points fall from their pixels, (n, 2)."""
        shrunk = self.middles + (self.points - self.middles) * (1 - numbers[_SHRINK])
        pose = _pose(numbers, self.lens)
        there = pose.camera_from_table(TableXY(shrunk.reshape(-1, 2)), 0.0)
        return np.asarray(there - self.pixels, float)

    def residual_px(self, numbers: Floats) -> float:
        """The same as one number, root mean square."""
        return float(np.sqrt((self.missed_px(numbers) ** 2).sum(axis=1).mean()))

    def off(self, numbers: Floats) -> Floats:
        """How far points, lens and shrinking are from what is expected, in spreads."""
        expected = numbers[6:] / self.spreads
        missed = self.missed_px(numbers).ravel() / _CORNER_SPREAD_PX
        return np.array([*missed, *expected, *self._tags_off(numbers)])

    def _tags_off(self, numbers: Floats) -> Floats:
        if self.tags is None:
            return np.zeros(0)
        return self.tags.off(_pose(numbers, self.lens), float(numbers[_TAGS]))

    def slopes(self, numbers: Floats, free: list[int]) -> Floats:
        """How `off` changes with each free number."""
        expected = np.diag(1 / self.spreads)
        priors = np.hstack([np.zeros((len(expected), _LENS.start)), expected])
        pixels = self._pixel_slopes(numbers) / _CORNER_SPREAD_PX
        return np.vstack([pixels, priors, self._tag_slopes(numbers)])[:, free]

    def _tag_slopes(self, numbers: Floats) -> Floats:
        if self.tags is None:
            return np.zeros((0, _COUNT))
        by = self.tags.off_slopes(_pose(numbers, self.lens))
        slopes = np.zeros((len(by), _COUNT))
        slopes[:, [*range(_SHRINK), _TAGS]] = by
        return slopes

    def _pixel_slopes(self, numbers: Floats) -> Floats:
        """How the pixels, x and y in turn, change with each number."""
        spokes = self.points - self.middles
        shrunk = (self.middles + spokes * (1 - numbers[_SHRINK])).reshape(-1, 2)
        lens = changed_lens(self.lens, numbers[_LENS])
        points = opencv_xyz(TableXY(shrunk), 0.0)
        by = pixel_slopes_by(lens, points, numbers[:3], numbers[3:6])[:, :_SHRINK]
        # A point that shrinks toward its marker's middle goes as if the table were shifted so.
        inward = -spokes.reshape(-1, 2) @ cv2.Rodrigues(numbers[:3])[0][:, :2].T
        shrinking = (by[:, 3:6] * np.repeat(inward, 2, axis=0)).sum(axis=1)
        return np.column_stack([by, shrinking, np.zeros(len(by))])


def pixel_slopes(pose: CameraPose, xy: TableXY, height_in: Heights) -> Floats:
    """How points' pixels change with a pose's numbers, (n, 2, 14), as its `spread` orders them."""
    turn, _ = cv2.Rodrigues(pose.rotation)
    points = opencv_xyz(xy, height_in)
    by = pixel_slopes_by(pose.lens, points, np.asarray(turn, float), pose.translation)[:, :_SHRINK]
    return by.reshape(-1, 2, by.shape[1])


def _fitted(problem: _Problem, start: Floats, free: list[int]) -> tuple[Floats, Floats]:
    """The numbers of least error and their covariance, by damped Gauss-Newton steps."""
    numbers = start
    damping = 1e-3
    slopes, off = problem.slopes(numbers, free), problem.off(numbers)
    for _ in range(30):
        step = np.zeros(_COUNT)
        step[free] = _damped_step(slopes, off, damping)
        after = problem.off(numbers + step)
        if not np.isfinite(step).all() or not np.isfinite(off).all():
            raise UserError(_NO_PLACE)
        settled = np.abs(slopes @ step[free]).max() < _SETTLED
        if after @ after < off @ off:
            numbers, off, damping = numbers + step, after, damping / 10
            slopes = problem.slopes(numbers, free)
        else:
            damping *= 10
        if settled:
            break
    spread = np.zeros((_COUNT, _COUNT))
    spread[np.ix_(free, free)] = np.linalg.inv(slopes.T @ slopes)
    return numbers, spread


def _damped_step(slopes: Floats, off: Floats, damping: float) -> Floats:
    normal = slopes.T @ slopes
    damped = normal + damping * np.diag(normal.diagonal())
    return np.asarray(-np.linalg.solve(damped, slopes.T @ off), float)


def moved_pose(pose: CameraPose, change: Floats) -> CameraPose:
    """The pose with its fourteen numbers changed by this much, as its `spread` orders them."""
    turn, _ = cv2.Rodrigues(pose.rotation)
    numbers = np.array([*turn.ravel(), *pose.translation, *np.zeros(_COUNT - 6)])
    numbers[:_SHRINK] += change
    return replace(_pose(numbers, pose.lens), residual_px=pose.residual_px, spread=pose.spread)


def _pose(numbers: Floats, lens: Lens) -> CameraPose:
    rotation, _ = cv2.Rodrigues(numbers[:3])
    changed = changed_lens(lens, numbers[_LENS])
    return CameraPose(changed, np.asarray(rotation, float), numbers[3:6].copy(), 0.0)
