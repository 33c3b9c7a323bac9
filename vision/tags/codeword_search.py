"""The likeliest text of a tag by its soft bits, among all the texts that a tag can hold.

This is ordered statistics decoding (Fossorier and Lin, 1995). A text of n letters fixes the head of
the data, its filling and all check bytes: what is free is a few dozen bits, on which the 208 depend
linearly. The surest bits that are independent of each other are believed, all others follow from
them, and one or two of them may be wrong: the word that agrees best with all soft bits is the text.
How well random bits would agree is known, and a text has to agree better by a margin.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import log, sqrt

import numpy as np

from vision.surface.flat_table import Singles
from vision.tags.qr.reed_solomon import check_bytes
from vision.tags.qr.version1 import CHECK_BYTES, DATA_BYTES, Bits
from vision.tags.qr.writing import filled_bytes

_LONGEST = 10
_FRAMES_TRIED = 3
_TRIES_BITS = 4  # several kinds of text and masks are tried
_LEAST_MARGIN = 0.18  # wrong texts reach 0.12


@dataclass(frozen=True, eq=False)
class TextFrame:
    """All texts of one length and mode: a word with zeros for letters, and what each bit turns."""

    word: Bits  # (208,)
    turned: Bits  # (free bits, 208)
    fixed: Bits  # of the data's bits those that are the same in every such text

    @property
    def chance(self) -> float:
        """How well the best of such words agrees with bits that mean nothing."""
        return sqrt(2 * log(2) * (len(self.turned) + _TRIES_BITS) / len(self.word))


def likely_words(bits: Singles) -> Iterator[list[int]]:
    """The words of 26 bytes that soft bits (positive for 1) surely are: mostly one, or none."""
    heads = _heads() @ bits[: 8 * DATA_BYTES]
    for which in np.argsort(heads)[::-1][:_FRAMES_TRIED]:
        frame = _frames()[which]
        word, agreement = _best_word(bits, frame)
        if agreement > frame.chance + _LEAST_MARGIN:
            yield np.packbits(word).tolist()


def _best_word(bits: Singles, frame: TextFrame) -> tuple[Bits, float]:
    """The word of a frame that agrees best with the bits, and how well (-1 to 1)."""
    soft = bits * np.where(frame.word, -1.0, 1.0)
    order = np.argsort(-np.abs(soft))
    rows, surest = _solved(frame.turned[:, order])
    ordered = soft[order]
    start = np.bitwise_xor.reduce(rows[ordered[surest] > 0], axis=0, initial=False)
    said = ordered * np.where(start, 1.0, -1.0)
    for row in _worth_turning(rows, said):
        start = start ^ row
    agreement = (ordered * np.where(start, 1.0, -1.0)).sum() / np.linalg.norm(ordered)
    word = np.zeros(len(bits), bool)
    word[order] = start
    return word ^ frame.word, float(agreement / sqrt(len(bits)))


def _solved(turned: Bits) -> tuple[Bits, list[int]]:
    """The rows so combined that each has one place to itself, the first places possible."""
    packed = np.packbits(turned, axis=1)
    rows, places = [int.from_bytes(row.tobytes()) for row in packed], list[int]()
    for place in range(turned.shape[1]):
        bit, here = 1 << (8 * packed.shape[1] - 1 - place), len(places)
        first = next((i for i in range(here, len(rows)) if rows[i] & bit), None)
        if first is None:
            continue
        rows[here], rows[first] = rows[first], rows[here]
        own = rows[here]
        rows = [row ^ own if row & bit else row for row in rows]
        rows[here] = own
        places.append(place)
        if len(places) == len(rows):
            break
    whole = b"".join(row.to_bytes(packed.shape[1]) for row in rows)
    bits = np.unpackbits(np.frombuffer(whole, np.uint8).reshape(packed.shape), axis=1)
    return bits[:, : turned.shape[1]].astype(bool), places


def _worth_turning(rows: Bits, said: Singles) -> list[Bits]:
    """The one or two rows whose turning makes all places together agree best, if any does."""
    parts = rows.astype(float)
    one = -2.0 * (parts @ said)
    two = one[:, None] + one[None, :] + 4.0 * ((parts * said) @ parts.T)
    np.fill_diagonal(two, one)
    i, j = np.unravel_index(int(two.argmax()), two.shape)
    return [] if two[i, j] <= 0 else [rows[k] for k in {int(i), int(j)}]


@cache
def _frames() -> list[TextFrame]:
    """Texts of letters and texts of digits, of every length a tag may have."""
    lengths = range(1, _LONGEST + 1)
    texts = [text_frame(f"0010{n:09b}", 11 * (n // 2) + 6 * (n % 2)) for n in lengths]
    return texts + [text_frame(f"0001{n:010b}", 10 * (n // 3) + (0, 4, 7)[n % 3]) for n in lengths]


@cache
def _heads() -> Singles:
    """What a frame's fixed bits are, +1 or -1 by how many they are, the others 0: (frames, 72)."""
    signs = np.array([np.where(frame.word[: 8 * DATA_BYTES], 1.0, -1.0) for frame in _frames()])
    fixed = np.array([frame.fixed for frame in _frames()])
    return np.asarray(signs * fixed / fixed.sum(axis=1, keepdims=True), np.float32)


@cache
def text_frame(head: str, free: int) -> TextFrame:
    """All texts with this head and so many bits of letters."""
    inner = ["0" * free, *("0" * i + "1" + "0" * (free - 1 - i) for i in range(free))]
    data = np.array([filled_bytes(head + bits) for bits in inner], np.uint8)
    bits = np.unpackbits(np.hstack([data, check_bytes(data, CHECK_BYTES)]), axis=1).astype(bool)
    fixed = np.ones(8 * DATA_BYTES, bool)
    fixed[len(head) : len(head) + free] = False
    return TextFrame(bits[0], bits[1:] ^ bits[0], fixed)
