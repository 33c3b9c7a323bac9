"""A weapon's range bands, found by asking the rulebook itself over open ground.

Works for every book and for house rules, because it asks: a rested shooter faces an enemy at
one distance after another, and where the answer changes a band ends.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from math import ceil, inf
from typing import Any

from rules.book.answer import Burst, Shot
from rules.book.ask import ask
from rules.book.book import Book
from rules.book.question import QuestionJson
from table.scene import Scene, Soldier

_STEP_IN, _SCAN_IN = 0.5, 1.0
_FINE_IN = 1e-4
_ROOM_IN = 60.0


@dataclass(frozen=True, slots=True)
class ShownBand:
    """Up to `limit_in` inches this holds: the book's word and what must be rolled.

    The limit is infinite for a band that does not end on this table.
    """

    limit_in: float
    word: str
    succeeds: str
    chance: float


_Told = tuple[str, str, float] | None  # word, succeeds, chance; None where he cannot shoot


def range_bands(
    book: Book,
    soldier: Soldier,
    weapon: str,
    farthest_in: float,
    declare: Mapping[str, Any] | None = None,
) -> tuple[ShownBand, ...]:
    """The bands of a weapon, nearest first; () for one that is neither fired nor thrown."""
    told = _teller(book, soldier, {"weapon": weapon, "declare": declare or {}})
    if told is None:
        return ()
    bands = [
        ShownBand(_edge(told, low_in), *before)
        for low_in in _changes(told, farthest_in)
        if (before := told(low_in)) is not None
    ]
    last = told(_STEP_IN + _SCAN_IN * ceil(max(0.0, farthest_in - _STEP_IN) / _SCAN_IN))
    return (*bands, *(() if last is None else (ShownBand(inf, *last),)))


def _changes(told: Callable[[float], _Told], farthest_in: float) -> Iterator[float]:
    """From where a step farther it is another answer; an inch whose ends agree is all one."""
    start_in = _STEP_IN
    while start_in < farthest_in:
        ends_in = start_in, start_in + _STEP_IN, start_in + _SCAN_IN
        if told(ends_in[0]) != told(ends_in[2]):
            yield from (low for low, high in pairwise(ends_in) if told(low) != told(high))
        start_in = ends_in[2]


def _teller(book: Book, soldier: Soldier, asked: QuestionJson) -> Callable[[float], _Told] | None:
    """What the book says of a distance, by shooting or, where he cannot, by bursting."""
    scene = _range_scene(book, soldier, asked["weapon"])
    for ask_word, told in (("shoot", _shot_told), ("burst", _burst_told)):
        if told(book, scene, asked, 5.0) is not _NO_SUCH_USE and ask_word in book.answers:
            return cache(lambda away_in, told=told: _known(told(book, scene, asked, away_in)))
    return None


_NO_SUCH_USE = ("", "no such use", 0.0)


def _known(told: _Told) -> _Told:
    return None if told is _NO_SUCH_USE else told


def _range_scene(book: Book, soldier: Soldier, weapon: str) -> Scene:
    """A shooter in the open with mates beside him, who serve or carry where needed."""
    shooter = replace(
        soldier, x=2.0, y=5.0, facing=0.0, weapons=(weapon,), state={}, on=None, elevation=0.0
    )
    mates = tuple(
        Soldier(f"mate-{i}", soldier.side, 2.0, 5.0 + side_in, role=role, team=soldier.team)
        for i, (role, side_in) in enumerate(zip(book.mates, (1.3, -1.3, 1.9), strict=False))
    )
    enemy = Soldier("enemy", "the other side", 10.0, 5.0, weapons=("rifle",), facing=180.0)
    return Scene(_ROOM_IN * 4, 10.0, (replace(shooter, id="shooter"), *mates, enemy))


def _enemy_at(scene: Scene, away_in: float) -> Scene:
    return scene.with_soldiers(replace(scene.soldiers[-1], x=2.0 + away_in))


def _shot_told(book: Book, scene: Scene, asked: QuestionJson, away_in: float) -> _Told:
    shooter = scene.soldiers[0].id
    question = {"ask": "shoot", "shooter": shooter, "target": "enemy", **asked}
    answer = ask(_enemy_at(scene, away_in), question, book)
    if not isinstance(answer, Shot):
        return _NO_SUCH_USE
    if answer.roll is None:
        return None
    return (answer.band or "", answer.roll.succeeds, float(answer.roll.chance))


def _burst_told(book: Book, scene: Scene, asked: QuestionJson, away_in: float) -> _Told:
    shooter = scene.soldiers[0].id
    question = {"ask": "burst", "shooter": shooter, "aim": [2.0 + away_in, 5.0], **asked}
    answer = ask(_enemy_at(scene, away_in), question, book)
    if not isinstance(answer, Burst):
        return _NO_SUCH_USE
    return ("in range", "", 0.0) if answer.allowed else None


def _edge(told: Callable[[float], _Told], low_in: float) -> float:
    """The last distance, less than a step farther, at which the answer is the same, to a hair."""
    before, high_in = told(low_in), low_in + _STEP_IN
    # Most bands end at such a step itself.
    if told(low_in + _FINE_IN) != before:
        return low_in
    while high_in - low_in > _FINE_IN:
        middle_in = (low_in + high_in) / 2
        if told(middle_in) == before:
            low_in = middle_in
        else:
            high_in = middle_in
    return round(low_in, 3)
