"""The words of the commands that set a table up: setup, print, calibrate, doctor, cameras."""

import argparse
from pathlib import Path

from spotter.options.shared import camera_options, json_options, rules_options, what_options
from table.typed_length import inches_of

SHEETS = (
    "kit", "tags", "corners", "board", "stick", "templates", "orders", "cards", "aruco",
)  # fmt: skip


STEPS = ("camera", "size", "rules", "army", "kit", "lens", "table", "things", "verify")


def setup_options(parser: argparse.ArgumentParser) -> None:
    """What `spotter setup` is told."""
    parser.add_argument(
        "folder",
        nargs="?",
        help="the table's folder, new or old; if not named, this one if it is a table's or bare, "
        "else mytable in it",
    )
    parser.add_argument(
        "--step", choices=STEPS, metavar="STEP", help=f"one step alone: {', '.join(STEPS)}"
    )
    parser.add_argument("--camera", metavar="SOURCE", help="camera number, address, film or folder")
    parser.add_argument("--no-window", action="store_true", help="in the terminal only")


def print_options(parser: argparse.ArgumentParser) -> None:
    """What `spotter print` is told."""
    parser.add_argument("sheet", choices=SHEETS, metavar="SHEET", help=", ".join(SHEETS))
    parser.add_argument(
        "folder", nargs="?", help="the table's folder; if not named, this one if it is a table's"
    )
    parser.add_argument("-o", "--out", type=Path, help="the PDF, default SHEET.pdf in the folder")
    parser.add_argument("--army", type=Path, help="army.toml, for tags and cards")
    parser.add_argument("--table", type=Path, help="table.toml, for the corner markers' size")
    rules_options(parser)
    parser.add_argument(
        "--paper", choices=("a4", "letter"), help="paper size, default the table's own, or letter"
    )
    parser.add_argument(
        "--measured",
        type=inches_of,
        metavar="LENGTH",
        help="what the 4 inch bar really measured: 3.94, or 10cm",
    )
    parser.add_argument(
        "--size", type=float, metavar="INCHES", help="side of a tag on the sheets orders and aruco"
    )
    parser.add_argument("--ids", default="4-23", help="numbers of the aruco sheet (4-23)")


def calibrate_options(parser: argparse.ArgumentParser) -> None:
    """What `spotter calibrate` is told."""
    steps = parser.add_subparsers(metavar="step", dest="step", required=True)
    for name, about, options in _CALIBRATIONS:
        step = steps.add_parser(name, help=about)
        options(step)
        step.set_defaults(parser=step)


def _camera_step(camera: argparse.ArgumentParser) -> None:
    what_options(camera)
    camera_options(camera)
    camera.add_argument("-o", "--out", type=Path, help="default camera.yaml in the table's folder")
    camera.add_argument("--table", type=Path, help="table.toml, to tell the error on your table")
    camera.add_argument(
        "--markers", action="store_true", help="no board: the table's corner markers, from aslant"
    )
    camera.add_argument("--chessboard", metavar="9x6", help="plain chessboard, inner corners")
    camera.add_argument("--board", metavar="7x9", help="other ChArUco board, in squares")
    camera.add_argument("--square", type=float, metavar="INCHES", help="the squares' side")
    camera.add_argument("--marker", type=float, metavar="INCHES", help="the board's markers' side")
    camera.add_argument("--dictionary", metavar="NAME", help="their family, like DICT_5X5_100")
    camera.add_argument("--views", type=int, default=15, help="how many views a camera needs")


def _table_step(table: argparse.ArgumentParser) -> None:
    what_options(table)
    camera_options(table)
    table.add_argument("--table", type=Path, help="table.toml")
    table.add_argument("-o", "--out", type=Path, help="the pose (calibration.json)")
    table.add_argument("--empty", type=Path, help="the empty table (empty.jpg)")
    table.add_argument(
        "--corners", nargs=4, metavar="X,Y", help="the play area's corners in pixels, clockwise"
    )
    emptiness = table.add_mutually_exclusive_group()
    emptiness.add_argument(
        "--is-empty",
        action="store_true",
        help="your word that only the markers lie there, whatever the picture seems to show",
    )
    emptiness.add_argument(
        "--no-empty",
        action="store_true",
        help="the camera's place only, with things on the table; empty.jpg stays as it is",
    )
    table.add_argument("--drag", action="store_true", help="drag the corners in a window")


def _projector_step(projector: argparse.ArgumentParser) -> None:
    what_options(projector)
    camera_options(projector)
    projector.add_argument("--table", type=Path, help="table.toml")
    projector.add_argument("-o", "--out", type=Path, help="what is measured (projector.json)")
    projector.add_argument("--display", type=int, help="the projector's display, default the last")
    projector.add_argument("--projector-size", metavar="1920x1080", help="its picture's pixels")
    projector.add_argument(
        "--patterns", type=Path, metavar="FOLDER", help="only write the pictures to be shown"
    )


_CALIBRATIONS = (
    ("camera", "the lens, from views of the printed board", _camera_step),
    ("table", "the camera's place over the table", _table_step),
    ("projector", "where the projector's light falls", _projector_step),
)


def doctor_options(parser: argparse.ArgumentParser) -> None:
    """What `spotter doctor` is told."""
    json_options(parser)
