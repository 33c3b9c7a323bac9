"""Decoders in silence: they print on standard error, where one line of ours belongs."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

_STANDARD_ERROR = 2


@contextmanager
def quiet_decoders() -> Iterator[None]:
    """Whatever C libraries print on standard error meanwhile is thrown away."""
    try:
        kept = os.dup(_STANDARD_ERROR)
    except OSError:  # a program without standard error is silent already
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, _STANDARD_ERROR)
    try:
        yield
    finally:
        os.dup2(kept, _STANDARD_ERROR)
        os.close(kept)
        os.close(nowhere)
