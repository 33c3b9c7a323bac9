"""The words of the commands that look at a table: look, snap, teach, verify, replay and others."""

import argparse
from pathlib import Path

from spotter.options.shared import SHOWN, json_options, rules_options, table_options, what_options
from table.kinds import KINDS

SEEN = "scene.json, photo, camera number, address, or a table's folder; if not named, this folder"


def look_options(parser: argparse.ArgumentParser) -> None:
    """What `spotter look` is told."""
    what_options(parser, f"{SHOWN}; or a bundle")
    table_options(parser)
    parser.add_argument("-o", "--out", type=Path, help="write the scene to this file too")
    json_options(parser)


def snap_options(parser: argparse.ArgumentParser) -> None:
    """What `spotter snap` is told."""
    what_options(parser)
    parser.add_argument("--camera", metavar="SOURCE", help="camera number, address or film")
    parser.add_argument("-o", "--out", type=Path, help="the photo, default the next photo.jpg")


def teach_options(parser: argparse.ArgumentParser) -> None:
    """What `spotter teach` is told."""
    what_options(parser)
    table_options(parser)
    parser.add_argument(
        "--at",
        metavar="X,Y",
        action="append",
        help="where the thing is that you name, in inches; again for another that is the same",
    )
    parser.add_argument(
        "--also",
        nargs=2,
        metavar=("PHOTO", "X,Y"),
        action="append",
        default=[],
        help="the same thing on another photo of the table",
    )
    parser.add_argument("--kind", choices=KINDS, metavar="KIND", help="what it is, like mug")
    parser.add_argument("--height", type=float, metavar="INCHES", help="how high it stands")
    parser.add_argument("--name", help="what you call it, like 'the atlas'")
    parser.add_argument("--no-window", action="store_true", help="words only")
    json_options(parser)


def verify_options(parser: argparse.ArgumentParser) -> None:
    """What `spotter verify` is told."""
    what_options(parser)
    table_options(parser)
    json_options(parser)


def replay_options(parser: argparse.ArgumentParser) -> None:
    """What `spotter replay` is told."""
    parser.add_argument(
        "folder",
        nargs="?",
        type=Path,
        default=Path(),
        help="a game's folder, a recording, or any folder of pictures (this one)",
    )
    table_options(parser, camera=False)
    rules_options(parser)
    parser.add_argument(
        "--speed",
        type=float,
        default=1.0,
        help="deeds or pictures a second in the window (1); 0 waits for the right arrow",
    )
    parser.add_argument(
        "--battle", action="store_true", help="in words: the game, not its pictures"
    )
    parser.add_argument("--no-window", action="store_true", help="words only")
    json_options(parser)


def bundle_options(parser: argparse.ArgumentParser) -> None:
    """What `spotter bundle` is told."""
    what_options(parser)
    table_options(parser)
    parser.add_argument("--truth", type=Path, help="scene.json of what really is there")
    parser.add_argument("--note", help="what is wrong, in your words")
    parser.add_argument(
        "-o", "--out", type=Path, default=Path("bundle.zip"), help="the zip (bundle.zip)"
    )


def export_options(parser: argparse.ArgumentParser) -> None:
    """What `spotter export` is told."""
    what_options(parser, SEEN)
    table_options(parser)
    parser.add_argument(
        "--format",
        choices=("dd2vtt", "geojson"),
        help="Universal VTT or a map; if not named, as the file's name ends",
    )
    parser.add_argument("-o", "--out", type=Path, required=True, help="desk.dd2vtt or desk.geojson")
