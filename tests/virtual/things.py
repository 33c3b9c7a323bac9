"""The players' things as sheets and solids, from a scene's footprint and the thing's look."""

from collections.abc import Callable
from functools import partial
from itertools import pairwise

import numpy as np
from shapely import Polygon, affinity

from table.places import Floats
from table.scene import Thing
from tests.virtual import textures
from tests.virtual.colours import Linear, light_of
from tests.virtual.flat_shapes import PPI, Texture, cut_sheet
from tests.virtual.looks import ThingLook
from tests.virtual.outlines import long_way_deg
from tests.virtual.paint import Sheet, Solid
from tests.virtual.prints import printed
from tests.virtual.solids import Box, TurnedWall, turned
from tests.virtual.vessels import Vessel, lid, mug, plate

Part = Sheet | Solid
LAYER_IN = 0.0003  # paper upon paper


def thing_parts(thing: Thing, look: ThingLook, *, layer: int, owner: int) -> list[Part]:
    """Everything to paint for one thing; `layer` orders papers that overlap."""
    return BUILDERS[thing.kind](thing, look, layer * LAYER_IN, owner)


def _vessel(thing: Thing, look: ThingLook, owner: int) -> Vessel:
    centre = thing.footprint.centroid
    ring = np.array(thing.footprint.exterior.coords)
    radius = float(np.hypot(*(ring - (centre.x, centre.y)).T).max())
    return Vessel((centre.x, centre.y), radius, thing.height, look.colour, look.seed, owner)


def _mug(thing: Thing, look: ThingLook, _z: float, owner: int) -> list[Part]:
    vessel = _vessel(thing, look, owner)
    return [*mug(vessel, handle_deg=look.yaw_deg, inverted=thing.inverted)]


def _plate(thing: Thing, look: ThingLook, _z: float, owner: int) -> list[Part]:
    body = plate(_vessel(thing, look, owner))
    return [*body, *_printed_top(thing, look, 0.62 * thing.height, 0.6, owner)]


def _lid(thing: Thing, look: ThingLook, _z: float, owner: int) -> list[Part]:
    body = lid(_vessel(thing, look, owner))
    return [*body, *_printed_top(thing, look, thing.height, 0.88, owner)]


def _printed_top(
    thing: Thing, look: ThingLook, z_in: float, share: float, owner: int
) -> list[Part]:
    """What is printed on the middle of a round thing's top."""
    if not look.print_seed:
        return []
    middle = affinity.scale(thing.footprint, share, share)
    return [
        cut_sheet(middle, _print(thing, look), yaw_deg=look.yaw_deg, z_in=z_in + 0.01, owner=owner)
    ]


def _print(thing: Thing, look: ThingLook) -> Texture:
    def texture(size_wh: tuple[int, int]) -> Linear:
        rng = np.random.default_rng(look.print_seed)
        return printed(rng, size_wh, PPI, look.colour, thing.kind)

    return texture


def _napkin(thing: Thing, look: ThingLook, z: float, owner: int) -> list[Part]:
    rng = np.random.default_rng(look.seed)
    pattern = look.style if look.style in textures.PATTERNS else None

    def texture(size_wh: tuple[int, int]) -> Linear:
        if look.print_seed:
            woven = _print(thing, look)(size_wh)
        else:
            woven = textures.woven(rng, size_wh, PPI, look.colour, pattern)
        return woven if look.style != "crumpled" else _crumpled(rng, woven)

    sheet = cut_sheet(
        thing.footprint, texture, yaw_deg=look.yaw_deg, z_in=0.001 + z, owner=owner, rim=0.6
    )
    return [sheet]


def _crumpled(rng: np.random.Generator, cloth: Linear) -> Linear:
    """Creases catch the light on one side and lose it on the other."""
    h, w = cloth.shape[:2]
    folds = np.abs(textures.layered(rng, (w, h), (1.2 * PPI, 1.2 * PPI), 2))
    slope = np.gradient(folds, axis=1) + np.gradient(folds, axis=0)
    tone = 1 + np.clip(slope * 7, -0.4, 0.35)
    return np.asarray(cloth * tone[..., None], np.float32)


