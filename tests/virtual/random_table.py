"""Random virtual tables: other desks, light, colours, cameras and things for every seed."""

from dataclasses import dataclass

import numpy as np

from table.army import TagFamily
from table.scene import Scene
from table.table_spec import TableSpec
from tests.virtual.camera import VirtualCamera, random_camera
from tests.virtual.desk import desk_colour, random_desk
from tests.virtual.placing import CLUTTER, Placing
from tests.virtual.random_army import Muster, random_army
from tests.virtual.random_clutter import hand_at_the_edge, random_clutter
from tests.virtual.random_light import random_lighting, random_sensor
from tests.virtual.random_things import random_things, with_prints
from tests.virtual.virtual_table import VirtualTable

Rng = np.random.Generator
TIERS = ("easy", "normal", "hard")
MEN = {"easy": (6, 10), "normal": (10, 20), "hard": (18, 32)}
TILT_DEG = {"easy": (0.5, 3.0), "normal": (1.0, 6.5), "hard": (2.0, 9.5)}
TABLES_WH = ((36.0, 24.0), (24.0, 18.0), (36.0, 24.0), (30.0, 20.0))
SIZES_WH = ((1920, 1080), (1920, 1080), (3840, 2160))
USUAL_SURFACES = ("oak", "beige_cloth", "laminate_grey", "walnut", "white_desk")


@dataclass(frozen=True, slots=True)
class Wish:
    """What a caller may fix; None leaves it to the seed."""

    size_wh: tuple[int, int] | None = None
    table_wh: tuple[float, float] | None = None
    surface: str | None = None
    light: str | None = None
    helmets: bool | None = None
    family: TagFamily = "qr"
    men: int | None = None
    tag_in: float = 1.0
    hand: bool | None = None
    usual: bool | None = None  # the colours, sides and desks of the recorded tables
    printed: bool = False  # things with print on them, and clutter among the men


def random_table(seed: int, tier: str = "normal", **wish: object) -> VirtualTable:
    """The table of a seed; `wish` holds fields of `Wish`, like size_wh=(1920, 1080)."""
    rng = np.random.default_rng([seed, TIERS.index(tier)])
    return _table(rng, seed, tier, Wish(**wish))  # type: ignore[arg-type]  # checked by Wish


def _table(rng: Rng, seed: int, tier: str, wish: Wish) -> VirtualTable:
    drawn = bool(rng.random() < 0.6)
    usual = drawn if wish.usual is None else wish.usual
    table_wh = wish.table_wh or TABLES_WH[int(rng.integers(len(TABLES_WH)))]
    camera = _camera(rng, tier, wish, table_wh)
    surface = str(rng.choice(USUAL_SURFACES)) if usual else None
    desk = random_desk(rng, table_wh, wish.surface or surface)
    laid, listed = random_things(
        rng,
        table_wh,
        tier=tier,
        usual=usual,
        eye=camera.position,
        desk_colour=desk_colour(desk.surface),
    )
    # Drawn apart, so that a seed's other tables stay as they are.
    prints = np.random.default_rng([seed, TIERS.index(tier), 1]) if wish.printed else None
    if prints is not None:
        laid = with_prints(prints, laid)
    things = [x.thing for x in laid]
    army = random_army(rng, _muster(rng, tier, wish, usual=usual))
    placing = Placing(rng, table_wh, things, camera.position)
    orders = placing.orders(0 if tier == "easy" else int(rng.integers(0, 3)))
    decoys = placing.decoys(int(rng.integers(0, 3)))
    litter = placing.litter(0 if tier == "easy" else int(rng.binomial(2, 0.2)))
    if prints is not None:
        litter += placing.litter(int(prints.integers(1, 5)), CLUTTER)
    soldiers, tags = placing.soldiers(army, wish.men or _between(rng, MEN[tier]))
    lighting = random_lighting(rng, table_wh, tier, wish.light)
    hand = hand_at_the_edge(rng, table_wh) if _wants_hand(rng, tier, wish) else None
    return VirtualTable(
        name=f"{desk.surface}-{tier}-{seed}",
        seed=seed,
        tier=tier,
        spec=TableSpec(*table_wh, 1.5, listed),
        army=army,
        scene=Scene(
            *table_wh,
            soldiers=soldiers,
            things=tuple(things),
            orders=orders,
            unknown=tuple(sorted(decoy.id for decoy in decoys)),
        ),
        camera=camera,
        lighting=lighting,
        desk=desk,
        sensor=random_sensor(rng, tier, lighting, seed),
        looks={x.thing.id: x.look for x in laid},
        tags=tags,
        decoys=decoys,
        clutter=litter + random_clutter(rng, desk, table_wh),
        hand=hand,
    )


def _between(rng: Rng, span: tuple[int, int]) -> int:
    return int(rng.integers(span[0], span[1] + 1))


def _camera(rng: Rng, tier: str, wish: Wish, table_wh: tuple[float, float]) -> VirtualCamera:
    drawn = SIZES_WH[int(rng.integers(len(SIZES_WH)))]
    return random_camera(
        rng,
        size_wh=wish.size_wh or (SIZES_WH[0] if tier == "hard" else drawn),
        table_wh=table_wh,
        tilt_deg=float(rng.uniform(*TILT_DEG[tier])),
        margin=float(rng.uniform(0.02, 0.08)),
    )


def _muster(rng: Rng, tier: str, wish: Wish, *, usual: bool) -> Muster:
    drawn = bool(rng.random() < 0.2)
    return Muster(
        men=wish.men or MEN[tier][1],
        helmets=drawn if wish.helmets is None else wish.helmets,
        family=wish.family,
        tag_in=wish.tag_in,
        usual=usual,
    )


def _wants_hand(rng: Rng, tier: str, wish: Wish) -> bool:
    drawn = tier != "easy" and bool(rng.random() < 0.35)
    return drawn if wish.hand is None else wish.hand
