"""How well a scene agrees with the truth about its picture, in inches, degrees and overlaps.

One scorer for recorded tables and for virtual ones: `read_truth` takes a truth file,
`truth_of` the same content as a value.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from shapely import Polygon

from table.directions import between_deg, distance_in
from table.kinds import KINDS
from table.places import TablePoint
from table.scene import Order, Scene, Soldier, Thing
from table.scene_file import scene_from_json

FAR_IN = 1.0  # a name this far from its man is a wrong name
SAME_THING = 0.5  # overlap from which two footprints are the same thing
SHOWN = 0.35  # of a tag: with less of it in sight nobody is expected to read it


@dataclass(frozen=True, slots=True)
class TagTruth:
    """How much of a tag shows and how large it is in the picture."""

    visible: float = 1.0
    px_per_module: float = 0.0


@dataclass(frozen=True, eq=False)
class Truth:
    """What really is on the table."""

    scene: Scene
    tags: Mapping[str, TagTruth] = field(default_factory=dict)
    held: tuple[str, ...] = ()

    def expected(self, soldier_id: str) -> bool:
        """Whether enough of his tag shows to be read."""
        return self.tags.get(soldier_id, TagTruth()).visible >= SHOWN


def read_truth(path: Path) -> Truth:
    """The truth in a file."""
    return truth_of(json.loads(path.read_text()), str(path))


def truth_of(value: Mapping[str, Any], file: str = "truth") -> Truth:
    """The truth in parsed JSON."""
    tags = {
        row["id"]: TagTruth(row["tag"]["visible"], row["tag"].get("px_per_module", float("nan")))
        for row in value["soldiers"]
        if "tag" in row
    }
    return Truth(scene_from_json(value, file), tags, tuple(value.get("held", ())))


@dataclass(frozen=True, slots=True)
class ManScore:
    """How well one soldier was placed; `stated_in` is the error radius he was given."""

    id: str
    off_in: float
    facing_off_deg: float
    stated_in: float | None
    px_per_module: float
    raised: bool  # he stands on something, or wears his tag high

    @property
    def honest(self) -> bool | None:
        """Whether he is where his error radius says, None without one."""
        return None if self.stated_in is None else self.off_in <= self.stated_in


@dataclass(frozen=True, slots=True)
class KindScore:
    """How well things of one kind were found."""

    kind: str
    overlaps: tuple[float, ...] = ()
    missed: int = 0
    invented: int = 0
    centre_off_in: tuple[float, ...] = ()
    radius_off_in: tuple[float, ...] = ()
    sure: tuple[tuple[float, bool], ...] = ()  # each found one's confidence, and is it there

    def __add__(self, other: "KindScore") -> "KindScore":
        assert self.kind == other.kind, (self.kind, other.kind)
        return KindScore(
            self.kind,
            self.overlaps + other.overlaps,
            self.missed + other.missed,
            self.invented + other.invented,
            self.centre_off_in + other.centre_off_in,
            self.radius_off_in + other.radius_off_in,
            self.sure + other.sure,
        )

    @property
    def precision(self) -> float:
        """The share of what was found that is there."""
        return _share(len(self.overlaps), len(self.overlaps) + self.invented)

    @property
    def recall(self) -> float:
        """The share of what is there that was found."""
        return _share(len(self.overlaps), len(self.overlaps) + self.missed)

    @property
    def mean_overlap(self) -> float:
        """The mean IoU of what was found."""
        return float(np.mean(self.overlaps)) if self.overlaps else float("nan")


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 1.0


@dataclass(frozen=True, slots=True)
class TableScore:
    """How well one picture was understood."""

    men: tuple[ManScore, ...]
    missed: tuple[str, ...]  # of those who show enough to be read
    hidden_missed: tuple[str, ...]  # the others
    wrong: tuple[str, ...]  # names of men who are elsewhere or not there at all
    kinds: Mapping[str, KindScore]
    orders_missed: int
    orders_invented: int
    unknown_missed: tuple[str, ...]
    unknown_invented: tuple[str, ...]
    unread: int

    @property
    def recall(self) -> float:
        """The share of the men with enough in sight who were named."""
        return _share(len(self.men), len(self.men) + len(self.missed))


def score(found: Scene, truth: Truth) -> TableScore:
    """One picture's score."""
    men, missed, wrong = _score_men(found, truth)
    orders = _paired_orders(found.orders, truth.scene.orders)
    known, told = set(truth.scene.unknown), set(found.unknown)
    return TableScore(
        men=men,
        missed=tuple(m for m in missed if truth.expected(m)),
        hidden_missed=tuple(m for m in missed if not truth.expected(m)),
        wrong=wrong,
        kinds={kind: score_kind(kind, found.things, truth.scene.things) for kind in KINDS},
        orders_missed=len(truth.scene.orders) - orders,
        orders_invented=len(found.orders) - orders,
        unknown_missed=tuple(sorted(known - told)),
        unknown_invented=tuple(sorted(told - known)),
        unread=len(found.unread),
    )


