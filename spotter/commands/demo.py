"""`spotter demo`: the whole job on the recorded tables that ship with the program."""

import argparse
import os
import shlex
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from fixtures.recorded import Recorded, recorded
from overlay.marks.answer_cache import AnswerCache
from overlay.marks.drawing import questions_drawing, scene_drawing
from overlay.paint.paint_plan import paint_plan
from overlay.plan import plan_of
from overlay.strokes.theme import PAPER
from overlay.window.setup_window import has_screen, is_watched
from rules.book.shelf import FIRST, book_named
from spotter.camera.sources import PhotoFiles
from spotter.files.opened_file import open_file
from spotter.files.table_files import Setup, read_setup
from spotter.files.table_folder import TableFiles
from spotter.game.deeds import NextStep
from spotter.game.journal import Journal
from spotter.game.live_game import LiveGame, begun
from spotter.game.shots_told import best_shots, shot_lines
from spotter.live.observations import ObservationFeed
from spotter.live.play_table import PlayTable
from spotter.live.play_window import PlayWindow
from spotter.live.replaying import replayed
from spotter.live.vision_thread import VisionThread
from spotter.progress import waiting
from spotter.summary import scene_lines
from table.scene import Scene
from table.text_file import make_folder
from vision.look import look
from vision.pictures.picture_file import read_picture

PHOTO, SEQUENCE = "oak-normal", "oak-turn"
PACE_S = 1.0
PICTURES_OF_GAME = 9  # two men are moved in them


def run(args: argparse.Namespace) -> None:
    """Photo to scene to answers to pictures, then part of a recorded game."""
    make_folder(args.out, "the pictures")  # before the work, not after it
    asking = AnswerCache(book_named(FIRST))
    drawn = _show_photo(recorded(PHOTO), asking, args.out)
    if not args.no_window and is_watched():
        for path in drawn:
            open_file(path)
    _play_sequence(recorded(SEQUENCE), args)
    print("\n".join(["", "What to try next:", *next_commands()]))


def next_commands() -> list[str]:
    """Three commands that work as they stand, each a step further."""
    photo = os.path.relpath(recorded(PHOTO).folder)
    return [
        f'  spotter ask {shlex.quote(photo)} "43 shoots 2 with the rifle" --rules {FIRST}',
        f"  spotter rules {FIRST}",
        "  spotter setup",
    ]


def _show_photo(photo: Recorded, asking: AnswerCache, out: Path) -> list[Path]:
    """Tell what a photo shows and who can shoot whom; the pictures that were drawn of it."""
    print(f"A photo of a desk ({photo.folder.name}), and what Spotter sees on it:")
    with waiting(f"looking at {photo.folder.name}"):
        setup = _setup(photo)
        scene = look(
            read_picture(photo.photo), setup.spec, setup.army, lens=setup.lens, empty=setup.empty
        )
    print("\n".join(scene_lines(scene)))
    print(f"\nWho can shoot whom under {asking.book.title}:")
    shots = best_shots(scene, asking)
    for question, shot in shots:
        print("\n".join(shot_lines(question, shot, asking.book)))
    return _draw(out, setup, scene, asking, [question for question, _ in shots])


def _setup(table: Recorded) -> Setup:
    return read_setup(TableFiles(table.table, table.army, table.camera, table.empty))


def _draw(
    out: Path, setup: Setup, scene: Scene, asking: AnswerCache, questions: list[dict[str, Any]]
) -> list[Path]:
    """The plan alone, the best shot, and the reach of whoever shoots."""
    theme = PAPER.with_sides({side.name: side.colour for side in setup.army.sides})
    drawings = {"1-table": scene_drawing(scene, asking)}
    if questions:
        shooter = questions[0]["shooter"]
        reach = {"ask": "reach", "soldier": shooter}
        drawings["2-shot"] = questions_drawing(scene, questions[:1], asking)
        drawings["3-reach"] = questions_drawing(scene, [reach], asking)
    paths = [out / f"{name}.png" for name in drawings]
    for path, drawing in zip(paths, drawings.values(), strict=True):
        paint_plan(plan_of(scene, drawing), path, theme)
    print(f"\nDrawn as plans: {', '.join(map(str, paths))}")
    return paths


def _play_sequence(sequence: Recorded, args: argparse.Namespace) -> None:
    setup = _setup(sequence)
    with tempfile.TemporaryDirectory() as folder, _journal(Path(folder)) as journal:
        sides = tuple(side.name for side in setup.army.sides)

        def begin(scene: Scene, now_s: float) -> LiveGame:
            return begun(journal, FIRST, scene, sides, {}, began_s=now_s)

        table = PlayTable(setup.army, begin)
        if not args.no_window and has_screen():
            print("\nThe window plays a recorded turn; H lists the keys, Q ends it.")
            _play_in_window(sequence, setup, table, args.out)
            return
        print(f"\nPart of a recorded turn ({sequence.folder.name}), as the referee sees it:")
        for line in _ruled(list(sequence.pictures[:PICTURES_OF_GAME]), setup, table):
            print(f"  {line}")


def _play_in_window(sequence: Recorded, setup: Setup, table: PlayTable, out: Path) -> None:
    """The game itself, with a recording for a camera."""
    camera = PhotoFiles(sequence.folder.name, sequence.pictures)
    window = PlayWindow(ObservationFeed(table, None), book_named(FIRST), setup, pictures=out)
    vision_thread = VisionThread(camera, setup, pace_s=PACE_S)
    table.edge.let_lie = vision_thread.let_lie
    begun_it = False
    try:
        while window.open:
            window.step(vision_thread)
            if not begun_it and window.sees_table:
                begun_it = True
                window.do(NextStep())
    finally:
        vision_thread.close()
        window.close()


def _ruled(pictures: list[Path], setup: Setup, table: PlayTable) -> Iterator[str]:
    """What the live game says while these pictures come."""
    said = ""
    for moment in replayed(pictures, setup):
        told = None if moment.tracked is None else moment.tracked.observation(time.monotonic())
        if told is not None:
            table.see(told)
        if table.live is None:
            table.do(NextStep(), time.monotonic())
        message = table.hud(time.monotonic()).message or ""
        if message != said:
            said = message
            yield f"{moment.path.name}: {said}"


def _journal(folder: Path) -> Journal:
    return Journal(folder / "journal.jsonl", print)
