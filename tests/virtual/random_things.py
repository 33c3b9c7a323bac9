"""Things strewn over a table as games have them: strips first, then cloths, then what stands."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from shapely import Polygon, affinity, box

from table.places import Floats
from table.scene import Thing
from table.table_spec import ThingSpec
from tests.virtual import outlines
from tests.virtual.colours import light_of, srgb_from_linear, vary
from tests.virtual.looks import ThingLook
from tests.virtual.prints import PRINTED_KINDS
from tests.virtual.things import rectangle_at

Rng = np.random.Generator

# The colours players use, the usual ones first.
COLOURS: dict[str, tuple[str, ...]] = {
    "river": ("#3a78c2", "#2f8fb5", "#4a6fd0"),
    "road": ("#c9a56b", "#a8927a", "#d8c39a"),
    "bridge": ("#7a4b2a", "#5a3a28", "#8a6a4a"),
    "mug": ("#b03030", "#2b4f9e", "#e8e6df", "#2f7a5a", "#d9b13a", "#3a3a3c", "#6a3a7a"),
    "napkin": ("#2f7d3a", "#3f8f58", "#5f8f2f", "#1f5f4a"),
    "book": ("#28485c", "#8c7a3c", "#7b2d26", "#4a3a5c", "#3c5a3c", "#b0a890"),
    "wall": ("#e8b520", "#c03a2a", "#3a6ab0", "#d9d4c6"),
    "mat": ("#8a8d91", "#6a5f72", "#a08a70", "#54707a"),
    "lid": ("#c8a23a", "#b0b4b8", "#a83a3a", "#d8d8d0"),
    "plate": ("#f1efe8", "#d8e0e6", "#e6d8c0"),
}
PAINT_ORDER = ("mat", "river", "road", "bridge", "napkin", "book", "plate", "lid", "wall", "mug")
FLAT = frozenset({"mat", "river", "road", "bridge", "napkin"})


@dataclass(frozen=True, slots=True)
class Laid:
    """A thing with its look."""

    thing: Thing
    look: ThingLook


@dataclass(eq=False)
class Layout:
    """The table while things are laid on it; only `lay` and its friends write here."""

    rng: Rng
    table_wh: tuple[float, float]
    usual: bool  # the usual colours only
    eye: Floats  # the camera's place: what is tall must not lean over a corner marker
    desk_colour: str  # nobody plays with things that vanish on the desk
    laid: list[Laid] = field(default_factory=list)
    chosen: dict[str, str] = field(default_factory=dict)
    heights: dict[str, float] = field(default_factory=dict)

    def colour(self, kind: str) -> str:
        """The one colour this table has for a kind; books each have their own."""
        if kind in self.chosen:
            return self.chosen[kind]
        names = self._distinct(COLOURS[kind])
        first = names[:1] if kind != "book" and self.rng.random() < 0.6 else names[:3]
        pick = str(self.rng.choice(first if self.usual else names))
        if kind != "book":
            self.chosen[kind] = pick if self.usual else vary(pick, self.rng, 0.08)
        return self.chosen.get(kind, pick)

    def _distinct(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """The colours that stand out from the desk and from what lies there, or all."""
        others = [laid.look.colour for laid in self.laid]
        good = [
            name
            for name in names
            if apart(name, self.desk_colour) > 18 and all(apart(name, o) > 15 for o in others)
        ]
        return tuple(good) or names

    def height(self, kind: str, low: float, high: float) -> float:
        """The one height this table has for a kind."""
        drawn = round(float(self.rng.uniform(low, high)) / 0.05) * 0.05
        return round(self.heights.setdefault(kind, drawn), 3)

    def add(self, thing: Thing, look: ThingLook) -> None:
        """Lay one thing."""
        self.laid.append(Laid(thing, look))

    def number(self, kind: str) -> str:
        """The next id of a kind."""
        return f"{kind}-{sum(laid.thing.kind == kind for laid in self.laid) + 1}"

    def free_place(
        self, make: Callable[[float, float, float], Polygon], *, flat: bool, tall: float = 0.0
    ) -> Polygon | None:
        """A footprint somewhere it may lie: off the corner markers and off what stands."""
        w, h = self.table_wh
        markers = corner_boxes(self.table_wh)
        for _ in range(60):
            x, y = self.rng.uniform(0.06, 0.94) * w, self.rng.uniform(0.06, 0.94) * h
            shape = make(float(x), float(y), float(self.rng.uniform(0, 360)))
            if not box(0.15, 0.15, w - 0.15, h - 0.15).contains(shape):
                continue
            leant = leaning(shape, tall, self.eye)
            if any(leant.intersects(m) for m in markers):
                continue
            if all(self._may_overlap(shape, laid.thing, flat=flat) for laid in self.laid):
                return shape
        return None

    @staticmethod
    def _may_overlap(shape: Polygon, other: Thing, *, flat: bool) -> bool:
        both = shape.intersection(other.footprint).area
        if other.kind not in FLAT:
            return bool(shape.distance(other.footprint) > 0.25)
        if other.kind == "mat":
            return bool(both < 0.4 * other.footprint.area)
        if not flat:  # what stands hides little of a cloth or strip
            return bool(both < 0.05 * other.footprint.area)
        return bool(both < 0.12 * min(shape.area, other.footprint.area))


def apart(one: str, other: str) -> float:
    """How different two colours look, in steps of the CIE Lab space."""
    pair = srgb_from_linear(np.stack([light_of(one), light_of(other)]))[None]
    lab = cv2.cvtColor(pair, cv2.COLOR_BGR2LAB)[0]
    return float(np.linalg.norm(lab[0] - lab[1]))


def corner_boxes(table_wh: tuple[float, float]) -> list[Polygon]:
    """Where the corner markers' papers lie, with a hair around them."""
    w, h = table_wh
    return [box(x, y, x + 2.2, y + 2.2) for x in (-0.4, w - 1.8) for y in (-0.4, h - 1.8)]


