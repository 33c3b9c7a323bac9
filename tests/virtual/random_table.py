"""Random virtual tables: other desks, light, colours, cameras and things for every seed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from shapely import Point, Polygon, box

from table.army import Army, Enlisted, Side, TagStyle
from table.directions import step
from table.places import Floats, TablePoint
from table.scene import Order, Scene, Soldier, Thing
from table.table_spec import TableSpec
from tests.virtual.camera import random_camera
from tests.virtual.clutter import REACH_IN, Clutter
from tests.virtual.desk import DeskLook, desk_colour, random_desk
from tests.virtual.hands import Hand, random_hand
from tests.virtual.looks import ThingLook
from tests.virtual.random_light import random_lighting, random_sensor
from tests.virtual.random_things import Laid, corner_boxes, leaning, random_things
from tests.virtual.virtual_table import Decoy, TagPose, VirtualTable

Rng = np.random.Generator
T = TypeVar("T")
TIERS = ("easy", "normal", "hard")
MEN = {"easy": (6, 10), "normal": (10, 20), "hard": (18, 32)}
TILT_DEG = {"easy": (0.5, 3.0), "normal": (1.0, 6.5), "hard": (2.0, 9.5)}
WEAPONS = ("rifle", "rifle", "rifle", "machine-gun", "bazooka", "pistol")
ORDERS = ("MOVE", "FIRE", "HOLD", "CHARGE", "RALLY", "BLAST", "SIGHT", "NEXT", "UNDO")
STRANGERS = ("XZ-9", "Z99", "TEAPOT", "BOX-1142", "W1X2Y3", "Q77", "LOT-7")


@dataclass(frozen=True, slots=True)
class Wish:
    """What a caller may fix; None leaves it to the seed."""

    size_wh: tuple[int, int] | None = None
    table_wh: tuple[float, float] | None = None
    surface: str | None = None
    light: str | None = None
    helmets: bool | None = None
    family: str | None = None
    men: int | None = None
    tag_in: float = 1.0
    hand: bool | None = None
    usual: bool | None = None  # the colours, sides and desks of the recorded tables


def random_table(seed: int, tier: str = "normal", **wish: object) -> VirtualTable:
    """The table of a seed; `wish` holds fields of `Wish`, like size_wh=(1920, 1080)."""
    return _table(np.random.default_rng([seed, TIERS.index(tier)]), seed, tier, Wish(**wish))  # type: ignore[arg-type]  # checked by Wish


def _table(rng: Rng, seed: int, tier: str, wish: Wish) -> VirtualTable:
    drawn = bool(rng.random() < 0.6)
    usual = drawn if wish.usual is None else wish.usual
    table_wh = wish.table_wh or _pick(rng, [(36.0, 24.0), (24.0, 18.0), (36.0, 24.0), (30.0, 20.0)])
    size_wh = wish.size_wh or _pick(rng, [(1920, 1080), (1920, 1080), (3840, 2160)])
    if tier == "hard" and wish.size_wh is None:
        size_wh = (1920, 1080)
    camera = random_camera(
        rng,
        size_wh=size_wh,
        table_wh=table_wh,
        tilt_deg=float(rng.uniform(*TILT_DEG[tier])),
        margin=float(rng.uniform(0.02, 0.08)),
    )
    surface = wish.surface
    if surface is None and usual:
        surface = str(rng.choice(["oak", "beige_cloth", "laminate_grey", "walnut", "white_desk"]))
    desk = random_desk(rng, table_wh, surface)
    laid, listed = random_things(
        rng,
        table_wh,
        tier=tier,
        usual=usual,
        eye=camera.position,
        desk_colour=desk_colour(desk.surface),
    )
    spec = TableSpec(*table_wh, 1.5, listed)
    army = _army(rng, tier, wish, SIDES[0] if usual else _pick(rng, SIDES))
    placing = _Placing(rng, table_wh, [x.thing for x in laid], camera.position)
    orders = placing.orders(0 if tier == "easy" else int(rng.integers(0, 3)))
    decoys = placing.decoys(int(rng.integers(0, 3)))
    soldiers, tags = placing.soldiers(army, MEN[tier] if wish.men is None else (wish.men,) * 2)
    scene = Scene(
        *table_wh,
        soldiers=soldiers,
        things=tuple(x.thing for x in laid),
        orders=orders,
        unknown=tuple(sorted(d.id for d in decoys)),
    )
    lighting = random_lighting(rng, table_wh, tier, wish.light)
    return VirtualTable(
        name=f"{desk.surface}-{tier}-{seed}",
        seed=seed,
        tier=tier,
        spec=spec,
        army=army,
        scene=scene,
        camera=camera,
        lighting=lighting,
        desk=desk,
        sensor=random_sensor(rng, tier, lighting, seed),
        looks=_looks(laid),
        tags=tags,
        decoys=decoys,
        clutter=_clutter(rng, desk, table_wh, inside=tier == "hard", laid=laid),
        hand=_hand(rng, tier, table_wh, wanted=wish.hand),
    )


def _pick(rng: Rng, choices: Sequence[T]) -> T:
    return choices[int(rng.integers(len(choices)))]


def _looks(laid: list[Laid]) -> dict[str, ThingLook]:
    return {x.thing.id: x.look for x in laid}


def _hand(
    rng: Rng, tier: str, table_wh: tuple[float, float], *, wanted: bool | None
) -> Hand | None:
    if not (wanted if wanted is not None else tier != "easy" and rng.random() < 0.35):
        return None
    w, h = table_wh
    edge = _pick(rng, [(rng.uniform(-2, 1), rng.uniform(0.2, 0.8) * h),
                       (w + rng.uniform(-1, 2), rng.uniform(0.2, 0.8) * h),
                       (rng.uniform(0.2, 0.8) * w, rng.uniform(-2, 1)),
                       (rng.uniform(0.2, 0.8) * w, h + rng.uniform(-1, 2))])  # fmt: skip
    return random_hand(rng, table_wh, (float(edge[0]), float(edge[1])))


def _army(rng: Rng, tier: str, wish: Wish, sides: tuple[Side, Side]) -> Army:
    helmets = wish.helmets if wish.helmets is not None else bool(rng.random() < 0.2)
    style = TagStyle(
        size=wish.tag_in,
        height=2.25 if helmets else 0.0,
        figure=(0.0, 0.0) if helmets else (-0.75, 0.0),
        family="aruco" if wish.family == "aruco" else "qr",
    )
    naming = _pick(rng, list(NAMINGS))
    count = (wish.men or MEN[tier][1]) // 2 + int(rng.integers(2, 6))
    men = [
        Enlisted(
            _name(naming, which, side.name, i),
            side.name,
            (str(rng.choice(WEAPONS)),),
            tag=style,
            marker=which * 100 + i if style.family == "aruco" else None,
        )
        for which, side in enumerate(sides)
        for i in range(count)
    ]
    order = rng.permutation(len(men))
    return Army(style, sides, tuple(men[i] for i in order))


SIDES = [
    (Side("green", "#47682f"), Side("tan", "#c3a674")),
    (Side("red", "#a8332a"), Side("blue", "#2f4f9a")),
    (Side("grey", "#6c7076"), Side("brown", "#6a4a2c")),
    (Side("green", "#47682f"), Side("tan", "#c3a674")),
]
NAMINGS = ("letter", "number", "long", "mixed")


def _name(naming: str, which: int, side: str, i: int) -> str:
    head = side[0].upper()
    return {
        "letter": f"{head}{i + 1:02d}",
        "number": str(1 + 40 * which + i),
        "long": f"{side[:2].upper()}{i + 1:03d}",
        "mixed": f"{head}-{'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[i % 26]}{i % 9 + 1}",
    }[naming]


class _Placing:
    """Finds places for men, cards and strangers' tags that games could have."""

    def __init__(
        self, rng: Rng, table_wh: tuple[float, float], things: list[Thing], eye: Floats
    ) -> None:
        self.eye = eye
        self.rng = rng
        self.table_wh = table_wh
        self.things = things
        self.corners = corner_boxes(table_wh)
        self.taken: list[Polygon] = [*self.corners]

    def _spot(self) -> TablePoint:
        w, h = self.table_wh
        if self.things and self.rng.random() < 0.4:  # men gather on and around things
            centre = self.things[int(self.rng.integers(len(self.things)))].footprint.centroid
            x, y = centre.x + self.rng.normal(0, 2.2), centre.y + self.rng.normal(0, 2.2)
            if 0.8 < x < w - 0.8 and 0.8 < y < h - 0.8:
                return TablePoint(float(x), float(y))
        return TablePoint(
            float(self.rng.uniform(0.8, w - 0.8)), float(self.rng.uniform(0.8, h - 0.8))
        )

    def _under(self, place: TablePoint) -> Thing | None:
        """The topmost thing under a place."""
        here = Point(place.x, place.y)
        over = [t for t in self.things if t.footprint.contains(here)]
        return max(over, key=lambda t: (t.height, self.things.index(t)), default=None)

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

    def _free(self, shape: Polygon) -> bool:
        w, h = self.table_wh
        return box(0.1, 0.1, w - 0.1, h - 0.1).contains(shape) and not any(
            shape.intersects(other) for other in self.taken
        )

    def _hides_corner(self, body: Polygon) -> bool:
        leant = leaning(body, 2.3, self.eye)
        return any(leant.intersects(corner) for corner in self.corners)

    def soldiers(
        self, army: Army, span: tuple[int, int]
    ) -> tuple[tuple[Soldier, ...], dict[str, TagPose]]:
        """Men of the army on the table; some stay in the bag."""
        wanted = int(self.rng.integers(span[0], span[1] + 1))
        men: list[Soldier] = []
        tags: dict[str, TagPose] = {}
        for enlisted in sorted(army.soldiers, key=lambda _: self.rng.random())[:wanted]:
            found = self._soldier(enlisted)
            if found is not None:
                men.append(found[0])
                tags[enlisted.id] = found[1]
        return tuple(men), tags

    def _soldier(self, enlisted: Enlisted) -> tuple[Soldier, TagPose] | None:
        style = enlisted.tag
        for _ in range(80):
            tag, facing = self._spot(), float(self.rng.uniform(0, 360))
            place = step(tag, facing, *style.figure)
            tag_square = _square(
                tag, style.size * (4 / 3 if style.family == "aruco" else 1), facing
            )
            ground = tag_square if style.height == 0 else Point(tag.x, tag.y).buffer(0.5)
            body = Point(place.x, place.y).buffer(0.42)
            whole = ground.union(body)
            under = self._under(place)
            if (
                not self._hides_corner(body)
                and self._free(tag_square.buffer(0.02))
                and self._free(body)
                and self._stands_level(whole, under)
            ):
                break
        else:
            return None
        self.taken += [tag_square, body]
        level = 0.0 if under is None else under.height
        off = self.rng.normal(0, 0.015, 2)
        soldier = Soldier(
            enlisted.id,
            enlisted.side,
            round(place.x + float(off[0]), 3),
            round(place.y + float(off[1]), 3),
            enlisted.weapons,
            enlisted.team,
            enlisted.role,
            enlisted.base,
            facing=round(facing, 2),
            elevation=level,
            on=None if under is None else under.id,
        )
        return soldier, self._pose(tag, level + style.height, round(facing, 2))

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
        )

    def decoys(self, count: int) -> tuple[Decoy, ...]:
        """Tags of no army."""
        names = self.rng.permutation(np.array(STRANGERS))[:count]
        found = []
        for name in names:
            for _ in range(40):
                spot, facing = self._spot(), float(self.rng.uniform(0, 360))
                square = _square(spot, 1.0, facing)
                if self._free(square) and self._flat(square):
                    self.taken.append(square)
                    found.append(Decoy(str(name), self._pose(spot, 0.0, facing)))
                    break
        return tuple(found)

    def _flat(self, shape: Polygon) -> bool:
        return not any(t.height > 0 and t.footprint.distance(shape) < 0.1 for t in self.things)

    def orders(self, count: int) -> tuple[Order, ...]:
        """Order cards, flat on the table."""
        found = []
        for word in self.rng.permutation(np.array(ORDERS))[:count]:
            for _ in range(40):
                spot, facing = self._spot(), float(self.rng.uniform(0, 360))
                square = _square(spot, 2.3, facing)
                if self._free(square) and self._flat(square):
                    self.taken.append(square)
                    found.append(
                        Order(str(word), round(spot.x, 3), round(spot.y, 3), round(facing, 2))
                    )
                    break
        return tuple(found)


