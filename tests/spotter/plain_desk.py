"""A plain desk seen straight from above, painted in milliseconds: men, cards, a cloth, a hand.

For whoever needs many pictures of a game; tests/virtual makes pictures that look real.
"""

from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import segno
import tomli_w

from table.directions import step
from table.places import TablePoint

PX_PER_IN = 48
EDGE_IN = 1.0
MARKER_IN = 1.5
CARD_IN = 1.4
TAG_MODULES = 25
DESK, CLOTH, MAN, SKIN = (176, 190, 200), (58, 125, 47), (60, 90, 80), (130, 160, 215)


@dataclass(frozen=True)
class Man:
    """Where a man stands and looks."""

    x: float
    y: float
    facing: float = 0.0


@dataclass(frozen=True)
class Desk:
    """What lies on the desk; `hand` is where its fingertips are."""

    men: dict[str, Man]
    cards: dict[str, Man] = field(default_factory=dict)
    cloth: tuple[float, float, float, float] | None = (10.0, 1.0, 13.0, 4.0)
    hand: tuple[float, float] | None = None
    light: float = 1.0
    width: float = 22.0
    height: float = 14.0

    def moved(self, name: str, x: float, y: float, facing: float | None = None) -> "Desk":
        """The desk with a man elsewhere."""
        turned = self.men[name].facing if facing is None else facing
        return replace(self, men={**self.men, name: Man(x, y, turned)})

    def without(self, name: str) -> "Desk":
        """The desk with a man taken off."""
        return replace(self, men={k: v for k, v in self.men.items() if k != name})

    def with_card(self, order: str, x: float, y: float, facing: float = 0.0) -> "Desk":
        """The desk with an order card laid down."""
        return replace(self, cards={**self.cards, order: Man(x, y, facing)})

    def without_cards(self) -> "Desk":
        """The desk with all cards taken up."""
        return replace(self, cards={})


def picture_of(desk: Desk, seed: int = 0) -> np.ndarray:
    """The camera's picture of the desk; other seeds are other noise."""
    size = [round((side + 2 * EDGE_IN) * PX_PER_IN) for side in (desk.width, desk.height)]
    picture = np.full((size[1], size[0], 3), DESK, np.uint8)
    if desk.cloth is not None:
        x0, y0, x1, y1 = desk.cloth
        cv2.rectangle(picture, _px(x0, y0), _px(x1, y1), CLOTH, -1, cv2.LINE_AA)
    for i, (x, y) in enumerate(_marker_places(desk)):
        _lay(picture, _marker(i), x, y, turn_deg=0.0, side_in=MARKER_IN)
    for name, man in desk.men.items():
        tag = step(TablePoint(man.x, man.y), man.facing, 0.75)
        _lay(picture, _tag(name), tag.x, tag.y, turn_deg=man.facing + 90, side_in=1.0)
        cv2.circle(picture, _px(man.x, man.y), round(0.16 * PX_PER_IN), MAN, -1, cv2.LINE_AA)
    for order, card in desk.cards.items():
        turned = {"turn_deg": card.facing + 90, "side_in": CARD_IN}
        _lay(picture, _tag(f":{order}"), card.x, card.y, **turned)
    if desk.hand is not None:
        _reach_in(picture, desk)
    noise = np.roll(_noise(size[1], size[0]), (seed * 7919) % (size[0] * size[1] * 3))
    return cv2.add(cv2.convertScaleAbs(picture, alpha=desk.light), noise, dtype=cv2.CV_8U)


def _px(x: float, y: float) -> tuple[int, int]:
    return round((x + EDGE_IN) * PX_PER_IN), round((y + EDGE_IN) * PX_PER_IN)


def _marker_places(desk: Desk):
    half = MARKER_IN / 2
    right, bottom = desk.width - half, desk.height - half
    return (half, half), (right, half), (right, bottom), (half, bottom)


@cache
def _marker(number: int) -> np.ndarray:
    words = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    return cv2.aruco.generateImageMarker(words, number, 240)


@cache
def _tag(text: str) -> np.ndarray:
    code = segno.make(text, version=1, error="h", boost_error=False, micro=False)
    dark = np.array([[bool(bit) for bit in row] for row in code.matrix_iter(border=2)])
    assert dark.shape == (TAG_MODULES, TAG_MODULES)
    return np.kron(np.where(dark, 20, 240).astype(np.uint8), np.ones((10, 10), np.uint8))


@cache
def _noise(rows: int, columns: int) -> np.ndarray:
    return np.random.default_rng(5).normal(0, 2.0, (rows, columns, 3)).astype(np.int16)


