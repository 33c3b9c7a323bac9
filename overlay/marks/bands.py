"""A weapon's range bands, found by asking the rulebook itself over open ground.

Works for every book and for house rules, because it asks: a rested shooter faces an enemy at
one distance after another, and where the answer changes a band ends.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from math import inf
from typing import Any

from rules.book.answer import Burst, Shot
from rules.book.ask import ask
from rules.book.book import Book
from rules.book.question import QuestionJson
from table.scene import Scene, Soldier

_STEP_IN = 0.5
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
    bands: list[ShownBand] = []
    start_in, before = _STEP_IN, told(_STEP_IN)
    while start_in < farthest_in:
        end_in = start_in + _STEP_IN
        after = told(end_in)
        if after != before:
            limit_in = _edge(told, before, start_in, end_in)
            bands += [] if before is None else [ShownBand(limit_in, *before)]
        start_in, before = end_in, after
    return (*bands, *(() if before is None else (ShownBand(inf, *before),)))


def _teller(book: Book, soldier: Soldier, asked: QuestionJson) -> Callable[[float], _Told] | None:
    """What the book says of a distance, by shooting or, where he cannot, by bursting."""
    scene = _range_scene(book, soldier, asked["weapon"])
    for ask_word, told in (("shoot", _shot_told), ("burst", _burst_told)):
        if told(book, scene, asked, 5.0) is not _NO_SUCH_USE and ask_word in book.answers:
            return lambda away_in, told=told: _known(told(book, scene, asked, away_in))  # type: ignore[misc]  # the default binds the loop's function
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


def _edge(told: Callable[[float], _Told], before: _Told, low_in: float, high_in: float) -> float:
    """The last distance at which `before` still holds, to a hair."""
    while high_in - low_in > _FINE_IN:
        middle_in = (low_in + high_in) / 2
        if told(middle_in) == before:
            low_in = middle_in
        else:
            high_in = middle_in
    return round(low_in, 3)
