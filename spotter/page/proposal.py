"""What a side asks the other, and what sides plan, kept in the game's folder.

It outlives the program: who was asked before that was killed is asked again.
"""

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from spotter.page.whose import ANYBODY
from table.errors import UserError
from table.places import TablePoint
from table.text_file import read_text, write_text

ASKED = "page-asked.json"
Plans = Mapping[str, Mapping[str, TablePoint]]


@dataclass(frozen=True, slots=True)
class Proposal:
    """What one side asks for and the other is to confirm, while nothing else has happened."""

    number: int
    by: str
    of: str  # whose yes it needs: a side's, or `ANYBODY`'s
    value: Mapping[str, Any]
    what: str
    after: int  # the newest line of the log when it was asked
    refused_by: str = ""

    @property
    def words(self) -> str:
        """The question to the other side."""
        return f"{self.by} asks: {self.what}?"

    @property
    def waits(self) -> str:
        """The same to the side that asks."""
        return f"waiting for {self.of or 'the other side'}: {self.what}?"

    def may_answer(self, role: str) -> bool:
        """Whether it is this side that is asked."""
        return not self.refused_by and role != self.by and self.of in {ANYBODY, role}

    def shown_to(self, role: str) -> dict[str, Any] | None:
        """The question as that side sees it: to answer, to withdraw, or to know of; then the no."""
        if self.refused_by:
            told = {"id": self.number, "words": f"{self.refused_by} says no: {self.what}"}
            return {**told, "answers": ["all right"]} if role == self.by else None
        answers = ["yes", "no"] if self.may_answer(role) else []
        if role == self.by:
            return {"id": self.number, "words": self.waits, "answers": ["withdraw"]}
        return {"id": self.number, "words": self.words, "answers": answers}


@dataclass(frozen=True)
class Open:
    """What is open between the phones: a question of one side to the other, and plans by side."""

    proposal: Proposal | None = None
    plans: Plans = field(default_factory=dict)


def read_open(path: Path) -> Open:
    """What was open when the program ended; nothing where that cannot be read."""
    try:
        value = json.loads(read_text(path))
        plans = {side: _places(of) for side, of in value["plans"].items()}
        return Open(None if value["asked"] is None else _proposal(value["asked"]), plans)
    except (UserError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return Open()  # it is asked and planned again


def write_open(path: Path, now: Open) -> None:
    """Keep it for this user alone: plans are private."""
    plans = {
        side: {name: [at.x, at.y] for name, at in of.items()} for side, of in now.plans.items()
    }
    asked = None if now.proposal is None else asdict(now.proposal)
    with suppress(UserError, OSError):
        path.touch(mode=0o600)
        write_text(path, json.dumps({"spotter": 1, "asked": asked, "plans": plans}) + "\n")


def _proposal(value: Mapping[str, Any]) -> Proposal:
    made = Proposal(**{one.name: value[one.name] for one in fields(Proposal)})
    words = (made.by, made.of, made.what, made.refused_by)
    if not (all(isinstance(one, str) for one in words) and isinstance(made.value, dict)):
        raise TypeError(value)
    if not all(isinstance(one, int) for one in (made.number, made.after)):
        raise TypeError(value)
    return made


def _places(of: Mapping[str, Any]) -> dict[str, TablePoint]:
    return {name: TablePoint(float(x), float(y)) for name, (x, y) in of.items()}
