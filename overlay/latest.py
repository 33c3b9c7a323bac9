"""One worker that always works on the newest wish, so that the window never waits for it."""

from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Generic, TypeVar

Made = TypeVar("Made")


class Latest(Generic[Made]):
    """The newest thing made, and the one being made; wishes that were overtaken are dropped."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="drawing")
        self._making: tuple[Hashable, Future[Made]] | None = None
        self._made: tuple[Hashable, Made] | None = None

    def want(self, key: Hashable, make: Callable[[], Made]) -> Made | None:
        """The thing of this key if it is made, else the last one made; None before the first.

        Ask again with every picture: a wish that came while another was made starts then.
        """
        if self._making is not None and self._making[1].done():
            self._made = (self._making[0], self._making[1].result())
            self._making = None
        if self._making is None and (self._made is None or self._made[0] != key):
            self._making = (key, self._pool.submit(make))
        return None if self._made is None else self._made[1]

    def waited_for(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """The thing of this key, however long it takes."""
        made = self.want(key, make)
        while self._making is not None:
            wait([self._making[1]])
            made = self.want(key, make)
        assert made is not None
        return made

    def close(self) -> None:
        """Let the worker go."""
        self._pool.shutdown(wait=True, cancel_futures=True)
