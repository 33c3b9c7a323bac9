"""Answers kept for pictures: by what a scene says, by several threads, each asked once."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Barrier

import overlay.marks.answer_cache as cache
from overlay.marks.scene_version import scene_version
from rules.book.shelf import book_named
from table.scene import Scene, Soldier

MEN = (Soldier("R1", "red", 4.0, 4.0, ("rifle",)), Soldier("B1", "blue", 9.0, 4.0, ("rifle",)))
SCENE = Scene(36.0, 24.0, MEN)
QUESTION = {"ask": "shoot", "shooter": "R1", "target": "B1"}


def test_scenes_that_say_the_same_have_the_same_number():
    """Another scene of the same men is the same; one step is another."""
    same = replace(SCENE)
    stepped = SCENE.with_soldiers(replace(MEN[0], x=4.5))

    assert scene_version(same) == scene_version(SCENE) != scene_version(stepped)


def test_a_forgotten_scene_lends_its_place_to_none():
    """A new scene never has the number of one that is gone, wherever it lies in memory."""
    numbers = [scene_version(Scene(36.0, 24.0 + i / 8)) for i in range(200)]

    assert len(set(numbers)) == len(numbers)


def test_answers_are_kept_for_the_same_table(monkeypatch):
    """An answer is asked for once, and again only when somebody moved."""
    asked = []
    monkeypatch.setattr(cache, "ask", lambda scene, *_: asked.append(scene) or len(asked))
    asking = cache.AnswerCache(book_named("omog-advanced"))

    assert asking.known(SCENE, QUESTION) is None
    assert [asking.ask(scene, QUESTION) for scene in (SCENE, replace(SCENE), SCENE)] == [1, 1, 1]
    assert asking.known(SCENE, QUESTION) == 1
    assert asking.ask(SCENE.with_soldiers(replace(MEN[0], x=5.0)), QUESTION) == 2


def test_threads_that_ask_the_same_at_once_ask_the_book_once(monkeypatch):
    """Who comes second waits for the first one's answer; many scenes at once harm nobody."""
    asked, together = [], Barrier(8)
    real = cache.ask
    monkeypatch.setattr(cache, "ask", lambda *given: asked.append(1) or real(*given))
    asking = cache.AnswerCache(book_named("omog-advanced"))

    def run(_):
        together.wait(60)
        for i in range(30):
            scene = Scene(36.0, 24.0 + i, MEN)
            assert asking.ask(scene, QUESTION).allowed
        return True

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(run, range(8)))
    assert len(asked) < 8 * 30
