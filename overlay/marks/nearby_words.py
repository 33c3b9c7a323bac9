"""The smallest step that helps a shot, in one line."""

from collections.abc import Sequence

from overlay.marks.answer_cache import AnswerCache
from overlay.marks.words import roll_words
from rules.book.answer import Answer
from rules.book.question import QuestionJson
from table.scene import Scene


def nearby_words(
    scene: Scene, question: QuestionJson, answer: Answer, asking: AnswerCache
) -> str | None:
    """Such as "0.4 in to the left: medium, 4+ (50 %)"; None where nothing needs or gives help."""
    found = asking.nearby(scene, question, answer)
    if found is None or found.shot.roll is None:
        return None
    band = "" if found.shot.band is None else f"{found.shot.band}, "
    better = f"{found.length_in:.1f} in {found.way}: {band}{roll_words(found.shot.roll)}"
    return better + _bared(found.bares)


def _bared(bares: Sequence[str]) -> str:
    """Who hits him more easily there, as the end of a sentence.

    >>> _bared(["B01", "B02", "B05"])
    '; but B01, B02 and B05 hit him more easily there'
    """
    *others, last = bares or [""]
    if not others:
        return f"; but {last} hits him more easily there" if last else ""
    return f"; but {', '.join(others)} and {last} hit him more easily there"
