"""Bad input, a little of each kind; `make fuzz` goes on for longer."""

import struct

import cv2
import numpy as np
import pytest

from fixtures.recorded import recorded
from tests.bench.measured_run import measured_run
from tests.fuzz.registry import SHORT_TRIES, TARGETS
from tests.fuzz.run import once

LONG = {"virtual_tables"}  # a table is rendered for each


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=pytest.mark.slow if n in LONG else ()) for n in TARGETS]
)
def test_bad_input_is_answered_or_refused_in_one_line(name):
    """Never a traceback, never a hang."""
    for seed in range(SHORT_TRIES[name]):
        once(name, seed)


def _blank(suffix: str, height: int, width: int) -> bytes:
    made, data = cv2.imencode(suffix, np.full((height, width), 128, np.uint8))
    assert made
    return data.tobytes()


def _claims(size: tuple[int, int]) -> bytes:
    """A small TIFF that says it is far larger."""
    data = bytearray(_blank(".tiff", 20, 30))
    (at,) = struct.unpack_from("<I", data, 4)
    (count,) = struct.unpack_from("<H", data, at)
    for entry in range(at + 2, at + 2 + 12 * count, 12):
        (tag,) = struct.unpack_from("<H", data, entry)
        if tag in (256, 257):
            struct.pack_into("<HII", data, entry + 2, 4, 1, size[tag - 256])
    return bytes(data)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        pytest.param(lambda: _blank(".png", 9_990, 10_000), "of one colour", id="100 megapixels"),
        pytest.param(
            lambda: _blank(".jpg", 11_000, 10_000), "the most is 100", id="110 megapixels"
        ),
        pytest.param(
            lambda: _claims((32_000, 32_000)), "the most is 100", id="a small TIFF's claim"
        ),
    ],
)
def test_huge_pictures(tmp_path, data, says):
    """A picture that is too large, or says so, costs neither ten seconds nor two gigabytes."""
    path, files = tmp_path / "photo.jpg", recorded("kitchen-easy")
    path.write_bytes(data())
    run = measured_run(["look", str(path), "--table", str(files.table), "--army", str(files.army)])

    assert run.code == 2
    assert says in run.said
    assert len(run.said.splitlines()) == 1
    assert run.busy_s < 10
    assert run.peak_mb < 2000


def test_huge_pictures_of_a_projector(tmp_path):
    """The set-up holds several pictures at once, so that none of them may be huge."""
    for name in ("0.png", "1.png", "2.png", "3.png"):
        (tmp_path / name).write_bytes(_blank(".png", 6000, 6000))
    table = str(recorded("kitchen-easy").table)
    run = measured_run(["calibrate", "projector", str(tmp_path), "--table", table])

    assert run.code == 2
    assert "over 30 million pixels" in run.said
    assert run.peak_mb < 1000
