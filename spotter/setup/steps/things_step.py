"""The step that learns the players' things: what lies there is guessed, the players agree."""

import re
from collections.abc import Sequence
from difflib import get_close_matches

from rules.book.question import shown
from spotter.setup.guesses import NOTHING, Guess, guesses
from spotter.setup.lessons import Lesson, PointedAt, learn
from spotter.setup.table_setup import TableSetup
from spotter.setup.talk import PictureNote, Talk
from spotter.setup.teaching import PhotographedTable, desk_in
from table.errors import UserError
from table.kinds import DEFAULT_HEIGHT_IN, KINDS
from table.table_file import HIGHEST_IN, read_table

_RIGHT = "that is right"
_AGAIN = "look again"
_QUESTION = (
    "Enter if all is right; a number for another guess; or say it, like "
    '"1 book", "1 mug 4.5" (inches high), "1-" (nothing)'
)
_NAMED = re.compile(r"(\d+)\s*([-a-z].*)?", re.IGNORECASE)


def is_done(table: TableSetup) -> bool:
    """Whether the table has things, or was said to have none."""
    listed = table.has("table") and read_table(table.path("table")).things
    return bool(listed) or "things" in table.settings.skipped


def run(table: TableSetup, talk: Talk) -> None:
    """Guess what each thing is that no entry explains, and write the entries."""
    talk.tell(
        "Lay your things, a hand apart: mugs, napkins, books, pencils, strips of paper.",
        "No men yet: they would hide some of it.",
    )
    talk.ask("Enter when all lie there")
    spoken: list[Guess] = []
    desk = _looked_at(table, talk)
    while offered := [one for one in guesses(desk) if not _is_known(one, spoken)]:
        agreed = _agreed(desk, offered, talk)
        if agreed is None:
            desk = _looked_at(table, talk)
            continue
        spoken += agreed
        for one in agreed:
            _list(desk, one, talk)
    found = desk.things()
    talk.tell(f"found: {', '.join(thing.id for thing in found) or 'nothing'}")
    if not read_table(table.path("table")).things:
        table.skip("things")


def _looked_at(table: TableSetup, talk: Talk) -> PhotographedTable:
    """The table as the camera sees it now, once it can be made out."""
    while True:
        taken = table.camera.picture()
        try:
            return desk_in(taken.picture, taken.name, table.files)
        except UserError as problem:
            talk.tell(str(problem).removeprefix(f"{taken.name}: "))
            talk.ask(f"Enter to {_AGAIN}")


def _agreed(desk: PhotographedTable, offered: Sequence[Guess], talk: Talk) -> list[Guess] | None:
    """What the player says that all of it is; None where he wants the table looked at again.

    The outlines are shown over the picture that they were found in: by now a hand may lie there.
    """
    said = list(offered)
    while True:
        lines = [one.words for one in said]
        answer = talk.ask(
            _QUESTION,
            (*lines, _AGAIN, _RIGHT),
            default=_RIGHT,
            watch=lambda _: PictureNote(
                rings=tuple((f"{n} {one.name}", one.ring) for n, one in enumerate(said, 1)),
                picture=desk.picture,
            ),
        )
        if answer in {_RIGHT, _AGAIN}:
            return said if answer == _RIGHT else None
        try:
            number, kind = (lines.index(answer), "") if answer in lines else _named(answer, said)
        except UserError as problem:
            talk.tell(str(problem))
            continue
        said[number] = said[number].named(kind) if kind else said[number].next()


def _named(answer: str, offered: Sequence[Guess]) -> tuple[int, str]:
    """Which of the things is spoken of, and what it is said to be."""
    fit = _NAMED.fullmatch(answer.strip())
    if fit is None or not 1 <= int(fit[1]) <= len(offered):
        raise UserError(f'"{shown(answer)}": begin with a number from 1 to {len(offered)}')
    word = (fit[2] or "").strip().lower()
    if word in {"-", "no", "nothing", NOTHING}:
        return int(fit[1]) - 1, NOTHING
    kind, height_in = kind_and_height(word)
    usual = height_in == DEFAULT_HEIGHT_IN[kind]
    return int(fit[1]) - 1, kind if usual else f"{kind} {height_in:g}"


def _list(desk: PhotographedTable, one: Guess, talk: Talk) -> None:
    """Write an entry that finds the thing again, or say why there is none."""
    if one.kind == NOTHING:
        return
    kind, height_in = kind_and_height(one.kind)
    try:
        learn([PointedAt(desk, one.place)], Lesson(kind, height_in))
    except UserError as problem:
        talk.tell(str(problem).removeprefix(f"{desk.table}: "))


def _is_known(one: Guess, spoken: Sequence[Guess]) -> bool:
    """Whether it lies where something lies that was spoken of."""
    return any(one.is_at(other) or other.is_at(one) for other in spoken)


def kind_and_height(said: str) -> tuple[str, float]:
    """A kind, or as much of it as tells it from the others, and how high it stands.

    >>> kind_and_height("mug 4.5")
    ('mug', 4.5)
    >>> kind_and_height("bo")
    ('book', 1.0)
    """
    word, _, height = said.strip().lower().partition(" ")
    begun = [kind for kind in KINDS if word and kind.startswith(word)]
    if word not in KINDS and len(begun) != 1:
        near = get_close_matches(word, KINDS, n=1)
        meant = f"did you mean {near[0]}? There" if near else "there"
        raise UserError(f'no kind "{shown(word)}"; {meant} are {", ".join(KINDS)}')
    kind = word if word in KINDS else begun[0]
    try:
        height_in = float(height) if height.strip() else DEFAULT_HEIGHT_IN[kind]
    except ValueError:
        raise UserError(f'"{shown(height)}" is no height; type it like {kind} 3.75') from None
    if not 0 <= height_in <= HIGHEST_IN:
        raise UserError(f'"{shown(height)}" is no height; type it in inches, like {kind} 3.75')
    return kind, height_in
