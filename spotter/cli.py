"""The command line: a table of contents of what the program does.

Parsers only: what a command needs is imported when it runs, so that `--help` is quick.
"""

import argparse
import os
import re
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from itertools import chain, pairwise
from typing import NoReturn

from spotter.options.asking import ask_options, compare_options, draw_options, rules_command_options
from spotter.options.own_books import open_rulebooks
from spotter.options.playing import (
    demo_options,
    duel_options,
    phones_options,
    play_options,
    referee_options,
    report_options,
)
from spotter.options.seeing import (
    bundle_options,
    export_options,
    look_options,
    replay_options,
    snap_options,
    teach_options,
    verify_options,
)
from spotter.options.setting_up import (
    calibrate_options,
    doctor_options,
    print_options,
    setup_options,
)
from spotter.process import (
    all_kept,
    have_standard_error,
    is_closed_terminal,
    keep_memory,
    name_warnings,
    printable_output,
    send_output,
    signals_held,
    silence_output,
    stopped_by_signals,
)
from spotter.start import program
from table.errors import UserError

# Scripts of earlier installations start the program from here.
__all__ = ["STOPPED", "main", "program"]
_REQUIRED = "the following arguments are required: "  # as argparse says it
STOPPED = 130  # the exit code of who was told to end


class _Parser(argparse.ArgumentParser):
    """A parser whose complaint is one line."""

    def error(self, message: str) -> NoReturn:
        head, _, names = message.partition(_REQUIRED)
        is_missing = bool(names) and not head
        said = _one_line(self._missing(names.split(", ")[0]) if is_missing else _plain(message))
        see = f"{said} See" if said.endswith("?") else f"{said}; see"
        self.exit(2, f"spotter: {see} {self.prog} --help\n")

    def _missing(self, name: str) -> str:
        """What is to be named where nothing was: what may be, or what it is."""
        if name == "command":
            return f"{name} is missing; begin with demo, or with setup for your own table"
        named = (
            action
            for action in self._actions
            if name in {action.metavar, action.dest, "/".join(action.option_strings)}
        )
        action = next(named)
        if action.choices:
            return f"{name} is missing; there are {', '.join(sorted(action.choices))}"
        return f"{name} is missing: {action.help}"


class _Version(argparse.Action):
    """Says the version; looking it up is slow, so only when asked."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        from importlib import metadata  # noqa: PLC0415

        try:
            version = metadata.version("spotter-desk")
        except metadata.PackageNotFoundError:
            version = "(not installed)"
        print(f"spotter {version}")  # noqa: T201
        parser.exit(0)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; 0 when it did its job, 2 for bad input."""
    have_standard_error()
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
        with signals_held(), all_kept():
            open_rulebooks(args)
            command = import_module(f"spotter.commands.{args.module}")
        with stopped_by_signals(), printable_output():
            return command.run(args) or 0
    except UserError as problem:
        return _complain(str(problem))
    except KeyboardInterrupt:
        _say("\nspotter: stopped")
        send_output()
        return STOPPED
    except BrokenPipeError:
        silence_output()  # whoever read our output has gone
        return 0
    except OSError as problem:
        closed = is_closed_terminal(problem)
        silence_output()
        said = f"{problem.filename or 'standard output'}: {problem.strerror or problem}"
        return STOPPED if closed else _complain(said)
    except MemoryError:
        return _complain("not enough memory for this; give smaller pictures or fewer things")


def _parsed(argv: Sequence[str] | None) -> argparse.Namespace:
    """The command line; a word that is left over is the command's, which knows its options."""
    words = sys.argv[1:] if argv is None else list(argv)
    args, left_over = _parser(words[:1]).parse_known_args(words)
    for option, value in pairwise([*chain.from_iterable(map(_parted, words)), "-"]):
        if option.startswith("-") and not value:  # a script's variable that was never set
            args.parser.error(f"{option}: nothing is named; name it, or leave {option} out")
    if hasattr(args, "questions") and not any(word.startswith("--") for word in left_over):
        # An option in the midst of the words makes argparse give back what comes after it.
        args.questions, left_over = [*args.questions, *left_over], []
    if left_over:
        command: _Parser = args.parser
        known = [option for option in command._option_string_actions if option.startswith("--")]  # noqa: SLF001 - argparse does not tell otherwise
        near = _nearest(left_over[0], known)
        meant = f"; did you mean {near}?" if near else ""
        command.error(f"it takes no {left_over[0]}{meant}")
    return args


