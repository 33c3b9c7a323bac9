"""What the finders of things work from: the flat view, a mask for each listed thing, covers."""

from collections.abc import Container, Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property, reduce

import numpy as np

from table.army import TagStyle
from table.places import CameraXY
from table.table_spec import TableSpec
from vision.colour.inks import ROUND_SHADING
from vision.surface.flat_table import FlatTable, Pixels
from vision.surface.flat_view import FlatView
from vision.surface.patches import bytes_of, either, opened, without

ROUND_KINDS = frozenset(ROUND_SHADING)
FLAT_KINDS = frozenset({"road", "river", "bridge", "napkin", "mat"})
_LYING_IN = 0.2


@dataclass(frozen=True, eq=False)
class TagPatch:
    """A tag as it hides the table: its corners in the picture, the first two its top edge.

    `style` is None where no man stands behind it: an order card, a tag of no army.
    """

    corners: CameraXY
    style: TagStyle | None = None
    base: float = 1.0


@dataclass(frozen=True, eq=False)
class Evidence:
    """The view, and for each thing of the table file where its colour shows.

    `masks` are generous, `strict` hold only cells that no other listed colour fits better,
    `tints` the cells that a pattern on that colour may show. `covered` is what paper and
    men hide, `strange` what the bare desk does not explain, `pale` for each plate of nearly the
    desk's colour the cells of either, `as_listed` what a mask and a strict one would be of a
    listing whose colour was seen far from it. All are coarse, 255 where true.
    """

    view: FlatView
    spec: TableSpec
    masks: tuple[Pixels, ...]
    strict: tuple[Pixels, ...]
    tints: tuple[Pixels, ...]
    covered: Pixels
    strange: Pixels
    pale: dict[int, Pixels] = field(default_factory=dict)
    as_listed: dict[int, tuple[Pixels, Pixels]] = field(default_factory=dict)

    def veil(self, number: int) -> Pixels:
        """What may hide cloth or paper of one listing: tags, men, and what else lies there.

        Another flat thing hides nothing before it was found: two lie side by side.
        """
        over = without(self.strange, either(self.masks[number], self.tints[number]))
        over = without(over, self.surely(self.of_kinds(FLAT_KINDS)))
        return either(self.covered, opened(over, self.flat, _LYING_IN))

    def of_kinds(self, kinds: Container[str]) -> list[int]:
        """The numbers of the listings of these kinds."""
        return [n for n, thing in enumerate(self.spec.things) if thing.kind in kinds]

    def surely(self, numbers: Iterable[int]) -> Pixels:
        """The cells that surely show one of these listings."""
        return reduce(either, (self.strict[n] for n in numbers), np.zeros_like(self.covered))

    def surely_others(self, *numbers: int) -> Pixels:
        """The cells that surely show another listing than these."""
        return self.surely(n for n in range(len(self.strict)) if n not in numbers)

    def with_listed(self, number: int) -> "Evidence":
        """The evidence with a listing's masks as if its colour were not seen otherwise here."""
        mask, strict = self.as_listed[number]
        before, after = np.s_[:number], np.s_[number + 1 :]
        return replace(
            self,
            masks=(*self.masks[before], mask, *self.masks[after]),
            strict=(*self.strict[before], strict, *self.strict[after]),
        )

    @cached_property
    def in_sight(self) -> Pixels:
        """What the picture reaches and neither paper nor men hide."""
        return without(bytes_of(self.view.reached > 0), self.covered)

    @cached_property
    def unlisted(self) -> Pixels:
        """What neither the desk nor any listed colour explains."""
        left = self.strange
        for mask in (*self.masks, *self.tints):
            left = without(left, mask)
        return left

    @property
    def flat(self) -> FlatTable:
        """The coarse grid."""
        return self.view.coarse
