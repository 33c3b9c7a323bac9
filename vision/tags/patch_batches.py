"""Patches matched with the army, batch by batch, the likeliest first."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from table.picture import Grey
from table.places import CameraXY
from table.table_spec import TableSpec
from vision.tags.finds import Find, Finds, quad_of
from vision.tags.known_places import sure_finds
from vision.tags.naming import NamedTags, named_tags, searched_tags
from vision.tags.open_windows import free_windows, turned_at
from vision.tags.strangers import StrangeTag, is_borne_out, stranger_find
from vision.tags.templates import TagKit
from vision.tags.turns import TurnedTags
from vision.tags.windows import TagWindows

_LEAST_TURNED_FIT = 0.205
_MOST_SEARCHES = 9  # in a batch
_PLAINLY_A_TAG = 0.75  # its place is right, and its name is not among ours
_A_TAG = 0.5  # how well what all tags share fits at least
BATCH = 24  # patches come most detailed first: after so many without a tag none follow
_FIRST_BATCH = 2 * BATCH  # a table with any tag comes to its second batch, so both go together
_FOLLOWED_WINDOWS = 8  # a hand moves one man or two, and he is among the first patches


@dataclass(frozen=True, eq=False)
class Matched:
    """What patches turned out to be: the finds with their soldiers, and the tags of nobody.

    `left` are the windows with an open tag's detail that were not tried.
    """

    windows: CameraXY
    finds: Finds
    strangers: tuple[StrangeTag, ...]
    left: CameraXY


@dataclass(frozen=True, eq=False)
class PatchesSeen:
    """What some patches hold, and the last one with a tag, by number, or -1."""

    soldiers: list[Find]
    strangers: list[StrangeTag]
    last: int


def matched_finds(kit: TagKit, spec: TableSpec, windows: TagWindows, finds: Finds) -> Matched:
    """What the patches with a tag's detail turn out to be, the most detailed first."""
    middles = windows.middles
    strangers: list[StrangeTag] = []
    start, count, last = 0, _FIRST_BATCH, _FIRST_BATCH
    while start < len(middles) and last >= 0:
        seen = batch_of(kit, spec, CameraXY(middles[start : start + count]))
        finds = finds.with_finds(seen.soldiers)
        strangers += seen.strangers
        last = seen.last - (count - BATCH)
        start, count = start + count, BATCH
    left = CameraXY(windows.middles[start:][windows.detailed[start:]])
    return Matched(middles, finds, tuple(strangers), left)


def batch_of(kit: TagKit, spec: TableSpec, middles: CameraXY) -> PatchesSeen:
    """The soldiers in some patches, and what is a tag there and no soldier's for sure."""
    tried = _tried(kit, turned_at(kit, spec, middles))
    if tried is None:
        return PatchesSeen([], [], -1)
    turned, named = tried
    searched, found = _found_by_search(kit, turned, named)
    finds = [*sure_finds(kit, named), *searched]
    others = ~named.sure & (named.tagness > _A_TAG)
    others &= ~Finds(tuple(finds)).near(quad_of(named.fitted.guesses.middles, kit.search.halvings))
    strangers = [StrangeTag(named, int(i)) for i in np.flatnonzero(others)]
    tags = [*turned.window[named.sure | others], *found]
    return PatchesSeen(finds, strangers, int(max(tags, default=-1)))


def _tried(kit: TagKit, turned: TurnedTags) -> tuple[TurnedTags, NamedTags] | None:
    """For each patch that may be a tag the likeliest turn, and what it is named."""
    turned = turned[turned.fits > _LEAST_TURNED_FIT]
    if len(turned.fits) == 0:
        return None
    found = named_tags(kit, turned.guesses, turned.window)
    if found is None:
        return None
    named, windows = found
    # Guesses come window by window, the best of each first.
    return turned[np.searchsorted(turned.window, windows)], named


def _found_by_search(
    kit: TagKit, turned: TurnedTags, named: NamedTags
) -> tuple[list[Find], NDArray[np.intp]]:
    """Soldiers among the windows that may be tags, half hidden, and could not be named at once.

    With them the windows in which they are.
    """
    fits = turned.fits
    doubtful = ~named.sure & (named.tagness < _PLAINLY_A_TAG)
    chosen = np.flatnonzero(doubtful)[np.argsort(-fits[doubtful])][:_MOST_SEARCHES]
    found = searched_tags(kit, turned.guesses[chosen]) if len(chosen) and kit.named else None
    if found is None:
        return [], np.zeros(0, np.intp)
    searched, like = found
    return sure_finds(kit, searched), turned.window[chosen[like[searched.sure]]]


def beside_finds(kit: TagKit, spec: TableSpec, finds: Finds, within: Grey | None) -> Finds:
    """The soldiers who lie open to view somewhere else than where tags were found."""
    windows = free_windows(kit, spec, finds, within).middles[:_FOLLOWED_WINDOWS]
    return finds.with_finds(sure_in(kit, spec, CameraXY(windows)))


def sure_in(kit: TagKit, spec: TableSpec, middles: CameraXY) -> list[Find]:
    """The soldiers whose tags are open to view in these patches."""
    tried = _tried(kit, turned_at(kit, spec, middles)) if len(middles) else None
    return [] if tried is None else sure_finds(kit, tried[1])


def stranger_finds(kit: TagKit, strangers: Sequence[StrangeTag], finds: Finds) -> Finds:
    """The finds and the tags of nobody that lie where nothing else was found."""
    missing = len(set(kit.patterns.texts) - finds.texts())
    for stranger in sorted(strangers, key=lambda one: -one.tagness):
        if finds.near(quad_of(stranger.guess.middles, kit.search.halvings)).any():
            continue
        find = stranger_find(kit, stranger)
        if find.tag.text is None and stranger.tagness < _PLAINLY_A_TAG:
            # What is doubtful is a man who is missing, or nothing.
            if missing <= 0 or not is_borne_out(kit, stranger):
                continue
            missing -= 1
        finds = finds.with_finds([find])
    return finds
