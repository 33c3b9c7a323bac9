"""`spotter look`: a photograph to a scene."""

import argparse
import json

from spotter.summary import scene_lines
from table.army_file import read_army
from table.lens_file import read_lens
from table.scene_file import scene_json, write_scene
from table.table_file import read_table
from vision.look import look
from vision.picture_file import read_picture


def run(args: argparse.Namespace) -> None:
    """Print what is on the table, as JSON or in words."""
    scene = look(
        read_picture(args.photo),
        read_table(args.table),
        read_army(args.army),
        lens=None if args.camera is None else read_lens(args.camera),
        empty=None if args.empty is None else read_picture(args.empty),
        where=str(args.photo),
        needs_tags=True,
    )
    if args.out is not None:
        write_scene(scene, args.out)
    if args.json:
        print(json.dumps(scene_json(scene), indent=1))
    else:
        print("\n".join(scene_lines(scene)))
