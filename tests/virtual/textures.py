"""Surfaces as pictures: noise, wood, cloth, laminate, paper, napkin patterns (linear colours)."""

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.virtual.colours import Linear, light_of

Map = NDArray[np.float32]
Rng = np.random.Generator


def noise(rng: Rng, size_wh: tuple[int, int], grain_wh: tuple[float, float]) -> Map:
    """Smooth noise of mean 0 and deviation about 1, its blobs this many texels large."""
    w, h = size_wh
    cols = max(int(np.ceil(w / grain_wh[0])) + 3, 4)
    rows = max(int(np.ceil(h / grain_wh[1])) + 3, 4)
    coarse = rng.standard_normal((rows, cols)).astype(np.float32)
    fine = cv2.resize(coarse, (w, h), interpolation=cv2.INTER_CUBIC)
    return np.asarray(fine / max(float(fine.std()), 1e-6))


def layered(rng: Rng, size_wh: tuple[int, int], grain_wh: tuple[float, float], layers: int) -> Map:
    """Noise on several scales, each half as large and half as strong."""
    total = np.zeros(size_wh[::-1], np.float32)
    for i in range(layers):
        total += noise(rng, size_wh, (grain_wh[0] / 2**i, grain_wh[1] / 2**i)) * 0.6**i
    return np.asarray(total / max(float(total.std()), 1e-6))


def between(low: Linear, high: Linear, share: Map) -> Linear:
    """A mix of two colours, dot by dot."""
    s = np.clip(share, 0, 1)[..., None]
    return (low * (1 - s) + high * s).astype(np.float32)


def wood(rng: Rng, size_wh: tuple[int, int], ppi: float, dark: str, pale: str) -> Linear:
    """Planks' grain along x: wavy stripes, finer streaks and pores."""
    h = size_wh[1]
    rows = np.arange(h, dtype=np.float32)[:, None] / ppi
    sway = layered(rng, size_wh, (9 * ppi, 1.6 * ppi), 3) * 0.22
    per_inch = rng.uniform(0.7, 2.4)
    rings = 0.5 + 0.5 * np.sin(2 * np.pi * per_inch * (rows + sway))
    streaks = layered(rng, size_wh, (5.0 * ppi, 0.16 * ppi), 3)
    pores = noise(rng, size_wh, (0.5 * ppi, max(0.03 * ppi, 1.0)))
    share = 0.5 + 0.35 * (rings - 0.5) + 0.09 * streaks + 0.03 * pores
    return between(light_of(dark), light_of(pale), share.astype(np.float32))


def planks(rng: Rng, size_wh: tuple[int, int], ppi: float, dark: str, pale: str) -> Linear:
    """Wood in boards with dark seams, each board of its own brightness."""
    face = wood(rng, size_wh, ppi, dark, pale)
    h = size_wh[1]
    width = rng.uniform(3.5, 6.0) * ppi
    board = (np.arange(h) / width).astype(int)
    tone = rng.uniform(0.78, 1.15, board.max() + 1)[board]
    seam = np.where(np.abs(np.arange(h) % width) < 0.05 * ppi, 0.35, 1.0)
    return np.asarray(face * (tone * seam)[:, None, None], np.float32)


def cloth(rng: Rng, size_wh: tuple[int, int], ppi: float, colour: str) -> Linear:
    """Woven cloth: threads, soft blotches, a few creases."""
    w, h = size_wh
    blot = layered(rng, size_wh, (4 * ppi, 4 * ppi), 4)
    x = np.sin(np.arange(w) * 2 * np.pi / (0.045 * ppi))
    y = np.sin(np.arange(h) * 2 * np.pi / (0.045 * ppi))
    weave = (x[None, :] + y[:, None]) * 0.012 if ppi > 40 else 0.0
    crease = -np.exp(-(layered(rng, size_wh, (14 * ppi, 9 * ppi), 2) ** 2) * 300) * 0.05
    tone = 1 + 0.045 * blot + weave + crease + 0.012 * noise(rng, size_wh, (1.5, 1.5))
    return (light_of(colour) * tone[..., None]).astype(np.float32)


