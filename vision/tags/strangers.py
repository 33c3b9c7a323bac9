"""Tags that are on no list: decoded close up or from their grey modules, else left unread."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from calibration.medians import median
from table.picture import Grey
from table.places import CameraXY, Floats
from vision.surface.flat_table import Singles
from vision.tags.decoders import DecodedCode, crop_texts, decoded_codes
from vision.tags.finder_patterns import CORNERS, finder_fits
from vision.tags.finds import Find, confidence_of, quad_of
from vision.tags.fit import TagLooks, fitted_tags, shared_say, slid_guesses, tag_looks
from vision.tags.guess import TagGuesses, guesses_from_corners, squared_up
from vision.tags.judge import verdicts
from vision.tags.naming import NamedTags
from vision.tags.patterns import ACROSS, tag_modules
from vision.tags.qr.version1 import MODULES, Bits
from vision.tags.soft_decoding import SoftText, soft_texts
from vision.tags.tags_seen import SeenTag
from vision.tags.templates import TagKit, stepped

_DECODED_LEAD = 1.0  # a decoder's own check sums make a misreading all but impossible
_READABLE_PX_PER_MODULE = 1.3  # decoders read nothing finer
_SOFT_PX_PER_MODULE = 0.8  # below that one tag in forty is read softly, and each takes its time
# Of the tags that can be read softly the worst finder pattern fits by 0.43, the next by 0.84.
_LEAST_FINDER_FIT, _USUAL_FINDER_FIT = 0.35, 0.75
_LEAST_BORNE_OUT = 1.02  # of tags that cannot be read nine in ten have 1.03, of all else one in ten
_WITH_FINDERS = [0, 1, 3]  # the corners of a tag that have one
_CLOSE_MODULES = 24  # enough round a card whose code is larger than a tag
_ROUGHLY_MODULES = 0.3
_MOST_MOVED_MODULES, _MOST_USUAL_MISS = 3.0, 0.8  # of a decoded tag from where the decoder saw it
_EDGE = 1.25  # of half a tag: what a crop shows round it
_ALL = np.ones((1, ACROSS**2), np.float32)
_V1_LETTERS = frozenset("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:")


def placed_codes(kit: TagKit, codes: Sequence[DecodedCode]) -> list[Find]:
    """Decoded codes, the papers of those of version 1-H fitted to their patterns."""
    if not codes:
        return []
    rough = guesses_from_corners(np.array([code.corners for code in codes]), MODULES)
    rough = squared_up(rough, kit.search.pose, 0.0)
    quads, spreads_px = rough.quads, np.full(len(codes), 0.5)
    plain = [i for i, code in enumerate(codes) if _fits_version1(code.text)]
    if plain:
        texts = [codes[i].text for i in plain]
        quads[plain], spreads_px[plain] = _refined(kit, rough[np.array(plain)], texts)
    return [
        _find(kit, code.text, quad, float(spread_px), _DECODED_LEAD)
        for code, quad, spread_px in zip(codes, quads, spreads_px, strict=True)
    ]


def _fits_version1(text: str) -> bool:
    most = 17 if text.isdigit() else 10
    return len(text) <= most and set(text) <= _V1_LETTERS


def _refined(kit: TagKit, rough: TagGuesses, texts: Sequence[str]) -> tuple[Floats, Floats]:
    """The papers' corners by the codes' own patterns, and how exact they are.

    They are the decoder's where the pattern is another.
    """
    sizes_px = _modules_px(rough)
    own = [_own_look(kit, px, tag_modules(text)) for px, text in zip(sizes_px, texts, strict=True)]
    looks = TagLooks(np.concatenate([look.basis for look in own]))
    near = slid_guesses(kit.search.sharp, rough, kit.shared, shared_say()[None], 3)
    fitted = fitted_tags(kit.search.sharp, near, looks, _ALL, 4)
    moved = np.hypot(*(fitted.guesses.middles - rough.middles).T) / sizes_px
    usual = np.sqrt(median(fitted.misses**2, axis=1))
    astray = (moved > _MOST_MOVED_MODULES) | (usual > _MOST_USUAL_MISS)
    quads = np.where(astray[:, None, None], rough.quads, fitted.guesses.quads)
    return quads, np.where(astray, 0.5, fitted.spread * sizes_px)


def _own_look(kit: TagKit, module_px: float, black: Bits) -> TagLooks:
    white = (1.0 - 2.0 * black).astype(np.float32)[None]
    return tag_looks(white, kit.search.blur, stepped(module_px))


def _modules_px(guesses: TagGuesses) -> Floats:
    return np.asarray(np.sqrt(np.abs(np.linalg.det(guesses.axes))), float)


def _module_px(guess: TagGuesses) -> float:
    return float(_modules_px(guess)[0])


@dataclass(frozen=True, eq=False)
class StrangeTag:
    """One of the judged tags, no soldier's for sure."""

    named: NamedTags
    which: int

    @property
    def tagness(self) -> float:
        """How well what all tags share fits it."""
        return float(self.named.tagness[self.which])

    @property
    def guess(self) -> TagGuesses:
        """Where it lies."""
        return self.named.fitted.guesses[np.array([self.which])]


