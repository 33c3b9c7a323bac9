"""From a scene to light: how long marks and painting take beside one plain pyzbar pass.

    python -m tests.bench.light_bench

Each job draws a table that has just changed, so that nothing but what stayed the same may be
remembered: a chosen soldier's ranges and reach, whom he can hit, the links of all units. The
answers are asked for before: the rulebooks have a benchmark of their own. The run fails where a
job takes more than a fifth of the plain pass over a 1080p photograph of a recorded table, timed
in the same run; on a table crowded with 40 soldiers and 20 things, more than half of it.
"""

import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
import pygame
from shapely import Point, box

from fixtures.recorded import recorded
from overlay.marks.answer_cache import AnswerCache
from overlay.projector.light_plan import light_plan
from overlay.projector.masks import keep_clear, mask_rings
from overlay.projector.paint_projector import paint_projector
from overlay.projector.projector_window import desk_marks
from overlay.strokes.theme import GLASS
from overlay.window.desk import desk_of
from overlay.window.hud import Hud
from overlay.window.paint_window import laid_out_window, marks_layer, window_view
from overlay.window.window_marks import table_drawing
from overlay.window.window_state import WindowState, window_of
from rules.book.shelf import book_named
from table.places import ProjectorPixel, TablePoint
from table.plane_map import PlaneMap
from table.scene import Scene, Soldier, Thing
from table.scene_file import read_scene
from tests.bench.baselines import PASS_1080P, plain_pass
from tests.bench.jobs import Row, job
from tests.bench.sight_bench import picture_1080p
from tests.bench.timing import Took, first_number, timed

LIMITS = {"recorded": 0.2, "crowded": 0.5}
REPEATS = 9
SIZE_WH = (1920, 1080)
WARP = PlaneMap(
    TablePoint,
    ProjectorPixel,
    np.array([[48.0, 1.5, 70.0], [-1.0, 41.0, 40.0], [-0.0006, 0.0003, 1.0]]),
)
SURFACE = pygame.Surface(SIZE_WH)


def projector(state: WindowState, asking: AnswerCache) -> object:
    """Everything a chosen soldier can do, as light."""
    marks = desk_marks(state.scene, table_drawing(state, asking, on_picture=True), None)
    paint_projector(SURFACE, marks, WARP, mask_rings(state.scene))
    return light_plan(SURFACE, WARP, (state.scene.width, state.scene.height), 0.0)


def window(state: WindowState, asking: AnswerCache) -> object:
    """The same over a live picture."""
    view = window_view(state.scene, desk_of((1280, 860), Hud()).table, (1280, 860))
    drawing = table_drawing(state, asking, on_picture=True)
    marks = laid_out_window(state.scene, drawing, view, keep_clear(state.scene))
    return marks_layer(marks, view, GLASS, None)


def crowded(step_in: float) -> Scene:
    """A table of 40 soldiers and 20 things, one man a little on."""
    rng = np.random.default_rng(11)
    at = rng.uniform((2.0, 2.0), (34.0, 22.0), (40, 2))
    men = tuple(
        Soldier(f"S{i:02}", ("red", "blue")[i % 2], float(x), float(y), ("rifle",), f"t{i % 8}")
        for i, (x, y) in enumerate(at)
    )
    men = (replace(men[0], x=18.0 + step_in, y=12.0), *men[1:])
    spots = rng.uniform((2.0, 2.0), (33.0, 21.0), (20, 2))
    kinds = ("mug", "napkin", "book", "wall", "plate")
    things = tuple(
        Thing(f"t-{i}", kinds[i % 5], _footprint(kinds[i % 5], x, y), (3.75, 0, 1, 0.5, 0.5)[i % 5])
        for i, (x, y) in enumerate(spots)
    )
    return Scene(36.0, 24.0, men, things)


def _footprint(kind: str, x: float, y: float):
    round_things = {"mug": 1.5, "plate": 2.0}
    if kind in round_things:
        return Point(x, y).buffer(round_things[kind])
    return box(x, y, x + (4.0 if kind == "wall" else 3.0), y + (0.3 if kind == "wall" else 2.5))


def oak(step_in: float) -> Scene:
    """The recorded oak table, one man a little on."""
    scene = read_scene(recorded("oak-normal").truth)
    man = scene.soldiers[0]
    teams = tuple(replace(s, team=s.side) for s in scene.soldiers)
    moved = replace(teams[0], x=man.x + step_in, weapons=("rifle",))
    return replace(scene, soldiers=(moved, *teams[1:]))


TABLES: dict[str, Callable[[float], Scene]] = {"recorded": oak, "crowded": crowded}


def took_of(
    work: Callable[[WindowState, AnswerCache], object],
    table: Callable[[float], Scene],
    asking: AnswerCache,
) -> Took:
    """A few runs, each on a scene that has just changed."""
    took = []
    for i in range(REPEATS):
        scene = table(0.01 * i)
        layers = frozenset({"bands", "moves", "links"})
        state = replace(window_of(scene), chosen=scene.soldiers[0].id, layers=layers)
        table_drawing(state, asking, on_picture=True)  # the answers, asked for before
        took.append(timed(lambda state=state: work(state, asking))[1])
    return Took(tuple(took))


@job(beside=PASS_1080P)
def light(*, quick: bool) -> Iterator[Row]:  # noqa: ARG001 - it is quick already
    """From a changed scene to painted light, and to its plan for those who look."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    asking = AnswerCache(book_named("omog-advanced"))
    for table, limit in LIMITS.items():
        took = [took_of(work, TABLES[table], asking) for work in (projector, window)]
        plain = plain_pass(picture_1080p(), REPEATS)
        told = {"projector": took[0].beside(plain), "window": took[1].beside(plain)}
        yield {"table": table, **told, "projector, ms": took[0].ms(), "limit": limit}


def main() -> int:
    """Print each job's ratio; 1 where one is above the limit."""
    slow = False
    for row in light(quick=False):
        print(*row.values())
        slow |= max(first_number(row[name]) for name in ("projector", "window")) > row["limit"]
    return int(slow)


if __name__ == "__main__":
    sys.exit(main())
