"""One worker that always works on the newest wish, so that the window never waits for it.

A thing may be made in steps, each better than the one before: what is quick is shown at once, and
the rest when it is ready. A wish that is overtaken by another is dropped between its steps.
"""

from collections.abc import Callable, Hashable
from threading import Condition, Thread
from typing import Generic, TypeVar

Made = TypeVar("Made")


class NewestOnly(Generic[Made]):
    """The newest thing made, and the one being made."""

    def __init__(self, name: str = "drawing") -> None:
        self._changed = Condition()
        self._wish: tuple[Hashable, tuple[Callable[[], Made], ...]] | None = None
        self._asked: Hashable = None  # the newest wish's key, in work or done
        self._made: list[Made] = []  # the newest thing alone
        self._is_done = True
        self._failed: BaseException | None = None
        self._closed = False
        self._thread = Thread(target=self._work, daemon=True, name=name)
        self._thread.start()

    def want(self, key: Hashable, *steps: Callable[[], Made]) -> Made | None:
        """The thing of this key as far as it is made, else the last one; None before the first."""
        with self._changed:
            self._wish_for(key, steps)
            return self._made[0] if self._made else None

    def waited_for(self, key: Hashable, *steps: Callable[[], Made]) -> Made:
        """The thing of this key, made to its last step, however long it takes."""
        with self._changed:
            self._wish_for(key, steps)
            self._changed.wait_for(lambda: self._is_done or self._failed is not None)
            self._complain()
            return self._made[0]

    def close(self, *, finished: bool = False) -> None:
        """Let the worker go, `finished` once the newest wish is made."""
        with self._changed:
            if finished:
                self._changed.wait_for(lambda: self._is_done or self._failed is not None)
            self._closed = True
            self._changed.notify_all()
        self._thread.join()

    def _wish_for(self, key: Hashable, steps: tuple[Callable[[], Made], ...]) -> None:
        self._complain()
        if key != self._asked or (self._is_done and not self._made):
            self._wish, self._asked, self._is_done = (key, steps), key, False
            self._changed.notify_all()

    def _complain(self) -> None:
        """What broke in the worker is raised where the thing is wanted."""
        if self._failed is not None:
            problem, self._failed = self._failed, None
            raise problem

    def _work(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._wish is not None or self._closed)
                if self._closed or self._wish is None:
                    return
                (_, steps), self._wish = self._wish, None
            self._take(steps)

    def _take(self, steps: tuple[Callable[[], Made], ...]) -> None:
        """Make a thing step by step until another is wished for."""
        for step in steps:
            try:
                made = step()
            except BaseException as problem:  # noqa: BLE001 - raised where it is wanted
                with self._changed:
                    self._failed = problem
                    self._changed.notify_all()
                return
            with self._changed:
                self._made = [made]
                if self._wish is not None or self._closed:
                    return
        with self._changed:
            self._is_done = self._wish is None
            self._changed.notify_all()
