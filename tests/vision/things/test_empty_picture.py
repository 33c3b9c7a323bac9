"""What the empty picture adds: the bare desk's own light, known however full the table is."""

import numpy as np
from shapely import Polygon, box

from tests.vision.painted import BLUE, GREEN, overhead, painted, table
from vision.colour.background import Background, sorted_colours
from vision.colour.desk_colour import unchanged_cost
from vision.colour.gathering import marker_corners
from vision.colour.inks import Ink, lab_of_rgb, listed_ink
from vision.surface.flat_table import FlatTable, flat_table
from vision.surface.flat_view import empty_table, view_table
from vision.surface.masks import where


def ring(shape: Polygon) -> list[tuple[float, float]]:
    return list(shape.exterior.coords)[:-1]


def test_crowded_table_is_lit_as_its_bare_desk_is():
    """Where things hide most of the desk, the rest still tells how the two pictures differ."""
    pose, spec = overhead(), table()
    crowd = [(ring(box(2, 2, 34, 9)), GREEN, 0), (ring(box(2, 9.5, 34, 18)), BLUE, 0)]
    dim = (painted(pose, []) * 0.8).astype(np.uint8)
    view = view_table(
        painted(pose, crowd), pose, flat_table(pose, 36, 24, 32.0), marker_corners(spec)
    )

    then = empty_table(dim, pose, view, view.reached.holds).lab(view)

    column, row = view.coarse.cells_from_seen(np.array([18.0, 21.0])).astype(int)
    here = np.s_[row - 5 : row + 5, column - 5 : column + 5]
    assert np.abs(view.lab[here].mean(axis=(0, 1)) - then[here].mean(axis=(0, 1))).max() < 1.0


def test_crowded_table_does_not_pass_for_noise():
    """Things on two thirds of a table are plainly a change, and the desk between is none."""
    rng = np.random.default_rng(2)
    before = np.full((90, 90, 3), (70, 5, 15), np.float32)
    now = before + rng.normal(0, 1, before.shape).astype(np.float32)
    now[:60] += (0, 8, -12)

    cost = unchanged_cost(now, before, np.ones((90, 90), bool))

    assert cost is not None
    assert cost[:60].min() > 30
    assert np.median(cost[60:]) < 5


def test_shadow_of_a_listed_colour_stays_desk():
    """Shaded oak is nearly as brown as a bridge: that the cell has changed makes it none."""
    oak = Ink(lab_of_rgb((154, 106, 60)), np.diag([9.0, 3.0, 3.0]))
    dark = np.array([16.0, 0.0, 0.0])
    shades = (oak.mean + dark) * np.linspace(0.6, 0.85, 60)[:, None] - dark + (0, 2, -4)
    colours = sorted_colours(shades[None].astype(np.float32))
    bridge, cells = (
        listed_ink(lab_of_rgb((90, 58, 40))),
        where(FlatTable(6.0, 0.1, (3.0, 0.0, 40.0), 10.0, 0.0), np.ones((1, 60), bool)),
    )
    changed = np.full((1, 60), 1000.0, np.float32)

    ((plain,),) = Background(colours, oak).ink_masks([bridge], cells, 0.0)
    ((told,),) = Background(colours, oak, changed).ink_masks([bridge], cells, 0.0)

    assert 0 < np.count_nonzero(plain.cells) < 60
    assert np.array_equal(plain.cells, told.cells)
