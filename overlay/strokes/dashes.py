"""Cutting a line into dashes, in inches."""

import numpy as np

from table.places import Floats


def dashes(line: Floats, pattern: tuple[float, ...]) -> tuple[Floats, ...]:
    """The drawn parts of a line under a pattern of lengths on and off; () means solid.

    >>> [part.tolist() for part in dashes(np.array([[0.0, 0.0], [3.0, 0.0]]), (1.0, 1.0))]
    [[[0.0, 0.0], [1.0, 0.0]], [[2.0, 0.0], [3.0, 0.0]]]
    """
    if not pattern or len(line) < 2:
        return (line,)
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(line, axis=0).T))])
    starts, ends = _on_lengths(float(along[-1]), pattern)
    heads, tails = _places_at(line, along, starts), _places_at(line, along, ends)
    first = np.searchsorted(along, starts, "right").tolist()
    last = np.searchsorted(along, ends, "left").tolist()
    return tuple(
        np.concatenate([heads[i : i + 1], line[a:b], tails[i : i + 1]])
        for i, (a, b) in enumerate(zip(first, last, strict=True))
    )


def _on_lengths(length: float, pattern: tuple[float, ...]) -> tuple[Floats, Floats]:
    """Where the drawn parts start and end along a line of that length."""
    repeats = int(length / sum(pattern)) + 1
    edges = np.concatenate([[0.0], np.cumsum(np.tile(pattern, repeats))])
    starts, ends = edges[0:-1:2], np.minimum(edges[1::2], length)
    kept = ends - starts > 1e-9
    return starts[kept], ends[kept]


def _places_at(line: Floats, along: Floats, at: Floats) -> Floats:
    """The places so far along a line."""
    return np.column_stack([np.interp(at, along, line[:, 0]), np.interp(at, along, line[:, 1])])
