"""Questions asked for a picture, each only once.

The overlay asks the same rules as the players do, so that what is drawn is what is ruled. Live
pictures ask the same things again and again, so answers are kept as long as the scene stays.
"""

from collections.abc import Mapping
from typing import Any

from overlay.bands import Band, range_bands
from rules.answer import Answer
from rules.ask import ask
from rules.book import Book
from table.scene import Scene, Soldier

_KEPT_SCENES = 8


class Asking:
    """A rulebook and the answers it has given lately."""

    def __init__(self, book: Book, declare: Mapping[str, Any] | None = None) -> None:
        """`declare` is what holds for every question, such as an agreed scale."""
        self.book = book
        self.declare: Mapping[str, Any] = declare or {}
        self._answers: dict[int, tuple[Scene, dict[str, Answer]]] = {}
        self._bands: dict[tuple[str, str | None, float], tuple[Band, ...]] = {}

    def ask(self, scene: Scene, question: Any) -> Answer:
        """The book's answer, a Mistake where the question is none."""
        kept = self._of_scene(scene)
        key = repr(question)
        if key not in kept:
            kept[key] = ask(scene, self._declared(question), self.book)
        return kept[key]

    def bands(self, soldier: Soldier, weapon: str, farthest_in: float) -> tuple[Band, ...]:
        """The weapon's range bands in this soldier's hands, on open ground."""
        key = (weapon, soldier.role, farthest_in)
        if key not in self._bands:
            self._bands[key] = range_bands(self.book, soldier, weapon, farthest_in, self.declare)
        return self._bands[key]

    def _declared(self, question: Any) -> Any:
        """The question with what holds for all of them; what it declares itself counts more."""
        if not self.declare or not isinstance(question, Mapping):
            return question
        return {**question, "declare": {**self.declare, **question.get("declare", {})}}

    def _of_scene(self, scene: Scene) -> dict[str, Answer]:
        # The scene is kept beside its answers, so that its id cannot pass to another one.
        if id(scene) not in self._answers:
            if len(self._answers) >= _KEPT_SCENES:
                del self._answers[next(iter(self._answers))]
            self._answers[id(scene)] = (scene, {})
        return self._answers[id(scene)][1]