def stranger_find(kit: TagKit, stranger: StrangeTag) -> Find:
    """The text of a tag that is no soldier's for sure, by other means, or none."""
    guess, fitted = stranger.guess, stranger.named.fitted
    quad = guess.quads[0]
    spread_px = float(fitted.spread[stranger.which]) * _module_px(guess)
    least, usual, _ = np.sort(_shown_finders(kit, guess))
    is_open = least > _LEAST_FINDER_FIT and usual > _USUAL_FINDER_FIT
    for soft in _soft_texts(kit, fitted.samples[stranger.which]) if is_open else ():
        lead = _lead(kit, guess, soft.modules)
        if lead is not None:
            return _find(kit, soft.text, quad, spread_px, lead)
    # Where hardly one finder pattern fits the tag lies otherwise, and a decoder may see how.
    if _module_px(guess) > _READABLE_PX_PER_MODULE and (is_open or usual < _LEAST_FINDER_FIT):
        for text in crop_texts(_crop(kit.search.grey, quad)):
            return _find(kit, text, quad, spread_px, _DECODED_LEAD)
    return _find(kit, None, quad, spread_px, 0.0)


def is_borne_out(kit: TagKit, stranger: StrangeTag) -> bool:
    """Whether what all tags share and two finder patterns speak for a tag there.

    Small in a picture, wood's grain and cloth have as much of the one as tags, seldom of both.
    """
    _, usual, _ = np.sort(_shown_finders(kit, stranger.guess))
    return bool(stranger.tagness + usual > _LEAST_BORNE_OUT)


def _shown_finders(kit: TagKit, guess: TagGuesses) -> Singles:
    """How well each of a guess's three finder patterns fits."""
    corners = guess.repeated(3).moved(CORNERS[_WITH_FINDERS], np.zeros(3), np.ones(3))
    return finder_fits(kit.search.sharp, corners, kit.finders[0])


def unread_find(kit: TagKit, guess: TagGuesses) -> Find:
    """A tag of which no more is known than its place."""
    return _find(kit, None, guess.quads[0], _ROUGHLY_MODULES * _module_px(guess), 0.0)


def _soft_texts(kit: TagKit, samples: Singles) -> Iterator[SoftText]:
    """The texts that a tag's grey modules allow, none where they are too small to say any."""
    if kit.search.px_per_module >= _SOFT_PX_PER_MODULE:
        yield from soft_texts(samples, kit.search.blur, kit.search.px_per_module)


def close_codes(kit: TagKit, middle: CameraXY) -> list[DecodedCode]:
    """What a decoder reads close up round a patch that is no tag of the army's size."""
    reach = _CLOSE_MODULES * kit.search.px_per_module
    left, top = np.maximum(np.floor(middle - reach), 0).astype(int)
    right, bottom = np.ceil(middle + reach).astype(int)
    crop = np.ascontiguousarray(kit.search.grey[top:bottom, left:right])
    codes = decoded_codes(crop, 2)
    corner = np.array([left, top])
    return [DecodedCode(code.text, CameraXY(code.corners + corner)) for code in codes]


def _lead(kit: TagKit, guess: TagGuesses, black: Bits) -> float | None:
    """By how much the modules lead all others' in the picture; None where they do not convince."""
    own = _own_look(kit, _module_px(guess), black)
    fitted = fitted_tags(kit.search.sharp, guess, own, _ALL, 2)
    other = np.abs(kit.looks.values - own.values[0]).max(axis=1) > 0.3
    values = np.concatenate([own.values, kit.looks.values[other]])
    judgement = verdicts(fitted, values, kit.shared, 1)
    return float(judgement.lead[0]) if judgement.sure[0] else None


def _crop(grey: Grey, quad: Floats) -> Grey:
    middle = quad.mean(axis=0)
    reach = np.abs(quad - middle).max() * _EDGE
    left, top = np.maximum(np.floor(middle - reach), 0).astype(int)
    right, bottom = np.ceil(middle + reach).astype(int) + 1
    return np.ascontiguousarray(grey[top:bottom, left:right])


def _find(kit: TagKit, text: str | None, quad: Floats, spread_px: float, lead: float) -> Find:
    halvings = kit.search.halvings
    tag = SeenTag(
        text, quad_of(quad, halvings), kit.size_in, confidence_of(lead), spread_px * 2**halvings
    )
    return Find(tag, lead)
