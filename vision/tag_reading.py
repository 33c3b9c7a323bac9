"""The steps of reading: known tags verified, decoded codes placed, patches matched."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from table.picture import Grey
from table.places import CameraXY, TableXY
from table.table_spec import TableSpec
from vision.qr_version1 import MODULES
from vision.runs import run_starts
from vision.search_picture import SearchPicture
from vision.tag_decoders import DecodedCode
from vision.tag_finders import finders_in
from vision.tag_finds import Find, Finds, confidence_of, quad_of
from vision.tag_guess import TagGuesses, guesses_from_corners, squared_up
from vision.tag_halves import half_hidden_tags
from vision.tag_kit import TagKit
from vision.tag_naming import NamedTags, judged, named_tags, searched_tags
from vision.tag_patterns import ACROSS
from vision.tag_strangers import Stranger, close_finds, placed_code, stranger_find, unread_find
from vision.tag_turns import TurnedTags, turned_tags, upright_guesses
from vision.tag_windows import tag_windows
from vision.tags_seen import SeenTag

_LEAST_TURNED_FIT = 0.205
_WORTH_A_SEARCH = 0.26
_MOST_SEARCHES = 9  # in a batch
_PLAINLY_A_TAG = 0.75  # its place is right, and its name is not among ours
_A_TAG = 0.5  # how well what all tags share fits at least
_PLAIN_LEAD = 0.3  # twice what a sure name needs
_PAPER = 255
_BATCH = 24  # patches come most detailed first: after so many without a tag none follow
_FIRST_BATCH = 2 * _BATCH  # a table with any tag comes to its second batch, so both go together
_MOST_WINDOWS = 240
_HALVES_BATCH = 20
_FOLLOWED_WINDOWS = 8  # a hand moves one man or two, and he is among the first patches
_BESIDE_MODULES = 6.0  # from a patch to the tag that it was pulled away from
_CLOSE_LOOKS = 10  # patches that may hold a code of another size
_BESIDE_IN = 1.0
_BETWEEN = 0.2  # of the highest thing: men on the table are many, on roofs few


@dataclass(frozen=True, eq=False)
class Matched:
    """What patches turned out to be: the finds with their soldiers, and the tags of nobody.

    `shown` tells which of the windows show, or may show, a finder pattern.
    """

    windows: CameraXY
    finds: Finds
    strangers: tuple[Stranger, ...]
    shown: NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class _Seen:
    """What some patches hold: the last one with a tag, by number, or -1; those with a finder."""

    soldiers: list[Find]
    strangers: list[Stranger]
    last: int
    shown: NDArray[np.intp]


def expected_finds(kit: TagKit, expected: Sequence[SeenTag], finds: Finds) -> Finds:
    """The soldiers' tags that are still where they were."""
    numbers = {text: i for i, text in enumerate(kit.patterns.texts)}
    tags = [tag for tag in expected if tag.text in numbers]
    if not tags:
        return finds
    looks = np.array([numbers[str(tag.text)] for tag in tags])
    return finds.with_finds(sure_finds(kit, judged(kit, _guesses(kit, tags), looks)))


def _guesses(kit: TagKit, tags: Sequence[SeenTag]) -> TagGuesses:
    corners = (np.array([tag.quad for tag in tags]) + 0.5) / 2**kit.search.halvings - 0.5
    return squared_up(guesses_from_corners(corners, ACROSS), kit.search.pose, kit.height_in)


def decoded_finds(kit: TagKit, codes: Sequence[DecodedCode], finds: Finds) -> Finds:
    """The codes a decoder read, each placed as exactly as its pattern allows."""
    numbers = {text: i for i, text in enumerate(kit.patterns.texts)}
    theirs = [code for code in codes if code.text in numbers]
    if theirs:
        corners = np.array([code.corners for code in theirs])
        looks = np.array([numbers[code.text] for code in theirs])
        rough = guesses_from_corners(corners, MODULES)
        rough = squared_up(rough, kit.search.pose, kit.height_in)
        finds = finds.with_finds(sure_finds(kit, judged(kit, rough, looks)))
    left = [code for code in codes if code.text not in finds.texts()]
    return finds.with_finds(placed_code(kit, code) for code in left)


def without_named(search: SearchPicture, finds: Finds) -> Grey:
    """The picture with paper over the tags whose names need no decoder's opinion."""
    grey = search.grey.copy()
    for find in finds.found:
        if find.tag.text is not None and find.lead >= _PLAIN_LEAD:
            corners = (find.tag.quad + 0.5) / 2**search.halvings - 0.5
            cv2.fillConvexPoly(grey, np.round(corners).astype(np.int32), _PAPER)
    return grey


