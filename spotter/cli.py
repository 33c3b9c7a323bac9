"""The command line: a table of contents of what the program does.

Parsers only: what a command needs is imported when it runs, so that `--help` is quick.
"""

import argparse
import os
import re
import sys
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from typing import NoReturn

from spotter.process import (
    ignore_signals,
    keep_memory,
    name_warnings,
    printable_output,
    signals_held,
    silence_output,
    stopped_by_signals,
)
from table.errors import UserError
from table.kinds import KINDS

SHEETS = ("tags", "corners", "board", "stick", "templates", "orders", "cards", "aruco")


class _Parser(argparse.ArgumentParser):
    """A parser whose complaint is one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"spotter: {_one_line(_plain(message))}; see {self.prog} --help\n")


class _Version(argparse.Action):
    """Says the version; looking it up is slow, so only when asked."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        from importlib import metadata  # noqa: PLC0415

        try:
            version = metadata.version("spotter")
        except metadata.PackageNotFoundError:
            version = "(not installed)"
        print(f"spotter {version}")  # noqa: T201
        parser.exit(0)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; 0 when it did its job, 2 for bad input."""
    args = _parsed(argv)
    # Our matrices are small: numpy's helper threads wait for each other longer than they work,
    # and take the second core from the window.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # pygame greets on standard output, where only our answers belong.
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    # A picture file may claim to be larger than `read_picture` allows; OpenCV reads this when it
    # is first imported.
    os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", "100000000")
    keep_memory()
    name_warnings()
    try:
        with signals_held():
            command = import_module(f"spotter.commands.{args.module}")
        with stopped_by_signals(), printable_output():
            return command.run(args) or 0
    except UserError as problem:
        return _complain(str(problem))
    except KeyboardInterrupt:
        print("\nspotter: stopped", file=sys.stderr)  # noqa: T201
        return 130
    except BrokenPipeError:
        silence_output()  # whoever read our output has gone
        return 0
    except OSError as problem:
        silence_output()
        return _complain(f"{problem.filename or 'standard output'}: {problem.strerror or problem}")
    except MemoryError:
        return _complain("not enough memory for this; give smaller pictures or fewer things")


def program() -> NoReturn:
    """The command as a shell starts it."""
    code = main()
    ignore_signals()
    sys.exit(code)


def _parsed(argv: Sequence[str] | None) -> argparse.Namespace:
    """The command line; a word that is left over is the command's, which knows its options."""
    args, left_over = _parser().parse_known_args(argv)
    if left_over:
        command: _Parser = args.parser
        known = [option for option in command._option_string_actions if option.startswith("--")]  # noqa: SLF001 - argparse does not tell otherwise
        near = get_close_matches(left_over[0], known, n=1)
        meant = f"; did you mean {near[0]}?" if near else ""
        command.error(f"it takes no {left_over[0]}{meant}")
    return args


def _plain(message: str) -> str:
    """What argparse says, in the words of the other complaints."""
    choice = re.fullmatch(r"argument (\S+): invalid choice: (.*) \(choose from (.*)\)", message)
    if choice is not None:
        option, word, choices = choice.groups()
        known = sorted(name.strip(" '") for name in choices.split(","))
        near = get_close_matches(word.strip("'"), known, n=1)
        meant = f"did you mean {near[0]}? There" if near else "there"
        return f"{option}: no {word}; {meant} are {', '.join(known)}"
    number = re.fullmatch(r"argument (\S+): invalid (?:float|int) value: (.*)", message)
    return message if number is None else f"{number[1]}: {number[2]} is no plain number"


def _complain(sentence: str) -> int:
    """Say it on one line; what a file quotes in it must not steer the terminal."""
    print(f"spotter: {_one_line(sentence)}", file=sys.stderr)  # noqa: T201
    return 2


def _one_line(sentence: str) -> str:
    return "".join(c if c.isprintable() else " " for c in sentence)


def _parser() -> _Parser:
    parser = _Parser(
        prog="spotter",
        description="reads a desk full of toy soldiers and answers the rulebook's questions",
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="say which version this is")
    commands = parser.add_subparsers(metavar="command", required=True)
    for name, (text, add_arguments) in _COMMANDS.items():
        command = commands.add_parser(name, help=text, description=text)
        command.set_defaults(module=name.replace("print", "print_sheet"), parser=command)
        add_arguments(command)
    return parser


def _demo(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--out", type=Path, default=Path("out"), help="folder for the pictures (out)"
    )
    parser.add_argument("--no-window", action="store_true", help="pictures and a summary only")


