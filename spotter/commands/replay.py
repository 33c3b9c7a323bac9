"""`spotter replay`: a recording, or any folder of pictures, as the live loop understands it."""

import argparse
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from spotter.recording import recorded_moment
from spotter.scene_difference import differences
from spotter.sources import picture_paths
from spotter.table_files import Setup, files_given, read_setup
from table.errors import UserError
from table.scene_file import scene_json
from vision.picture_file import read_picture
from vision.track import Tracked, Watching, track


def run(args: argparse.Namespace) -> None:
    """Print what each picture shows; with a screen and a rulebook, show it in the window."""
    if not args.folder.is_dir():
        raise UserError(f"{args.folder}: is no folder; name a recording or a folder of pictures")
    files = files_given(args, args.folder)
    setup = read_setup(files)
    beside = {path.resolve() for path in (files.empty,) if path is not None}
    pictures = [p for p in picture_paths(args.folder) if p.resolve() not in beside]
    if not args.json and not args.no_window and _shown(args, setup, pictures):
        return
    for path, tracked in understood(pictures, setup):
        print(_json_line(path, tracked) if args.json else _told(path, tracked), flush=True)


def understood(pictures: list[Path], setup: Setup) -> Iterator[tuple[Path, Tracked]]:
    """Each picture with what is known after it, as in the live loop."""
    watching = Watching(setup.spec, setup.army, setup.lens, setup.empty)
    tracked: Tracked | None = None
    for number, path in enumerate(pictures):
        try:
            tracked = track(tracked, read_picture(path), watching, float(number))
        except UserError as problem:
            if tracked is None:
                raise UserError(str(problem).replace("picture:", f"{path}:", 1)) from None
            tracked = replace(tracked, anew=False, notice=str(problem))
        yield path, tracked


def _json_line(path: Path, tracked: Tracked) -> str:
    line: dict[str, Any] = {**scene_json(tracked.scene), "picture": path.name}
    line["hand"] = tracked.hand
    if tracked.notice:
        line["notice"] = tracked.notice
    return json.dumps(line)


def _told(path: Path, tracked: Tracked) -> str:
    scene = tracked.scene
    hand = ", a hand over the table" if tracked.hand else ""
    notice = f"; {tracked.notice}" if tracked.notice else ""
    words = f"{path.name}: {len(scene.soldiers)} soldiers, {len(scene.things)} things{hand}{notice}"
    moment = recorded_moment(path)
    if moment is None:
        return words
    found = list(differences(moment[0], scene))
    return "\n".join([words, *(f"  differs: {line}" for line in found)])


def _shown(args: argparse.Namespace, setup: Setup, pictures: list[Path]) -> bool:
    """Whether the window showed the recording; False where there is no screen."""
    from spotter.replay_window import show_replay  # noqa: PLC0415 - needs a screen's libraries

    return show_replay(pictures, setup, rules=args.rules, speed=args.speed)