def _parted(word: str) -> list[str]:
    """An option and its value where they are typed as one word."""
    return word.split("=", 1) if word.startswith("--") else [word]


def _plain(message: str) -> str:
    """What argparse says, in the words of the other complaints."""
    choice = re.fullmatch(r"argument (\S+): invalid choice: (.*) \(choose from (.*)\)", message)
    if choice is not None:
        option, word, choices = choice.groups()
        known = sorted(name.strip(" '") for name in choices.split(","))
        near = _nearest(word.strip("'"), known)
        meant = f"did you mean {near}? There" if near else "there"
        return f"{option}: no {word}; {meant} are {', '.join(known)}"
    number = re.fullmatch(r"argument (\S+): invalid (?:float|int|inches_of) value: (.*)", message)
    return message if number is None else f"{number[1]}: {number[2]} is no plain number"


def _nearest(word: str, known: Sequence[str]) -> str | None:
    """The known word that was perhaps meant."""
    from difflib import get_close_matches  # noqa: PLC0415 - only slips of the pen need it

    return next(iter(get_close_matches(word, known, n=1)), None)


def _complain(sentence: str) -> int:
    """Say it on one line; what a file quotes in it must not steer the terminal."""
    _say(f"spotter: {_one_line(sentence)}")
    return 2


def _say(line: str) -> None:
    """A line on standard error, if anybody can still read it: the terminal may be closed."""
    with suppress(OSError):
        print(line, file=sys.stderr, flush=True)  # noqa: T201


def _one_line(sentence: str) -> str:
    return "".join(c if c.isprintable() else " " for c in sentence)


def _parser(first: Sequence[str]) -> _Parser:
    """The parser of the command that is named first; of all of them where none is."""
    parser = _Parser(
        prog="spotter",
        description="reads a desk full of toy soldiers and answers the rulebook's questions",
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="say which version this is")
    commands = parser.add_subparsers(metavar="command", required=True)
    for name in [word for word in first if word in _COMMANDS] or _COMMANDS:
        text, add_options = _COMMANDS[name]
        command = commands.add_parser(name, help=text, description=text)
        command.set_defaults(module=name.replace("print", "print_sheet"), parser=command)
        add_options(command)
    return parser


_COMMANDS: dict[str, tuple[str, Callable[[argparse.ArgumentParser], None]]] = {
    "demo": ("the whole job on the recorded table that ships with the program", demo_options),
    "setup": ("from nothing to a table that is ready to play, step by step", setup_options),
    "look": ("a photograph to a scene: who stands where, what lies where", look_options),
    "snap": ("a picture of the table, taken by its camera", snap_options),
    "teach": ("things the table file does not list yet, and the entries for them", teach_options),
    "ask": ("answers to questions about a scene", ask_options),
    "compare": ("the same questions under several rulebooks, and why they differ", compare_options),
    "draw": ("the picture of a scene and of answers, as the table's plan", draw_options),
    "rules": ("the rulebooks: weapons, terrain, questions, single rules", rules_command_options),
    "print": (
        "true-scale PDF sheets: tags, corner markers, templates, cards",
        print_options,
    ),
    "calibrate": ("the set-up steps: camera, table, projector", calibrate_options),
    "verify": ("how good this table is now, in inches, and what to do about it", verify_options),
    "doctor": ("what works on this computer and what to do about what does not", doctor_options),
    "cameras": ("the cameras there are", doctor_options),
    "play": ("a game on the table, live: camera, window, projector", play_options),
    "phones": ("the page's code, who has joined, and whose key is withdrawn", phones_options),
    "referee": ("a story of a game, step by step, ruled as play rules it", referee_options),
    "replay": (
        "a game's battle again, forth and back; or a folder of pictures",
        replay_options,
    ),
    "duel": ("two computer players against each other, for balancing armies", duel_options),
    "report": ("a game that was played, as one page with plans, dice and luck", report_options),
    "bundle": ("one photo with all its files in a zip: a bug report, a test", bundle_options),
    "export": ("the table for a virtual table top, or as GeoJSON", export_options),
}

if __name__ == "__main__":
    sys.exit(main())
