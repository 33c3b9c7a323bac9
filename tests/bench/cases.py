"""Pictures to be understood, each with all that is needed for it and its truth."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from table.army import Army
from table.army_file import read_army
from table.lens import Lens
from table.lens_file import read_lens
from table.picture import Picture
from table.table_file import read_table
from table.table_spec import TableSpec
from tests.bench.score import Truth, truth_of
from tests.virtual.random_table import random_table
from tests.virtual.render import developed, exposed, render_empty
from tests.virtual.truth import truth_json
from tests.virtual.virtual_table import VirtualTable
from vision.pictures.picture_file import read_picture

_OF_THINGS = ("id", "kind", "outline", "height", "side", "as", "inverted", "name")
_OF_TABLES = ("table", "soldiers", "unknown", "orders", "held", "unread")
SHARED = Path(__file__).parents[3] / "shared"


@dataclass(frozen=True, eq=False)
class Case:
    """One picture and what is known about its table."""

    name: str
    picture: Picture
    spec: TableSpec
    army: Army
    lens: Lens | None
    empty: Picture | None
    truth: Truth


def folder_case(folder: Path) -> Case:
    """A table in a folder of the recorded layout; a lens and an empty picture may be missing."""
    lens, empty = folder / "camera.yaml", folder / "empty.jpg"
    return Case(
        folder.name,
        read_picture(folder / "photo.jpg"),
        read_table(folder / "table.toml"),
        read_army(folder / "army.toml"),
        read_lens(lens) if lens.exists() else None,
        read_picture(empty) if empty.exists() else None,
        truth_of(_without_notes(json.loads((folder / "truth.json").read_text("utf-8")))),
    )


def _without_notes(truth: dict[str, Any]) -> dict[str, Any]:
    """What was noted of real things besides their outlines is nothing that a scene holds."""
    things = [{key: thing[key] for key in _OF_THINGS if key in thing} for thing in truth["things"]]
    men = [{"side": "red", **man} for man in truth["soldiers"]]
    return {key: truth[key] for key in _OF_TABLES if key in truth} | {
        "things": things,
        "soldiers": men,
    }


def beside_cases() -> Iterator[Case]:
    """Some tables of scanned things and some real desks, where they lie beside the project."""
    for folder in [*sorted(SHARED.glob("scans/?02")), *sorted(SHARED.glob("real/desks/?-*"))[::5]]:
        case = folder_case(folder)
        yield replace(case, name=f"{folder.parent.name}/{case.name}")


def virtual_case(virtual: VirtualTable, *, with_empty: bool = False) -> Case:
    """A rendered table."""
    canvas = exposed(virtual).canvas
    return Case(
        virtual.name,
        developed(virtual, canvas),
        virtual.spec,
        virtual.army,
        virtual.camera.lens,
        render_empty(virtual) if with_empty else None,
        truth_of(truth_json(virtual, canvas)),
    )


def virtual_cases(
    count: int, first_seed: int, tiers: tuple[str, ...], *, with_empty: bool = False
) -> Iterator[Case]:
    """Rendered tables of neighbouring seeds, the tiers in turn."""
    for i in range(count):
        virtual = random_table(first_seed + i, tiers[i % len(tiers)])
        yield virtual_case(virtual, with_empty=with_empty)
