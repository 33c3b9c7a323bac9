"""Desks full of bare tags at a chosen size in pixels, to measure what a reader can read."""

from dataclasses import replace

import numpy as np

from table.army import Army, Enlisted, Side, TagStyle
from table.directions import step
from table.lens import Lens
from table.places import Floats, TablePoint
from table.scene import Scene, Soldier
from table.table_spec import TableSpec
from tests.virtual.camera import VirtualCamera, looking_down
from tests.virtual.clutter import Clutter
from tests.virtual.desk import SURFACES, DeskLook
from tests.virtual.light import Lamp, Lighting
from tests.virtual.random_light import white
from tests.virtual.sensor import Sensor
from tests.virtual.truth import CORNERS, tag_points
from tests.virtual.virtual_table import Decoy, TagPose, VirtualTable

SIZE_WH = (1920, 1080)
# Set so that plain decoders read the shares of such pictures that are known of real webcams.
QUALITY = {
    "typical": Sensor(exposure=0.8, blur_px=0.6, noise=0.017, noise_grain_px=0.5, jpeg=85),
    "poor": Sensor(exposure=0.75, blur_px=1.02, noise=0.032, noise_grain_px=0.6, jpeg=75),
}


def tag_sheet(
    seed: int,
    px_per_module: float,
    quality: str = "typical",
    n: int = 40,
    *,
    foreign: int = 0,
    hidden: float = 0.0,
    rivals: int = 20,
) -> VirtualTable:
    """A table of `n` bare tags, so that a module is about this many pixels.

    `foreign` tags more belong to no army; of every tag the share `hidden` lies under a scrap
    of paper; `rivals` men more are in the army and not on the table.
    """
    rng = np.random.default_rng([seed, round(px_per_module * 1000), n])
    camera, table_wh = _camera(rng, 25 * px_per_module)
    ids = _ids(rng, n + foreign + rivals)
    army = _army(ids[: n + rivals])
    poses = _poses(rng, table_wh, n + foreign)
    men = [_soldier(army.soldiers[i], poses[i]) for i in range(n)]
    strangers = tuple(Decoy(ids[n + rivals + i], poses[n + i]) for i in range(foreign))
    return VirtualTable(
        name=f"tags-{px_per_module}-{quality}-{seed}",
        seed=seed,
        tier="normal",
        spec=TableSpec(*table_wh, 1.5),
        army=army,
        scene=Scene(*table_wh, soldiers=tuple(men), unknown=tuple(sorted(d.id for d in strangers))),
        camera=camera,
        lighting=_lighting(rng, table_wh),
        desk=DeskLook(
            str(rng.choice(list(SURFACES))),
            int(rng.integers(1 << 30)),
            -3.0,
            -3.0,
            table_wh[0] + 3.0,
            table_wh[1] + 3.0,
        ),
        sensor=replace(QUALITY[quality], seed=seed),
        looks={},
        tags={man.id: pose for man, pose in zip(men, poses[:n], strict=True)},
        decoys=strangers,
        clutter=tuple(_scrap(rng, pose, hidden) for pose in poses[:n]) if hidden else (),
        figures=False,
    )


def tag_corners_px(virtual: VirtualTable, soldier_id: str) -> Floats:
    """A tag's white corners in the picture: top left first, clockwise as it is printed."""
    enlisted = virtual.army.soldier(soldier_id)
    assert enlisted is not None, soldier_id
    return virtual.camera.pixels(tag_points(virtual.tags[soldier_id], enlisted.tag.size, CORNERS))


def _camera(
    rng: np.random.Generator, px_per_in: float
) -> tuple[VirtualCamera, tuple[float, float]]:
    focal = 1600.0
    matrix = np.array([[focal, 0, 959.5], [0, focal, 539.5], [0, 0, 1.0]])
    bend = np.array([rng.uniform(-0.05, 0.0), 0.0, 0.0, 0.0, 0.0])
    lens = Lens(SIZE_WH, matrix, bend, "webcam")
    wide = (SIZE_WH[0] / px_per_in * 0.93, SIZE_WH[1] / px_per_in * 0.93)
    table_wh = (round(wide[0], 1), round(wide[1], 1))
    turn = rng.uniform(0, 2 * np.pi)
    tilt = rng.uniform(1.0, 5.0)
    axes = looking_down(tilt * np.cos(turn), tilt * np.sin(turn), rng.normal(0, 1))
    middle = np.array([table_wh[0] / 2, table_wh[1] / 2, 0.0])
    return VirtualCamera(lens, middle - axes[2] * focal / px_per_in, axes), table_wh


def _ids(rng: np.random.Generator, count: int) -> list[str]:
    """Names of several shapes, many of them one character apart."""
    heads = rng.permutation(np.array(list("ABCDEFGHJKLMNPRSTUVWXYZ")))
    squad = max(12, -(-count // len(heads)))
    names = [f"{heads[i // squad]}{i % squad + 1:02d}" for i in range(count)]
    return names if rng.random() < 0.5 else [f"{name[0]}{name}" for name in names]


def _army(ids: list[str]) -> Army:
    style = TagStyle()
    men = tuple(Enlisted(name, "red", ("rifle",), tag=style) for name in ids)
    return Army(style, (Side("red", "#c0392b"),), men)


def _soldier(enlisted: Enlisted, pose: TagPose) -> Soldier:
    place = step(TablePoint(pose.x, pose.y), pose.facing, *enlisted.tag.figure)
    return Soldier(
        enlisted.id, enlisted.side, place.x, place.y, enlisted.weapons, facing=pose.facing
    )


def _poses(rng: np.random.Generator, table_wh: tuple[float, float], count: int) -> list[TagPose]:
    """One tag somewhere in each of as many cells of the table, off the corner markers."""
    w, h = table_wh
    rows = int(np.ceil(np.sqrt((count + 4) * h / w)))
    cols = int(np.ceil((count + 4) / rows))
    cells = [(r, c) for r in range(rows) for c in range(cols)]
    corners = {(0, 0), (0, cols - 1), (rows - 1, 0), (rows - 1, cols - 1)}
    free = [cell for cell in cells if cell not in corners]
    cell_w, cell_h = w / cols, h / rows
    chosen = rng.permutation(len(free))[:count]
    poses = []
    for i in chosen:
        row, col = free[i]
        slack = np.maximum(np.array([cell_w, cell_h]) / 2 - 0.78, 0)
        x, y = np.array([col + 0.5, row + 0.5]) * (cell_w, cell_h) + rng.uniform(-1, 1, 2) * slack
        seed = int(rng.integers(1 << 30))
        poses.append(TagPose(float(x), float(y), 0.0, float(rng.uniform(0, 360)), seed=seed))
    return poses


def _scrap(rng: np.random.Generator, pose: TagPose, hidden: float) -> Clutter:
    """A scrap that comes in over one edge of the tag and hides this share of it."""
    turn = pose.facing + 90 * int(rng.integers(4))
    away = 0.5 - hidden + 0.65
    spot = step(TablePoint(pose.x, pose.y), turn, away)
    return Clutter("scrap", spot.x, spot.y, turn + 90, int(rng.integers(1 << 30)))


def _lighting(rng: np.random.Generator, table_wh: tuple[float, float]) -> Lighting:
    w, h = table_wh
    place = np.array([rng.uniform(-0.2, 1.2) * w, rng.uniform(-0.2, 1.2) * h, 0.7 * w])
    lamp = Lamp(place, 6.0, white(rng.uniform(3000, 6500)) * np.float32(0.75))
    return Lighting((lamp,), white(rng.uniform(4500, 6500)) * np.float32(0.35), "uneven")
