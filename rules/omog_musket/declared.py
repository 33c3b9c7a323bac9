"""What is declared of a move in OMOG Musket, as typed values."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.book.question import yes_or_no


@dataclass(frozen=True, slots=True)
class MoveDeclared:
    """Whom the move charges, and what it does with the horse."""

    charge: str | None = None
    mount: bool = False
    dismount: bool = False


def move_declared(declare: Mapping[str, Any]) -> MoveDeclared:
    """The declarations of a move; QuestionError where one of them cannot be read."""
    charge = declare.get("charge")
    return MoveDeclared(
        None if charge is None else str(charge), _said(declare, "mount"), _said(declare, "dismount")
    )


def _said(declare: Mapping[str, Any], key: str) -> bool:
    value = declare.get(key)
    return value is not None and yes_or_no(value, key)
