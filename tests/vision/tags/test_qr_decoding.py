"""Reading QR codes of version 1-H from their modules, wrong and doubtful ones included."""

import numpy as np
import pytest
import segno

from vision.tags.patterns import Blur, blurred, tag_modules
from vision.tags.qr.reed_solomon import mended
from vision.tags.qr.version1 import CHECK_BYTES, data_order, mask_bits, modules_of, text_of
from vision.tags.qr.writing import written_modules
from vision.tags.soft_decoding import soft_texts

TEXTS = ["R01", "GR011", ":CHARGE", "42", "0123456789", "Z-9", "TEAPOT"]


def modules(text, mask):
    code = segno.make(text, version=1, error="h", boost_error=False, micro=False, mask=mask)
    return np.array([[bool(module) for module in row] for row in code.matrix])


def word_of(black, mask):
    rows, columns = data_order().T
    return np.packbits(black[rows, columns] ^ mask_bits(mask)).tolist()


@pytest.mark.parametrize("mask", range(8))
@pytest.mark.parametrize("text", TEXTS)
def test_layout(text, mask):
    """Bytes taken from another maker's symbol spell its text and give the same symbol back."""
    black = modules(text, mask)
    word = word_of(black, mask)

    assert text_of(word[:9]) == text
    assert (modules_of(word, mask) == black).all()


def test_written_as_printed():
    """Many tags written at once are what the maker of our sheets prints, mask and filling too."""
    letters = np.array(list("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-:"))
    chance = np.random.default_rng(8)
    texts = ["".join(chance.choice(letters, chance.integers(1, 11))) for _ in range(60)]
    texts += ["".join(chance.choice(letters[:10], chance.integers(1, 11))) for _ in range(30)]

    for text, black in zip(texts, written_modules(texts), strict=True):
        assert (black == modules(text, None)).all(), text


def test_byte_mode():
    """A text in byte mode is read too."""
    black = modules("fire!", 2)

    assert text_of(word_of(black, 2)[:9]) == "fire!"


@pytest.mark.parametrize(("wrong", "lost"), [(8, 0), (0, 17), (4, 9), (1, 14)])
def test_mending(wrong, lost):
    """Eight wrong bytes are mended, or seventeen lost ones, or a mix of both."""
    word = word_of(modules("R01", 3), 3)
    chance = np.random.default_rng(5)
    for _ in range(20):
        places = chance.permutation(26)[: wrong + lost]
        spoilt = list(word)
        for place in places:
            spoilt[place] ^= int(chance.integers(1, 256))

        assert mended(spoilt, CHECK_BYTES, places[wrong:].tolist()) == word


def test_beyond_mending():
    """Twelve wrong bytes are not quietly turned into the first word."""
    word = word_of(modules("R01", 3), 3)
    spoilt = [byte ^ 0x55 if i < 12 else byte for i, byte in enumerate(word)]

    assert mended(spoilt, CHECK_BYTES, []) != word


@pytest.mark.parametrize("text", TEXTS)
def test_soft_reading(text):
    """A blurred, noisy tag with a quarter of it covered is still read."""
    blur = Blur(0.9, 3.0, 1.0)
    white = (1.0 - 2.0 * tag_modules(text)).astype(np.float32)
    samples = blurred(white[None], blur, 1.25)[0].reshape(25, 25) * 60 + 120
    samples += np.random.default_rng(2).normal(0, 5, samples.shape)
    samples[19:, 10:] = 70

    found = next(soft_texts(samples.ravel().astype(np.float32), blur, 1.25))

    assert found.text == text
    assert (found.modules == tag_modules(text)).all()
