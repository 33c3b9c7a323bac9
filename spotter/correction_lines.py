"""What the players set right, as the journal keeps it: JSON objects, and back."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from overlay.corrections import (
    Correction,
    HeightSet,
    KindSet,
    MeantSet,
    TagNamed,
    ThingDeleted,
    TurnedOver,
)
from table.kinds import KINDS
from table.places import TablePoint

_WORDS: dict[str, type[Correction]] = {
    "kind": KindSet,
    "height": HeightSet,
    "deleted": ThingDeleted,
    "meant": MeantSet,
    "turned": TurnedOver,
    "named": TagNamed,
}


def correction_json(correction: Correction) -> dict[str, Any]:
    """A correction as JSON has it, its word under `set`."""
    word = next(word for word, made in _WORDS.items() if isinstance(correction, made))
    return {"set": word, **asdict(correction)}


def correction_of(line: Mapping[str, Any]) -> Correction:
    """The correction in a JSON object; ValueError, KeyError or TypeError where it is none."""
    at = TablePoint(float(line["at"]["x"]), float(line["at"]["y"]))
    match line["set"]:
        case "kind" if line["kind"] in KINDS:
            return KindSet(str(line["thing"]), at, line["kind"])
        case "height":
            return HeightSet(str(line["thing"]), at, float(line["height_in"]))
        case "deleted":
            return ThingDeleted(str(line["thing"]), at)
        case "meant":
            word = line["word"]
            return MeantSet(str(line["thing"]), at, None if word is None else str(word))
        case "turned":
            return TurnedOver(str(line["thing"]), at, bool(line["inverted"]))
        case "named":
            return TagNamed(at, str(line["soldier"]))
    raise ValueError(line["set"])
