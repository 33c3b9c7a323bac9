"""The likeliest text of soft bits."""

import numpy as np
import pytest

from vision.tags.codeword_search import likely_words
from vision.tags.qr.reed_solomon import check_bytes
from vision.tags.qr.version1 import CHECK_BYTES, DATA_BYTES, text_of
from vision.tags.qr.writing import data_bytes


def soft_bits(text, noise, seed=4):
    """A text's 208 bits, +1 and -1, in noise."""
    data = np.array([data_bytes(text)], np.uint8)
    word = np.hstack([data, check_bytes(data, CHECK_BYTES)])[0]
    chance = np.random.default_rng([seed, len(text)])
    return np.unpackbits(word) * 2.0 - 1.0 + chance.normal(0, noise, 8 * len(word))


@pytest.mark.parametrize(
    "text", ["Z", "Q77", "1234", "TEAPOT", "AB-12", "0123456789", "LONG-NAME1"]
)
def test_texts_in_noise(text):
    """A text is found among bits of which one in twelve is wrong."""
    bits = soft_bits(text, noise=0.72)
    assert 0.04 < np.mean((bits > 0) != (soft_bits(text, noise=0.0) > 0)) < 0.15

    (word,) = likely_words(bits)

    assert text_of(word[:DATA_BYTES]) == text


def test_short_texts_in_more_noise():
    """The shorter a text, the more of its bits may be wrong: one in five of a name like R07's."""
    found = [list(likely_words(soft_bits("R07", noise=1.2, seed=seed))) for seed in range(20)]

    assert sum(len(words) == 1 for words in found) >= 15
    assert all(text_of(words[0][:DATA_BYTES]) == "R07" for words in found if words)


def test_bits_that_mean_nothing():
    """Random bits are no text."""
    chance = np.random.default_rng(7)

    assert not any(list(likely_words(chance.normal(0, 1, 208))) for _ in range(60))
