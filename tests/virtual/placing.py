"""Places for men, cards, strangers' tags and litter among the things of a table."""

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np
from shapely import Point, Polygon, box

from table.army import Army, Enlisted
from table.directions import step
from table.places import Floats, TablePoint
from table.scene import Order, Soldier, Thing
from tests.virtual.clutter import Clutter
from tests.virtual.random_things import corner_boxes, leaning
from tests.virtual.virtual_table import Decoy, TagPose

Rng = np.random.Generator
ORDERS = ("MOVE", "FIRE", "HOLD", "CHARGE", "RALLY", "BLAST", "SIGHT", "NEXT", "UNDO")
STRANGERS = ("XZ-9", "Z99", "TEAPOT", "BOX-1142", "W1X2Y3", "Q77", "LOT-7")
MAN_IN = 2.3  # a man's height, generously
BODY_IN = 0.42  # his radius
LITTER = {"dice": 2.6, "poster": 3.6}  # what may lie among the men, and the room it needs
CLUTTER = LITTER | {"phone": 6.2, "cable": 9.0, "note": 7.6, "scrap": 1.6, "keyboard": 13.6}


class Placing:
    """Hands out free places; each one given is taken from then on."""

    def __init__(
        self, rng: Rng, table_wh: tuple[float, float], things: list[Thing], eye: Floats
    ) -> None:
        self.rng = rng
        self.table_wh = table_wh
        self.things = things
        self.eye = eye
        self.corners = corner_boxes(table_wh)
        self.taken: list[Polygon] = [*self.corners]

    def orders(self, count: int) -> tuple[Order, ...]:
        """Order cards, flat on the table."""
        words = self.rng.permutation(np.array(ORDERS))[:count]
        found = []
        for word in words:
            if (lies := self._flat_place(2.3)) is not None:
                spot, facing = lies
                found.append(Order(str(word), round(spot.x, 3), round(spot.y, 3), round(facing, 2)))
        return tuple(found)

    def decoys(self, count: int) -> tuple[Decoy, ...]:
        """Tags of no army."""
        names = self.rng.permutation(np.array(STRANGERS))[:count]
        places = [(str(name), self._flat_place(1.0)) for name in names]
        return tuple(
            Decoy(name, self._pose(lies[0], 0.0, lies[1])) for name, lies in places if lies
        )

    def litter(
        self, count: int, rooms_in: Mapping[str, float] = MappingProxyType(LITTER)
    ) -> tuple[Clutter, ...]:
        """Dice, posters and such among the men."""
        found = []
        for _ in range(count):
            kind = str(self.rng.choice(list(rooms_in)))
            if (lies := self._flat_place(rooms_in[kind])) is not None:
                spot, facing = lies
                found.append(Clutter(kind, spot.x, spot.y, facing, int(self.rng.integers(1 << 30))))
        return tuple(found)

    def soldiers(self, army: Army, wanted: int) -> tuple[tuple[Soldier, ...], dict[str, TagPose]]:
        """As many men as find a place, and how their tags lie."""
        men: list[Soldier] = []
        tags: dict[str, TagPose] = {}
        for i in self.rng.permutation(len(army.soldiers))[:wanted]:
            enlisted = army.soldiers[int(i)]
            if (found := self._soldier(enlisted)) is not None:
                men.append(found[0])
                tags[enlisted.id] = found[1]
        return tuple(men), tags

    def _spot(self) -> TablePoint:
        w, h = self.table_wh
        if self.things and self.rng.random() < 0.4:  # men gather on and around things
            centre = self.things[int(self.rng.integers(len(self.things)))].footprint.centroid
            x, y = centre.x + self.rng.normal(0, 2.2), centre.y + self.rng.normal(0, 2.2)
            if 0.8 < x < w - 0.8 and 0.8 < y < h - 0.8:
                return TablePoint(float(x), float(y))
        x, y = self.rng.uniform(0.8, w - 0.8), self.rng.uniform(0.8, h - 0.8)
        return TablePoint(float(x), float(y))

    def _flat_place(self, side: float) -> tuple[TablePoint, float] | None:
        """A free square of the bare table or of paper on it, and its facing."""
        for _ in range(40):
            spot, facing = self._spot(), float(self.rng.uniform(0, 360))
            square = _square(spot, side, facing)
            stands = (t for t in self.things if t.height > 0)
            if self._free(square) and all(t.footprint.distance(square) >= 0.1 for t in stands):
                self.taken.append(square)
                return spot, facing
        return None

    def _soldier(self, enlisted: Enlisted) -> tuple[Soldier, TagPose] | None:
        for _ in range(80):
            tag, facing = self._spot(), float(self.rng.uniform(0, 360))
            place = step(tag, facing, *enlisted.tag.figure)
            square, body = _man(enlisted, tag, place, facing)
            under = self._under(place)
            ground = body if enlisted.tag.height > 0 else square.union(body)
            if self._may_stand(square, body) and self._stands_level(ground, under):
                self.taken += [square, body]
                return self._put(enlisted, tag, round(facing, 2), under)
        return None

    def _put(
        self, enlisted: Enlisted, tag: TablePoint, facing: float, under: Thing | None
    ) -> tuple[Soldier, TagPose]:
        """The man behind his tag, a few hundredths of an inch from where it says."""
        place = step(tag, facing, *enlisted.tag.figure)
        off = self.rng.normal(0, 0.015, 2)
        level = 0.0 if under is None else under.height
        soldier = Soldier(
            enlisted.id,
            enlisted.side,
            round(place.x + float(off[0]), 3),
            round(place.y + float(off[1]), 3),
            enlisted.weapons,
            enlisted.team,
            enlisted.role,
            enlisted.base,
            facing=facing,
            elevation=level,
            on=None if under is None else under.id,
        )
        return soldier, self._pose(tag, level + enlisted.tag.height, facing)

    def _pose(self, tag: TablePoint, z: float, facing: float) -> TagPose:
        tip = self.rng.normal(0, 0.8, 2) if self.rng.random() < 0.3 else np.zeros(2)
        return TagPose(
            tag.x,
            tag.y,
            z,
            facing,
            (float(tip[0]), float(tip[1])),
            int(self.rng.integers(1 << 30)),
            float(self.rng.uniform(0, 0.5)),
            creased=bool(self.rng.random() < 0.08),
        )

    def _under(self, place: TablePoint) -> Thing | None:
        """The topmost thing under a place, of equals the one laid last."""
        here = Point(place.x, place.y)
        over = [t for t in reversed(self.things) if t.footprint.contains(here)]
        return max(over, key=lambda t: t.height, default=None)

    def _may_stand(self, square: Polygon, body: Polygon) -> bool:
        leant = leaning(body, MAN_IN, self.eye)
        hides = any(leant.intersects(corner) for corner in self.corners)
        return not hides and self._free(square.buffer(0.02)) and self._free(body)

    def _free(self, shape: Polygon) -> bool:
        w, h = self.table_wh
        inside = box(0.1, 0.1, w - 0.1, h - 0.1).contains(shape)
        return inside and not any(shape.intersects(other) for other in self.taken)

    def _stands_level(self, whole: Polygon, under: Thing | None) -> bool:
        """Whether man and tag stand on one level: not half on a book, not in a mug."""
        if under is not None and under.kind in ("mug", "plate", "wall") and not under.inverted:
            return False
        level = 0.0 if under is None else under.height
        for thing in self.things:
            if thing.height == 0 or not thing.footprint.intersects(whole):
                continue
            if thing is under and thing.footprint.contains(whole):
                continue
            if thing.height < level and thing.kind == "book":
                continue
            return False
        return True


def _man(
    enlisted: Enlisted, tag: TablePoint, place: TablePoint, facing_deg: float
) -> tuple[Polygon, Polygon]:
    """The room his tag's paper and his body take."""
    paper = enlisted.tag.size * (4 / 3 if enlisted.tag.family == "aruco" else 1)
    return _square(tag, paper, facing_deg), Point(place.x, place.y).buffer(BODY_IN)


def _square(centre: TablePoint, side: float, facing_deg: float) -> Polygon:
    half = side / 2
    corners = [
        step(centre, facing_deg, f, r)
        for f, r in ((half, -half), (half, half), (-half, half), (-half, -half))
    ]
    return Polygon([(p.x, p.y) for p in corners])
