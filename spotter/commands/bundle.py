"""`spotter bundle`: one moment of a table in a zip, as a bug report or a test."""

import argparse
from pathlib import Path

from spotter.bundle_file import PHOTO, write_bundle
from spotter.recording import recorded_moment
from spotter.table_files import NAMES, files_given, read_setup
from table.scene import Scene
from table.scene_file import read_scene
from vision.look import look
from vision.picture_file import read_picture


def run(args: argparse.Namespace) -> None:
    """Write the zip with the photo, the table's files and what the program understood."""
    files = files_given(args, args.photo.parent)
    setup = read_setup(files)
    understood = look(
        read_picture(args.photo), setup.spec, setup.army, lens=setup.lens, empty=setup.empty
    )
    inside = {name: path for key, name in NAMES.items() if (path := getattr(files, key))}
    inside[PHOTO] = args.photo
    write_bundle(args.out, inside, understood, _truth(args), args.note or "")
    print(f"{args.out}: {len(understood.soldiers)} soldiers and {len(understood.things)} things")


def _truth(args: argparse.Namespace) -> Scene | None:
    """The scene the player says is true: given, or corrected in the recording."""
    truth: Path | None = args.truth
    if truth is not None:
        return read_scene(truth)
    moment = recorded_moment(args.photo)
    return moment[0] if moment is not None and moment[1].get("corrected") else None
