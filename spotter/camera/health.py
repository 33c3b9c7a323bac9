"""Is the camera well? Gone, frozen, black or blown out pictures are noticed and said.

Pure: what was known, what came and what time it is in; what is known now out.
"""

from dataclasses import dataclass, replace

import numpy as np

from table.picture import Picture

PATIENCE_S = 1.2  # trouble is said well within two seconds
_DARK, _BRIGHT, _FLAT = 6.0, 249.0, 4.0  # of 255: mean below, mean above, spread below
_GONE = "the camera is gone; see to its cable or its app, the game waits"
_STUCK = "the camera repeats its last picture; plug it in anew, or start its app again"
_STEP = 16  # every 16th pixel each way tells as much as all of them


@dataclass(frozen=True, slots=True)
class CameraHealth:
    """What is known of the camera; `trouble` is None while all is well."""

    since_s: float  # when the newest different picture came
    glimpse: bytes = b""
    trouble: str | None = None


def checked(health: CameraHealth, picture: Picture | None, now_s: float) -> CameraHealth:
    """What is known now; `picture` is None when none came since the last look."""
    if picture is None:
        return replace(health, trouble=_silence(health, now_s))
    some = np.ascontiguousarray(picture[::_STEP, ::_STEP])
    glimpse = some.tobytes()
    if glimpse == health.glimpse:
        # Even of a still table no two pictures are the same to the last bit: cameras have noise.
        return replace(health, trouble=_repeating(health, some, now_s))
    return CameraHealth(now_s, glimpse, _exposure(some))


def _repeating(health: CameraHealth, some: Picture, now_s: float) -> str | None:
    """A black picture is always the same: then that is what is said."""
    stuck = now_s - health.since_s > PATIENCE_S
    known = _exposure(some) or health.trouble
    return known or (_STUCK if stuck else None)


def _silence(health: CameraHealth, now_s: float) -> str | None:
    return _GONE if now_s - health.since_s > PATIENCE_S else health.trouble


def _exposure(some: Picture) -> str | None:
    mean, spread = float(some.mean()), float(some.std())
    if mean < _DARK and spread < _FLAT:
        return "the camera's picture is black; take the cap off, or turn the light on"
    if mean > _BRIGHT and spread < _FLAT:
        return "the camera's picture is blown out; turn the light or the exposure down"
    return None
