"""Who can shoot whom, at what number and why, in lines a player understands."""

from collections.abc import Iterator
from typing import Any

from overlay.marks.answer_cache import AnswerCache
from overlay.marks.words import reason_values, sentence
from rules.book.answer import Shot
from rules.book.book import Book
from table.scene import Scene, Soldier

ToldShot = tuple[dict[str, Any], Shot]


def best_shots(scene: Scene, asking: AnswerCache) -> list[ToldShot]:
    """Each soldier's likeliest shot, those with the most to tell first."""
    found = [shot for man in scene.soldiers if (shot := _best_of(scene, man, asking))]
    return sorted(found, key=lambda told: (-len(told[1].reasons), -_chance(told[1])))


def _best_of(scene: Scene, man: Soldier, asking: AnswerCache) -> ToldShot | None:
    shots: list[ToldShot] = []
    for enemy in scene.soldiers:
        if enemy.side != man.side:
            question = {"ask": "shoot", "shooter": man.id, "target": enemy.id}
            answer = asking.ask(scene, question)
            if isinstance(answer, Shot) and answer.allowed:
                shots.append((question, answer))
    return max(shots, key=lambda told: (_chance(told[1]), -told[1].distance), default=None)


def _chance(shot: Shot) -> float:
    return 0.0 if shot.roll is None else float(shot.roll.chance)


def shot_lines(question: dict[str, Any], shot: Shot, book: Book) -> Iterator[str]:
    """A shot in words, and below it the sum with its rules."""
    yield sentence(question, shot)
    for reason, value in zip(shot.reasons, reason_values(shot, book), strict=True):
        yield f"    {value:>4}  {reason.why} ({reason.rule})"
