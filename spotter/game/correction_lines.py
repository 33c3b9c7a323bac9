"""What the players set right, as the journal keeps it: JSON objects, and back."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from overlay.marks.corrections import (
    Correction,
    HeightSet,
    KindSet,
    MeantSet,
    OfThing,
    TagNamed,
    ThingDeleted,
    ThingDrawn,
    TurnedOver,
)
from table.kinds import KINDS
from table.places import TablePoint

_FEWEST_CORNERS = 3
_WORDS: dict[str, type[Correction]] = {
    "kind": KindSet,
    "height": HeightSet,
    "deleted": ThingDeleted,
    "meant": MeantSet,
    "turned": TurnedOver,
    "named": TagNamed,
    "drawn": ThingDrawn,
}


def correction_json(correction: Correction) -> dict[str, Any]:
    """A correction as JSON has it, its word under `set`."""
    word = next(word for word, made in _WORDS.items() if isinstance(correction, made))
    return {"set": word, **asdict(correction)}


def correction_of(line: Mapping[str, Any]) -> Correction:
    """The correction in a JSON object; ValueError, KeyError or TypeError where it is none."""
    at = TablePoint(float(line["at"]["x"]), float(line["at"]["y"]))
    match line["set"]:
        case "drawn" if line["kind"] in KINDS:
            corners = tuple(TablePoint(float(p["x"]), float(p["y"])) for p in line["outline"])
            height_in = float(line["height_in"])
            return ThingDrawn(line["kind"], at, height_in, _ring(corners), bool(line["named"]))
        case "named":
            return TagNamed(at, str(line["soldier"]))
    return _of_thing(line, str(line["thing"]), at)


def _of_thing(line: Mapping[str, Any], thing: str, at: TablePoint) -> OfThing:
    match line["set"]:
        case "kind" if line["kind"] in KINDS:
            return KindSet(thing, at, line["kind"])
        case "height":
            return HeightSet(thing, at, float(line["height_in"]))
        case "deleted":
            return ThingDeleted(thing, at)
        case "meant":
            word = line["word"]
            return MeantSet(thing, at, None if word is None else str(word))
        case "turned":
            return TurnedOver(thing, at, bool(line["inverted"]))
    raise ValueError(line["set"])


def _ring(corners: tuple[TablePoint, ...]) -> tuple[TablePoint, ...]:
    if len(corners) < _FEWEST_CORNERS:
        raise ValueError(corners)
    return corners
