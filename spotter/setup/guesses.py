"""What lies on a table and is on no list, each with what it may be, the likeliest first.

A list of the usual things of which nothing but the shape is known is held against the picture:
what it finds has a guess, what it leaves is something. The player has the last word.
"""

import colorsys
from dataclasses import dataclass, replace

import cv2
import numpy as np
from shapely import Polygon, make_valid
from shapely.geometry.base import BaseGeometry

from spotter.setup.teaching import PhotographedTable, likely_kinds
from table.kinds import DEFAULT_HEIGHT_IN
from table.picture import Picture
from table.places import CameraXY, TablePoint, TableXY
from table.table_spec import ThingSpec
from vision.things.candidate import Found
from vision.things.unexplained import Stranger, strangers

NOTHING = "nothing of the game"
# Lids, mats, rivers and bridges look like the others and are rarer: the player says so.
_USUAL = tuple(
    ThingSpec(kind, None, DEFAULT_HEIGHT_IN[kind])
    for kind in ("mug", "plate", "napkin", "book", "road", "wall")
)
_SQUARE = 1.25  # of its sides: cloths are square, books are not
_GREY = 0.18  # saturation below which a colour has no hue
_BLACK, _DARK, _LIGHT = (
    0.1,
    0.25,
    0.8,
)  # brightness: of all blacks, of blacks and whites among greys
_HUES = ((15, "red"), (42, "brown"), (70, "yellow"), (165, "green"), (260, "blue"), (330, "purple"))


@dataclass(frozen=True, eq=False)
class Guess:
    """Something on the table: where, how large, its outline in the picture, what it may be."""

    place: TablePoint
    size: str
    ring: CameraXY
    kinds: tuple[str, ...]  # all of them and NOTHING, the likeliest first

    @property
    def kind(self) -> str:
        """What it is taken for."""
        return self.kinds[0]

    @property
    def name(self) -> str:
        """What it is called in a list and in the picture."""
        return "something" if self.kind == NOTHING else self.kind

    @property
    def words(self) -> str:
        """What it is taken for, what else it may be, and which one is meant."""
        other = self.kinds[1].split()[0]
        return f"{self.name} (or {other}), {self.size} at ({self.place.x:.0f}, {self.place.y:.0f})"

    def is_at(self, other: "Guess") -> bool:
        """Whether a place on it is seen in the other's outline; a bent road's middle is not."""
        return bool(other.seen.covers(self.seen.representative_point()))

    @property
    def seen(self) -> BaseGeometry:
        """Its outline as the picture shows it."""
        return make_valid(Polygon(self.ring))

    def next(self) -> "Guess":
        """The next guess; what was guessed comes last."""
        return replace(self, kinds=(*self.kinds[1:], self.kind))

    def named(self, kind: str) -> "Guess":
        """What the player says it is."""
        others = (other for other in self.kinds if other != kind)
        return replace(self, kinds=(kind, *others))


def guesses(desk: PhotographedTable) -> tuple[Guess, ...]:
    """What lies there that no entry explains, the largest of a sort first."""
    listed = desk.spec
    known = replace(listed, things=(*listed.things, *_USUAL))
    found = [one for one in desk.found(known) if one.spec in _USUAL]
    left = strangers(desk.picture, desk.pose, known, desk.tags, desk.empty)
    found.sort(key=lambda one: -one.footprint.area)
    return (*(_of_found(desk, one) for one in found), *(_of_stranger(desk, one) for one in left))


def _of_found(desk: PhotographedTable, found: Found) -> Guess:
    """What has a thing's shape is such a thing."""
    length_in, width_in = _sides_in(found.footprint)
    kind = found.spec.kind
    if kind == "book" and length_in < _SQUARE * width_in:
        kind = "napkin"
    is_round = kind in {"mug", "plate"}
    size = f"{length_in:.1f} in" if is_round else f"{length_in:.1f} x {width_in:.1f} in"
    kinds = dict.fromkeys(
        (kind, found.spec.kind, *likely_kinds(length_in, width_in, is_round=is_round))
    )
    middle = found.footprint.centroid
    if not found.footprint.covers(middle):
        middle = found.footprint.representative_point()
    ring = _ring(desk, found.footprint, found.spec.height)
    return _guess(desk, TablePoint(middle.x, middle.y), size, ring, (*kinds, NOTHING))


def _of_stranger(desk: PhotographedTable, one: Stranger) -> Guess:
    """What has no thing's shape is a shadow, or things that touch: Enter leaves it alone."""
    kinds = likely_kinds(one.length_in, one.width_in, is_round=one.is_round)
    size = f"{one.length_in:.1f} x {one.width_in:.1f} in"
    ring = _ring(desk, Polygon([(p.x, p.y) for p in one.outline]), 0.0)
    return _guess(desk, one.place, size, ring, (NOTHING, *kinds))


def _guess(
    desk: PhotographedTable,
    place: TablePoint,
    size: str,
    ring: CameraXY,
    kinds: tuple[str, ...],
) -> Guess:
    return Guess(place, f"{_colour_word(desk.picture, ring)}, {size}", ring, kinds)


def _ring(desk: PhotographedTable, outline: Polygon, height_in: float) -> CameraXY:
    corners = np.array(outline.exterior.coords[:-1])
    return desk.pose.camera_from_table(TableXY(corners), height_in)


def _sides_in(outline: Polygon) -> tuple[float, float]:
    """Length and width of the narrowest box around it."""
    _, sides, _ = cv2.minAreaRect(np.array(outline.exterior.coords, np.float32))
    return max(sides), min(sides)


def _colour_word(picture: Picture, ring: CameraXY) -> str:
    """What players call the colour that a ring mostly shows."""
    inside = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillPoly(inside, [np.rint(ring).astype(np.int32)], 1)
    shown = picture[inside > 0]
    if not len(shown):
        return "grey"
    blue, green, red = np.median(shown, axis=0) / 255
    hue, saturation, value = colorsys.rgb_to_hsv(red, green, blue)
    if saturation < _GREY or value < _BLACK:
        return "white" if value > _LIGHT else "grey" if value > _DARK else "black"
    return next((word for end_deg, word in _HUES if 360 * hue < end_deg), "red")
