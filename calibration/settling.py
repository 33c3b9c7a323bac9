"""When a camera has caught up with what the projector shows: neither says so itself."""

import cv2
import numpy as np

from table.picture import Picture

_SMALL_WH = (96, 54)  # means of so many pixels that a camera's noise is gone
_ALIKE = 1.0  # mean grey levels between two pictures of the same light
_CHANGED = 1.5  # at least this much changes when another pattern is shown


def settled(newest: Picture, before: Picture, last_pattern: Picture | None) -> bool:
    """Whether the light stands still and is no longer the last pattern's."""
    if _gap(newest, before) > _ALIKE:
        return False
    return last_pattern is None or _gap(newest, last_pattern) > _CHANGED


def _gap(one: Picture, other: Picture) -> float:
    if one.shape != other.shape:
        return float("inf")
    here, there = (
        cv2.resize(picture, _SMALL_WH, interpolation=cv2.INTER_AREA).astype(np.int16)
        for picture in (one, other)
    )
    return float(np.abs(here - there).mean())
