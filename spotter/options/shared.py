"""What several commands are told in the same words."""

import argparse
from pathlib import Path

_BESIDE = "; if not named, the one in the table's folder"
SHOWN = "photo, camera number, address, film, or a table's folder; if not named, this folder"


def what_options(parser: argparse.ArgumentParser, text: str = SHOWN) -> None:
    """What is looked at: a picture, a camera, or the folder of a table."""
    parser.add_argument("what", nargs="?", metavar="WHAT", help=text)


def table_options(parser: argparse.ArgumentParser, *, camera: bool = True) -> None:
    """The table's files and its camera, found in the table's folder where they are not named."""
    parser.add_argument("--table", type=Path, help=f"table.toml{_BESIDE}")
    parser.add_argument("--army", type=Path, help=f"army.toml{_BESIDE}")
    if camera:
        camera_options(parser)
    else:
        # Recordings have no camera: what was once the lens's only name goes on to be one.
        parser.add_argument("--lens", "--camera", type=Path, help=f"camera.yaml{_BESIDE}")
    parser.add_argument("--empty", type=Path, help=f"a photo of the same table, bare{_BESIDE}")
    parser.add_argument("--calibration", type=Path, help=f"calibration.json{_BESIDE}")


def camera_options(parser: argparse.ArgumentParser) -> None:
    """The camera and its lens."""
    parser.add_argument(
        "--camera",
        metavar="SOURCE",
        help="camera number, address, film or folder of pictures; a camera.yaml is taken as --lens",
    )
    parser.add_argument("--lens", type=Path, help=f"camera.yaml{_BESIDE}")


def rules_options(parser: argparse.ArgumentParser) -> None:
    """Which rulebook."""
    parser.add_argument(
        "--rules",
        metavar="NAME",
        help="rulebook, a house-rules file or the folder of your own; if not named, the table's",
    )


def own_book_options(parser: argparse.ArgumentParser) -> None:
    """A rulebook of the player's own, for files that only name it."""
    parser.add_argument(
        "--rules",
        dest="own_book",
        metavar="FOLDER",
        help="opens the folder of a rulebook of your own",
    )


def json_options(parser: argparse.ArgumentParser) -> None:
    """Whether JSON alone is printed."""
    parser.add_argument("--json", action="store_true", help="print JSON alone")
