"""`python -m tests.docs.pictures`: the README's pictures, made by the program itself."""

import contextlib
import os
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame

from calibration.corner_markers import corner_markers
from calibration.table_pose import table_pose
from fixtures.recorded import Recorded, recorded
from overlay.marks.answer_cache import AnswerCache
from overlay.marks.drawing import questions_drawing
from overlay.paint.paint_plan import paint_plan
from overlay.plan import plan_of
from overlay.strokes.theme import PAPER
from overlay.teach.teach_state import picked
from overlay.teach.teach_window import TeachWindow
from overlay.window.live_picture import LivePicture
from overlay.window.paint_setup import SetupView
from overlay.window.setup_desk import LetterTyped, SetupDesk
from overlay.window.window import Window
from rules.book.shelf import book_named
from rules.game.orders import ShotOrder
from spotter.cli import main
from spotter.commands.teach import Teacher
from spotter.files.table_files import Setup, read_setup
from spotter.files.table_folder import TableFiles
from spotter.game.deeds import NextStep
from spotter.game.journal import Journal, read_journal
from spotter.game.live_game import LiveGame, begun
from spotter.game.shots_told import best_shots
from spotter.live.battle_window import BattleWindow
from spotter.live.live_view import picture_from_above
from spotter.live.owed_dice import owed_for_order
from spotter.live.play_table import PlayTable
from spotter.report.battle import battle_of, phases_told
from spotter.report.phase_drawing import phase_drawing
from spotter.report.telling import to_event
from spotter.setup.steps.order import walk
from spotter.setup.table_setup import TableSetup
from spotter.setup.talk import StopSetup
from spotter.setup.window_talk import WindowTalk
from table.directions import bearing_deg, step
from table.observation import Observation
from table.scene import Order, Scene
from tests.spotter.photographed import photographed
from tests.spotter.setup.first_evening import Hands, rendered
from vision.look import look
from vision.pictures.picture_file import read_picture

PICTURES = Path(__file__).parent.parent.parent / "docs" / "pictures"
TABLE, SHOOTER, TARGET = "oak-normal", "43", "2"
FIRES = 3  # steps to the first fire: the game begins, both sides move
TOO_FAR_IN = 9.0
DESK, DESK_THINGS = 37, ("mug", "napkin", "wall")  # the rendered desk of the set-up's picture


def write_all() -> None:
    """Write all of them."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    table = recorded(TABLE)
    setup = read_setup(TableFiles(table.table, table.army, table.camera, table.empty))
    picture = read_picture(table.photo)
    scene = look(picture, setup.spec, setup.army, lens=setup.lens, empty=setup.empty)
    asking = AnswerCache(book_named("omog-advanced"))
    _window(table, setup, scene, asking, PICTURES / "window.png")
    _refusal(table, setup, scene, asking, PICTURES / "refusal.png")
    _report(setup, scene, PICTURES / "report.png")
    _replay(table, setup, scene, PICTURES / "replay.png")
    _plan(setup, scene, asking, [_shot()], "shot.png")
    _plan(setup, _with_card(scene, "FIRE"), asking, [_shot()], "card-fire.png")
    reach = [{"ask": "reach", "soldier": SHOOTER}]
    _plan(setup, _with_card(scene, "MOVE"), asking, reach, "card-move.png")
    _teaching(table, PICTURES / "teach.png")
    _setting_up(PICTURES / "setup.png")


class _Shown(SetupDesk):
    """The set-up's window, given up where it shows its guesses."""

    def __init__(self, hands: Hands) -> None:
        super().__init__()
        self._hands = hands

    def events(self) -> list:
        if "another guess" in self.view.question:
            raise StopSetup
        self._hands.before(self.view.question)
        return [LetterTyped("\r")]

    def show(self, view: SetupView) -> pygame.Surface:
        self.view = view
        self.painted = super().show(view).copy()
        return self.painted


def _setting_up(path: Path) -> None:
    """The window of `spotter setup` where it guesses what lies on a rendered desk."""
    with tempfile.TemporaryDirectory() as folder:
        shots, webcam = Path(folder) / "shots", Path(folder) / "webcam"
        rendered(shots, DESK, DESK_THINGS)
        desk = _Shown(Hands(webcam, shots))
        setup = TableSetup(Path(folder) / "mytable", main, str(webcam))
        talk = WindowTalk(setup, desk)
        with contextlib.suppress(StopSetup):
            walk(setup, talk)
        pygame.image.save(desk.painted, path)
        talk.close()


def _teaching(table: Recorded, path: Path) -> None:
    """The window of `spotter teach` where mugs and napkins are on no list yet, one clicked."""
    head, *things = table.table.read_text(encoding="utf-8").split("[[thing]]")
    kept = [thing for thing in things if "mug" not in thing and "napkin" not in thing]
    with tempfile.TemporaryDirectory() as folder:
        short = Path(folder) / "table.toml"
        short.write_text("[[thing]]".join([head, *kept]), encoding="utf-8")
        desk = photographed(table, short)
        window = TeachWindow(desk.picture, (1280, 640))
        Teacher(desk).show(window, "")
    mug = next(n for n, offer in enumerate(window.state.offers) if offer.kinds[0] == "mug")
    window.state, _ = picked(window.state, mug)
    pygame.image.save(window.paint(), path)
    window.close()


