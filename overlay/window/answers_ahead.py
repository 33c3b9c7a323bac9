"""Answers worked out before somebody asks, while the table is at rest.

How far each weapon on the table reaches, and where each man can go.
"""

from collections.abc import Callable, Sequence
from functools import partial

from overlay.marks.answer_cache import AnswerCache
from overlay.marks.answer_marks import diagonal_in, first_weapon
from overlay.marks.scene_version import scene_version
from overlay.window.newest_only import NewestOnly
from overlay.window.window_marks import reach_question
from rules.book.answer import Answer
from table.scene import Scene

AT_REST_S = 0.4  # so long nothing changes before anything is worked out ahead


class AnswersAhead:
    """A worker beside the drawing that asks what a click would ask."""

    def __init__(self, asking: AnswerCache) -> None:
        self._asking = asking
        self._worker: NewestOnly[Answer | None] = NewestOnly("answers ahead")
        self._version = 0
        self._since_s = float("-inf")

    def look(self, scene: Scene, men: Sequence[str], now_s: float) -> None:
        """Tell what is on the table now and who may move; called with every frame."""
        version = scene_version(scene)
        if version != self._version:
            self._version, self._since_s = version, now_s
            self._worker.want(version, _nothing)  # what was begun for the last scene is dropped
        elif now_s - self._since_s >= AT_REST_S:
            steps = [self._step(scene, man) for man in men]
            self._worker.want((version, tuple(men)), partial(self._bands, scene), *steps, _nothing)

    def close(self, *, finished: bool = False) -> None:
        """Let the worker go, `finished` once all is worked out."""
        self._worker.close(finished=finished)

    def _bands(self, scene: Scene) -> None:
        """The range bands of all weapons; of those that were asked about before they are kept."""
        for man in scene.soldiers:
            weapon = first_weapon(man, self._asking)
            if weapon is not None:
                self._asking.bands(man, weapon, diagonal_in(scene))

    def _step(self, scene: Scene, man: str) -> Callable[[], Answer]:
        return partial(self._asking.ask, scene, reach_question(man))


def _nothing() -> None:
    """Nothing is asked."""
