"""`spotter print kit`: one PDF that holds all a table needs."""

import io
import re
import shutil

import cv2
import numpy as np
import pypdfium2
import pytest
import zxingcpp

from calibration.corner_markers import corner_markers
from fixtures.recorded import recorded
from spotter.cli import main
from table.army_file import read_army

OAK = recorded("oak-normal")
DPI = 200


def kit(folder, *words):
    """The kit's pages in grey and their texts, printed in a table's folder."""
    for path in (OAK.table, OAK.army):
        shutil.copyfile(path, folder / path.name)
    assert main([*map(str, ("print", "kit", folder, *words))]) == 0
    document = pypdfium2.PdfDocument(io.BytesIO((folder / "kit.pdf").read_bytes()))
    pictures = [page.render(scale=DPI / 72, grayscale=True).to_numpy() for page in document]
    texts = [page.get_textpage().get_text_bounded() for page in document]
    return [np.ascontiguousarray(p.reshape(p.shape[:2])) for p in pictures], texts


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_all_is_in_it(tmp_path, paper):
    """Corner markers, every man's tag, the order cards, sticks, board and templates are there."""
    pictures, texts = kit(tmp_path, "--paper", paper, "--rules", "omog-advanced")

    read = {code.text for picture in pictures for code in zxingcpp.read_barcodes(picture)}
    assert {man.id for man in read_army(OAK.army).soldiers} <= read
    assert {":FIRE", ":MOVE", ":BLAST", ":SIGHT", ":NEXT", ":UNDO"} <= read
    assert corner_markers(cv2.cvtColor(pictures[1], cv2.COLOR_GRAY2BGR)).found == (0, 1, 2, 3)
    for sheet in ("Measuring sticks", "Board for the lens", "Templates", "Corner markers"):
        assert sheet in texts[0]
        assert any(f"{sheet} - page" in text for text in texts[1:])


def test_pages_are_numbered_and_listed(tmp_path):
    """Each page says which of how many it is, and the cover on which page what is."""
    _, texts = kit(tmp_path, "--rules", "omog-advanced")

    count = len(texts)
    assert all(f"page {i} of {count}" in text for i, text in enumerate(texts, 1))
    board = next(i for i, text in enumerate(texts, 1) if "Board for the lens - page" in text)
    assert re.search(rf"page {board}\s+Board for the lens", texts[0])


def test_a_bank_card_and_the_bar_check_the_scale(tmp_path):
    """The card's outline and the bar are as long as real ones, whatever the printer's own scale."""
    pictures, texts = kit(tmp_path, "--paper", "a4", "--measured", "3.9")

    assert "A bank card fits exactly in here." in texts[0]
    real = DPI * 4.0 / 3.9  # this printer prints small, so that all is drawn larger
    lengths = [len_px / real for len_px in _lines_px(pictures[0])]
    assert any(length == pytest.approx(3.37, abs=0.015) for length in lengths)
    assert any(length == pytest.approx(4.0, abs=0.015) for length in lengths)


def _lines_px(picture):
    """How long the unbroken dark lines from left to right are, in pixels."""
    dark = (picture < 128).astype(np.int8)
    edges = np.diff(np.pad(dark, ((0, 0), (1, 1))), axis=1)
    for row in edges:
        starts, ends = np.flatnonzero(row == 1), np.flatnonzero(row == -1)
        yield from (ends - starts)


def test_a_book_without_templates(tmp_path):
    """A kit for a book that uses none has no sheet of them."""
    _, texts = kit(tmp_path, "--rules", "omog-musket")

    assert "Templates" not in texts[0]
