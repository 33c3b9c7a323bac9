"""Names in the order a person puts them: 5 before 41, R2 before R10."""

import re

SortKey = tuple[tuple[str, int], ...]
_PARTS = re.compile(r"([^0-9]*)([0-9]*)")


def natural_order(name: str) -> SortKey:
    """What to sort a name by.

    >>> sorted(["41", "5", "R10", "R2"], key=natural_order)
    ['5', '41', 'R2', 'R10']
    """
    return tuple((word, int(digits or -1)) for word, digits in _PARTS.findall(name))
