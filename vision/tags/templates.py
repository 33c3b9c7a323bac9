"""All that is needed to recognise an army's tags of one size in one picture."""

from dataclasses import dataclass
from functools import lru_cache
from math import exp, log

import numpy as np

from calibration.camera_pose import CameraPose
from table.army import Army
from table.picture import Grey
from table.places import TableXY
from table.table_spec import TableSpec
from vision.surface.flat_table import Singles
from vision.tags.finder_patterns import finder_templates, rings
from vision.tags.fit import TagLooks, shared_look, tag_looks
from vision.tags.judge import with_foils
from vision.tags.patterns import ACROSS, Blur, TagPatterns, tag_patterns
from vision.tags.search_picture import SearchPicture, search_picture
from vision.tags.turns import turned_templates

_SIZE_STEP = 0.02  # looks are worked out anew where a module's pixels differ by more


@dataclass(frozen=True, eq=False)
class TagKit:
    """The picture, and what the tags look like in it: the army's first, foils after them."""

    search: SearchPicture
    size_in: float
    height_in: float
    patterns: TagPatterns
    looks: TagLooks
    shared: TagLooks
    turned: Singles
    finders: Singles
    ring: Singles

    @property
    def named(self) -> int:
        """How many of the looks have a name."""
        return len(self.patterns.texts)

    @property
    def module_in(self) -> float:
        """A module's side."""
        return self.size_in / ACROSS


@dataclass(frozen=True, eq=False)
class _Looks:
    patterns: TagPatterns
    looks: TagLooks
    shared: TagLooks
    turned: Singles
    finders: Singles
    ring: Singles


@lru_cache(maxsize=16)
def _looks(texts: tuple[str, ...], blur: Blur, px_per_module: float) -> _Looks:
    patterns = tag_patterns(texts)
    finders = finder_templates(patterns, blur, px_per_module)
    return _Looks(
        patterns,
        tag_looks(with_foils(patterns), blur, px_per_module),
        shared_look(patterns, blur, px_per_module),
        turned_templates(patterns, blur, px_per_module),
        finders,
        rings(finders),
    )


def stepped(px_per_module: float) -> float:
    """One of few sizes near this one, for which looks need not be worked out anew."""
    return exp(round(log(px_per_module) / _SIZE_STEP) * _SIZE_STEP)


def _tag_kit(search: SearchPicture, army: Army, size_in: float, height_in: float) -> TagKit:
    """The kit for soldiers whose tags have this size and height."""
    texts = tuple(
        soldier.id
        for soldier in army.soldiers
        if (soldier.tag.family, soldier.tag.size) == ("qr", size_in)
    )
    made = _looks(texts, search.blur, stepped(search.px_per_module))
    return TagKit(
        search,
        size_in,
        height_in,
        made.patterns,
        made.looks,
        made.shared,
        made.turned,
        made.finders,
        made.ring,
    )


def army_kits(grey: Grey, pose: CameraPose, army: Army, spec: TableSpec) -> list[TagKit]:
    """One kit for each size and height of tag in the army, the commonest first."""
    styles = [s.tag for s in army.soldiers if s.tag.family == "qr"] or [army.tags]
    kinds = sorted(
        {(s.size, s.height) for s in styles},
        key=lambda kind: -sum((s.size, s.height) == kind for s in styles),
    )
    middle = TableXY(np.array([[spec.width / 2, spec.height / 2]]))
    kits = []
    for size_in, height_in in kinds:
        px_per_module = float(pose.pixels_per_inch(middle, height_in)[0]) * size_in / ACROSS
        search = search_picture(grey, pose, px_per_module)
        kits.append(_tag_kit(search, army, size_in, height_in))
    return kits
