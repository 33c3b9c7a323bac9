"""Questions asked for a picture, each only once.

The overlay asks the same rules as the players do, so that what is drawn is what is ruled. Live
pictures ask the same things again and again, so answers are kept as long as the scene stays.
Several threads may ask: who wants what another is just working out waits for it.
"""

from collections import OrderedDict
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from threading import Lock
from typing import TYPE_CHECKING, Any

from overlay.marks.scene_version import scene_version
from rules.book.answer import Answer, Shot
from rules.book.ask import ask
from rules.book.book import Book
from table.scene import Scene, Soldier

if TYPE_CHECKING:
    from overlay.marks.bands import ShownBand
    from rules.foresight.nearby import Nearby
    from rules.foresight.threat import Threat

_KEPT_SCENES = 8


class AnswerCache:
    """A rulebook and the answers it has given lately."""

    def __init__(self, book: Book, declare: Mapping[str, Any] | None = None) -> None:
        """`declare` is what holds for every question, such as an agreed scale."""
        self.book = book
        self.declare: Mapping[str, Any] = declare or {}
        self._lock = Lock()
        self._answers: OrderedDict[int, dict[str, Future[Any]]] = OrderedDict()
        self._bands: dict[tuple[str, str | None, float], tuple[ShownBand, ...]] = {}

    def ask(self, scene: Scene, question: Any) -> Answer:
        """The book's answer, a Mistake where the question is none."""
        declared = self._declared(question)
        answer: Answer = self._once(scene, repr(question), lambda: ask(scene, declared, self.book))
        return answer

    def known(self, scene: Scene, question: Any) -> Answer | None:
        """The answer if it was given already, None where it would have to be worked out."""
        answer: Answer | None = self._worked_out(scene, repr(question))
        return answer

    def nearby(self, scene: Scene, question: Any, answer: Answer) -> "Nearby | None":
        """The smallest step of the shooter that makes a refused or poor shot better."""
        if not isinstance(answer, Shot):
            return None
        # Foresight is loaded for who looks ahead: most questions are answered without.
        from rules.foresight.nearby import nearby  # noqa: PLC0415

        declared = self._declared(question)
        made: Nearby | None = self._once(
            scene,
            f"nearby {question!r}",
            lambda: nearby(self.book, scene, declared, answer),
        )
        return made

    def threat(self, scene: Scene, soldier: str) -> "Threat":
        """The map of danger for a man."""
        from rules.foresight.threat import threat_map  # noqa: PLC0415

        made: Threat = self._once(
            scene,
            f"threat {soldier}",
            lambda: threat_map(self.book, scene, soldier, self.declare),
        )
        return made

    def known_threat(self, scene: Scene, soldier: str) -> "Threat | None":
        """The map if it was worked out already."""
        made: Threat | None = self._worked_out(scene, f"threat {soldier}")
        return made

    def _once(self, scene: Scene, key: str, work: Callable[[], Any]) -> Any:
        """What the work comes to, done by who asks first."""
        with self._lock:
            kept = self._of_scene(scene_version(scene))
            is_new = key not in kept
            answer = kept.setdefault(key, Future())
        if is_new:
            try:
                answer.set_result(work())
            except BaseException as problem:
                answer.set_exception(problem)
                raise
        return answer.result()

    def _worked_out(self, scene: Scene, key: str) -> Any:
        with self._lock:
            answer = self._of_scene(scene_version(scene)).get(key)
        return answer.result() if answer is not None and answer.done() else None

    def bands(self, soldier: Soldier, weapon: str, farthest_in: float) -> "tuple[ShownBand, ...]":
        """The weapon's range bands in this soldier's hands, on open ground."""
        key = (weapon, soldier.role, farthest_in)
        if key not in self._bands:
            from overlay.marks.bands import range_bands  # noqa: PLC0415 - a question draws none

            self._bands[key] = range_bands(self.book, soldier, weapon, farthest_in, self.declare)
        return self._bands[key]

    def _declared(self, question: Any) -> Any:
        """The question with what holds for all of them; what it declares itself counts more."""
        if not self.declare or not isinstance(question, Mapping):
            return question
        return {**question, "declare": {**self.declare, **question.get("declare", {})}}

    def _of_scene(self, version: int) -> dict[str, Future[Any]]:
        if version not in self._answers:
            self._answers[version] = {}
            while len(self._answers) > _KEPT_SCENES:
                self._answers.popitem(last=False)
        return self._answers[version]
