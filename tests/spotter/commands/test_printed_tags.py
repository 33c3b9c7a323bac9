"""What is printed is what is looked for."""

import numpy as np
import pytest

from calibration.sheets.codes import qr_rows
from calibration.sheets.orders import ORDERS
from vision.tags.patterns import tag_modules

TEXTS = (
    *(f"R{number:02d}" for number in range(40)),
    *(str(number) for number in range(20)),
    *(f":{order}" for order, _ in ORDERS),
    "A",
    "-",
    "B-TANK-1",
    "0123456789",
    "ABCDEFGHIJ",
)


@pytest.mark.parametrize("text", TEXTS)
def test_same_modules(text):
    """The printed code is, module by module, the pattern that pictures are searched for."""
    printed = np.array([[module == "1" for module in row] for row in qr_rows(text)])

    assert (printed == np.asarray(tag_modules(text), bool)).all()