def _shot() -> dict[str, str]:
    return {"ask": "shoot", "shooter": SHOOTER, "target": TARGET}


def _window(table: Recorded, setup: Setup, scene: Scene, asking: AnswerCache, path: Path) -> None:
    window = Window(scene, asking, setup.army, size_wh=(1280, 720))
    live = _from_above(table, setup, scene)
    with _played(setup, scene) as (game, _):
        assert game.live is not None
        order = ShotOrder(SHOOTER, (TARGET,))
        owed = owed_for_order(game.live.book, game.live.game, order)
        window.feed(game.shown, live, replace(game.hud(20.0), owed=owed))
    window.choose(SHOOTER, TARGET)
    window.save(path)
    window.close()


def _from_above(table: Recorded, setup: Setup, scene: Scene) -> LivePicture:
    """The photo, straight from above."""
    picture = read_picture(table.photo)
    size_wh = (picture.shape[1], picture.shape[0])
    pose = table_pose(corner_markers(picture), setup.spec, setup.lens, size_wh)
    return picture_from_above(picture, pose, scene.width, scene.height)


def _refusal(table: Recorded, setup: Setup, scene: Scene, asking: AnswerCache, path: Path) -> None:
    """The window after a man of the side that moves has gone too far, where the photo has him."""
    man = scene.soldier(SHOOTER)
    assert man is not None
    began = replace(man, x=man.x - TOO_FAR_IN)
    window = Window(scene, asking, setup.army, size_wh=(1280, 720))
    live = _from_above(table, setup, scene)
    with _played(setup, scene.with_soldiers(began), phases=_moves_of(setup, man.side)) as (game, _):
        game.see(Observation(scene, 20.0))
        window.feed(game.shown, live, game.hud(20.0))
    window.save(path)
    window.close()


def _moves_of(setup: Setup, side: str) -> int:
    """How many steps lead to the moves of a side."""
    return 1 + [one.name for one in setup.army.sides].index(side)


@contextlib.contextmanager
def _played(setup: Setup, scene: Scene, phases: int = FIRES) -> Iterator[tuple[PlayTable, Path]]:
    """A game on this table in its first fire, after two shots, and its journal."""
    sides = tuple(side.name for side in setup.army.sides)
    with tempfile.TemporaryDirectory() as folder, Journal(Path(folder) / "j", print) as journal:

        def begin(seen: Scene, now_s: float) -> LiveGame:
            return begun(journal, "omog-advanced", seen, sides, {}, began_s=now_s)

        game = PlayTable(setup.army, begin)
        game.see(Observation(scene, 0.0))
        for _ in range(phases):
            game.do(NextStep(), 1.0)
        for shooter, target, thrown in _shots_of(scene) if phases == FIRES else ():
            game.do(ShotOrder(shooter, (target,), throws=(thrown,)), 2.0)
        yield game, journal.path


def _shots_of(scene: Scene) -> list[tuple[str, str, int]]:
    """Two shots that the rules allow, one of them a hit; not by the man who is shown."""
    shots = [q for q, _ in best_shots(scene, AnswerCache(book_named("omog-advanced")))]
    chosen = [q for q in shots if q["shooter"] != SHOOTER and q["target"] != TARGET][:2]
    return [(q["shooter"], q["target"], thrown) for q, thrown in zip(chosen, (6, 1), strict=False)]


def _report(setup: Setup, scene: Scene, path: Path) -> None:
    """The plan of a phase as a report shows it."""
    with _played(setup, scene) as (_, journal):
        battle = battle_of(read_journal(journal), "journal")
        theme = PAPER.with_sides({side.name: side.colour for side in setup.army.sides})
        fire = list(phases_told(battle))[-1]
        paint_plan(plan_of(fire.end.scene, phase_drawing(battle.book, fire)), path, theme)


def _replay(table: Recorded, setup: Setup, scene: Scene, path: Path) -> None:
    """The window of `spotter replay` after the last shot, over the picture."""
    with _played(setup, scene) as (_, journal):
        battle = battle_of(read_journal(journal), "journal")
    photos = [table.photo] * (len(battle.moments) + 1)
    shown = BattleWindow(battle, setup.army, photos, setup, speed=0)
    shown.window._screen.size = (1280, 720)
    shown.telling = to_event(shown.telling, len(battle.moments))
    while shown.window._live is None:
        shown.step()
    shown.window.save(path)
    shown.close()


def _with_card(scene: Scene, order: str) -> Scene:
    """The scene with a card laid behind the shooter, its top edge toward the target."""
    man, target = scene.soldier(SHOOTER), scene.soldier(TARGET)
    assert man is not None
    assert target is not None
    facing = bearing_deg(man.place, target.place)
    place = step(man.place, facing, -2.0)
    return replace(scene, orders=(Order(order, place.x, place.y, facing),))


def _plan(setup: Setup, scene: Scene, asking: AnswerCache, questions: list, name: str) -> None:
    theme = PAPER.with_sides({side.name: side.colour for side in setup.army.sides})
    drawing = questions_drawing(scene, questions, asking)
    paint_plan(plan_of(scene, drawing), PICTURES / name, theme, px_per_in=24.0)


if __name__ == "__main__":
    pygame.display.init()
    write_all()
