"""`spotter look`: a photograph to a scene."""

import argparse
import json
import sys
from pathlib import Path

from spotter.camera.seen_scene import looked_at
from spotter.files.army_words import army_slips
from spotter.files.bundle_file import opened_bundle
from spotter.files.out_file import refuse_other_sort
from spotter.files.table_folder import NamedTable, named_table
from spotter.progress import waiting
from spotter.summary import scene_lines
from table.army_file import read_army
from table.scene_file import scene_json, write_scene


def run(args: argparse.Namespace) -> None:
    """Print what is on the table, as JSON or in words; a bundle is looked at as its photo was."""
    if args.out is not None:
        refuse_other_sort(args.out, "scene.json")
    if args.what is None or Path(args.what).suffix.lower() != ".zip":
        _look(named_table(args, args.what), args)
        return
    with opened_bundle(Path(args.what)) as photo:
        _look(named_table(args, photo), args)


def _look(named: NamedTable, args: argparse.Namespace) -> None:
    with waiting(f"looking at {args.what or named.source}"):
        scene, note = looked_at(named)
    for line in (*((note,) if note else ()), *_slips(named)):
        print(f"spotter: {line}", file=sys.stderr)
    if args.out is not None:
        write_scene(scene, args.out)
    if args.json:
        print(json.dumps(scene_json(scene), indent=1))
    else:
        print("\n".join(scene_lines(scene)))


def _slips(named: NamedTable) -> tuple[str, ...]:
    """Weapons that seem mistyped, where no rulebook is named that would refuse them."""
    path = named.files().army
    return () if named.rules is not None else army_slips(read_army(path), path)
