"""Pictures of virtual tables, as an overhead webcam takes them.

`render` gives the picture, `render_empty` the same desk with nothing but the corner markers
and what lies about, `exposed` the light and who owns each dot before the camera's faults.
"""

from dataclasses import dataclass, replace

import numpy as np

from table.picture import Picture
from table.scene import Soldier
from tests.virtual import tags
from tests.virtual.canvas import Canvas, margin_for, picture_from_canvas
from tests.virtual.clutter import clutter_parts
from tests.virtual.colours import Linear
from tests.virtual.desk import desk_sheets
from tests.virtual.figures import figure
from tests.virtual.flat_shapes import square_sheet
from tests.virtual.hands import hand_parts
from tests.virtual.heights import height_map
from tests.virtual.light import LightMap, light_map
from tests.virtual.paint import Sheet, Solid, paint_sheet, paint_solid
from tests.virtual.sensor import blurred, shot
from tests.virtual.things import thing_parts
from tests.virtual.virtual_table import TagPose, VirtualTable

Part = Sheet | Solid
MARKER_RIM_IN = 0.2
LOW_IN = 0.1
PAPER_IN = 0.012  # a sheet's thickness
LAID_IN = 0.004  # how exactly the corner markers are laid
OTHER = 20_000  # owners from here on are no soldier's tag


@dataclass(frozen=True, eq=False)
class Exposed:
    """A painted table before the camera's faults."""

    canvas: Canvas
    light_map: LightMap


def render(virtual: VirtualTable) -> Picture:
    """The picture the virtual camera takes."""
    return developed(virtual, exposed(virtual).canvas)


def render_empty(virtual: VirtualTable) -> Picture:
    """The same desk, camera and light with nothing but corner markers and clutter.

    Exposure and white balance have drifted a little and the noise is other noise.
    """
    rng = np.random.default_rng(virtual.seed + 77)
    drift = np.array(virtual.sensor.balance) * np.exp(rng.normal(0, 0.02, 3))
    sensor = replace(
        virtual.sensor,
        seed=virtual.sensor.seed + 1,
        motion_px=(0.0, 0.0),
        exposure=virtual.sensor.exposure * float(np.exp(rng.normal(0, 0.05))),
        balance=(float(drift[0]), float(drift[1]), float(drift[2])),
    )
    return render(replace(without_players(virtual), sensor=sensor))


def without_players(virtual: VirtualTable) -> VirtualTable:
    """The table as it was before anybody put anything on it."""
    bare = replace(virtual.scene, soldiers=(), things=(), orders=(), unknown=())
    return replace(virtual, scene=bare, looks={}, tags={}, decoys=(), hand=None, lifted=None)


def developed(virtual: VirtualTable, canvas: Canvas, light: Linear | None = None) -> Picture:
    """The camera's picture of a painted canvas, or of other light on the same canvas."""
    seen = canvas.light if light is None else light
    soft = blurred(seen, virtual.sensor, canvas.fineness)
    return shot(picture_from_canvas(canvas, soft), virtual.sensor)


def exposed(virtual: VirtualTable) -> Exposed:
    """The painted table: light, depth and owner of each dot."""
    camera = virtual.camera
    fineness = 1.6 if camera.lens.size_wh[0] <= 2000 else 1.1
    canvas = Canvas(camera, fineness, margin_for(camera))
    middle = np.array([virtual.spec.width / 2, virtual.spec.height / 2, 0.0])
    ppi = min(camera.px_per_inch(middle), 60.0)
    parts = table_parts(virtual)
    bare = desk_sheets(virtual.desk, ppi)
    desk_colour = bare[-1].colour[::16, ::16].reshape(-1, 3).mean(axis=0)
    lit = light_map(height_map(virtual.desk, parts), virtual.lighting, desk_colour)
    for part in [*bare, *parts]:
        if isinstance(part, Sheet):
            paint_sheet(canvas, part, lit)
        else:
            paint_solid(canvas, part, lit)
    return Exposed(canvas, lit)


def table_parts(virtual: VirtualTable) -> list[Part]:
    """Everything above the bare desk, in the order it is painted.

    Papers on the desk come first, each over the one before; then solids, the highest first,
    because what they hide then costs nothing; then papers that lie on solids.
    """
    parts: list[Part] = [
        *corner_parts(virtual),
        *_thing_parts(virtual),
        *(p for c in virtual.clutter if c.kind != "scrap" for p in clutter_parts(c)),
        *_order_parts(virtual),
        *_decoy_parts(virtual),
        *_tag_parts(virtual),
        *(_figure_parts(virtual) if virtual.figures else ()),
        *_scrap_parts(virtual),
        *_hand_parts(virtual),
    ]
    solids = [part for part in parts if isinstance(part, Solid)]
    sheets = [part for part in parts if isinstance(part, Sheet)]
    return [
        *(sheet for sheet in sheets if sheet.corner[2] < LOW_IN),
        *sorted(solids, key=lambda solid: -solid.shape.bounds()[:, 2].max()),
        *(sheet for sheet in sheets if sheet.corner[2] >= LOW_IN),
    ]


