"""What comes over a table: paper, arms, people, mugs, light and shadow, painted on its picture."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from table.directions import step
from table.picture import Picture
from table.places import Floats, TablePoint
from tests.virtual.incidents.stage import Man, Stage

Colour = tuple[int, int, int]  # blue, green, red
PAPERS: dict[str, Colour] = {
    "white": (238, 240, 242),
    "cream": (200, 228, 238),
    "grey": (150, 152, 154),
    "kraft": (120, 160, 190),
    "blue": (170, 110, 60),
    "black": (38, 36, 36),
}
SKINS: tuple[Colour, ...] = ((124, 154, 201), (66, 90, 138), (152, 181, 224), (42, 58, 90))
SLEEVES: dict[str, Colour | None] = {
    "bare": None,
    "navy": (79, 54, 39),
    "red": (42, 42, 140),
    "white": (225, 228, 230),
    "black": (34, 32, 32),
    "green": (58, 110, 47),
    "beige": (188, 202, 208),
}


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet of paper: its middle, its sides and its turn, in inches and degrees."""

    x: float
    y: float
    wide: float
    high: float
    turn_deg: float
    colour: str = "white"

    def corners(self) -> list[tuple[float, float]]:
        """Its corners on the table."""
        middle = TablePoint(self.x, self.y)
        ends = [(1, 1), (-1, 1), (-1, -1), (1, -1)]
        at = [step(middle, self.turn_deg, a * self.wide / 2, b * self.high / 2) for a, b in ends]
        return [(p.x, p.y) for p in at]


def with_sheet(stage: Stage, picture: Picture, sheet: Sheet) -> Picture:
    """The picture with a sheet on the table, and its small shadow."""
    ring = stage.pixels(sheet.corners())
    shaded = darkened(picture, ring + 3, 0.8, 3.0)
    return filled(shaded, ring, PAPERS[sheet.colour], grain=2.0)


def with_scrap(stage: Stage, picture: Picture, man: Man, share: float, colour: str) -> Picture:
    """The picture with a scrap of paper over a share of a man's tag."""
    at = step(man.tag, man.facing, 0.0, 1.0 - share)
    scrap = Sheet(at.x, at.y, 1.15, 1.0, man.facing, colour)
    return filled(picture, stage.pixels(scrap.corners(), man.tag_z_in), PAPERS[colour], grain=1.0)


def with_glare(stage: Stage, picture: Picture, man: Man) -> Picture:
    """The picture with a lamp's glare on a man's tag."""
    ((x, y),) = stage.pixels([(man.tag.x, man.tag.y)], man.tag_z_in)
    size = float(np.ptp(stage.pixels([(0, 0), (1, 0)])[:, 0]))
    rows, columns = np.mgrid[: picture.shape[0], : picture.shape[1]]
    light = 260 * np.exp(-((columns - x) ** 2 + (rows - y) ** 2) / (2 * (0.6 * size) ** 2))
    return np.clip(picture + light[..., None], 0, 255).astype(np.uint8)


def with_mug_on(stage: Stage, picture: Picture, man: Man, colour: Colour) -> Picture:
    """The picture with a mug set down on a man's tag."""
    for height_in, shade in ((0.0, 0.55), (3.75, 1.0)):
        around = [step(man.tag, a, 1.6) for a in range(0, 360, 10)]
        ring = stage.pixels([(p.x, p.y) for p in around], height_in)
        picture = filled(picture, ring, tuple(int(c * shade) for c in colour), grain=2.0)
    inside = [step(man.tag, a, 1.3) for a in range(0, 360, 10)]
    return filled(picture, stage.pixels([(p.x, p.y) for p in inside], 3.75), (20, 26, 40), 2.0)


def with_fallen(stage: Stage, picture: Picture, man: Man, colour: Colour) -> Picture:
    """The picture with a figure lying across a man's tag."""
    a, b = step(man.tag, man.facing + 40, 1.0), step(man.tag, man.facing + 40, -1.0)
    side = man.facing + 130
    ring = [step(a, side, 0.35), step(b, side, 0.45), step(b, side, -0.45), step(a, side, -0.35)]
    return filled(picture, stage.pixels([(p.x, p.y) for p in ring]), colour, grain=9.0)


@dataclass(frozen=True, slots=True)
class Arm:
    """An arm from beyond the edge to its finger tips, with a skin and perhaps a sleeve."""

    tips: TablePoint
    reach_deg: float
    skin: int = 0
    sleeve: str | Colour = "bare"
    height_in: float = 1.5
    bare: Colour | None = None  # the hand's own colour, where it is none of the skins


def with_arm(stage: Stage, picture: Picture, arm: Arm) -> Picture:
    """The picture with an arm over the table and its shadow."""
    shadow = np.concatenate([_limb(stage, arm, -3.0, 40.0, 1.5)])
    picture = darkened(picture, shadow + 18, 0.62, 14.0)
    skin, sleeve = arm.bare or SKINS[arm.skin % len(SKINS)], arm.sleeve
    sleeve = SLEEVES[sleeve] if isinstance(sleeve, str) else sleeve
    picture = filled(picture, _limb(stage, arm, 2.0, 40.0, 1.2), skin, grain=4.0)
    for finger in (-0.85, -0.3, 0.3, 0.85):
        picture = filled(picture, _finger(stage, arm, finger), skin, grain=4.0)
    picture = filled(picture, _limb(stage, arm, 1.6, 4.6, 1.55), skin, grain=4.0)
    if sleeve is not None:
        picture = filled(picture, _limb(stage, arm, 6.0, 40.0, 1.75), sleeve, grain=3.0)
    return picture