def _mat(thing: Thing, look: ThingLook, z: float, owner: int) -> list[Part]:
    rng = np.random.default_rng(look.seed)

    def texture(size_wh: tuple[int, int]) -> Linear:
        w, h = size_wh
        period = 0.09 * PPI
        knots = np.sin(np.arange(w) * 2 * np.pi / period)[None, :]
        knots = knots * np.sin(np.arange(h) * 2 * np.pi / period)[:, None]
        plain = not look.print_seed
        paper = textures.paper(rng, size_wh, look.colour, 0.03)
        cloth = paper if plain else _print(thing, look)(size_wh)
        return np.asarray(cloth * (1 + 0.1 * knots[..., None]), np.float32)

    return [cut_sheet(thing.footprint, texture, yaw_deg=look.yaw_deg, z_in=0.001 + z, owner=owner)]


def _strips(thing: Thing, look: ThingLook, z: float, owner: int) -> list[Part]:
    rng = np.random.default_rng(look.seed)
    pieces = look.pieces or (thing.footprint,)
    parts: list[Part] = []
    for i, piece in enumerate(pieces):

        def texture(size_wh: tuple[int, int]) -> Linear:
            if look.print_seed:
                return _print(thing, look)(size_wh)
            return textures.paper(rng, size_wh, look.colour, 0.03)

        parts.append(
            cut_sheet(
                piece,
                texture,
                yaw_deg=long_way_deg(piece),
                z_in=0.001 + z + 0.0001 * i,
                owner=owner,
                rim=0.75,
            )
        )
    return parts


def _rectangle(piece: Polygon) -> tuple[Floats, float, float, float]:
    """Centre, length, width and yaw of a rectangle."""
    ring = np.array(piece.minimum_rotated_rectangle.exterior.coords)
    a, b = ring[1] - ring[0], ring[2] - ring[1]
    if np.hypot(*a) < np.hypot(*b):
        a, b = b, a
    yaw = float(np.degrees(np.arctan2(a[1], a[0])))
    return ring[:4].mean(axis=0), float(np.hypot(*a)), float(np.hypot(*b)), yaw


def _book(thing: Thing, look: ThingLook, _z: float, owner: int) -> list[Part]:
    return book_parts(
        look.pieces[0] if look.pieces else thing.footprint,
        low_in=look.foot_in,
        high_in=thing.height,
        colour=look.colour,
        seed=look.seed,
        owner=owner,
        cover_print=_print(thing, look) if look.print_seed else None,
    )


def book_parts(
    cover: Polygon,
    *,
    low_in: float,
    high_in: float,
    colour: str,
    seed: int,
    owner: int,
    cover_print: Texture | None = None,
) -> list[Part]:
    """A book: two boards, a spine, the pages set back, a title or a print on the cover."""
    rng = np.random.default_rng(seed)
    centre, length, width, yaw = _rectangle(cover)
    frame = turned(yaw)
    cloth = light_of(colour)
    board = min(0.07, (high_in - low_in) / 4)
    inset = 0.06

    def slab(z0: float, z1: float, grow: float, shift: float, tone: Linear) -> Solid:
        half = np.array([length / 2 - grow, width / 2 - grow / 2, (z1 - z0) / 2])
        middle = np.array([*centre, (z0 + z1) / 2]) + frame[1] * shift
        return Solid(Box(middle, half, frame), tone, 0.04, 20, 0.0, owner)

    spine_half = np.array([length / 2, board / 2, (high_in - low_in) / 2])
    spine_at = np.array([*centre, (high_in + low_in) / 2]) - frame[1] * (width / 2 - board / 2)
    parts: list[Part] = [
        slab(low_in, low_in + board, 0, 0, cloth),
        slab(low_in + board, high_in - board, inset, -inset / 2, light_of("#d9d2bd")),
        slab(high_in - board, high_in, 0, 0, cloth),
        Solid(Box(spine_at, spine_half, frame), cloth, 0.04, 20, 0.0, owner),
    ]
    title = cover_print or partial(_cover_title, rng, colour)
    gloss = float(rng.uniform(0.02, 0.12))
    parts.append(
        cut_sheet(cover, title, yaw_deg=yaw, z_in=high_in, owner=owner, rim=0.93, gloss=gloss)
    )
    return parts


def _cover_title(rng: np.random.Generator, colour: str, size_wh: tuple[int, int]) -> Linear:
    cloth = textures.paper(rng, size_wh, colour, 0.025)
    w, h = size_wh
    tone = light_of("#c9c4b8") if rng.random() < 0.4 else light_of(colour) * 0.35
    for _ in range(rng.integers(0, 4)):
        x, y = int(rng.uniform(0.1, 0.5) * w), int(rng.uniform(0.12, 0.8) * h)
        long, thick = int(rng.uniform(0.2, 0.45) * w), int(rng.uniform(0.15, 0.3) * PPI)
        cloth[y : y + thick, x : x + long] = 0.2 * cloth[y : y + thick, x : x + long] + 0.8 * tone
    return cloth


