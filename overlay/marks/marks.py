"""Marks: what is to be drawn, in table inches, as plain values.

Answers become marks (all judgement happens there), painters turn marks into pixels. `ink` names
a meaning of `inks.INKS`. Places may lie beside the table: the plan's title stands above it.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from shapely import MultiPolygon, Polygon, get_coordinates
from shapely.geometry.base import BaseGeometry

from table.places import TablePoint

Rings = tuple[tuple[tuple[float, float], ...], ...]  # the first is the outer one, then holes
Box = tuple[float, float, float, float]  # left, top, right, bottom in table inches
TEXT_IN = 0.25  # how tall a capital letter is on the desk


@dataclass(frozen=True, slots=True)
class Line:
    """A line through some places."""

    points: tuple[TablePoint, ...]
    ink: str


@dataclass(frozen=True, slots=True)
class Arrow:
    """A line through some places with a head at its end."""

    points: tuple[TablePoint, ...]
    ink: str


@dataclass(frozen=True, slots=True)
class Ring:
    """A circle's line."""

    centre: TablePoint
    radius_in: float
    ink: str


@dataclass(frozen=True, slots=True)
class Area:
    """A region: its border in the ink's dash, its inside tinted."""

    rings: Rings
    ink: str


@dataclass(frozen=True, slots=True)
class Hatch:
    """A region marked by the ink's hatch alone."""

    rings: Rings
    ink: str


@dataclass(frozen=True, slots=True)
class Icon:
    """The ink's symbol at a place."""

    at: TablePoint
    ink: str
    size_in: float = 0.5


@dataclass(frozen=True, slots=True)
class Label:
    """Words near a place, put where they cover nothing; the higher `rank` is placed first.

    `clear_in` is how far from `at` the words must stay, the radius of what stands there.
    """

    at: TablePoint
    text: str
    ink: str
    clear_in: float = 0.1
    rank: int = 0
    height_in: float = TEXT_IN


@dataclass(frozen=True, slots=True)
class Words:
    """Words that stay exactly where they are: titles, edge numbers, menus.

    `at` is the left, middle or right end of the line the capitals stand on.
    """

    at: TablePoint
    text: str
    ink: str
    height_in: float = TEXT_IN
    align: Literal["left", "middle", "right"] = "left"


@dataclass(frozen=True, slots=True)
class Card:
    """A small table: a heading and rows of cells, with its top left corner at a place.

    `at` None leaves the place to the layout.
    """

    title: str
    rows: tuple[tuple[str, ...], ...]
    ink: str
    at: TablePoint | None = None
    height_in: float = TEXT_IN
    chosen: int | None = None  # the row under the mouse
    listed: bool = False  # second cells stand one under the other, not against the right edge
    widest: float = 38.0  # of its words, in capital heights


@dataclass(frozen=True, slots=True)
class Hump:
    """Something under a line of sight: from where to where along it, and how high."""

    words: str
    start_in: float
    end_in: float
    height_in: float
    hides: bool


@dataclass(frozen=True, slots=True)
class Profile:
    """The side view of a line of sight, with its top left corner at a place."""

    viewer: str
    target: str
    distance_in: float
    eye_in: float
    aim_in: float
    humps: tuple[Hump, ...]
    visible: bool
    at: TablePoint | None = None
    height_in: float = TEXT_IN  # of its words


@dataclass(frozen=True, slots=True)
class Body:
    """A thing as itself, seen from above."""

    kind: str
    rings: Rings
    height_in: float
    inverted: bool = False
    outlined_only: bool = False  # over a live picture, which shows the thing already


@dataclass(frozen=True, slots=True)
class ManMark:
    """A soldier's base in his side's colour, with a tick where he faces and his id."""

    centre: TablePoint
    radius_in: float
    facing_deg: float
    side: str
    name: str
    outlined_only: bool = False
    is_there: bool = True  # else known to be, while something hides him, or lifted


@dataclass(frozen=True, slots=True)
class Plate:
    """A plain box behind words: left, top, right, bottom."""

    box: tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Code:
    """A QR code with its quiet border: dark modules are true, black in any light."""

    corner: TablePoint  # the top left one
    side_in: float
    modules: tuple[tuple[bool, ...], ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """The play area itself: its ground and border."""

    width_in: float
    height_in: float


Mark = (
    Line
    | Arrow
    | Ring
    | Area
    | Hatch
    | Icon
    | Label
    | Words
    | Card
    | Profile
    | Body
    | ManMark
    | Plate
    | Code
    | Sheet
)


@dataclass(frozen=True, slots=True)
class Drawing:
    """Marks and the words that sum them up, ready to be laid out."""

    marks: tuple[Mark, ...]
    title: str = ""
    cards: tuple[Card, ...] = field(default=())
    profile: Profile | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """Marks that need no more judgement, and the box of the table plane that they fill."""

    marks: tuple[Mark, ...]
    box: Box


def rings_of(shape: BaseGeometry) -> tuple[Rings, ...]:
    """The rings of every polygon in a shape, first points not repeated."""
    return tuple(
        tuple(tuple(map(tuple, get_coordinates(ring)[:-1].tolist())) for ring in rings)
        for rings in ((part.exterior, *part.interiors) for part in polygons_in(shape))
    )


def polygons_in(shape: BaseGeometry) -> Iterable[Polygon]:
    """The polygons of a shape, lines and points left out."""
    if isinstance(shape, Polygon):
        return () if shape.is_empty else (shape,)
    if isinstance(shape, MultiPolygon) or hasattr(shape, "geoms"):
        return tuple(polygon for part in shape.geoms for polygon in polygons_in(part))
    return ()


def shape_of(rings: Rings) -> Polygon:
    """The polygon of some rings."""
    # Shapely takes an array in a tenth of the time of a list.
    outer, *holes = (np.array(ring, np.float64) for ring in rings)
    return Polygon(outer, holes)
