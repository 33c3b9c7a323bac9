"""A progress bar on standard error for long work; nothing where nobody watches."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")
_WIDTH = 30


def progress(items: Iterable[T], label: str, total: int | None = None) -> Iterator[T]:
    """The items, one by one, with a bar that shows how many have gone by."""
    watched = sys.stderr.isatty()
    done = 0
    try:
        for item in items:
            if watched:
                sys.stderr.write(f"\r{bar(label, done, total)}")
                sys.stderr.flush()
            yield item
            done += 1
    finally:
        if watched:
            sys.stderr.write(f"\r{bar(label, done, total)}\n")


@contextmanager
def waiting(label: str) -> Iterator[None]:
    """Say what is being done for as long as it takes, where somebody watches; then take it away."""
    if not sys.stderr.isatty():
        yield
        return
    sys.stderr.write(f"\r{label} ...")
    sys.stderr.flush()
    try:
        yield
    finally:
        sys.stderr.write(f"\r{' ' * (len(label) + 4)}\r")
        sys.stderr.flush()


def waited_for(items: Iterable[T], label: str) -> Iterator[T]:
    """The items, and while each is awaited a word on what is being done."""
    source = iter(items)
    while True:
        with waiting(label):
            try:
                item = next(source)
            except StopIteration:
                return
        yield item


def bar(label: str, done: int, total: int | None) -> str:
    """The bar as text.

    >>> bar("photos", 1, 2)
    'photos [###############               ] 1/2'
    >>> bar("pictures", 7, None)
    'pictures 7'
    """
    if not total:
        return f"{label} {done}"
    filled = min(_WIDTH, _WIDTH * done // total)
    return f"{label} [{'#' * filled}{' ' * (_WIDTH - filled)}] {done}/{total}"
