"""One lens and a pose for each view, fitted together to where the views show known points.

Bundle adjustment by damped Gauss-Newton steps (Levenberg and Marquardt), the poses solved for
within each step (Triggs, McLauchlan, Hartley and Fitzgibbon, 2000). The lens's numbers are those of
`lens_rays`. Each has a spread about where it starts: what the views cannot tell stays there instead
of running away.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.lens_rays import changed_lens, flat_directions, pixel_slopes_by, seen_pixels
from table.lens import Lens
from table.places import CameraXY, Floats

_STEPS = 60
_SETTLED_PX = 1e-4  # that a step moves any point at most, below which it is the last


@dataclass(frozen=True, eq=False)
class PointsView:
    """Known points, (n, 3) and flat, and the pixels that show them."""

    points: Floats
    pixels: CameraXY
    spokes: Floats | None = None  # from the middle of each point's black square to the point

    def shrunk(self, share: float) -> Floats:
        """The points where the squares look smaller by this share, as white shines over them."""
        return self.points if self.spokes is None else self.points - share * self.spokes

    def missed(self, lens: Lens, pose: Floats, shrink: float = 0.0) -> Floats:
        """How far the pixels are from where a lens and a pose put the points, (n, 2)."""
        there = seen_pixels(lens, self.shrunk(shrink), pose[:3], pose[3:])
        return np.asarray(there - self.pixels, float)

    def slopes(self, lens: Lens, pose: Floats, shrink: float) -> Floats:
        """How the pixels change with the numbers of the pose, the lens and the shrinking."""
        by = pixel_slopes_by(lens, self.shrunk(shrink), pose[:3], pose[3:])
        if self.spokes is None:
            return np.column_stack([by, np.zeros(len(by))])
        # A point that shrinks goes as if all were shifted so.
        inward = -self.spokes @ cv2.Rodrigues(pose[:3])[0].T
        return np.column_stack([by, (by[:, 3:6] * np.repeat(inward, 2, axis=0)).sum(axis=1)])


@dataclass(frozen=True, eq=False)
class Bundle:
    """The lens that fits, with what each view says of it.

    `pulls` is, for each view, how its misses pull the lens's free numbers, and `holds` how
    firmly it holds them, its own pose left free; both in units of one pixel's error.
    """

    lens: Lens
    numbers: Floats  # the lens's change from where it started, and the squares' shrinking
    poses: tuple[Floats, ...]  # turn and shift
    missed_px: tuple[Floats, ...]  # (n, 2) for each view
    pulls: Floats  # (views, free)
    holds: Floats  # (views, free, free)

    @property
    def error_px(self) -> float:
        """How far all points are from their pixels, root mean square."""
        return float(np.sqrt((np.concatenate(self.missed_px) ** 2).sum(axis=1).mean()))

    @property
    def errors_px(self) -> Floats:
        """The same for each view."""
        return np.array([np.sqrt((one**2).sum(axis=1).mean()) for one in self.missed_px])


@dataclass(frozen=True, eq=False)
class LensPrior:
    """Where a lens's numbers are expected, and how far from there each may be; 0 is held."""

    lens: Lens
    spreads: Floats  # of the lens's numbers, and of how much black squares shrink

    def changed(self, numbers: Floats) -> Lens:
        """The lens whose numbers are so far from where they are expected."""
        return changed_lens(self.lens, numbers[:-1])

    def calmed(self, share: float) -> "LensPrior":
        """The same with less room for all distortion but the first number."""
        spreads = self.spreads.copy()
        spreads[5:-1] *= share
        return LensPrior(self.lens, spreads)

    def held(self, numbers: Floats) -> Floats:
        """The numbers with those that are not fitted put where they are expected."""
        return np.where(self.spreads > 0, numbers, 0.0)

    @property
    def free(self) -> list[int]:
        """The numbers that are fitted."""
        return [i for i, spread in enumerate(self.spreads) if spread > 0]

    @property
    def firmness(self) -> Floats:
        """How firmly each free number is held where it is expected."""
        return 1 / self.spreads[self.free] ** 2


def bundled(
    views: Sequence[PointsView],
    prior: LensPrior,
    spread_px: float,
    start: tuple[Floats, Sequence[Floats]] | None,
) -> Bundle | None:
    """The best fit, None where some view has no place; `spread_px` is how exact points are."""
    numbers = np.zeros(len(prior.spreads)) if start is None else start[0]
    first = [first_pose(view, prior.lens) for view in views] if start is None else start[1]
    poses = [pose for pose in first if pose is not None]
    if len(poses) < len(views):
        return None
    return _Fit(views, prior, spread_px).best(numbers, poses)


def first_pose(view: PointsView, lens: Lens) -> Floats | None:
    """Turn and shift of flat points before a lens, by a closed solution."""
    flat = flat_directions(lens, view.pixels)
    if not (np.abs(flat) < 1e3).all():  # outside what a fisheye can show
        return None
    # The first divides by nothing where the points are seen exactly square on.
    found = _solved(view, flat, cv2.SOLVEPNP_IPPE) or _solved(view, flat, cv2.SOLVEPNP_SQPNP)
    return min(found, key=lambda pose: _error(view.missed(lens, pose)), default=None)


