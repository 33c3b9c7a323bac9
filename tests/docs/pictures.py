"""`python -m tests.docs.pictures`: the README's pictures, made by the program itself."""

import os
import tempfile
from dataclasses import replace
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame

from calibration.corner_markers import corner_markers
from calibration.table_pose import table_pose
from fixtures.recorded import Recorded, recorded
from overlay.asking import Asking
from overlay.drawing import questions_drawing
from overlay.hud import Hud
from overlay.paint_plan import paint_plan
from overlay.plan import plan_of
from overlay.teach_state import picked
from overlay.teach_window import TeachWindow
from overlay.theme import PAPER
from overlay.window import Window
from rules.books import book_named
from spotter.commands.teach import Teacher
from spotter.live_view import live_picture
from spotter.table_files import Setup, TableFiles, read_setup
from spotter.teaching import desk_of
from table.directions import bearing_deg, step
from table.scene import Order, Scene
from vision.look import look
from vision.picture_file import read_picture

PICTURES = Path(__file__).parent.parent.parent / "docs" / "pictures"
TABLE, SHOOTER, TARGET = "oak-normal", "43", "2"


def main() -> None:
    """Write all of them."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    table = recorded(TABLE)
    setup = read_setup(TableFiles(table.table, table.army, table.camera, table.empty))
    picture = read_picture(table.photo)
    scene = look(picture, setup.spec, setup.army, lens=setup.lens, empty=setup.empty)
    asking = Asking(book_named("omog-advanced"))
    _window(table, setup, scene, asking, PICTURES / "window.png")
    _plan(setup, scene, asking, [_shot()], "shot.png")
    _plan(setup, scene, asking, [{"ask": "reach", "soldier": SHOOTER}], "reach.png")
    _plan(setup, _with_card(scene, "FIRE"), asking, [_shot()], "card-fire.png")
    reach = [{"ask": "reach", "soldier": SHOOTER}]
    _plan(setup, _with_card(scene, "MOVE"), asking, reach, "card-move.png")
    _teaching(table, PICTURES / "teach.png")


def _teaching(table: Recorded, path: Path) -> None:
    """The window of `spotter teach` where mugs and napkins are on no list yet, one clicked."""
    head, *things = table.table.read_text(encoding="utf-8").split("[[thing]]")
    kept = [thing for thing in things if "mug" not in thing and "napkin" not in thing]
    with tempfile.TemporaryDirectory() as folder:
        short = Path(folder) / "table.toml"
        short.write_text("[[thing]]".join([head, *kept]), encoding="utf-8")
        desk = desk_of(table.photo, short, table.army, camera=table.camera)
        window = TeachWindow(desk.picture, (1280, 640))
        Teacher(desk).show(window, "")
    mug = next(n for n, offer in enumerate(window.state.offers) if offer.kinds[0] == "mug")
    window.state, _ = picked(window.state, mug)
    pygame.image.save(window.paint(), path)
    window.close()


def _shot() -> dict[str, str]:
    return {"ask": "shoot", "shooter": SHOOTER, "target": TARGET}


def _window(table: Recorded, setup: Setup, scene: Scene, asking: Asking, path: Path) -> None:
    picture = read_picture(table.photo)
    size_wh = (picture.shape[1], picture.shape[0])
    pose = table_pose(corner_markers(picture), setup.spec, setup.lens, size_wh)
    window = Window(scene, asking, setup.army, size_wh=(1240, 860))
    live = live_picture(picture, pose, scene.width, scene.height)
    window.feed(scene, live, Hud(2, "fire", None, None, {}, "pick who shoots, then at whom"))
    window.choose(SHOOTER, TARGET)
    window.save(path)
    window.close()


def _with_card(scene: Scene, order: str) -> Scene:
    """The scene with a card laid behind the shooter, its top edge toward the target."""
    man, target = scene.soldier(SHOOTER), scene.soldier(TARGET)
    assert man is not None
    assert target is not None
    facing = bearing_deg(man.place, target.place)
    place = step(man.place, facing, -2.0)
    return replace(scene, orders=(Order(order, place.x, place.y, facing),))


def _plan(setup: Setup, scene: Scene, asking: Asking, questions: list, name: str) -> None:
    theme = PAPER.with_sides({side.name: side.colour for side in setup.army.sides})
    drawing = questions_drawing(scene, questions, asking)
    paint_plan(plan_of(scene, drawing), PICTURES / name, theme, px_per_in=24.0)


if __name__ == "__main__":
    pygame.display.init()
    main()
