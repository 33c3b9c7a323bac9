"""`spotter bundle`: one moment of a table in a zip, as a bug report or a test."""

import argparse
from pathlib import Path

from spotter.files.bundle_file import PHOTO, write_bundle
from spotter.files.out_file import refuse_other_sort
from spotter.files.recording import recorded_moment
from spotter.files.table_files import Setup, read_setup
from spotter.files.table_folder import NAMES, named_table
from spotter.progress import waiting
from table.errors import UserError
from table.scene import Scene
from table.scene_file import read_scene
from vision.look import look
from vision.pictures.picture_file import read_picture


def run(args: argparse.Namespace) -> None:
    """Write the zip with the photo, the table's files and what the program understood."""
    refuse_other_sort(args.out, "bundle.zip")
    files = named_table(args, args.photo, finds_all=True).files()
    setup = read_setup(files)
    understood, trouble = _understood(args.photo, setup)
    inside = {name: path for key, name in NAMES.items() if (path := getattr(files, key))}
    inside[PHOTO] = args.photo
    note = "\n".join(part for part in (args.note, trouble) if part)
    write_bundle(args.out, inside, understood, _truth(args), note)
    print(f"{args.out}: {trouble or _counted(understood)}")


def _understood(photo: Path, setup: Setup) -> tuple[Scene | None, str | None]:
    """What the photo shows, or why it shows nothing: that is what reports are made of."""
    picture = read_picture(photo)
    where = str(photo)
    try:
        with waiting(f"looking at {where}"):
            scene = look(
                picture, setup.spec, setup.army, lens=setup.lens, empty=setup.empty, where=where
            )
    except UserError as problem:
        return None, str(problem)
    return scene, None


def _counted(scene: Scene | None) -> str:
    assert scene is not None
    return f"{len(scene.soldiers)} soldiers and {len(scene.things)} things"


def _truth(args: argparse.Namespace) -> Scene | None:
    """The scene the player says is true: given, or corrected in the recording."""
    truth: Path | None = args.truth
    if truth is not None:
        return read_scene(truth)
    moment = recorded_moment(args.photo)
    return moment[0] if moment is not None and moment[1].get("corrected") else None
