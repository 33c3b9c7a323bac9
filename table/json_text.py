"""JSON in which every number is finite, and a sentence for what is no JSON."""

import json
from math import isfinite
from typing import Any

from table.errors import UserError


class _BadNumberError(ValueError):
    """A number no table can hold."""


def parse_json(text: str, file: str) -> Any:
    """The value of a JSON text; NaN, infinities and endless digits are refused."""
    try:
        return json.loads(text, parse_float=_finite, parse_int=_modest, parse_constant=_finite)
    except _BadNumberError as problem:
        raise UserError(f"{file}: has {problem}; write finite numbers") from None
    except json.JSONDecodeError as problem:
        where = f"line {problem.lineno}, column {problem.colno}"
        raise UserError(f"{file}: is not JSON: {problem.msg} at {where}") from None
    except RecursionError:
        raise UserError(f"{file}: is nested too deeply to be a scene or a question") from None


def _finite(text: str) -> float:
    value = float(text)
    if not isfinite(value):
        raise _BadNumberError(f"the number {text[:20]}")
    return value


def _modest(text: str) -> int:
    if len(text) > 18:
        raise _BadNumberError(f"the number {text[:12]}...")
    return int(text)
