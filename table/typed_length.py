"""A length as a player types it: plain inches, or with the unit that his ruler has."""

import re

CM_IN = 1 / 2.54
_LENGTH = re.compile(r"(\d+(?:[.,]\d+)?|[.,]\d+)\s*(in|\"|cm|mm|)", re.IGNORECASE)
_UNITS_IN = {"": 1.0, "in": 1.0, '"': 1.0, "cm": CM_IN, "mm": CM_IN / 10}


def inches_of(said: str) -> float:
    """The length in inches; `ValueError` where it is none.

    >>> [round(inches_of(said), 3) for said in ("3,94", "10.2 cm", "101.6mm")]
    [3.94, 4.016, 4.0]
    """
    fit = _LENGTH.fullmatch(said.strip())
    if fit is None:
        raise ValueError(said)
    return float(fit[1].replace(",", ".")) * _UNITS_IN[fit[2].lower()]