def _solved(view: PointsView, flat: Floats, way: int) -> list[Floats]:
    """The poses before the camera that one way of solving finds."""
    try:
        _, turns, shifts, _ = cv2.solvePnPGeneric(view.points, flat, np.eye(3), None, flags=way)
    except cv2.error:
        return []
    pairs = zip(turns, shifts, strict=True)
    found = [np.array([*turn.ravel(), *shift.ravel()]) for turn, shift in pairs]
    return [pose for pose in found if np.isfinite(pose).all() and pose[5] > 0]


def _error(missed: Floats) -> float:
    return float((missed**2).sum())


@dataclass(frozen=True, eq=False)
class _Normal:
    """The equations of one step: of the lens with the poses eliminated, and each pose's own."""

    pulls: Floats
    holds: Floats
    pose_steps: tuple[tuple[Floats, Floats], ...]  # by itself, and by what the lens does


class _Fit:
    """Damped Gauss-Newton steps, each view's pose eliminated from those of the lens."""

    def __init__(self, views: Sequence[PointsView], prior: LensPrior, spread_px: float) -> None:
        self.views, self.prior, self.spread_px = views, prior, spread_px
        self.free = prior.free

    def best(self, numbers: Floats, poses: list[Floats]) -> Bundle | None:
        """The fit of least cost from a start."""
        damping, missed = 1e-3, self._misses(numbers, poses)
        cost = self._cost(numbers, missed)
        normal = self._normal(numbers, poses, missed, damping)
        for _ in range(_STEPS):
            try:
                step, moves = self._step(normal, numbers, damping)
            except np.linalg.LinAlgError:
                return None
            tried = [pose + move for pose, move in zip(poses, moves, strict=True)]
            after = self._misses(numbers + step, tried)
            after_cost = self._cost(numbers + step, after)
            moved_px = max(np.abs(a - b).max() for a, b in zip(after, missed, strict=True))
            if after_cost <= cost:
                numbers, poses, missed, cost = numbers + step, tried, after, after_cost
                damping /= 10
            else:
                damping *= 10
            if moved_px < _SETTLED_PX or damping > 1e9:
                break
            normal = self._normal(numbers, poses, missed, damping)
        plain = self._normal(numbers, poses, missed, 0.0)
        lens = self.prior.changed(numbers)
        return Bundle(lens, numbers, tuple(poses), tuple(missed), plain.pulls, plain.holds)

    def _misses(self, numbers: Floats, poses: Sequence[Floats]) -> list[Floats]:
        lens = self.prior.changed(numbers)
        shrink = float(numbers[-1])
        pairs = zip(self.views, poses, strict=True)
        return [view.missed(lens, pose, shrink) for view, pose in pairs]

    def _cost(self, numbers: Floats, missed: Sequence[Floats]) -> float:
        points = sum(_error(one) for one in missed) / self.spread_px**2
        total = points + float(self.prior.firmness @ numbers[self.free] ** 2)
        return total if np.isfinite(total) else np.inf

    def _normal(
        self, numbers: Floats, poses: Sequence[Floats], missed: Sequence[Floats], damping: float
    ) -> _Normal:
        lens = self.prior.changed(numbers)
        rows = [
            self._of_view(view.slopes(lens, pose, float(numbers[-1])), miss, damping)
            for view, pose, miss in zip(self.views, poses, missed, strict=True)
        ]
        pulls, holds, alone, along = zip(*rows, strict=True)
        return _Normal(np.array(pulls), np.array(holds), tuple(zip(alone, along, strict=True)))

    def _of_view(
        self, by: Floats, missed: Floats, damping: float
    ) -> tuple[Floats, Floats, Floats, Floats]:
        """What a view says of the lens, and how its pose follows."""
        by_pose, by_lens = by[:, :6], by[:, 6:][:, self.free]
        own = by_pose.T @ by_pose
        own += damping * np.diag(own.diagonal())
        along = np.asarray(np.linalg.solve(own, by_pose.T @ by_lens), float)
        alone = np.asarray(np.linalg.solve(own, by_pose.T @ missed.ravel()), float)
        left = by_lens - by_pose @ along
        return left.T @ missed.ravel(), by_lens.T @ left, alone, along

    def _step(
        self, normal: _Normal, numbers: Floats, damping: float
    ) -> tuple[Floats, list[Floats]]:
        step = np.zeros(len(numbers))
        if self.free:
            firm = self.prior.firmness * self.spread_px**2
            hold = normal.holds.sum(axis=0) + np.diag(firm)
            hold += damping * np.diag(hold.diagonal())
            pull = normal.pulls.sum(axis=0) + firm * numbers[self.free]
            step[self.free] = -np.linalg.solve(hold, pull)
        moves = [-alone - along @ step[self.free] for alone, along in normal.pose_steps]
        return step, moves