def beside_finds(kit: TagKit, spec: TableSpec, finds: Finds, within: Grey | None) -> Finds:
    """The soldiers who lie open to view somewhere else than where tags were found."""
    windows = free_windows(kit, spec, finds, within)[:_FOLLOWED_WINDOWS]
    return finds.with_finds(_sure_in(kit, spec, CameraXY(windows)))


def _sure_in(kit: TagKit, spec: TableSpec, middles: CameraXY) -> list[Find]:
    """The soldiers whose tags are open to view in these patches."""
    tried = _tried(kit, _turned(kit, spec, middles)) if len(middles) else None
    return [] if tried is None else sure_finds(kit, tried[1])


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


def _round_about(kit: TagKit, middles: CameraXY) -> CameraXY:
    """Patches on four sides of patches: what stands beside a tag pulls its patch away from it."""
    steps = (
        _BESIDE_MODULES * kit.search.px_per_module * np.array([(1, 0), (-1, 0), (0, 1), (0, -1)])
    )
    return CameraXY((middles[:, None] + steps).reshape(-1, 2))


def free_windows(kit: TagKit, spec: TableSpec, finds: Finds, within: Grey | None) -> CameraXY:
    """The patches that may be tags and on which none was found, the likeliest first."""
    return _free(kit, _windows(kit, spec, within), finds)


def _windows(kit: TagKit, spec: TableSpec, within: Grey | None) -> CameraXY:
    """The patches that may be tags, the likeliest first."""
    grey, inside = kit.search.grey, _inside(kit, spec)
    if within is not None:
        wanted = cv2.resize(within, inside.shape[::-1], interpolation=cv2.INTER_NEAREST)
        inside[wanted == 0] = 0
    return tag_windows(grey, kit.search.px_per_module, inside=inside, most=_MOST_WINDOWS).middles


def matched_finds(kit: TagKit, spec: TableSpec, windows: CameraXY, finds: Finds) -> Matched:
    """What the patches with a tag's detail turn out to be, the most detailed first."""
    strangers: list[Stranger] = []
    shown = np.ones(len(windows), bool)
    start, count = 0, _FIRST_BATCH
    while start < len(windows):
        seen = _batch(kit, spec, CameraXY(windows[start : start + count]))
        finds = finds.with_finds(seen.soldiers)
        strangers += seen.strangers
        shown[start : start + count] = False
        shown[start + seen.shown] = True
        if seen.last < count - _BATCH:
            break
        start, count = start + count, _BATCH
    return Matched(windows, finds, tuple(strangers), shown)


def stranger_finds(kit: TagKit, strangers: Sequence[Stranger], finds: Finds) -> Finds:
    """The finds and the tags of nobody that lie where nothing else was found."""
    for stranger in sorted(strangers, key=lambda one: -one.tagness):
        if not finds.near(quad_of(stranger.guess.middles, kit.search.halvings)).any():
            finds = finds.with_finds([stranger_find(kit, stranger)])
    return finds


def half_hidden_finds(kit: TagKit, spec: TableSpec, matched: Matched, finds: Finds) -> Finds:
    """The finds and the missing men whose tags' finder patterns show, as long as there are any."""
    free = ~finds.read().near(quad_of(matched.windows, kit.search.halvings))
    windows, shown = matched.windows[free], matched.shown[free]
    for start in range(0, len(windows), _HALVES_BATCH):
        texts = finds.texts()
        men = np.flatnonzero([text not in texts for text in kit.patterns.texts])
        batch = slice(start, start + _HALVES_BATCH)
        likely = CameraXY(windows[batch][shown[batch]])
        new = _half_hidden(kit, spec, likely, men, finds) if len(men) and len(likely) else []
        more = finds.with_finds(new)
        if (more.texts(), len(more.found)) == (texts, len(finds.found)):
            break
        finds = more
    return finds


def close_up_finds(kit: TagKit, windows: CameraXY, finds: Finds) -> Finds:
    """The finds and the codes of another size that show close up."""
    left = CameraXY(_free(kit, windows, finds)[:_CLOSE_LOOKS])
    return finds.with_finds(find for middle in left for find in close_finds(kit, middle))


def _half_hidden(
    kit: TagKit, spec: TableSpec, middles: CameraXY, men: NDArray[np.intp], finds: Finds
) -> list[Find]:
    """Men by the finder patterns in view; where two agree on a tag of nobody, an unread one."""
    finders = finders_in(kit.search.sharp, _upright(kit, spec, middles), kit.finders, kit.ring)
    # What lies on a tag that was read is that tag's own.
    theirs = finds.read().near(quad_of(finders.guesses.middles, kit.search.halvings))
    finders = finders[~theirs]
    if len(finders) == 0:
        return []
    marked = CameraXY(middles[finders.window[run_starts(finders.window)]])
    halves = half_hidden_tags(kit, finders, men)
    places = [halves.places[np.array([i])] for i in range(len(halves.places))]
    return [
        *_sure_in(kit, spec, _free(kit, _round_about(kit, marked), finds.read())),
        *_soldier_finds(kit, halves.named, halves.sure),
        *(unread_find(kit, place) for place in places),
    ]