def leaning(footprint: Polygon, tall: float, eye: Floats) -> Polygon:
    """What a thing of this height hides of the table from the camera, itself included."""
    grow = eye[2] / (eye[2] - tall)
    top = affinity.scale(footprint, grow, grow, origin=(float(eye[0]), float(eye[1])))
    return footprint.union(top).convex_hull


def random_things(
    rng: Rng,
    table_wh: tuple[float, float],
    *,
    tier: str,
    usual: bool,
    eye: Floats,
    desk_colour: str,
) -> tuple[list[Laid], tuple[ThingSpec, ...]]:
    """Things with their looks in the order they lie, and the table file's list of them."""
    layout = Layout(rng, table_wh, usual, eye, desk_colour)
    room = table_wh[0] * table_wh[1] / 864
    if rng.random() < 0.45:
        _mat(layout)
    river = _river(layout) if rng.random() < 0.6 else None
    if rng.random() < 0.6:
        _road(layout, river)
    for _ in range(max(1, rng.binomial(3, 0.45 * min(room, 1)))):
        _napkin(layout)
    if rng.random() < 0.6:
        _book(layout, stacked=rng.random() < 0.4)
    if tier != "easy" and rng.random() < 0.35:
        _book(layout, stacked=False)
    for kind, likely in (("plate", 0.4), ("lid", 0.55)):
        if rng.random() < likely:
            _round(layout, kind)
    for _ in range(1 + int(rng.random() < 0.45)):
        _mug(layout)
    for _ in range(rng.integers(0, 3)):
        _wall(layout)
    layout.laid.sort(key=lambda laid: PAINT_ORDER.index(laid.thing.kind))
    return layout.laid, _listed(layout.laid)


def with_prints(rng: Rng, laid: list[Laid]) -> list[Laid]:
    """The things, most of them with something printed on them."""
    return [
        replace(one, look=replace(one.look, print_seed=_seed(rng)))
        if one.thing.kind in PRINTED_KINDS and rng.random() < 0.75
        else one
        for one in laid
    ]


def _listed(laid: list[Laid]) -> tuple[ThingSpec, ...]:
    rows = {(x.thing.kind, x.look.colour, x.look.spec_height): None for x in laid}
    return tuple(ThingSpec(*row) for row in rows)


def _seed(rng: Rng) -> int:
    return int(rng.integers(1 << 30))


def _lay(layout: Layout, kind: str, shape: Polygon, height: float, **look: object) -> None:
    inverted = bool(look.pop("inverted", False))
    known = ThingLook(layout.colour(kind), _seed(layout.rng), spec_height=height)
    layout.add(
        Thing(layout.number(kind), kind, shape, height, inverted=inverted),
        replace(known, **look),  # type: ignore[arg-type]  # field names of ThingLook
    )


def _mat(layout: Layout) -> None:
    rng = layout.rng
    size = (float(rng.uniform(5, 8.5)), float(rng.uniform(3.5, 5.5)))
    yaw = float(rng.uniform(0, 360))
    shape = layout.free_place(
        lambda x, y, _: outlines.cloth_outline(rng, x, y, size, yaw, wave=0.04), flat=True
    )
    if shape is not None:
        _lay(layout, "mat", shape, 0.0, yaw_deg=yaw)


def _river(layout: Layout) -> Polygon:
    rng = layout.rng
    path = outlines.strip_path(rng, layout.table_wh, upright=True, bends=int(rng.integers(0, 3)))
    pieces = outlines.strips(path, float(rng.uniform(1.6, 2.2)))
    shape = outlines.joined(pieces)
    _lay(layout, "river", shape, 0.0, pieces=pieces)
    return shape


