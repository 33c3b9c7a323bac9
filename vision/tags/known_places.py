"""Tags whose places or names are known already: verified, or placed as their patterns allow."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from table.picture import Grey
from vision.tags.decoders import DecodedCode
from vision.tags.finds import Find, Finds, confidence_of, quad_of
from vision.tags.guess import TagGuesses, guesses_from_corners, squared_up
from vision.tags.naming import NamedTags, judged
from vision.tags.patterns import ACROSS
from vision.tags.qr.version1 import MODULES
from vision.tags.search_picture import SearchPicture
from vision.tags.strangers import placed_codes
from vision.tags.tags_seen import SeenTag
from vision.tags.templates import TagKit

_PLAIN_LEAD = 0.3  # twice what a sure name needs
_PAPER = 255


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
    return finds.with_finds(placed_codes(kit, left))


def without_named(search: SearchPicture, finds: Finds) -> Grey:
    """The picture with paper over the tags whose names need no decoder's opinion."""
    grey = search.grey.copy()
    for find in finds.found:
        if find.tag.text is not None and find.lead >= _PLAIN_LEAD:
            corners = (find.tag.quad + 0.5) / 2**search.halvings - 0.5
            cv2.fillConvexPoly(grey, np.round(corners).astype(np.int32), _PAPER)
    return grey


def sure_finds(kit: TagKit, named: NamedTags) -> list[Find]:
    """The soldiers among judged tags whose names are beyond doubt."""
    return soldier_finds(kit, named, named.sure)


def soldier_finds(kit: TagKit, named: NamedTags, sure: NDArray[np.bool_]) -> list[Find]:
    """The soldiers that some of the judged tags are named."""
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