def _score_men(
    found: Scene, truth: Truth
) -> tuple[tuple[ManScore, ...], tuple[str, ...], tuple[str, ...]]:
    men, wrong = [], []
    for soldier in found.soldiers:
        real = truth.scene.soldier(soldier.id)
        if real is None or distance_in(soldier.place, real.place) > FAR_IN:
            if soldier.id not in truth.held:
                wrong.append(soldier.id)
            continue
        men.append(_man(soldier, real, truth.tags.get(soldier.id, TagTruth())))
    named = {man.id for man in men}
    missed = tuple(s.id for s in truth.scene.soldiers if s.id not in named)
    return tuple(men), missed, tuple(wrong)


def _man(soldier: Soldier, real: Soldier, tag: TagTruth) -> ManScore:
    return ManScore(
        soldier.id,
        distance_in(soldier.place, real.place),
        between_deg(soldier.facing, real.facing),
        soldier.error,
        tag.px_per_module,
        raised=real.elevation > 0,
    )


def score_kind(kind: str, found: tuple[Thing, ...], real: tuple[Thing, ...]) -> KindScore:
    """How well the things of one kind were found, each found one used once, best first."""
    mine = [t for t in found if t.kind == kind]
    theirs = [t for t in real if t.kind == kind]
    pairs = sorted(
        (
            (overlap(a.footprint, b.footprint), i, j)
            for i, a in enumerate(mine)
            for j, b in enumerate(theirs)
        ),
        reverse=True,
    )
    used_mine: set[int] = set()
    used_theirs: set[int] = set()
    overlaps, centres, radii = [], [], []
    for share, i, j in pairs:
        if share < SAME_THING or i in used_mine or j in used_theirs:
            continue
        used_mine.add(i)
        used_theirs.add(j)
        overlaps.append(share)
        centres.append(mine[i].footprint.centroid.distance(theirs[j].footprint.centroid))
        radii.append(abs(_radius(mine[i].footprint) - _radius(theirs[j].footprint)))
    return KindScore(
        kind,
        tuple(overlaps),
        len(theirs) - len(used_theirs),
        len(mine) - len(used_mine),
        tuple(centres),
        tuple(radii),
        tuple((thing.confidence, i in used_mine) for i, thing in enumerate(mine)),
    )


def overlap(one: Polygon, other: Polygon) -> float:
    """Intersection over union of two footprints."""
    both = one.intersection(other).area
    return float(both / (one.area + other.area - both)) if both else 0.0


def _radius(footprint: Polygon) -> float:
    """The radius of a circle of the same area."""
    return float(np.sqrt(footprint.area / np.pi))


def _paired_orders(found: tuple[Order, ...], real: tuple[Order, ...]) -> int:
    left = list(real)
    for order in found:
        near = [o for o in left if o.order == order.order and _near(o.place, order.place)]
        if near:
            left.remove(near[0])
    return len(real) - len(left)


def _near(one: TablePoint, other: TablePoint) -> bool:
    return distance_in(one, other) <= FAR_IN
