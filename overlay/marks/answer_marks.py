"""One question and its answer to marks: the table of which answer is drawn by what."""

from collections.abc import Callable
from typing import Any

from overlay.marks.answer_cache import AnswerCache
from overlay.marks.band_marks import band_marks
from overlay.marks.marks import Mark
from overlay.marks.move_marks import move_marks, reach_marks
from overlay.marks.shot_marks import aim_place, burst_marks, shot_marks
from overlay.marks.sight_marks import cover_marks, hindrance_marks, sight_marks
from overlay.marks.unit_marks import fight_marks, unit_marks
from rules.book.answer import Answer, Burst, Fight, Move, Reach, Shot, Sight, Units
from rules.book.question import QuestionJson
from table.scene import Scene, Soldier


def answer_marks(
    scene: Scene, question: QuestionJson, answer: Answer, asking: AnswerCache
) -> tuple[Mark, ...]:
    """The marks of one answer; none for a question that was a mistake."""
    draw = _DRAW.get(type(answer))
    return () if draw is None else draw(scene, question, answer, asking)


def _sight(scene: Scene, q: QuestionJson, answer: Sight, asking: AnswerCache) -> tuple[Mark, ...]:
    viewer, target = _man(scene, q["from"]), _man(scene, q["to"])
    return sight_marks(scene, viewer, target, answer, asking.book.meanings.kinds)


def _shot(scene: Scene, q: QuestionJson, answer: Shot, asking: AnswerCache) -> tuple[Mark, ...]:
    shooter = _man(scene, q["shooter"])
    at = aim_place(scene, q["target"])
    assert at is not None, q
    shot = shot_marks(scene, shooter, at, answer)
    return (*_bands(scene, shooter, q, asking), *_hindrance(scene, q, answer, asking), *shot)


def _bands(
    scene: Scene, shooter: Soldier, q: QuestionJson, asking: AnswerCache
) -> tuple[Mark, ...]:
    weapon = q.get("weapon") or first_weapon(shooter, asking)
    if weapon is None:
        return ()
    return band_marks(scene, shooter, asking.bands(shooter, weapon, diagonal_in(scene)))


def diagonal_in(scene: Scene) -> float:
    """The longest distance on the table."""
    return float((scene.width**2 + scene.height**2) ** 0.5)


def first_weapon(soldier: Soldier, asking: AnswerCache) -> str | None:
    """The first of a man's words that is a weapon in this book."""
    known = asking.book.rows.weapons
    return next((word for word in soldier.weapons if word in known), None)


def _hindrance(
    scene: Scene, q: QuestionJson, answer: Shot, asking: AnswerCache
) -> tuple[Mark, ...]:
    """What stands in the shot's way, and what covers the target."""
    target = scene.soldier(q["target"])
    if target is None or "sight" not in asking.book.answers or answer.area:
        return ()
    seen = asking.ask(scene, {"ask": "sight", "from": q["shooter"], "to": q["target"]})
    shooter, kinds = _man(scene, q["shooter"]), asking.book.meanings.kinds
    covers = cover_marks(scene, shooter, target, answer.reasons, kinds)
    if not isinstance(seen, Sight) or seen.exposure >= 1:
        return covers
    return (*covers, *hindrance_marks(scene, shooter, target, seen, kinds))


def _burst(scene: Scene, q: QuestionJson, answer: Burst, asking: AnswerCache) -> tuple[Mark, ...]:
    return burst_marks(scene, q, answer, lambda again: asking.ask(scene, again))


def _move(scene: Scene, q: QuestionJson, answer: Move, asking: AnswerCache) -> tuple[Mark, ...]:
    man = _man(scene, q["soldier"])
    return move_marks(man, q, answer, lambda again: asking.ask(scene, again))


def _reach(scene: Scene, q: QuestionJson, answer: Reach, _asking: AnswerCache) -> tuple[Mark, ...]:
    return reach_marks(_man(scene, q["soldier"]), answer)


def _fight(scene: Scene, q: QuestionJson, answer: Fight, _asking: AnswerCache) -> tuple[Mark, ...]:
    return fight_marks(scene, q["attackers"], _man(scene, q["defender"]), answer)


def _units(scene: Scene, _q: QuestionJson, answer: Units, _asking: AnswerCache) -> tuple[Mark, ...]:
    return unit_marks(scene, answer)


def _man(scene: Scene, name: str) -> Soldier:
    found = scene.soldier(name)
    assert found is not None, name  # an answered question names soldiers of its scene
    return found


_DRAW: dict[type, Callable[[Scene, QuestionJson, Any, AnswerCache], tuple[Mark, ...]]] = {
    Sight: _sight,
    Shot: _shot,
    Burst: _burst,
    Move: _move,
    Reach: _reach,
    Fight: _fight,
    Units: _units,
}