def _limb(stage: Stage, arm: Arm, first: float, last: float, half: float) -> Floats:
    """A part of the arm from so far behind its tips to so far behind them."""
    ends = [(-first, -half * 0.8), (-first, half * 0.8), (-last, half), (-last, -half)]
    at = [step(arm.tips, arm.reach_deg, a, b) for a, b in ends]
    return stage.pixels([(p.x, p.y) for p in at], arm.height_in)


def _finger(stage: Stage, arm: Arm, aside: float) -> Floats:
    tip = [step(arm.tips, arm.reach_deg, 0.3 * np.cos(t), aside * 0.7 + 0.3 * np.sin(t))
           for t in np.linspace(-np.pi / 2, np.pi / 2, 7)]  # fmt: skip
    root = [
        step(arm.tips, arm.reach_deg, -2.6, aside + 0.33),
        step(arm.tips, arm.reach_deg, -2.6, aside - 0.33),
    ]
    return stage.pixels([(p.x, p.y) for p in (*tip, *root)], arm.height_in)


def with_person(picture: Picture, depth: float, from_top: bool) -> Picture:  # noqa: FBT001
    """The picture with somebody's head and shoulders over a share of the table."""
    h, w = picture.shape[:2]
    reach = depth * h
    middle = (w * 0.45, reach * 0.25 if from_top else h - reach * 0.25)
    t = np.linspace(0, 2 * np.pi, 60)
    bulk = np.column_stack([middle[0] + 0.36 * w * np.cos(t), middle[1] + reach * np.sin(t)])
    picture = darkened(picture, bulk + np.array([0, 25 if from_top else -25]), 0.6, 25.0)
    picture = filled(picture, bulk, (70, 62, 58), grain=5.0)
    head = np.column_stack([middle[0] + 0.09 * w * np.cos(t), middle[1] + 0.55 * reach * np.sin(t)])
    return filled(picture, head, (40, 52, 66), grain=7.0)


def lit_otherwise(
    picture: Picture, gains: Sequence[float], slope: float, turn_deg: float
) -> Picture:
    """The picture in other light: a gain for each colour, and a slope across it."""
    h, w = picture.shape[:2]
    rows, columns = np.mgrid[:h, :w].astype(np.float32)
    a = np.radians(turn_deg)
    along = ((columns / w - 0.5) * np.cos(a) + (rows / h - 0.5) * np.sin(a)) * slope
    linear = (picture.astype(np.float32) / 255) ** 2.2
    linear *= np.exp(along)[..., None] * np.asarray(gains, np.float32)
    return np.clip(255 * linear ** (1 / 2.2), 0, 255).astype(np.uint8)


def brighter(picture: Picture, gains: Sequence[float]) -> Picture:
    """The picture in evenly brighter or darker light: a gain for each colour."""
    linear = (np.arange(256)[:, None] / 255) ** 2.2 * np.asarray(gains)
    table = np.clip(np.round(255 * linear ** (1 / 2.2)), 0, 255).astype(np.uint8)
    return cv2.LUT(picture, table.reshape(1, 256, 3))


def filled(picture: Picture, ring: Floats, colour: Sequence[int], grain: float) -> Picture:
    """The picture with a patch of one colour and some grain of its own."""
    here, corner = _around(ring, picture, 4)
    part = picture[here]
    mask = np.zeros(part.shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.round((ring - corner) * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    rng = np.random.default_rng(7)
    coarse = rng.normal(0, grain, (part.shape[0] // 6 + 1, part.shape[1] // 6 + 1))
    rough = cv2.resize(coarse.astype(np.float32), part.shape[1::-1])
    share = cv2.GaussianBlur(mask.astype(np.float32) / 255, (0, 0), 0.8)[..., None]
    patch = np.asarray(colour, np.float32) + rough[..., None]
    return _with_part(picture, here, part * (1 - share) + patch * share)


def darkened(picture: Picture, ring: Floats, depth: float, soft_px: float) -> Picture:
    """The picture with a ring of pixels in shadow, soft at its edge."""
    here, corner = _around(ring, picture, round(3 * soft_px))
    part = picture[here]
    mask = np.zeros(part.shape[:2], np.float32)
    cv2.fillPoly(mask, [np.round(ring - corner).astype(np.int32)], 1.0)
    share = cv2.GaussianBlur(mask, (0, 0), soft_px)[..., None]
    return _with_part(picture, here, part * (1 - (1 - depth) * share))


def _around(ring: Floats, picture: Picture, rim_px: int) -> tuple[tuple[slice, slice], Floats]:
    """The part of a picture around a ring, and its corner."""
    size = np.array(picture.shape[1::-1])
    low = np.clip(np.floor(ring.min(axis=0)).astype(int) - rim_px, 0, size - 1)
    high = np.clip(np.ceil(ring.max(axis=0)).astype(int) + rim_px + 1, low + 1, size)
    return (slice(low[1], high[1]), slice(low[0], high[0])), low.astype(float)


def _with_part(picture: Picture, here: tuple[slice, slice], part: Floats) -> Picture:
    changed = picture.copy()
    changed[here] = np.clip(part, 0, 255).astype(np.uint8)
    return changed


def pushed(picture: Picture, dx: float, dy: float, turn_deg: float = 0.0) -> Picture:
    """The picture of a camera that was pushed by so many pixels and turned a little."""
    h, w = picture.shape[:2]
    move = cv2.getRotationMatrix2D((w / 2, h / 2), turn_deg, 1.0)
    move[:, 2] += dx, dy
    return cv2.warpAffine(
        picture, move, (w, h), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REFLECT
    )
