"""What is looked for while men are missing: half-hidden tags, and patches that had no turn."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from table.places import CameraXY
from table.table_spec import TableSpec
from vision.surface.equal_numbers import run_starts
from vision.tags.finder_patterns import finders_in
from vision.tags.finds import Find, Finds, quad_of
from vision.tags.half_hidden import half_hidden_tags
from vision.tags.known_places import soldier_finds
from vision.tags.open_windows import free_of, upright_at
from vision.tags.patch_batches import BATCH, Matched, batch_of, stranger_finds, sure_in
from vision.tags.strangers import close_codes, placed_codes, unread_find
from vision.tags.templates import TagKit
from vision.tags.turns import clearest

_HALVES_BATCH = 20
_BESIDE_MODULES = 6.0  # from a patch to the tag that it was pulled away from
_CLOSE_LOOKS = 10  # patches that may hold a code of another size


def late_finds(kit: TagKit, spec: TableSpec, left: CameraXY, finds: Finds) -> Finds:
    """The finds and what patches hold that had no turn, while men are missing.

    On print, keys or food many patches have more detail than any tag, so here those come first
    that show the clearest finder patterns, until a batch holds no tag.
    """
    left = free_of(kit, left, finds.read())
    if len(left) == 0 or finds.texts().issuperset(kit.patterns.texts):
        return finds
    likely = left[clearest(kit.search.sharp, upright_at(kit, spec, left), kit.ring)]
    for start in range(0, len(likely), BATCH):
        seen = batch_of(kit, spec, CameraXY(likely[start : start + BATCH]))
        finds = stranger_finds(kit, seen.strangers, finds.with_finds(seen.soldiers))
        if seen.last < 0:
            untried = max(0, len(likely) - start - BATCH)
            finds = replace(finds, untried=finds.untried + untried)
            break
    return _halves_in(kit, spec, CameraXY(likely), finds)


def half_hidden_finds(kit: TagKit, spec: TableSpec, matched: Matched, finds: Finds) -> Finds:
    """The finds and the missing men whose tags' finder patterns show."""
    return _halves_in(kit, spec, matched.windows, finds)


def _halves_in(kit: TagKit, spec: TableSpec, windows: CameraXY, finds: Finds) -> Finds:
    """The finds and the missing men in patches that show a finder pattern.

    It ends with the first batch in which nobody is found.
    """
    windows = free_of(kit, windows, finds.read())
    for start in range(0, len(windows), _HALVES_BATCH):
        texts = finds.texts()
        men = np.flatnonzero([text not in texts for text in kit.patterns.texts])
        if len(men) == 0:
            break
        batch = CameraXY(windows[start : start + _HALVES_BATCH])
        more = finds.with_finds(_half_hidden(kit, spec, batch, men, finds))
        if (more.texts(), len(more.found)) == (texts, len(finds.found)):
            break
        finds = more
    return finds


def _half_hidden(
    kit: TagKit, spec: TableSpec, middles: CameraXY, men: NDArray[np.intp], finds: Finds
) -> list[Find]:
    """Men by the finder patterns in view; where two agree on a tag of nobody, an unread one."""
    finders = finders_in(kit.search.sharp, upright_at(kit, spec, middles), kit.finders, kit.ring)
    # What lies on a tag that was read is that tag's own.
    theirs = finds.read().near(quad_of(finders.guesses.middles, kit.search.halvings))
    finders = finders[~theirs]
    if len(finders) == 0:
        return []
    marked = CameraXY(middles[finders.window[run_starts(finders.window)]])
    halves = half_hidden_tags(kit, finders, men)
    places = [halves.places[np.array([i])] for i in range(len(halves.places))]
    return [
        *sure_in(kit, spec, free_of(kit, _round_about(kit, marked), finds.read())),
        *soldier_finds(kit, halves.named, halves.sure),
        *(unread_find(kit, place) for place in places),
    ]


def _round_about(kit: TagKit, middles: CameraXY) -> CameraXY:
    """Patches on four sides of patches: what stands beside a tag pulls its patch away from it."""
    steps = (
        _BESIDE_MODULES * kit.search.px_per_module * np.array([(1, 0), (-1, 0), (0, 1), (0, -1)])
    )
    return CameraXY((middles[:, None] + steps).reshape(-1, 2))


def close_up_finds(kit: TagKit, windows: CameraXY, finds: Finds) -> Finds:
    """The finds and the codes of another size that show close up."""
    left = CameraXY(free_of(kit, windows, finds)[:_CLOSE_LOOKS])
    codes = [code for middle in left for code in close_codes(kit, middle)]
    return finds.with_finds(placed_codes(kit, codes))