def _square(centre: TablePoint, side: float, facing_deg: float) -> Polygon:
    half = side / 2
    corners = [
        step(centre, facing_deg, f, r)
        for f, r in ((half, -half), (half, half), (-half, half), (-half, -half))
    ]
    return Polygon([(p.x, p.y) for p in corners])


def _clutter(
    rng: Rng, desk: DeskLook, table_wh: tuple[float, float], *, inside: bool, laid: list[Laid]
) -> tuple[Clutter, ...]:
    w, h = table_wh
    found: list[Clutter] = []
    area = box(-0.4, -0.4, w + 0.4, h + 0.4)
    for _ in range(int(rng.integers(2, 7))):
        kind = str(rng.choice(list(REACH_IN)))
        if any(c.kind == kind for c in found):
            continue
        if kind == "dice" and inside and rng.random() < 0.5:
            spot = (float(rng.uniform(3, w - 3)), float(rng.uniform(3, h - 3)))
            if all(x.thing.footprint.distance(Point(spot)) > 2 for x in laid):
                found.append(Clutter(kind, *spot, 0.0, int(rng.integers(1 << 30))))
            continue
        upright = rng.random() < 0.5
        yaw = (90.0 if upright else 0.0) + float(rng.normal(0, 6))
        a, b = REACH_IN[kind][::-1] if upright else REACH_IN[kind]
        side = int(rng.integers(4))
        gap = float(rng.uniform(0.6, 2.5))
        x, y = (
            (-a - gap, rng.uniform(0, h)),
            (w + a + gap, rng.uniform(0, h)),
            (rng.uniform(0, w), -b - gap),
            (rng.uniform(0, w), h + b + gap),
        )[side]
        shape = box(x - a, y - b, x + a, y + b)
        clear = all(
            Point(c.x, c.y).distance(Point(x, y)) > max(REACH_IN[c.kind]) + max(a, b) for c in found
        )
        if clear and not shape.intersects(area) and desk.left - a < x < desk.right + a:
            found.append(Clutter(kind, float(x), float(y), yaw, int(rng.integers(1 << 30))))
    return tuple(found)