def _free(kit: TagKit, middles: CameraXY, finds: Finds) -> CameraXY:
    """The patches on which no tag was found."""
    return CameraXY(middles[~finds.near(quad_of(middles, kit.search.halvings))])


def _batch(kit: TagKit, spec: TableSpec, middles: CameraXY) -> _Seen:
    """The soldiers in some patches, and what is a tag there and no soldier's for sure."""
    turned = _turned(kit, spec, middles)
    shown, tried = turned.window, _tried(kit, turned)
    if tried is None:
        return _Seen([], [], -1, shown)
    turned, named = tried
    searched, found = _found_by_search(kit, turned, named)
    finds = [*sure_finds(kit, named), *searched]
    others = ~named.sure & (named.tagness > _A_TAG)
    others &= ~Finds(tuple(finds)).near(quad_of(named.fitted.guesses.middles, kit.search.halvings))
    strangers = [Stranger(named, int(i)) for i in np.flatnonzero(others)]
    tags = [*turned.window[named.sure | others], *found]
    return _Seen(finds, strangers, int(max(tags, default=-1)), shown)


def _found_by_search(
    kit: TagKit, turned: TurnedTags, named: NamedTags
) -> tuple[list[Find], NDArray[np.intp]]:
    """Soldiers among the windows that may be tags, half hidden, and could not be named at once.

    With them the windows in which they are.
    """
    fits = turned.fits
    doubtful = ~named.sure & (named.tagness < _PLAINLY_A_TAG)
    worth = doubtful & ((fits > _WORTH_A_SEARCH) | (named.tagness > _A_TAG))
    chosen = np.flatnonzero(worth)[np.argsort(-fits[worth])][:_MOST_SEARCHES]
    found = searched_tags(kit, turned.guesses[chosen]) if len(chosen) and kit.named else None
    if found is None:
        return [], np.zeros(0, np.intp)
    searched, like = found
    return sure_finds(kit, searched), turned.window[chosen[like[searched.sure]]]


def _turned(kit: TagKit, spec: TableSpec, middles: CameraXY) -> TurnedTags:
    """The likeliest turns."""
    return turned_tags(kit.search.sharp, _upright(kit, spec, middles), kit.turned, kit.ring, 2)


def _upright(kit: TagKit, spec: TableSpec, middles: CameraXY) -> TagGuesses:
    """Upright guesses at a level from which table and roofs are both within reach."""
    level_in = kit.height_in + _BETWEEN * max((thing.height for thing in spec.things), default=0.0)
    return upright_guesses(kit.search.pose, middles, level_in, kit.module_in)


def sure_finds(kit: TagKit, named: NamedTags) -> list[Find]:
    """The soldiers among judged tags whose names are beyond doubt."""
    return _soldier_finds(kit, named, named.sure)


def _soldier_finds(kit: TagKit, named: NamedTags, sure: NDArray[np.bool_]) -> list[Find]:
    judgement = named.verdicts
    return [
        Find(
            SeenTag(
                kit.patterns.texts[judgement.best[i]],
                quad_of(quad, kit.search.halvings),
                kit.size_in,
                confidence_of(float(judgement.lead[i])),
                _spread_px(kit, named, i),
            ),
            float(judgement.lead[i]),
        )
        for i, quad in enumerate(named.fitted.guesses.quads)
        if sure[i]
    ]


def _spread_px(kit: TagKit, named: NamedTags, i: int) -> float:
    spread_px = float(named.fitted.spread[i]) * kit.search.px_per_module
    return spread_px * float(2**kit.search.halvings)


def _inside(kit: TagKit, spec: TableSpec) -> Grey:
    """A small mask of where tags of the play area can show, at any height they may have."""
    pose = kit.search.pose
    beside = _BESIDE_IN
    right, bottom = spec.width + beside, spec.height + beside
    corners = TableXY(
        np.array([(-beside, -beside), (right, -beside), (right, bottom), (-beside, bottom)])
    )
    top_in = kit.height_in + max((thing.height for thing in spec.things), default=0.0)
    ends = np.concatenate([pose.camera_from_table(corners, h) for h in (0.0, top_in)])
    hull = cv2.convexHull(ends.astype(np.float32)) / 8
    mask = np.zeros((kit.search.grey.shape[0] // 8, kit.search.grey.shape[1] // 8), np.uint8)
    cv2.fillConvexPoly(mask, np.round(hull).astype(np.int32), 255)
    return mask
