"""Sizes as they are typed on the command line."""

import re

from table.errors import UserError


def pair(text: str, option: str, example: str) -> tuple[int, int]:
    """Two whole numbers written like 9x6."""
    fit = re.fullmatch(r"(\d{1,5})x(\d{1,5})", text.strip().lower())
    if fit is None or "0" in fit.groups():
        raise UserError(f"{option}: {text!r} is no size; write it like {example}")
    return int(fit[1]), int(fit[2])
