"""Pictures to be understood, each with all that is needed for it and its truth."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from table.army import Army
from table.army_file import read_army
from table.lens import Lens
from table.lens_file import read_lens
from table.picture import Picture
from table.table_file import read_table
from table.table_spec import TableSpec
from tests.bench.score import Truth, read_truth, truth_of
from tests.virtual.random_table import random_table
from tests.virtual.render import developed, exposed, render_empty
from tests.virtual.truth import truth_json
from tests.virtual.virtual_table import VirtualTable
from vision.picture_file import read_picture


@dataclass(frozen=True, eq=False)
class Case:
    """One picture and what is known about its table."""

    name: str
    picture: Picture
    spec: TableSpec
    army: Army
    lens: Lens
    empty: Picture | None
    truth: Truth


def folder_case(folder: Path) -> Case:
    """A table in a folder of the recorded layout."""
    return Case(
        folder.name,
        read_picture(folder / "photo.jpg"),
        read_table(folder / "table.toml"),
        read_army(folder / "army.toml"),
        read_lens(folder / "camera.yaml"),
        read_picture(folder / "empty.jpg"),
        read_truth(folder / "truth.json"),
    )


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
