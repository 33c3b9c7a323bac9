"""Recall by pixels per module on sheets of bare tags, ours beside the plain readers'."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from tests.bench.baselines import readers
from tests.bench.cases import Case, virtual_case
from tests.bench.jobs import Row, job
from tests.bench.near_names import with_near_names
from tests.bench.score import ManScore, score
from tests.bench.timing import timed
from tests.virtual.tag_sheet import tag_sheet
from vision.look import look

_ELSEWHERE = ("quality", "x_pyzbar", "strangers", "invented")  # columns other runs are for


@dataclass(frozen=True, slots=True)
class Sheets:
    """Which sheets to measure."""

    quality: str
    count: int
    first_seed: int
    foreign: int = 0
    hidden: float = 0.0
    near_names: bool = False

    def case(self, number: int, px_per_module: float) -> Case:
        """One of the sheets at one size."""
        seed = self.first_seed + number
        virtual = tag_sheet(
            seed, px_per_module, self.quality, foreign=self.foreign, hidden=self.hidden
        )
        case = virtual_case(virtual)
        return with_near_names(case, seed) if self.near_names else case


@dataclass(eq=False)
class Tally:
    """What the readers read of the sheets of one size; `count` adds one sheet."""

    tags: int = 0
    wrong: int = 0
    strangers: int = 0
    invented: int = 0
    named: Counter[str] = field(default_factory=Counter)
    seconds: Counter[str] = field(default_factory=Counter)
    men: list[ManScore] = field(default_factory=list)

    def count(self, case: Case, *, slow: bool) -> None:
        """Let every reader read one sheet."""
        ids = {soldier.id for soldier in case.truth.scene.soldiers}
        self.tags += len(ids)
        scene, took = timed(lambda: look(case.picture, case.spec, case.army, lens=case.lens))
        result = score(scene, case.truth)
        self.wrong += len(result.wrong)
        self.strangers += len(case.truth.scene.unknown)
        self.invented += len(result.unknown_invented)
        self.men += result.men
        self._add("ours", len(result.men), took)
        for name, reader in readers(slow=slow).items():
            texts, took = timed(partial(reader, case.picture))
            self._add(name, len(ids & texts), took)

    def _add(self, name: str, read: int, took: float) -> None:
        self.named[name] += read
        self.seconds[name] += took  # type: ignore[assignment]  # a Counter of seconds

    def row(self, quality: str, size: float) -> Row:
        """The numbers of this size."""
        off = [man.off_in for man in self.men] or [np.nan]
        row: Row = {
            "quality": quality,
            "px_per_module": size,
            "tags": self.tags,
            "wrong": self.wrong,
            "strangers": self.strangers,
            "invented": self.invented,
            **{f"{name} %": round(100 * n / self.tags, 1) for name, n in self.named.items()},
            "median_in": round(float(np.median(off)), 4),
            "p95_in": round(float(np.percentile(off, 95)), 4),
        }
        if self.seconds["pyzbar"]:
            row["x_pyzbar"] = round(self.seconds["ours"] / self.seconds["pyzbar"], 2)
        return row


def recall_rows(
    sheets: Sheets, sizes: list[float], *, slow: bool, tell: Callable[[Row], None]
) -> Iterator[Row]:
    """One row per size, told as soon as it is known."""
    for size in sizes:
        tally = Tally()
        for i in range(sheets.count):
            tally.count(sheets.case(i, size), slow=slow)
        row = tally.row(sheets.quality, size)
        tell(row)
        yield row


@job(beside="percent of the tags, plain decoders beside ours; `wrong` counts wrong names of ours")
def recall(*, quick: bool) -> Iterator[Row]:
    """Tags read by pixels per module."""
    sizes = [1.0, 2.0] if quick else [0.75, 1.0, 1.25, 1.5, 2.0, 3.0]
    sheets = Sheets("typical", 1 if quick else 2, 9000)
    for row in recall_rows(sheets, sizes, slow=not quick, tell=lambda _: None):
        yield {name: value for name, value in row.items() if name not in _ELSEWHERE}