def corner_parts(virtual: VirtualTable) -> list[Sheet]:
    """The four corner markers, each inside the play area with its outer corner on it."""
    side = virtual.spec.corner_marker
    w, h = virtual.spec.width, virtual.spec.height
    half = side / 2
    centres = ((half, half), (w - half, half), (w - half, h - half), (half, h - half))
    rng = np.random.default_rng(virtual.desk.seed)
    return [
        square_sheet(
            tags.corner_sheet(number, side, MARKER_RIM_IN),
            centre=(x + rng.normal(0, LAID_IN), y + rng.normal(0, LAID_IN), PAPER_IN),
            size_wh_in=(side + 2 * MARKER_RIM_IN, side + 2 * MARKER_RIM_IN),
            up_deg=-90.0 + rng.normal(0, 0.1),
            owner=OTHER,
        )
        for number, (x, y) in enumerate(centres)
    ]


def _thing_parts(virtual: VirtualTable) -> list[Part]:
    return [
        part
        for i, thing in enumerate(virtual.scene.things)
        for part in thing_parts(thing, virtual.looks[thing.id], layer=i + 1, owner=OTHER + 1 + i)
    ]


def _tag_sheet(squares: tags.Modules, pose: TagPose, size_in: float, owner: int) -> Sheet:
    rng = np.random.default_rng(pose.seed)
    sheet = tags.dithered(squares, rng, pose.worn)
    if pose.creased:
        sheet = tags.creased(sheet, rng)
    return square_sheet(
        sheet,
        centre=(pose.x, pose.y, pose.z + PAPER_IN),
        size_wh_in=(size_in, size_in),
        up_deg=pose.facing,
        owner=owner,
        tip_deg=pose.tip_deg,
    )


def _tag_parts(virtual: VirtualTable) -> list[Part]:
    parts: list[Part] = []
    for i, soldier in enumerate(virtual.scene.soldiers):
        enlisted = virtual.army.soldier(soldier.id)
        assert enlisted is not None, soldier.id
        squares = tags.soldier_squares(enlisted)
        pose = virtual.tags[soldier.id]
        size = enlisted.tag.size
        if enlisted.tag.family == "aruco":
            squares, size = np.pad(squares, 1), size * 8 / 6
        parts.append(_tag_sheet(squares, pose, size, owner=i))
    return parts


def _decoy_parts(virtual: VirtualTable) -> list[Part]:
    return [
        _tag_sheet(tags.tag_squares(decoy.id), decoy.pose, 1.0, OTHER + 900)
        for decoy in virtual.decoys
    ]


def _order_parts(virtual: VirtualTable) -> list[Part]:
    parts: list[Part] = []
    for order in virtual.scene.orders:
        a = np.radians(order.facing)
        up = np.array([np.cos(a), np.sin(a)])
        off = tags.CARD_H_IN / 2 - tags.CODE_AT[1]
        x, y = np.array([order.x, order.y]) - up * off
        parts.append(
            square_sheet(
                tags.order_sheet(order.order),
                centre=(float(x), float(y), PAPER_IN),
                size_wh_in=(tags.CARD_W_IN, tags.CARD_H_IN),
                up_deg=order.facing,
                owner=OTHER + 901,
            )
        )
    return parts


def _scrap_parts(virtual: VirtualTable) -> list[Part]:
    """Scraps of paper lie over tags, so they are painted after them."""
    return [p for c in virtual.clutter if c.kind == "scrap" for p in clutter_parts(c)]


def _hand_parts(virtual: VirtualTable) -> list[Part]:
    """The hand, and the soldier it holds with his tag."""
    parts: list[Part] = [] if virtual.hand is None else [*hand_parts(virtual.hand)]
    if virtual.lifted is None:
        return parts
    soldier = virtual.lifted
    enlisted = virtual.army.soldier(soldier.id)
    assert enlisted is not None, soldier.id
    tag = _tag_sheet(
        tags.soldier_squares(enlisted), virtual.tags[soldier.id], enlisted.tag.size, OTHER + 903
    )
    return [*parts, tag, *_one_figure(virtual, soldier)]


def _figure_parts(virtual: VirtualTable) -> list[Part]:
    return [part for man in virtual.scene.soldiers for part in _one_figure(virtual, man)]


def _one_figure(virtual: VirtualTable, soldier: Soldier) -> tuple[Part, ...]:
    enlisted = virtual.army.soldier(soldier.id)
    side = virtual.army.side(soldier.side)
    assert enlisted is not None, soldier.id
    assert side is not None, soldier.side
    pose = virtual.tags[soldier.id]
    return figure(
        pose.seed,
        weapon=soldier.weapons[0] if soldier.weapons else "rifle",
        colour=side.colour,
        place=(soldier.x, soldier.y, pose.z - enlisted.tag.height),
        facing_deg=soldier.facing,
        base_in=soldier.base,
        helmet_in=enlisted.tag.height if enlisted.tag.height > 0 else None,
        owner=OTHER + 902,
    )
