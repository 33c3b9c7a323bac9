"""What lies about and is no thing of the game: keyboard, dice, pens, cables, notes, glasses."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from tests.virtual import tags, textures
from tests.virtual.colours import Linear, light_of
from tests.virtual.flat_shapes import square_sheet
from tests.virtual.paint import Sheet, Solid
from tests.virtual.solids import Box, rod, turned
from tests.virtual.things import book_parts, rectangle_at
from tests.virtual.vessels import Vessel, glass

Part = Sheet | Solid
Rng = np.random.Generator


@dataclass(frozen=True, slots=True)
class Clutter:
    """Something that lies at a place of the desk, with its turn."""

    kind: str
    x: float
    y: float
    yaw_deg: float
    seed: int


def clutter_parts(clutter: Clutter) -> list[Part]:
    """Everything to paint for it."""
    return BUILDERS[clutter.kind](clutter, np.random.default_rng(clutter.seed))


def _box(clutter: Clutter, off: tuple[float, float, float], half: tuple[float, float, float],
         colour: Linear, gloss: float = 0.05) -> Solid:  # fmt: skip
    frame = turned(clutter.yaw_deg)
    centre = np.array([clutter.x, clutter.y, 0.0]) + np.array(off) @ frame
    return Solid(Box(centre, np.array(half), frame), colour, gloss, 20)


def _keyboard(clutter: Clutter, rng: Rng) -> list[Part]:
    pale = rng.random() < 0.7
    body, key = ("#b5b5b3", "#dcdcda") if pale else ("#26262a", "#3a3a40")
    parts: list[Part] = [_box(clutter, (0, 0, 0.25), (6.6, 2.3, 0.25), light_of(body))]
    cap = light_of(key)
    for row in range(5):
        for col in range(15):
            if row == 4 and 4 <= col <= 9:
                continue
            at = (-6.0 + col * 0.86, -1.75 + row * 0.87, 0.55)
            parts.append(_box(clutter, at, (0.36, 0.36, 0.1), cap))
    parts.append(_box(clutter, (-0.4, 1.73, 0.55), (2.5, 0.36, 0.1), cap))
    return parts


def _dice(clutter: Clutter, rng: Rng) -> list[Part]:
    parts: list[Part] = []
    for _ in range(rng.integers(1, 6)):
        colour = light_of(str(rng.choice(["#e8e6e0", "#b01c20", "#1c3a8a", "#1a1a1a", "#2c7a3c"])))
        x, y = clutter.x + rng.normal(0, 0.6), clutter.y + rng.normal(0, 0.5)
        frame = turned(float(rng.uniform(0, 90)))
        side = rng.uniform(0.25, 0.34)
        cube = Box(np.array([x, y, side]), np.full(3, side), frame)
        parts.append(Solid(cube, colour, 0.2, 40))
        dot = light_of("#141414" if colour.mean() > 0.5 else "#f0f0f0")
        for dx, dy in ((0, 0), (-0.5, -0.5), (0.5, 0.5))[: rng.integers(1, 4)]:
            at = np.array([x, y, 2 * side]) + np.array([dx, dy, 0]) @ frame * side * 0.9
            parts.append(Solid(Box(at, np.array([0.05, 0.05, 0.004]), frame), dot))
    return parts


def _pen(clutter: Clutter, rng: Rng) -> list[Part]:
    colour = light_of(str(rng.choice(["#1c3a9a", "#a81820", "#202020", "#e0c020", "#3a8a4a"])))
    along = turned(clutter.yaw_deg)[0]
    middle = np.array([clutter.x, clutter.y, 0.17])
    start, end = middle - along * 2.6, middle + along * 2.4
    parts: list[Part] = [Solid(s, colour, 0.3, 60) for s in rod(start, end, 0.17)]
    parts += [Solid(s, colour * 0.5, 0.3, 60) for s in rod(end, end + along * 0.35, 0.06)]
    return parts


def _cable(clutter: Clutter, rng: Rng) -> list[Part]:
    colour = light_of("#1b1b1c" if rng.random() < 0.6 else "#d5d5d2")
    frame = turned(clutter.yaw_deg)
    bend = np.cumsum(rng.normal(0, 0.35, 9))
    points = [
        np.array([clutter.x, clutter.y, 0.09]) + np.array([1.4 * i - 5.6, b, 0]) @ frame
        for i, b in enumerate(bend)
    ]
    return [Solid(s, colour, 0.1, 30) for a, b in pairwise(points) for s in rod(a, b, 0.09)]


def _note(clutter: Clutter, rng: Rng) -> list[Part]:
    w, h = 340, 440
    sheet = textures.paper(rng, (w, h), "#dddad2", 0.02)
    if rng.random() < 0.75:
        for y in range(40, h - 30, 22):
            x = 34
            while x < w - 40:
                long = int(rng.uniform(6, 34))
                sheet[y : y + 5, x : min(x + long, w - 34)] *= 0.12
                x += long + 6
    size = float(rng.uniform(5.0, 7.5))
    return [_flat(clutter, sheet, (size, size * h / w))]


def _poster(clutter: Clutter, rng: Rng) -> list[Part]:
    text = str(rng.choice(POSTER_TEXTS))
    squares = tags.qr_squares(text, 4)
    code = tags.printed(squares, fine=10)
    w = code.shape[1]
    sheet = np.full((int(w * 1.35), w, 3), tags.PAPER, np.float32)
    sheet[: code.shape[0]] = code
    size = float(rng.uniform(1.6, 3.4))
    return [_flat(clutter, sheet, (size, size * 1.35))]


POSTER_TEXTS = (
    "https://example.org/menu",
    "https://example.com/wifi?key=battlefield",
    "WIFI:S:desk;T:WPA;P:soldier;;",
    "https://example.net/2024/11/table",
)


def _flat(clutter: Clutter, sheet: Linear, size_wh_in: tuple[float, float]) -> Sheet:
    return square_sheet(
        sheet,
        centre=(clutter.x, clutter.y, 0.005),
        size_wh_in=size_wh_in,
        up_deg=clutter.yaw_deg - 90,
        owner=-1,
    )


def _scrap(clutter: Clutter, rng: Rng) -> list[Part]:
    colour = str(rng.choice(["#7a5a3a", "#47682f", "#c3a674", "#8a2a2a", "#dddddd"]))
    sheet = textures.paper(rng, (48, 48), colour, 0.05)
    return [_flat(clutter, sheet, (1.3, 1.3))]


def _notebook(clutter: Clutter, rng: Rng) -> list[Part]:
    colour = str(rng.choice(["#232a44", "#5a2030", "#2b2b2b", "#c9c4b4", "#d8b020", "#466a50"]))
    cover = rectangle_at(
        clutter.x, clutter.y, rng.uniform(6, 9), rng.uniform(4, 6), clutter.yaw_deg
    )
    tall = float(rng.uniform(0.3, 0.9))
    return book_parts(cover, low_in=0.0, high_in=tall, colour=colour, seed=clutter.seed, owner=-1)


def _phone(clutter: Clutter, _rng: Rng) -> list[Part]:
    case = _box(clutter, (0, 0, 0.17), (3.0, 1.5, 0.17), light_of("#1c1c1f"), 0.1)
    glass = _box(clutter, (0, 0, 0.345), (2.85, 1.38, 0.005), light_of("#0c0d10"), 0.8)
    return [case, glass]


def _glass(clutter: Clutter, rng: Rng) -> list[Part]:
    r, h = float(rng.uniform(1.2, 1.5)), float(rng.uniform(3.5, 5.0))
    return [*glass(Vessel((clutter.x, clutter.y), r, h, "#9a9690", clutter.seed))]


BUILDERS: dict[str, Callable[[Clutter, Rng], list[Part]]] = {
    "keyboard": _keyboard,
    "dice": _dice,
    "pen": _pen,
    "cable": _cable,
    "note": _note,
    "poster": _poster,
    "scrap": _scrap,
    "notebook": _notebook,
    "phone": _phone,
    "glass": _glass,
}

# How far from its middle each reaches, to keep it off the play area.
REACH_IN = {
    "keyboard": (6.7, 2.4),
    "dice": (1.6, 1.4),
    "pen": (2.9, 0.4),
    "cable": (5.8, 1.6),
    "note": (3.8, 4.9),
    "poster": (1.7, 2.3),
    "notebook": (4.5, 3.0),
    "phone": (3.0, 1.5),
    "glass": (1.5, 1.5),
}
