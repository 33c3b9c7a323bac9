"""The step that learns the players' things: what lies there, named one after the other."""

from difflib import get_close_matches
from math import hypot

import numpy as np

from rules.book.question import shown
from spotter.setup.lessons import Lesson, PointedAt, learn
from spotter.setup.table_setup import TableSetup
from spotter.setup.talk import PictureNote, Talk, Watch
from spotter.setup.teaching import PhotographedTable, desk_in, likely_kinds, size_words
from table.errors import UserError
from table.kinds import DEFAULT_HEIGHT_IN
from table.places import CameraXY
from table.table_file import HIGHEST_IN, read_table
from vision.things.unexplained import Stranger

_NOTHING = "nothing of the game"
_SAME_IN = 0.6  # a place that was spoken of already


def is_done(table: TableSetup) -> bool:
    """Whether the table has things, or was said to have none."""
    listed = table.has("table") and read_table(table.path("table")).things
    return bool(listed) or "things" in table.settings.skipped


def run(table: TableSetup, talk: Talk) -> None:
    """Ask what each thing is that no entry explains, and write the entries."""
    talk.tell("Set the table: mugs, napkins, books, strips of paper, and your men on their tags.")
    while True:
        talk.ask("Enter when all is there")
        taken = table.camera.picture()
        try:
            desk = desk_in(taken.picture, taken.name, table.files)
            break
        except UserError as problem:
            talk.tell(str(problem))
    _name_all(desk, talk)
    found = desk.things()
    talk.tell(f"found: {', '.join(thing.id for thing in found) or 'nothing'}")
    if not read_table(table.path("table")).things:
        table.skip("things")


def _name_all(desk: PhotographedTable, talk: Talk) -> None:
    """Until nothing is left that was not spoken of: an entry may explain more than one thing."""
    spoken: list[Stranger] = []
    while (one := _next(desk, spoken)) is not None:
        spoken.append(one)
        kinds = (*likely_kinds(one), _NOTHING)
        where = f"at ({one.place.x:.0f}, {one.place.y:.0f}): {size_words(one)}, {one.colour}"
        shown = _pointed_at(desk, one)
        said = talk.ask(f"{where}: what is it", kinds, default=kinds[0], watch=shown)
        while said != _NOTHING and not _is_listed(desk, one, said, talk):
            said = talk.ask("what else is it", kinds, default=_NOTHING, watch=shown)


def _pointed_at(desk: PhotographedTable, one: Stranger) -> Watch:
    """What marks a thing on the picture."""
    ring = CameraXY(np.array([(pixel.x, pixel.y) for pixel in desk.offer(one).ring]))
    return lambda _: PictureNote(("What is this?",), ring=ring)


def _is_listed(desk: PhotographedTable, one: Stranger, said: str, talk: Talk) -> bool:
    """Whether an entry was written that finds the thing again."""
    try:
        kind, height_in = _kind(said)
        place = desk.place(desk.offer(one).at, height_in)
        learn([PointedAt(desk, place)], Lesson(kind, height_in))
    except UserError as problem:
        talk.tell(str(problem))
        return False
    return True


def _next(desk: PhotographedTable, spoken: list[Stranger]) -> Stranger | None:
    """The largest thing on no list that was not spoken of."""
    return next((one for one in desk.strangers() if not _is_known(one, spoken)), None)


def _is_known(one: Stranger, spoken: list[Stranger]) -> bool:
    return any(
        hypot(one.place.x - other.place.x, one.place.y - other.place.y) < _SAME_IN
        for other in spoken
    )


def _kind(said: str) -> tuple[str, float]:
    """A kind and how high it stands, like "mug 4.5"."""
    word, _, height = said.strip().lower().partition(" ")
    if word not in DEFAULT_HEIGHT_IN:
        near = get_close_matches(word, DEFAULT_HEIGHT_IN, n=1)
        meant = f"did you mean {near[0]}? There" if near else "there"
        raise UserError(f'no kind "{shown(word)}"; {meant} are {", ".join(DEFAULT_HEIGHT_IN)}')
    try:
        height_in = float(height) if height.strip() else DEFAULT_HEIGHT_IN[word]
    except ValueError:
        raise UserError(f'"{height}" is no height; type it like {word} 3.75') from None
    if not 0 <= height_in <= HIGHEST_IN:
        raise UserError(f'"{height}" is no height; type it in inches, like {word} 3.75')
    return word, height_in