def _lay(picture, paper, x, y, *, turn_deg, side_in) -> None:
    """Lay a square paper down, its middle there, its top edge turned clockwise from up."""
    side = paper.shape[0]
    scale = side_in * PX_PER_IN / side
    small = cv2.resize(paper, None, fx=min(1, scale * 3), fy=min(1, scale * 3), interpolation=3)
    scale, side = side_in * PX_PER_IN / small.shape[0], small.shape[0]
    turn = cv2.getRotationMatrix2D((side / 2 - 0.5, side / 2 - 0.5), -turn_deg, scale)
    middle = (np.array([x, y]) + EDGE_IN) * PX_PER_IN - 0.5
    turn[:, 2] += middle - (side / 2 - 0.5)
    reach = round(side_in * PX_PER_IN)
    left, top = max(0, int(middle[0]) - reach), max(0, int(middle[1]) - reach)
    patch = picture[top : int(middle[1]) + reach, left : int(middle[0]) + reach]
    turn[:, 2] -= (left, top)
    size = patch.shape[1], patch.shape[0]
    laid = cv2.warpAffine(small, turn, size, flags=cv2.INTER_AREA)
    cover = cv2.warpAffine(np.full_like(small, 255), turn, size, flags=cv2.INTER_AREA) / 255
    patch[:] = (patch * (1 - cover[..., None]) + laid[..., None] * cover[..., None]).astype(
        np.uint8
    )


def _reach_in(picture, desk: Desk) -> None:
    """An arm from the bottom edge, its fingertips where the hand is."""
    x, y = desk.hand
    wrist, elbow = _px(x + 0.6, y + 3.0), _px(x + 1.5, desk.height + 3.0)
    for finger in (-0.7, -0.25, 0.2, 0.65):
        cv2.line(picture, wrist, _px(x + finger, y), SKIN, round(0.55 * PX_PER_IN), cv2.LINE_AA)
    cv2.line(picture, wrist, elbow, SKIN, round(2.2 * PX_PER_IN), cv2.LINE_AA)


ARMY = {
    "tags": {"size": 1.0, "height": 0.0, "figure": [-0.75, 0.0], "family": "qr"},
    "side": [{"name": "red", "colour": "#c0392b"}, {"name": "blue", "colour": "#2c5fb3"}],
    "soldier": [
        {"id": f"{side[0].upper()}0{i}", "side": side, "weapons": ["rifle"]}
        for side in ("red", "blue")
        for i in (1, 2, 3)
    ],
}
MEN = {
    "R01": Man(4.0, 4.0, 0.0),
    "R02": Man(4.0, 7.0, 20.0),
    "R03": Man(4.0, 10.0, -15.0),
    "B01": Man(16.0, 4.0, 180.0),
    "B02": Man(16.0, 7.0, 170.0),
    "B03": Man(16.0, 10.0, 190.0),
}
DESK_AT_FIRST = Desk(MEN)


def write_setup(folder: Path, desk: Desk = DESK_AT_FIRST, army: dict | None = None) -> None:
    """Write the table's files beside the pictures."""
    table = {"width": desk.width, "height": desk.height, "corner_marker": MARKER_IN}
    cloth = {"kind": "napkin", "colour": "#2f7d3a", "height": 0.0}
    (folder / "table.toml").write_text(tomli_w.dumps({"table": table, "thing": [cloth]}))
    (folder / "army.toml").write_text(tomli_w.dumps(army or ARMY))


def a_move(desk: Desk, name: str, x: float, y: float, facing: float | None = None):
    """A hand comes, takes a man and sets him down: the desks of four pictures."""
    man, after = desk.men[name], desk.moved(name, x, y, facing)
    yield replace(desk, hand=(man.x, man.y))
    yield replace(desk.without(name), hand=((man.x + x) / 2, (man.y + y) / 2))
    yield replace(after, hand=(x, y))
    yield after


def laid_cards(desk: Desk, order: str, x: float, y: float, facing: float = 0.0):
    """A card is laid by a hand, acts, and is taken up again by it: four pictures."""
    after = desk.with_card(order, x, y, facing)
    yield replace(desk, hand=(x, y))
    yield after
    yield replace(desk, hand=(x, y + 0.4))
    yield desk


def write_pictures(folder: Path, desks, first: int = 0) -> int:
    """Write the pictures in order; the number after the last."""
    for number, desk in enumerate(desks, first):
        data = cv2.imencode(".jpg", picture_of(desk, number), [cv2.IMWRITE_JPEG_QUALITY, 92])[1]
        (folder / f"frame_{number:03d}.jpg").write_bytes(data.tobytes())
        first = number + 1
    return first
