"""Bands and reach worked out ahead: only at rest, only for this table."""

from dataclasses import replace

from overlay.marks.answer_cache import AnswerCache
from overlay.marks.answer_marks import diagonal_in
from overlay.window.answers_ahead import AT_REST_S, AnswersAhead
from overlay.window.window_marks import reach_question
from rules.book.shelf import book_named
from table.scene import Scene, Soldier

MAN = Soldier("R1", "red", 4.0, 4.0, ("rifle",))
SCENE = Scene(36.0, 24.0, (MAN,))


def test_reach_is_known_before_the_click():
    """While a table is at rest the reach of who may move is worked out, not before."""
    asking = AnswerCache(book_named("omog-advanced"))
    ahead = AnswersAhead(asking)
    moved = SCENE.with_soldiers(replace(MAN, x=8.0))
    ahead.look(SCENE, ["R1"], 0.0)
    ahead.look(moved, ["R1"], 1.0)
    ahead.look(moved, ["R1"], 1.0 + AT_REST_S)
    ahead.look(replace(moved), ["R1"], 2.0 + AT_REST_S)
    ahead.close(finished=True)

    assert asking.known(SCENE, reach_question("R1")) is None
    assert asking.known(moved, reach_question("R1")) is not None


def test_bands_are_known_before_the_click(monkeypatch):
    """While a table is at rest the book is asked how far each weapon on it reaches."""
    asking = AnswerCache(book_named("omog-advanced"))
    ahead = AnswersAhead(asking)
    ahead.look(SCENE, [], 0.0)
    ahead.look(SCENE, [], AT_REST_S)
    ahead.close(finished=True)
    monkeypatch.setattr("overlay.marks.bands.range_bands", None)  # it is not asked again

    assert asking.bands(MAN, "rifle", diagonal_in(SCENE))