def _wall(thing: Thing, look: ThingLook, _z: float, owner: int) -> list[Part]:
    if look.style == "card":
        return _folded_card(thing, look, owner)
    centre, length, width, yaw = _rectangle(thing.footprint)
    count = max(round(width / 0.3), 1)
    frame = turned(yaw + (180 if look.seed % 2 else 0))
    parts: list[Part] = []
    size = (length, width / count)
    for i in range(count):
        aside = centre + frame[1][:2] * (i - (count - 1) / 2) * size[1]
        parts += _pencil(aside, size, frame, look.colour, owner=owner)
    if thing.height > 0.5:  # a second layer lies in the grooves of the first
        for i in range(count - 1):
            aside = centre + frame[1][:2] * (i - (count - 2) / 2) * size[1]
            parts += _pencil(aside, size, frame, look.colour, owner=owner, lift_in=0.26)
    if count > 1:
        middle = np.array([*centre, thing.height / 2])
        half = np.array([0.12, width / 2 + 0.01, thing.height / 2 + 0.01])
        parts.append(Solid(Box(middle, half, frame), light_of("#7a4a2a"), 0.05, 20, 0.0, owner))
    return parts


def _pencil(
    centre: Floats,
    size: tuple[float, float],
    frame: Floats,
    colour: str,
    *,
    owner: int,
    lift_in: float = 0.0,
) -> list[Part]:
    """A six-sided pencil of this length and width: eraser, ferrule, paint, wood, lead."""
    length, r = size[0], size[1] / 2
    along = frame[0]
    start = np.array([*centre, r + lift_in]) - along * length / 2
    cuts = (0.0, 0.28, 0.55, length - 0.65, length - 0.14, length)
    radii = ((r, r), (r, r), (r, r), (r, 0.3 * r), (0.3 * r, 0.02))
    tones = ("#d77f86", "#b9b9b4", colour, "#d9b98a", "#2b2b2b")
    parts: list[Part] = []
    for (a, b), (r0, r1), tone in zip(pairwise(cuts), radii, tones, strict=True):
        wall = TurnedWall(start + along * a, along, r0, r1, b - a, 6 if tone == colour else 0)
        parts.append(Solid(wall, light_of(tone), 0.25, 40, 0.0, owner))
    end = TurnedWall(start, along, 0.0, r, 0.0)
    return [*parts, Solid(end, light_of(tones[0]), 0, 1, 0.0, owner)]


def _folded_card(thing: Thing, look: ThingLook, owner: int) -> list[Part]:
    """A card folded to a tent: two slopes that meet in a ridge."""
    centre, length, width, yaw = _rectangle(thing.footprint)
    frame = turned(yaw)
    rng = np.random.default_rng(look.seed)
    parts: list[Part] = []
    for side in (-1.0, 1.0):
        foot = np.array([*centre, 0.0]) + side * frame[1] * width / 2 - frame[0] * length / 2
        slope = -side * frame[1] * width / 2 + np.array([0, 0, thing.height])
        paper = textures.paper(rng, (int(length * 40), 32), look.colour, 0.03)
        tint = np.float32(1.0 if side < 0 else 0.78)
        cover = np.ones(paper.shape[:2], np.float32)
        parts.append(Sheet(paper * tint, cover, foot, frame[0] * length, slope, 0.0, owner))
    return parts


BUILDERS: dict[str, Callable[[Thing, ThingLook, float, int], list[Part]]] = {
    "mug": _mug,
    "plate": _plate,
    "napkin": _napkin,
    "road": _strips,
    "river": _strips,
    "bridge": _strips,
    "book": _book,
    "wall": _wall,
    "mat": _mat,
    "lid": _lid,
}


def rectangle_at(x: float, y: float, length: float, width: float, yaw_deg: float) -> Polygon:
    """A rectangle around a place, its long side along the yaw."""
    a, b = length / 2, width / 2
    flat = Polygon([(-a, -b), (a, -b), (a, b), (-a, b)])
    return affinity.translate(affinity.rotate(flat, yaw_deg, origin=(0, 0)), x, y)
