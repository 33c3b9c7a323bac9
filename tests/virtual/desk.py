"""The desk under everything, and the floor around it."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from tests.virtual import textures
from tests.virtual.colours import Linear, colour_of, light_of
from tests.virtual.paint import Sheet

Rng = np.random.Generator
FLOOR_IN = -28.0

# name: (texture, its colours, how much it shines)
SURFACES: dict[str, tuple[str, tuple[str, ...], float]] = {
    "oak": ("wood", ("#7a4b22", "#c08a52"), 0.10),
    "beige_cloth": ("cloth", ("#b9a789",), 0.0),
    "laminate_grey": ("laminate", ("#b4b4b6",), 0.05),
    "walnut": ("wood", ("#3a2416", "#7d5232"), 0.08),
    "pine": ("planks", ("#b98950", "#dfbc85"), 0.05),
    "white_desk": ("laminate", ("#d8d8d4",), 0.08),
    "black_desk": ("laminate", ("#2b2b2e",), 0.12),
    "blue_cloth": ("cloth", ("#4d6079",), 0.0),
    "brown_cloth": ("cloth", ("#6b4a38",), 0.0),
    "linen": ("cloth", ("#d2ccbd",), 0.0),
    "granite": ("stone", ("#8d8a86",), 0.15),
}


@dataclass(frozen=True, slots=True)
class DeskLook:
    """The desk's surface and its edges in table inches."""

    surface: str
    seed: int
    left: float
    top: float
    right: float
    bottom: float
    floor: str = "#3a332d"


@lru_cache(maxsize=2)  # photo and empty picture, and a whole sequence, share one desk
def desk_texture(look: DeskLook, ppi: float) -> Linear:
    """The desk's surface as a picture; callers must not write into it."""
    rng = np.random.default_rng(look.seed)
    size_wh = (int((look.right - look.left) * ppi), int((look.bottom - look.top) * ppi))
    kind, colours, _ = SURFACES[look.surface]
    make = getattr(textures, kind)
    return np.asarray(make(rng, size_wh, ppi, *colours), np.float32)


def desk_sheets(look: DeskLook, ppi: float) -> list[Sheet]:
    """The floor, then the desk on it."""
    colour = desk_texture(look, ppi)
    size = np.array([look.right - look.left, look.bottom - look.top])
    desk = Sheet(
        colour,
        np.ones(colour.shape[:2], np.float32),
        np.array([look.left, look.top, 0.0]),
        np.array([size[0], 0.0, 0.0]),
        np.array([0.0, size[1], 0.0]),
        gloss=SURFACES[look.surface][2],
    )
    return [_floor(look), desk]


def _floor(look: DeskLook) -> Sheet:
    rng = np.random.default_rng(look.seed + 1)
    tone = 1 + 0.12 * textures.layered(rng, (400, 300), (60, 60), 4)
    colour = (light_of(look.floor) * 0.8 * tone[..., None]).astype(np.float32)
    wide = np.array([260.0, 200.0])
    corner = np.array([18.0 - wide[0] / 2, 12.0 - wide[1] / 2, FLOOR_IN])
    cover = np.ones(colour.shape[:2], np.float32)
    return Sheet(colour, cover, corner, np.array([wide[0], 0, 0]), np.array([0, wide[1], 0]))


def desk_colour(surface: str) -> str:
    """The surface's colour on the whole."""
    tones = [light_of(tone) for tone in SURFACES[surface][1]]
    return colour_of(np.mean(tones, axis=0))


def random_desk(rng: Rng, table_wh: tuple[float, float], surface: str | None) -> DeskLook:
    """A desk a little larger than the play area."""
    name = surface or str(rng.choice(list(SURFACES)))
    edge = rng.uniform(1.5, 11.0, 4)
    floor = str(rng.choice(["#3a332d", "#2a2c2f", "#4a3a30", "#55524e", "#20242a"]))
    return DeskLook(
        name,
        int(rng.integers(1 << 30)),
        -edge[0],
        -edge[1],
        table_wh[0] + edge[2],
        table_wh[1] + edge[3],
        floor,
    )