def laminate(rng: Rng, size_wh: tuple[int, int], ppi: float, colour: str) -> Linear:
    """A plain board with a hardly visible grain."""
    tone = 1 + 0.012 * layered(rng, size_wh, (5 * ppi, 5 * ppi), 3)
    tone = tone + 0.01 * noise(rng, size_wh, (0.06 * ppi, 0.06 * ppi))
    return (light_of(colour) * tone[..., None]).astype(np.float32)


def stone(rng: Rng, size_wh: tuple[int, int], ppi: float, colour: str) -> Linear:
    """Speckled stone or terrazzo."""
    base = laminate(rng, size_wh, ppi, colour)
    specks = noise(rng, size_wh, (0.16 * ppi, 0.16 * ppi))
    tone = 1 - 0.45 * np.clip(specks - 1.6, 0, 1) + 0.35 * np.clip(-specks - 1.7, 0, 1)
    return np.asarray(base * tone[..., None], np.float32)


def paper(rng: Rng, size_wh: tuple[int, int], colour: str, rough: float = 0.02) -> Linear:
    """Paper or card: an even colour with a little tooth."""
    w, h = size_wh
    tone = 1 + rough * layered(rng, size_wh, (w / 3, h / 3), 3) * 0.6
    tone = tone + rough * noise(rng, size_wh, (2, 2)) * 0.5
    return (light_of(colour) * tone[..., None]).astype(np.float32)


def checked(size_wh: tuple[int, int], period: float, share: float, strength: float) -> Map:
    """Broad bars both ways, as on a tablecloth: how much of the second colour shows."""
    w, h = size_wh
    x = ((np.arange(w) % period) < share * period).astype(np.float32)
    y = ((np.arange(h) % period) < share * period).astype(np.float32)
    return np.asarray(strength * (x[None, :] + y[:, None]) / 2, np.float32)


def striped(size_wh: tuple[int, int], period: float, share: float, strength: float) -> Map:
    """Bars one way."""
    w, h = size_wh
    x = ((np.arange(w) % period) < share * period).astype(np.float32)
    return np.asarray(np.repeat(strength * x[None, :], h, axis=0), np.float32)


def dotted(size_wh: tuple[int, int], period: float, share: float, strength: float) -> Map:
    """Polka dots."""
    w, h = size_wh
    x = np.arange(w) % period - period / 2
    y = np.arange(h) % period - period / 2
    away = np.hypot(x[None, :], y[:, None])
    return np.where(away < share * period * 0.5, np.float32(strength), np.float32(0))


PATTERNS: dict[str, Callable[[tuple[int, int], float, float, float], Map]] = {
    "checked": checked,
    "striped": striped,
    "dotted": dotted,
}


def woven(
    rng: Rng, size_wh: tuple[int, int], ppi: float, colour: str, pattern: str | None
) -> Linear:
    """A napkin's cloth: its ground colour, perhaps with a pattern, and soft creases."""
    ground = light_of(colour)
    base = np.broadcast_to(ground, (size_wh[1], size_wh[0], 3)).astype(np.float32)
    if pattern is not None:
        second = ground * 0.45 if rng.random() < 0.5 else 0.62 * ground + 0.38
        share = PATTERNS[pattern](
            size_wh, rng.uniform(0.8, 1.5) * ppi, rng.uniform(0.2, 0.5), rng.uniform(0.55, 0.95)
        )
        base = base * (1 - share[..., None]) + second * share[..., None]
    tone = 1 + 0.05 * layered(rng, size_wh, (1.6 * ppi, 1.6 * ppi), 3)
    tone = tone + 0.02 * noise(rng, size_wh, (2, 2))
    return np.asarray(base * tone[..., None], np.float32)
