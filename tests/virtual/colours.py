"""Colours between files ("#rrggbb", sRGB) and light (linear blue, green, red)."""

import numpy as np
from numpy.typing import NDArray

Linear = NDArray[np.float32]


def linear_from_srgb(srgb: NDArray[np.generic]) -> Linear:
    """Light from sRGB values of 0 to 1."""
    value = np.asarray(srgb, dtype=np.float32)
    bent = np.power((np.maximum(value, 0.0) + 0.055) / 1.055, 2.4)
    return np.where(value <= 0.04045, value / 12.92, bent).astype(np.float32)


def srgb_from_linear(light: Linear) -> Linear:
    """SRGB values of 0 to 1 from light; brighter than white stays white."""
    value = np.clip(light, 0.0, 1.0)
    bent = 1.055 * np.power(value, 1 / 2.4) - 0.055
    return np.where(value <= 0.0031308, value * 12.92, bent).astype(np.float32)


def light_of(colour: str) -> Linear:
    """The linear blue, green, red of "#rrggbb".

    >>> light_of("#ffffff").tolist()
    [1.0, 1.0, 1.0]
    """
    rgb = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return linear_from_srgb(np.array(rgb[::-1]))


def colour_of(light: Linear) -> str:
    """The "#rrggbb" of a linear blue, green, red."""
    b, g, r = (round(float(v) * 255) for v in srgb_from_linear(light))
    return f"#{r:02x}{g:02x}{b:02x}"


def vary(colour: str, rng: np.random.Generator, amount: float) -> str:
    """A colour near this one."""
    light = light_of(colour) * np.exp(rng.normal(0, amount, 3)).astype(np.float32)
    return colour_of(light)
