"""Measured numbers for the words of a refusal: what it is, and what it may be.

So many digits are told that the two differ: nobody is refused for 4.0 in where he may go 4.0 in.
"""

_MOST_DIGITS = 6


def at_most(measured: float, limit: float, unit: str = "in") -> str:
    """What is too much, and how much may be.

    >>> at_most(7.25, 4.0), at_most(4.02, 4.0), at_most(110.0, 90.0, "degrees")
    ('7.2 in, 4 in at most', '4.02 in, 4 in at most', '110 degrees, 90 degrees at most')
    >>> at_most(3, 1, "bullets")
    '3 bullets, 1 bullet at most'
    """
    return f"{_of(_apart(measured, limit), unit)}, {_of(_plain(limit), unit)} at most"


def at_least(measured: float, limit: float, unit: str = "in") -> str:
    """What is too little, and how much must be.

    >>> at_least(2.96, 3.0)
    '2.96 in, 3 in at least'
    """
    return f"{_of(_apart(measured, limit), unit)}, {_of(_plain(limit), unit)} at least"


def _of(number: str, unit: str) -> str:
    return f"{number} {unit.removesuffix('s') if number == '1' else unit}"


def _apart(measured: float, limit: float) -> str:
    digits = range(1, _MOST_DIGITS + 1)
    # The same length measured elsewhere on the table differs in its last bits: no digit may.
    measured = round(measured, _MOST_DIGITS)
    told = (f"{measured:.{d}f}" for d in digits)
    return _bare(next((one for one in told if float(one) != round(limit, 2)), f"{measured:g}"))


def _plain(limit: float) -> str:
    return _bare(f"{limit:.2f}")


def _bare(number: str) -> str:
    return number.rstrip("0").rstrip(".")
