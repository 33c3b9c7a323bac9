"""`spotter bundle`: one moment of a table in a zip, as a bug report or a test."""

import argparse
from pathlib import Path

from spotter.camera.live_camera import Taken
from spotter.camera.newest_picture import newest_picture
from spotter.files.bundle_file import PHOTO, write_bundle
from spotter.files.out_file import refuse_other_sort
from spotter.files.recording import recorded_moment
from spotter.files.table_files import Setup, read_setup
from spotter.files.table_folder import NAMES, PICTURE_SUFFIXES, learnt_looks, named_table
from spotter.files.written_picture import packed_picture
from spotter.progress import waiting
from table.errors import UserError
from table.scene import Scene
from table.scene_file import read_scene
from table.text_file import is_there
from vision.look import look


def run(args: argparse.Namespace) -> None:
    """Write the zip with the photo, the table's files and what the program understood."""
    refuse_other_sort(args.out, "bundle.zip")
    named = named_table(args, args.what, finds_all=True)
    files = named.files()
    setup = read_setup(files)
    taken = newest_picture(named.source)
    understood, trouble = _understood(taken, setup)
    beside = {name: path for key, name in NAMES.items() if (path := getattr(files, key))}
    inside = {**beside, **learnt_looks(files.table), PHOTO: _photo(taken)}
    note = "\n".join(part for part in (args.note, trouble) if part)
    write_bundle(args.out, inside, understood, _truth(args, taken), note)
    print(f"{args.out}: {trouble or _counted(understood)}")


def _photo(taken: Taken) -> Path | bytes:
    """The photo's own file, or a camera's picture."""
    path = Path(taken.name)
    return (
        path
        if path.suffix.lower() in PICTURE_SUFFIXES and is_there(path)
        else packed_picture(taken.picture, ".jpg")
    )


def _understood(taken: Taken, setup: Setup) -> tuple[Scene | None, str | None]:
    """What the photo shows, or why it shows nothing: that is what reports are made of."""
    where = taken.name
    try:
        with waiting(f"looking at {where}"):
            scene = look(
                taken.picture,
                setup.spec,
                setup.army,
                lens=setup.lens,
                empty=setup.empty,
                where=where,
            )
    except UserError as problem:
        return None, str(problem)
    return scene, None


def _counted(scene: Scene | None) -> str:
    assert scene is not None
    return f"{len(scene.soldiers)} soldiers and {len(scene.things)} things"


def _truth(args: argparse.Namespace, taken: Taken) -> Scene | None:
    """The scene the player says is true: given, or corrected in the recording."""
    truth: Path | None = args.truth
    if truth is not None:
        return read_scene(truth)
    moment = recorded_moment(Path(taken.name))
    return moment[0] if moment is not None and moment[1].get("corrected") else None