def _look(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("photo", type=Path, help="a photograph of the table from above")
    _table_files(parser, required=True)
    parser.add_argument("-o", "--out", type=Path, help="write the scene to this file too")
    _json(parser)


def _ask(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("scene", type=Path, help="scene.json")
    parser.add_argument("questions", type=Path, help="a JSON list of questions, - for stdin")
    _rules(parser)
    _json(parser)


def _compare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("scene", type=Path, help="scene.json")
    parser.add_argument("questions", type=Path, help="a JSON list of questions, - for stdin")
    parser.add_argument("--rules", metavar="A,B,...", help="rulebooks to compare, default all")
    _json(parser)


def _draw(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("scene", type=Path, help="scene.json")
    parser.add_argument("questions", type=Path, nargs="?", help="a JSON list of questions")
    _rules(parser, required=False)
    parser.add_argument("--army", type=Path, help="army.toml, for the sides' colours")
    parser.add_argument("-o", "--out", type=Path, required=True, help="plan.png or plan.svg")


def _play(parser: argparse.ArgumentParser) -> None:
    beside = "; if not named, the one here or beside the pictures"
    parser.add_argument("--table", type=Path, help=f"table.toml{beside}")
    parser.add_argument("--army", type=Path, help=f"army.toml{beside}")
    parser.add_argument(
        "--lens", dest="camera", type=Path, metavar="LENS", help=f"camera.yaml{beside}, if any"
    )
    parser.add_argument("--empty", type=Path, help=f"empty.jpg{beside}, if any")
    _rules(parser, required=False)
    parser.add_argument(
        "--camera",
        dest="source",
        default="0",
        metavar="SOURCE",
        help="camera number, address, film or folder of pictures (0)",
    )
    parser.add_argument("--projector", type=int, metavar="N", help="the projector's display")
    parser.add_argument(
        "--projector-map",
        type=Path,
        default=Path("projector.json"),
        metavar="FILE",
        help="what spotter calibrate projector wrote (projector.json)",
    )
    parser.add_argument(
        "--game", type=Path, default=Path("game"), help="folder of the journal (game)"
    )
    parser.add_argument("--resume", action="store_true", help="go on with the game in that folder")
    parser.add_argument("--record", type=Path, metavar="FOLDER", help="keep pictures and journal")
    parser.add_argument(
        "--turns", type=int, help="the agreed number of turns (OMOG and COMBAT count them)"
    )
    parser.add_argument(
        "--agreed",
        type=Path,
        metavar="FILE",
        help="agreed.json: turns, objectives, flags, what no camera sees of a man",
    )
    parser.add_argument(
        "--dead-band",
        type=float,
        default=0.08,
        metavar="INCHES",
        help="a man who shifts less stands still (0.08)",
    )
    parser.add_argument(
        "--pace", type=float, default=0.5, help="seconds between pictures of a folder or film (0.5)"
    )
    parser.add_argument("--no-window", action="store_true", help="words only")


def _replay(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", type=Path, help="a recording, or any folder of pictures")
    _table_files(parser, required=False)
    parser.add_argument("--rules", metavar="NAME", help="rulebook, for the answers in the window")
    parser.add_argument(
        "--speed",
        type=float,
        default=1.0,
        help="pictures a second in the window (1); 0 waits for the right arrow",
    )
    parser.add_argument("--no-window", action="store_true", help="words only")
    _json(parser)


def _bundle(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("photo", type=Path, help="the photo, in a recording or anywhere")
    _table_files(parser, required=False)
    parser.add_argument("--truth", type=Path, help="scene.json of what really is there")
    parser.add_argument("--note", help="what is wrong, in your words")
    parser.add_argument(
        "-o", "--out", type=Path, default=Path("bundle.zip"), help="the zip (bundle.zip)"
    )


def _export(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("scene", type=Path, help="scene.json")
    parser.add_argument(
        "--format",
        choices=("dd2vtt", "geojson"),
        help="Universal VTT or a map; if not named, as the file's name ends",
    )
    parser.add_argument("-o", "--out", type=Path, required=True, help="desk.dd2vtt or desk.geojson")


def _print(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("sheet", choices=SHEETS, metavar="SHEET", help=", ".join(SHEETS))
    parser.add_argument("-o", "--out", type=Path, help="the PDF, default SHEET.pdf")
    parser.add_argument("--army", type=Path, help="army.toml, for tags and cards")
    parser.add_argument("--table", type=Path, help="table.toml, for the corner markers' size")
    parser.add_argument(
        "--rules",
        metavar="NAME",
        help="rulebook, for cards (omog-advanced) and templates (all that have some)",
    )
    parser.add_argument(
        "--paper", choices=("a4", "letter"), default="letter", help="paper size (letter)"
    )
    parser.add_argument(
        "--measured", type=float, metavar="INCHES", help="what the 4 inch bar really measured"
    )
    parser.add_argument(
        "--size", type=float, metavar="INCHES", help="side of a tag on the sheets orders and aruco"
    )
    parser.add_argument("--ids", default="4-23", help="numbers of the aruco sheet (4-23)")


def _calibrate(parser: argparse.ArgumentParser) -> None:
    steps = parser.add_subparsers(metavar="step", dest="step", required=True)
    camera = steps.add_parser("camera", help="the lens, from views of the printed board")
    _source(camera)
    camera.add_argument("-o", "--out", type=Path, default=Path("camera.yaml"), help="camera.yaml")
    camera.add_argument("--table", type=Path, help="table.toml, to tell the error on your table")
    camera.add_argument("--chessboard", metavar="9x6", help="plain chessboard, inner corners")
    camera.add_argument("--board", metavar="7x9", help="other ChArUco board, in squares")
    camera.add_argument("--square", type=float, metavar="INCHES", help="the squares' side")
    camera.add_argument("--marker", type=float, metavar="INCHES", help="the board's markers' side")
    camera.add_argument("--dictionary", metavar="NAME", help="their family, like DICT_5X5_100")
    camera.add_argument("--views", type=int, default=15, help="how many views a camera needs")
    table = steps.add_parser("table", help="the camera's place over the table")
    _source(table)
    table.add_argument("--table", type=Path, default=Path("table.toml"), help="table.toml")
    table.add_argument("-o", "--out", type=Path, default=Path("calibration.json"), help="the pose")
    table.add_argument("--empty", type=Path, default=Path("empty.jpg"), help="the empty table")
    table.add_argument(
        "--corners", nargs=4, metavar="X,Y", help="the play area's corners in pixels, clockwise"
    )
    table.add_argument("--drag", action="store_true", help="drag the corners in a window")
    projector = steps.add_parser("projector", help="where the projector's light falls")
    _source(projector)
    projector.add_argument("--table", type=Path, default=Path("table.toml"), help="table.toml")
    projector.add_argument(
        "-o", "--out", type=Path, default=Path("projector.json"), help="projector.json"
    )
    projector.add_argument("--display", type=int, help="the projector's display, default the last")
    projector.add_argument("--projector-size", metavar="1920x1080", help="its picture's pixels")
    projector.add_argument(
        "--patterns", type=Path, metavar="FOLDER", help="only write the pictures to be shown"
    )
    for step in (camera, table, projector):
        step.set_defaults(parser=step)


def _verify(parser: argparse.ArgumentParser) -> None:
    _source(parser)
    parser.add_argument("--table", type=Path, default=Path("table.toml"), help="table.toml")
    parser.add_argument("--army", type=Path, help="army.toml, to judge its tags")
    parser.add_argument("--calibration", type=Path, help="calibration.json, to compare with")
    _json(parser)


def _doctor(parser: argparse.ArgumentParser) -> None:
    _json(parser)


def _source(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "source", nargs="?", help="camera number, address, film, folder or photo; default 0"
    )
    parser.add_argument("--camera", help="camera.yaml, the lens (optional)")


def _table_files(parser: argparse.ArgumentParser, *, required: bool) -> None:
    parser.add_argument("--table", type=Path, required=required, help="table.toml")
    parser.add_argument("--army", type=Path, required=required, help="army.toml")
    parser.add_argument("--camera", type=Path, help="camera.yaml, the lens (optional)")
    parser.add_argument("--empty", type=Path, help="a photo of the same table with nothing on it")


def _teach(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("photo", type=Path, help="a photograph of the table from above")
    _table_files(parser, required=True)
    parser.add_argument("--at", metavar="X,Y", help="where the thing is that you name, in inches")
    parser.add_argument("--kind", choices=KINDS, metavar="KIND", help="what it is, like mug")
    parser.add_argument("--height", type=float, metavar="INCHES", help="how high it stands")
    parser.add_argument("--no-window", action="store_true", help="words only")
    _json(parser)


def _rules(parser: argparse.ArgumentParser, *, required: bool = True) -> None:
    parser.add_argument(
        "--rules", required=required, metavar="NAME", help="rulebook, or a house-rules file"
    )


def _json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON alone")


_COMMANDS: dict[str, tuple[str, Callable[[argparse.ArgumentParser], None]]] = {
    "demo": ("the whole job on the recorded table that ships with the program", _demo),
    "look": ("a photograph to a scene: who stands where, what lies where", _look),
    "teach": ("things the table file does not list yet, and the entries for them", _teach),
    "ask": ("answers to questions about a scene", _ask),
    "compare": ("the same questions under several rulebooks, and why they differ", _compare),
    "draw": ("the picture of a scene and of answers, as the table's plan", _draw),
    "print": ("true-scale PDF sheets: tags, corner markers, board, templates, cards", _print),
    "calibrate": ("the set-up steps: camera, table, projector", _calibrate),
    "verify": ("how good this table is now, in inches, and what to do about it", _verify),
    "doctor": ("what works on this computer and what to do about what does not", _doctor),
    "cameras": ("the cameras there are", _doctor),
    "play": ("a game on the table, live: camera, window, projector", _play),
    "replay": ("a recording again, or any folder of pictures in order", _replay),
    "bundle": ("one photo with all its files in a zip: a bug report, a test", _bundle),
    "export": ("the table for a virtual table top, or as GeoJSON", _export),
}

if __name__ == "__main__":
    sys.exit(main())
