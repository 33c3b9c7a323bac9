"""Reading a question: each field checked, each mistake one clear sentence.

A question is a JSON object with `ask`. The functions here return the field's value or raise
QuestionError, which `ask` turns into the answer's `error`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from sys import float_info
from typing import Any

from table.errors import listed
from table.natural_order import natural_order
from table.places import TablePoint
from table.scene import Scene, Soldier, Thing

QuestionJson = Mapping[str, Any]  # a question as it was put: a JSON object with `ask`
NOTHING: Mapping[str, Any] = {}
MOST = float_info.max
ABSURD_IN = 1e4  # no desk is this wide; larger numbers only break arithmetic
MOST_PLACES = 1000  # of a path; a hand draws far fewer
START_SLACK_IN = 0.05  # how far a path's first point may lie from where the man stands


class QuestionError(Exception):
    """One clear sentence on why the question cannot be answered."""


@dataclass(frozen=True)
class Question:
    """A question as it was asked, of a scene."""

    scene: Scene
    fields: QuestionJson

    @property
    def ask(self) -> str:
        """What is asked: sight, shoot, ..."""
        return str(self.fields["ask"])

    @property
    def declare(self) -> Mapping[str, Any]:
        """What the players declare; {} when nothing."""
        found = self.fields.get("declare")
        return NOTHING if found is None else found

    def declared(self, name: str, default: Any) -> Any:
        """What is declared under that name; a null counts as nothing."""
        found = self.declare.get(name)
        return default if found is None else found

    def _field(self, name: str) -> Any:
        if self.fields.get(name) is None:
            raise QuestionError(f"{self.ask} needs {name!r}")
        return self.fields[name]

    def soldier(self, name: str) -> Soldier:
        """The soldier whose id stands in that field."""
        return self.known_soldier(self._field(name))

    def known_soldier(self, soldier_id: Any) -> Soldier:
        """The scene's soldier of that id."""
        if isinstance(soldier_id, int):
            raise QuestionError(f'an id is a text: write "{shown(soldier_id)}" in quotes')
        found = self.scene.soldier(soldier_id) if isinstance(soldier_id, str) else None
        if found is None:
            have = listed((soldier.id for soldier in self.scene.soldiers), natural_order)
            raise QuestionError(f"no soldier {shown(soldier_id)}; the scene has {have}")
        return found

    def soldiers(self, name: str) -> tuple[Soldier, ...]:
        """The soldiers whose ids are listed in that field, at least one, none twice."""
        ids = self._field(name)
        if not isinstance(ids, list) or not ids:
            raise QuestionError(f"{name} is {shown(ids)}; give a list of soldier ids")
        found = tuple(self.known_soldier(soldier_id) for soldier_id in ids)
        if len({soldier.id for soldier in found}) < len(found):
            raise QuestionError(f"{name} names a soldier twice")
        return found

    def soldier_or_thing(self, name: str) -> Soldier | Thing:
        """The soldier, else the thing, whose id stands in that field."""
        wanted = self._field(name)
        thing = self.scene.thing(wanted) if isinstance(wanted, str) else None
        if thing is not None and self.scene.soldier(wanted) is None:
            return thing
        return self.known_soldier(wanted)

    def aim(self) -> Soldier | TablePoint:
        """The soldier or the place aimed at."""
        aim = self._field("aim")
        if isinstance(aim, str):
            return self.known_soldier(aim)
        return place_of(aim, "aim")

    def path(self, soldier: Soldier) -> tuple[TablePoint, ...]:
        """The path of a move, which begins where the man stands."""
        path = self._field("path")
        if not isinstance(path, list) or not 2 <= len(path) <= MOST_PLACES:
            raise QuestionError(f"path is {shown(path)}; give two to {MOST_PLACES} places [x, y]")
        places = tuple(place_of(entry, f"path[{i}]") for i, entry in enumerate(path))
        start = places[0]
        off_in = ((start.x - soldier.x) ** 2 + (start.y - soldier.y) ** 2) ** 0.5
        if off_in > START_SLACK_IN + 1e-6:
            raise QuestionError(
                f"path begins at ({start.x:g}, {start.y:g}); {soldier.id} stands at "
                f"({soldier.x:g}, {soldier.y:g})"
            )
        return places

    def roll(self, lowest: int, highest: int) -> int | None:
        """The number thrown, None when the question has none."""
        roll = self.fields.get("roll")
        return None if roll is None else whole_number(roll, "roll", lowest, highest)


def place_of(value: Any, name: str) -> TablePoint:
    """A place from [x, y]."""
    if not isinstance(value, list) or len(value) != 2 or not all(map(_is_length, value)):
        raise QuestionError(f"{name} is {shown(value)}; give a place [x, y] in inches")
    return TablePoint(float(value[0]), float(value[1]))


def number(value: Any, name: str, lowest: float = -ABSURD_IN, highest: float = ABSURD_IN) -> float:
    """A finite number between two limits."""
    if not _is_number(value) or not lowest <= value <= highest:
        raise QuestionError(
            f"{name} is {shown(value)}; give a number from {lowest:g} to {highest:g}"
        )
    return float(value)


def whole_number(value: Any, name: str, lowest: int, highest: int) -> int:
    """A whole number between two limits; 4.0 is one, True is none."""
    if not _is_number(value) or value != int(value) or not lowest <= value <= highest:
        raise QuestionError(
            f"{name} is {shown(value)}; give a whole number from {lowest} to {highest}"
        )
    return int(value)


def yes_or_no(value: Any, name: str) -> bool:
    """True or false, nothing else."""
    if not isinstance(value, bool):
        raise QuestionError(f"{name} is {shown(value)}; give true or false")
    return value


def one_of(value: Any, name: str, choices: Iterable[str]) -> str:
    """One of a closed set of words."""
    choices = sorted(choices)
    if not isinstance(value, str) or value not in choices:
        raise QuestionError(f"{name} is {shown(value)}; it is one of {listed(choices)}")
    return value


def shown(value: Any) -> str:
    """A value as the player wrote it, shortened."""
    text = value if isinstance(value, str) else repr(value)
    text = "".join(c if c.isprintable() else "?" for c in text)
    return text if len(text) <= 40 else text[:37] + "..."


def _is_number(value: Any) -> bool:
    # JSON has whole numbers that no float can hold; this also leaves out NaN and infinities.
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= MOST


def _is_length(value: Any) -> bool:
    return _is_number(value) and abs(value) <= ABSURD_IN