def _road(layout: Layout, river: Polygon | None) -> None:
    rng = layout.rng
    path = outlines.strip_path(rng, layout.table_wh, upright=False, bends=int(rng.integers(0, 4)))
    width = float(rng.uniform(1.6, 2.5))
    pieces = outlines.strips(path, width)
    if river is None or not outlines.joined(pieces).intersects(river):
        _lay(layout, "road", outlines.joined(pieces), 0.0, pieces=pieces)
        return
    for group in outlines.cut_at(pieces, river, float(rng.uniform(-0.3, 0.1))):
        _lay(layout, "road", outlines.joined(group), 0.0, pieces=group)
    crossing = outlines.near_point(outlines.joined(pieces), river)
    piece = min(pieces, key=lambda p: p.distance(crossing))
    yaw = outlines.long_way_deg(piece)
    long = float(rng.uniform(3.0, 3.8))
    bridge = rectangle_at(crossing.x, crossing.y, long, width + float(rng.uniform(0.2, 0.6)), yaw)
    _lay(layout, "bridge", bridge, 0.0, yaw_deg=yaw)


def _napkin(layout: Layout) -> None:
    rng = layout.rng
    style = str(
        rng.choice(
            ["plain", "checked", "striped", "dotted", "crumpled", "triangle", "halved"],
            p=[0.36, 0.2, 0.14, 0.06, 0.1, 0.07, 0.07],
        )
    )
    side = float(rng.uniform(4.0, 6.5))
    yaw = float(rng.uniform(0, 360))
    wave = 0.16 if style == "crumpled" else 0.08

    def make(x: float, y: float, _: float) -> Polygon:
        if style in ("triangle", "halved"):
            return outlines.folded_outline(x, y, side, yaw, style)
        return outlines.cloth_outline(rng, x, y, (side, side), yaw, wave=wave)

    shape = layout.free_place(make, flat=True)
    if shape is not None:
        _lay(layout, "napkin", shape, 0.0, style=style, yaw_deg=yaw)


def _book(layout: Layout, *, stacked: bool) -> None:
    rng = layout.rng
    long, wide = float(rng.uniform(6.5, 9.2)), float(rng.uniform(4.5, 7.2))
    shape = layout.free_place(lambda x, y, yaw: rectangle_at(x, y, long, wide, yaw), flat=False)
    if shape is None:
        return
    low = round(float(rng.uniform(0.5, 1.0)), 1)
    if not stacked:
        _lay(layout, "book", shape, low)
        return
    centre, yaw = shape.centroid, outlines.long_way_deg(shape) + float(rng.normal(0, 12))
    upper = rectangle_at(
        centre.x + float(rng.normal(0, 0.4)),
        centre.y + float(rng.normal(0, 0.3)),
        long * float(rng.uniform(0.72, 0.9)),
        wide * float(rng.uniform(0.68, 0.85)),
        yaw,
    )
    whole = outlines.joined((shape, upper)) if not shape.contains(upper) else shape
    _lay(layout, "book", whole, low, pieces=(shape,))
    high = round(low + float(rng.uniform(0.4, 0.9)), 1)
    _lay(layout, "book", upper, high, foot_in=low)


def _round(layout: Layout, kind: str) -> None:
    rng = layout.rng
    low, high = {"plate": (2.7, 3.6), "lid": (1.1, 1.7)}[kind]
    radius = float(rng.uniform(low, high))
    corners = {"plate": 60, "lid": 40}[kind]
    shape = layout.free_place(lambda x, y, _: outlines.circle(x, y, radius, corners), flat=False)
    span = {"plate": (0.5, 0.9), "lid": (0.2, 0.5)}[kind]
    if shape is not None:
        _lay(layout, kind, shape, layout.height(kind, *span))


def _mug(layout: Layout) -> None:
    rng = layout.rng
    radius = float(rng.uniform(1.35, 1.75))
    shape = layout.free_place(
        lambda x, y, _: outlines.circle(x, y, radius + 0.05), flat=False, tall=4.5
    )
    if shape is None:
        return
    shape = outlines.circle(shape.centroid.x, shape.centroid.y, radius)
    tall = layout.height("mug", 3.3, 4.4)
    yaw = float(rng.uniform(0, 360))
    _lay(layout, "mug", shape, tall, yaw_deg=yaw, inverted=bool(rng.random() < 0.25))


def _wall(layout: Layout) -> None:
    rng = layout.rng
    styles = [s for s in ("pencil", "bundle", "card") if f"wall {s}" in layout.heights]
    style = (
        styles[0] if styles else str(rng.choice(["pencil", "bundle", "card"], p=[0.7, 0.15, 0.15]))
    )
    long, wide, high = {
        "pencil": (7.0, 0.3, 0.3),
        "bundle": (7.0, 0.3 * int(rng.integers(3, 5)), 0.3),
        "card": (float(rng.uniform(4, 7)), 0.9, 0.9),
    }[style]
    layout.heights[f"wall {style}"] = high
    shape = layout.free_place(lambda x, y, yaw: rectangle_at(x, y, long, wide, yaw), flat=False)
    if shape is not None:
        _lay(layout, "wall", shape, high, style=style)
