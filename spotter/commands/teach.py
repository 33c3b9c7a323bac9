"""`spotter teach`: what lies on the table and is on no list, and the entry that lists it."""

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict
from math import isfinite, nan
from pathlib import Path
from typing import Protocol

from overlay.teach.teach_state import Explained, Leave, Name, Offer, TeachCommand
from overlay.teach.teach_window import TeachWindow
from overlay.window.setup_window import is_watched
from spotter.camera.newest_picture import newest_picture
from spotter.files.table_folder import named_table
from spotter.progress import waiting
from spotter.setup.lessons import Learnt, Lesson, PointedAt, learn
from spotter.setup.teaching import PhotographedTable, desk_in, size_words
from table.errors import UserError
from table.kinds import DEFAULT_HEIGHT_IN
from table.places import TablePoint
from table.table_file import HIGHEST_IN, put_in_place
from vision.pictures.picture_file import read_picture
from vision.things.unexplained import Stranger


def run(args: argparse.Namespace) -> None:
    """List what no entry explains, in a window or in words, or write the entry that is named."""
    if args.at is None and (args.kind or args.height is not None or args.also):
        raise UserError("--kind: say where the thing is with --at, like --at 12.5,8")
    named = named_table(args, args.what)
    files = named.files()  # what is missing is said before a camera is looked for
    with waiting(f"looking at {named.source}"):
        taken = newest_picture(named.source)
        desk = desk_in(taken.picture, taken.name, files)
    if args.at is not None:
        others = [(desk_in(read_picture(Path(photo)), photo, files), at) for photo, at in args.also]
        _write_named([*((desk, at) for at in args.at), *others], args)
    elif args.json or args.no_window or not is_watched():
        _tell(desk.strangers(), args)
    else:
        _teach_in_window(desk)


def _write_named(at: Sequence[tuple[PhotographedTable, str]], args: argparse.Namespace) -> None:
    if args.kind is None:
        raise UserError(f"--at: say what it is with --kind; the kinds are {_kinds()}")
    height_in = DEFAULT_HEIGHT_IN[args.kind] if args.height is None else args.height
    if not 0 <= height_in <= HIGHEST_IN:
        raise UserError(f"--height: {height_in:g} is no thing's height; write inches, like 3.75")
    shown = [PointedAt(desk, _place(text)) for desk, text in at]
    with waiting("learning it"):
        learnt = learn(shown, Lesson(args.kind, height_in, args.name))
    print(_told(shown[0].desk, learnt))


def _told(desk: PhotographedTable, learnt: Learnt) -> str:
    """What was written, and what changed with it."""
    thing = learnt.thing
    what = f"{thing.kind} {thing.colour}, {thing.height:g} in high"
    done = f"added {what}" if learnt.anew else f"the {thing.words} is known better"
    lost = f"; not found any more: {', '.join(learnt.lost)}" if learnt.lost else ""
    return f"{desk.table}: {done}; found again{lost}"


def _tell(seen: tuple[Stranger, ...], args: argparse.Namespace) -> None:
    if args.json:
        print(json.dumps([asdict(one) for one in seen], indent=1))
        return
    if not seen:
        print("nothing on the table that the list does not explain")
        return
    for number, one in enumerate(seen, 1):
        where = f"({one.place.x:.1f}, {one.place.y:.1f})"
        print(f"{number}. at {where}: {size_words(one)}, {one.colour}")
    place = seen[0].place
    print(f"to list the first: --at {place.x:.1f},{place.y:.1f} --kind ... (one of {_kinds()})")


def _place(text: str) -> TablePoint:
    try:
        x, y = (float(part) for part in text.split(","))
    except ValueError:
        x = y = nan
    if not (isfinite(x) and isfinite(y)):
        raise UserError(f"--at: {text!r} is no place; write x,y in inches, like 12.5,8")
    return TablePoint(x, y)


def _kinds() -> str:
    return ", ".join(sorted(DEFAULT_HEIGHT_IN))


def _teach_in_window(desk: PhotographedTable) -> None:
    """Until the player leaves: show, write what he names, look again."""
    window = TeachWindow(desk.picture)
    teacher = Teacher(desk)
    teacher.show(window, "")
    try:
        while True:
            for command in window.step():
                if isinstance(command, Leave):
                    return
                teacher.show(window, teacher.told(command))
    finally:
        window.close()


class Shows(Protocol):
    """What shows what is unexplained, what is known, and what just happened."""

    def show(self, offers: Sequence[Offer], known: Sequence[Explained], note: str) -> None:
        """Show it."""


class Teacher:
    """What the window's commands do to the table file; every entry can be taken back."""

    def __init__(self, desk: PhotographedTable) -> None:
        self._desk = desk
        self._written: list[tuple[bytes, bytes]] = []  # the file before and after each entry

    def show(self, window: Shows, note: str) -> None:
        """Look at the photo with the list as it is now."""
        offers = [self._desk.offer(one) for one in self._desk.strangers()]
        known = [self._desk.known(thing) for thing in self._desk.things()]
        window.show(offers, known, note)

    def told(self, command: TeachCommand) -> str:
        """Do what the player said, and say what became of it."""
        try:
            if isinstance(command, Name):
                return self._named(command)
            return self._taken_back()
        except UserError as problem:
            return str(problem)

    def _named(self, command: Name) -> str:
        table = self._desk.table
        before = table.read_bytes()
        place = self._desk.place(command.at, command.height_in)
        learnt = learn([PointedAt(self._desk, place)], Lesson(command.kind, command.height_in))
        self._written.append((before, table.read_bytes()))
        told = _told(self._desk, learnt)
        print(told, flush=True)
        return told

    def _taken_back(self) -> str:
        if not self._written:
            return "nothing to take back"
        table, (before, after) = self._desk.table, self._written[-1]
        if table.read_bytes() != after:
            return f"{table}: was changed by somebody else; take the entry out by hand"
        put_in_place(table, before, "take the entry out by hand")
        self._written.pop()
        print(f"{table}: the last entry is taken back", flush=True)
        return "the last entry is taken back"
