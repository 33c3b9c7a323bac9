"""Printed sheets as a scanner sees them."""

import io

import numpy as np
import pypdfium2

from calibration.sheets.cover import PrintedSheet
from calibration.sheets.pdf_file import write_sheets

DPI = 600


def scanned(pages, page, tmp_path, dpi=DPI, number=0):
    """One page of the printed sheet in grey, and how many pages there are."""
    path = tmp_path / "sheet.pdf"
    write_sheets(path, page, "sheet", [PrintedSheet("sheet", tuple(pages))])
    document = pypdfium2.PdfDocument(io.BytesIO(path.read_bytes()))
    picture = document[number].render(scale=dpi / 72, grayscale=True).to_numpy()
    return np.ascontiguousarray(picture.reshape(picture.shape[:2])), len(document)


def dark_span_in(line, dpi=DPI):
    """From the first dark pixel of a line to the last, in inches."""
    dark = np.flatnonzero(line < 128)
    return (dark[-1] - dark[0] + 1) / dpi
