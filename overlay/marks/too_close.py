"""Too close to call: rulings that change within what the camera may be wrong.

Each man's `error` is the radius that holds his true centre 95 times in 100. The question is
asked again with him moved that far toward, from and to both sides of the other; where the
ruling changes, the players are told, and may measure by hand.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from overlay.marks.answer_cache import AnswerCache
from overlay.marks.words import roll_words
from rules.book.answer import Answer, Burst, Shot, Sight
from rules.book.question import QuestionJson
from table.directions import bearing_deg, step
from table.scene import Scene, Soldier

_ENDS = {"sight": ("from", "to"), "shoot": ("shooter", "target"), "burst": ("shooter", "aim")}


def doubt(scene: Scene, question: QuestionJson, answer: Answer, asking: AnswerCache) -> str | None:
    """One sentence when the ruling hangs on less than the camera's error, else None."""
    here = ruling(answer)
    if here is None:
        return None
    for moved, off_in in _moved_scenes(scene, question):
        other = ruling(asking.ask(moved, question))
        if other is not None and other != here:
            return f"too close to call: {off_in:.2f} in off and it is {other}, not {here}"
    return None


def ruling(answer: Answer) -> str | None:
    """What the players would act on, in words; None where nothing hangs on the inches."""
    match answer:
        case Sight():
            return "hidden" if not answer.visible else _seen(answer.exposure)
        case Shot():
            return "no shot" if answer.roll is None else f"{answer.band}, {roll_words(answer.roll)}"
        case Burst() if answer.area:
            return "catching " + (", ".join(c.id for c in answer.caught) or "nobody")
        case Burst():
            return "allowed" if answer.allowed else "refused"
        case _:
            return None


def _seen(exposure: float) -> str:
    return "all in sight" if exposure >= 1 else "partly in sight"


def _moved_scenes(scene: Scene, question: QuestionJson) -> Iterator[tuple[Scene, float]]:
    """The scene with one of the two men at the edge of his error, four ways each."""
    men = [_man(scene, question.get(end)) for end in _ENDS.get(str(question.get("ask")), ())]
    if len(men) != 2 or men[0] is None or men[1] is None:
        return
    toward = bearing_deg(men[0].place, men[1].place)
    for man in men:
        if man is not None and man.error:
            for turn in (0.0, 90.0, 180.0, 270.0):
                to = step(man.place, toward + turn, man.error)
                yield scene.with_soldiers(replace(man, x=to.x, y=to.y)), man.error


def _man(scene: Scene, name: Any) -> Soldier | None:
    return scene.soldier(name) if isinstance(name, str) else None
