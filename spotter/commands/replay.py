"""`spotter replay`: a recording, or any folder of pictures, as the live loop understands it."""

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from spotter.replaying import Replayed, differing, replayed
from spotter.sources import game_pictures
from spotter.table_files import Setup, files_given, read_setup
from table.errors import UserError
from table.scene_file import scene_json
from table.text_file import is_folder


def run(args: argparse.Namespace) -> None:
    """Print what each picture shows; with a screen and a rulebook, show it in the window."""
    if not is_folder(args.folder):
        raise UserError(f"{args.folder}: is no folder; name a recording or a folder of pictures")
    files = files_given(args, args.folder)
    setup = read_setup(files)
    empty = None if files.empty is None else files.empty.resolve()
    pictures = [path for path in game_pictures(args.folder) if path.resolve() != empty]
    if not args.json and not args.no_window and _shown(args, setup, pictures):
        return
    _print(replayed(pictures, setup), setup, as_json=args.json)


def _print(moments: Iterator[Replayed], setup: Setup, *, as_json: bool) -> None:
    last: Replayed | None = None
    for last in moments:
        print(_json_line(last, setup) if as_json else _told(last, setup), flush=True)
    if last is not None and last.tracked is None:
        raise UserError(str(last.trouble))


def _json_line(moment: Replayed, setup: Setup) -> str:
    line: dict[str, Any] = {**scene_json(moment.scene(setup)), "picture": moment.path.name}
    line["hand"] = moment.hand
    if moment.notice:
        line["notice"] = moment.notice
    return json.dumps(line)


def _told(moment: Replayed, setup: Setup) -> str:
    scene = moment.scene(setup)
    words = f"{moment.path.name}: {len(scene.soldiers)} soldiers, {len(scene.things)} things"
    words += ", a hand over the table" if moment.hand else ""
    words += f"; {moment.notice}" if moment.notice else ""
    return "\n".join([words, *(f"  differs: {line}" for line in differing(moment.path, scene))])


def _shown(args: argparse.Namespace, setup: Setup, pictures: list[Path]) -> bool:
    """Whether the window showed the recording; False where there is no screen."""
    from spotter.replay_window import show_replay  # noqa: PLC0415 - needs a screen's libraries

    return show_replay(pictures, setup, rules=args.rules, speed=args.speed)
