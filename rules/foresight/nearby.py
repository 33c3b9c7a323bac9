"""The smallest step that helps: from where a refused or poor shot would be allowed or better.

Only free places to which he may walk straight are named, each proven by asking again from there.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

import numpy as np

from rules.book.answer import Answer, Move, Shot
from rules.book.ask import ask
from rules.book.book import Book
from rules.book.shots import FireQuestion, shots_from
from rules.foresight.options import is_free
from table.directions import bearing_deg, step
from table.places import Floats, TablePoint
from table.scene import Scene, Soldier

POOR = 0.5  # a chance above it needs no advice
_STEP_IN = 0.1
_TURNS_DEG = tuple(range(0, 360, 15))
_TRIES = 8  # of the nearest better places: others may be in the way
_AHEAD = ((45.0, "nearer"), (135.0, "to the right"), (225.0, "back"), (315.0, "to the left"))


@dataclass(frozen=True, slots=True)
class Nearby:
    """A place close by, how to get there, the shot from it, and who hits him more easily there."""

    place: TablePoint
    length_in: float
    way: str
    shot: Shot
    bares: tuple[str, ...]


def nearby(book: Book, scene: Scene, question: Mapping[str, Any], answer: Answer) -> Nearby | None:
    """The shortest step that makes a refused or poor shot better, None where there is none."""
    if not isinstance(answer, Shot) or chance_of(answer) > POOR:
        return None
    man, target = (scene.soldier(str(question[end])) for end in ("shooter", "target"))
    if man is None or target is None:
        return None
    limit_in = _limit_in(book, scene, man, target, question)
    lengths = np.arange(_STEP_IN, limit_in + 1e-9, _STEP_IN)
    if not len(lengths):
        return None
    found = _better(book, scene, question, man, target, lengths, chance_of(answer))
    tried = (_proven(book, scene, question, man, target, *one) for one in found)
    return next((one for one in tried if one and chance_of(one.shot) > chance_of(answer)), None)


def chance_of(answer: Answer) -> float:
    """The chance of a shot, 0 where it may not be fired."""
    if not isinstance(answer, Shot) or not answer.allowed or answer.roll is None:
        return 0.0
    return float(answer.roll.chance)


def _declared(book: Book, word: str, question: Mapping[str, Any]) -> dict[str, Any]:
    """What the shot declares that holds for other questions too, such as a scale."""
    said = question.get("declare")
    held = book.holding(said) if isinstance(said, Mapping) else {}
    known = {key: value for key, value in held.items() if key in book.declares.get(word, ())}
    return {"declare": known} if known else {}


def _limit_in(
    book: Book, scene: Scene, man: Soldier, target: Soldier, question: Mapping[str, Any]
) -> float:
    """How far he may go at most, by what a short step toward the target says."""
    ahead = step(man.place, bearing_deg(man.place, target.place), _STEP_IN)
    answer = _walked(book, scene, man, ahead, question)
    return 0.0 if answer is None or answer.limit is None else float(answer.limit)


def _walked(
    book: Book, scene: Scene, man: Soldier, place: TablePoint, question: Mapping[str, Any]
) -> Move | None:
    if "move" not in book.answers:
        return None
    path = [[man.x, man.y], [place.x, place.y]]
    asked = {"ask": "move", "soldier": man.id, "path": path}
    answer = ask(scene, {**asked, **_declared(book, "move", question)}, book)
    return answer if isinstance(answer, Move) else None


def _better(  # noqa: PLR0913, PLR0917 - a shot, a man and what is tried
    book: Book,
    scene: Scene,
    question: Mapping[str, Any],
    man: Soldier,
    target: Soldier,
    lengths: Floats,
    chance: float,
) -> Iterator[tuple[float, int]]:
    """Steps after which the chance is better, the shortest first: length and turn."""
    toward = bearing_deg(man.place, target.place)
    tried = [(float(length), turn) for length in lengths for turn in _TURNS_DEG]
    places = [step(man.place, toward + turn, length) for length, turn in tried]
    xy = np.array([[place.x, place.y] for place in places])
    rest = {key: question[key] for key in ("weapon", "declare") if key in question}
    shots = shots_from(FireQuestion(book, scene, rest), man.id, xy, [target.id])
    good = np.flatnonzero(shots.allowed[:, 0] & (shots.chance[:, 0] > chance + 1e-9)).tolist()
    free = (tried[number] for number in good if is_free(scene, man, places[number]))
    yield from islice(free, _TRIES)


def _proven(  # noqa: PLR0913, PLR0917 - the same
    book: Book,
    scene: Scene,
    question: Mapping[str, Any],
    man: Soldier,
    target: Soldier,
    length_in: float,
    turn: int,
) -> Nearby | None:
    """The step as it is told, if he may make it: asked again from there."""
    place = step(man.place, bearing_deg(man.place, target.place) + turn, length_in)
    walked = _walked(book, scene, man, place, question)
    if walked is None or not walked.allowed:
        return None
    moved = scene.with_soldiers(replace(man, x=place.x, y=place.y, on=None, elevation=0.0))
    shot = ask(moved, question, book)
    if not isinstance(shot, Shot):
        return None
    return Nearby(place, length_in, _way(turn), shot, _bares(book, scene, moved, man, question))


def _way(turn: int) -> str:
    """A turn from the line to the target as the man would say it."""
    return next((words for limit, words in _AHEAD if turn < limit), "nearer")


def _bares(
    book: Book, scene: Scene, moved: Scene, man: Soldier, question: Mapping[str, Any]
) -> tuple[str, ...]:
    """Enemies who hit him more easily there than where he stands."""
    return tuple(
        enemy.id
        for enemy in scene.soldiers
        if enemy.side != man.side
        and _best(book, moved, enemy, man, question) > _best(book, scene, enemy, man, question)
    )


def _best(
    book: Book, scene: Scene, enemy: Soldier, man: Soldier, question: Mapping[str, Any]
) -> float:
    arms: list[dict[str, Any]] = [{"weapon": weapon} for weapon in enemy.weapons] or [{}]
    asked = {"ask": "shoot", "shooter": enemy.id, "target": man.id}
    held = _declared(book, "shoot", question)
    return max(chance_of(ask(scene, {**asked, **arm, **held}, book)) for arm in arms)
