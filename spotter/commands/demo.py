"""`spotter demo`: the whole job on the recorded tables that ship with the program."""

import argparse
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from fixtures.recorded import Recorded, recorded
from overlay.asking import Asking
from overlay.drawing import questions_drawing, scene_drawing
from overlay.paint_plan import paint_plan
from overlay.plan import plan_of
from overlay.setup_window import has_screen
from overlay.theme import PAPER
from rules.books import book_named
from spotter.eyes import Eyes
from spotter.journal import Journal
from spotter.live_game import begun
from spotter.play_table import PlayTable
from spotter.play_window import PlayWindow
from spotter.replaying import replayed
from spotter.seeing import Seeing
from spotter.shots_told import best_shots, shot_lines
from spotter.sources import PhotoFiles
from spotter.summary import scene_lines
from spotter.table_files import Setup, TableFiles, read_setup
from table.errors import UserError
from table.scene import Scene
from table.text_file import reason_of
from vision.look import look
from vision.picture_file import read_picture

PHOTO, SEQUENCE, RULES = "oak-normal", "oak-turn", "omog-advanced"
PACE_S = 1.0
PICTURES_OF_GAME = 9  # two men are moved in them


def run(args: argparse.Namespace) -> None:
    """Photo to scene to answers to pictures, then part of a recorded game."""
    asking = Asking(book_named(RULES))
    _show_photo(recorded(PHOTO), asking, args.out)
    _play_sequence(recorded(SEQUENCE), args)


def _show_photo(photo: Recorded, asking: Asking, out: Path) -> None:
    print(f"A photo of a desk ({photo.folder.name}), and what Spotter sees on it:")
    setup = _setup(photo)
    scene = look(
        read_picture(photo.photo), setup.spec, setup.army, lens=setup.lens, empty=setup.empty
    )
    print("\n".join(scene_lines(scene)))
    print(f"\nWho can shoot whom under {asking.book.title}:")
    shots = best_shots(scene, asking)
    for question, shot in shots:
        print("\n".join(shot_lines(question, shot, asking.book)))
    _draw(out, setup, scene, asking, [question for question, _ in shots])


def _setup(table: Recorded) -> Setup:
    return read_setup(TableFiles(table.table, table.army, table.camera, table.empty))


def _draw(
    out: Path, setup: Setup, scene: Scene, asking: Asking, questions: list[dict[str, Any]]
) -> None:
    """The plan alone, the best shot, and the reach of whoever shoots."""
    theme = PAPER.with_sides({side.name: side.colour for side in setup.army.sides})
    drawings = {"1-table": scene_drawing(scene, asking)}
    if questions:
        shooter = questions[0]["shooter"]
        reach = {"ask": "reach", "soldier": shooter}
        drawings["2-shot"] = questions_drawing(scene, questions[:1], asking)
        drawings["3-reach"] = questions_drawing(scene, [reach], asking)
    try:
        out.mkdir(parents=True, exist_ok=True)
        for name, drawing in drawings.items():
            paint_plan(plan_of(scene, drawing), out / f"{name}.png", theme)
    except OSError as problem:
        raise UserError(f"{out}: cannot be written to: {reason_of(problem)}") from None
    print(f"\nDrawn as plans: {', '.join(str(out / f'{name}.png') for name in drawings)}")


def _play_sequence(sequence: Recorded, args: argparse.Namespace) -> None:
    setup = _setup(sequence)
    with tempfile.TemporaryDirectory() as folder, _journal(Path(folder)) as journal:
        sides = tuple(side.name for side in setup.army.sides)
        table = PlayTable(setup.army, lambda scene: begun(journal, RULES, scene, sides, {}))
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
    window = PlayWindow(Seeing(table, None), book_named(RULES), setup, pictures=out)
    eyes = Eyes(camera, setup, pace_s=PACE_S)
    try:
        while window.open:
            window.step(eyes)
            if table.live is None and table.seen is not None:
                table.next_phase()
    finally:
        eyes.close()
        window.close()


def _ruled(pictures: list[Path], setup: Setup, table: PlayTable) -> Iterator[str]:
    """What the live game says while these pictures come."""
    said = ""
    for moment in replayed(pictures, setup):
        table.see(moment.scene(setup), hand=moment.hand, now_s=time.monotonic())
        if table.live is None:
            table.next_phase()
        message = table.hud(time.monotonic()).message or ""
        if message != said:
            said = message
            yield f"{moment.path.name}: {said}"


def _journal(folder: Path) -> Journal:
    return Journal(folder / "journal.jsonl", print)
