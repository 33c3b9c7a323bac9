"""Which sort of lens the views show, by how well each sort foretells views it has not seen.

What fits the views it was fitted to best is always the sort with the most numbers; views that
were held out tell which of them are the lens and which are the noise.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import log, sqrt

import numpy as np

from calibration.bundle import Bundle, LensPrior, PointsView, bundled, first_pose
from calibration.lens_families import FAMILIES, LensFamily
from table.errors import UserError
from table.lens_check import refuse_absurd
from table.places import Floats

_FOCALS_PER_WIDTH = (0.25, 0.35, 0.5, 0.7, 1.0, 1.4, 2.0)  # that a fit is started from
_STARTS = 3
_FIRST_PX = 0.3  # how exact corners are, before their own scatter says
_LEAST_PX = 0.05
_FOLDS = 5
# Corners of the picture where the board never was may be folded over by what fits elsewhere:
# then the finer distortion is given less and less room.
_CALM = (1.0, 0.3, 0.1, 0.0)
_PLAINLY = 2.0  # standard errors by which a later sort must be better
_WORTH = 0.05  # and by this share

# Scatter of few is itself unsure: how much wider two standard errors of n + 1 views must be.
_FEW = {3: 1.62, 4: 1.42, 5: 1.31, 6: 1.25, 7: 1.21, 8: 1.18, 9: 1.15, 12: 1.11, 20: 1.06}


@dataclass(frozen=True, eq=False)
class FamilyFit:
    """The lens of one sort that fits best, and what was expected of it."""

    family: LensFamily
    prior: LensPrior
    bundle: Bundle


def fitted_family(
    views: Sequence[PointsView], family: LensFamily, size_wh: tuple[int, int], name: str
) -> FamilyFit:
    """The lens of one sort that fits best; raises UserError where none does."""
    prior = family.prior(size_wh, name)
    start = _started(views, family, prior)
    for share in _CALM:
        calm = prior.calmed(share)
        fit = _settled(views, calm, start)
        with suppress(UserError):
            refuse_absurd(fit.lens, "these views")
            return FamilyFit(family, calm, fit)
    raise UserError(f"no {family.words} shows the board as these views do")


def _started(views: Sequence[PointsView], family: LensFamily, prior: LensPrior) -> Bundle:
    rough = [bundled(views, prior, _FIRST_PX, start) for start in _starts(views, prior)]
    found = [fit for fit in rough if fit is not None and np.isfinite(fit.error_px)]
    if not found:
        raise UserError(f"no {family.words} shows the board as these views do")
    return min(found, key=lambda one: one.error_px)


def _settled(views: Sequence[PointsView], prior: LensPrior, fit: Bundle) -> Bundle:
    """The fit when the corners' scatter and the lens agree."""
    for _ in range(3):
        again = bundled(views, prior, spread_px(fit), (prior.held(fit.numbers), fit.poses))
        fit = fit if again is None else again
    return fit


def spread_px(fit: Bundle) -> float:
    """How exact the corners are, each way, by their own scatter."""
    return max(fit.error_px / sqrt(2), _LEAST_PX)


def _starts(views: Sequence[PointsView], prior: LensPrior) -> list[tuple[Floats, list[Floats]]]:
    """The focal lengths that show the views best by themselves, with the views' poses."""
    found: list[tuple[float, Floats, list[Floats]]] = []
    for focal in _FOCALS_PER_WIDTH:
        numbers = np.zeros(len(prior.spreads))
        numbers[0] = log(focal * max(prior.lens.size_wh) / prior.lens.matrix[0, 0])
        lens = prior.changed(numbers)
        poses = [pose for view in views if (pose := first_pose(view, lens)) is not None]
        if len(poses) == len(views):
            error = sum(
                float((view.missed(lens, pose) ** 2).sum())
                for view, pose in zip(views, poses, strict=True)
            )
            found.append((error, numbers, poses))
    found.sort(key=lambda one: one[0])
    return [(numbers, poses) for _, numbers, poses in found[:_STARTS]]


def chosen_family(views: Sequence[PointsView], size_wh: tuple[int, int], name: str) -> FamilyFit:
    """The sort of lens that foretells held-out views best, fitted to all of them.

    A sort after the first must do so plainly, by twice the error of the comparison, and fit the
    views themselves no worse: one that has too few numbers for the lens foretells well at times.
    """
    fits: list[FamilyFit] = []
    problems: list[UserError] = []
    for family in FAMILIES:
        try:
            fits.append(fitted_family(views, family, size_wh, name))
        except UserError as problem:
            problems.append(problem)
    if not fits:
        raise problems[0]
    best = fits[0]
    for fit in fits[1:]:
        fits_as_well = fit.bundle.error_px <= best.bundle.error_px * (1 + _WORTH)
        if fits_as_well and _plainly_better(_held_out_px(views, best), _held_out_px(views, fit)):
            best = fit
    return best


def _held_out_px(views: Sequence[PointsView], family_fit: FamilyFit) -> Floats:
    """Each view's error under the lens that the others give."""
    prior, fit = family_fit.prior, family_fit.bundle
    errors = np.full(len(views), np.inf)
    for fold in range(min(_FOLDS, len(views))):
        out = list(range(fold, len(views), _FOLDS))
        kept = [i for i in range(len(views)) if i not in out]
        start = (fit.numbers, [fit.poses[i] for i in kept])
        others = bundled([views[i] for i in kept], prior, spread_px(fit), start)
        if others is None:
            continue
        still = LensPrior(others.lens, np.zeros(len(prior.spreads)))
        numbers = np.zeros(len(prior.spreads))
        for i in out:
            alone = bundled([views[i]], still, 1.0, (numbers, [fit.poses[i]]))
            errors[i] = np.inf if alone is None else alone.error_px
    return errors


def _plainly_better(errors_px: Floats, others_px: Floats) -> bool:
    """Whether the others are smaller by more than chance makes them."""
    both = np.isfinite(errors_px) & np.isfinite(others_px)
    if not np.isfinite(others_px).all() or not both.any():
        return False
    gains = np.log(errors_px[both] + 1e-9) - np.log(others_px[both] + 1e-9)
    if not both.all():  # the first could not show some view at all
        return True
    scatter = widening(len(gains)) * gains.std(ddof=1) / np.sqrt(len(gains))
    return bool(gains.mean() > max(_PLAINLY * scatter, _WORTH))


def widening(count: int) -> float:
    """How much a standard error from the scatter of so many is to be widened."""
    return float(np.interp(count - 1, list(_FEW), list(_FEW.values())))
