"""Looks: the inks of a picture, what is alike, and files that are none."""

import cv2
import numpy as np

from table.table_spec import ThingSpec
from vision.things.looks import alike, colours_of, look_in, look_of, side_by_side


def view(*colours):
    """Stripes of colours, each ten rows, clear to the right of them."""
    pixels = np.zeros((10 * len(colours), 30, 4), np.uint8)
    for number, (red, green, blue) in enumerate(colours):
        pixels[10 * number : 10 * number + 10, :20] = (blue, green, red, 255)
    return pixels


RED, BLUE, WHITE = (176, 48, 48), (40, 60, 160), (240, 240, 236)


def test_inks_and_their_shares():
    """Three stripes are three inks; what is clear is none."""
    look = look_in(view(RED, RED, BLUE), "book")

    assert colours_of(look) == ("#b03030", "#283ca0")
    assert look.shares.round(2).tolist() == [0.67, 0.33]


def test_alike():
    """The same inks in other shares are alike; another ink on half of it is not."""
    one = look_in(view(RED, WHITE), "book")

    assert alike(one, look_in(view(WHITE, RED, RED), "book"))
    assert not alike(one, look_in(view(RED, BLUE), "book"))


def test_views_of_any_size_stand_side_by_side():
    """A second view adds its inks."""
    look = look_in(side_by_side([view(RED), view(BLUE, WHITE, WHITE)]), "mug")

    assert set(colours_of(look)) == {"#b03030", "#283ca0", "#f0f0ec"}


def test_a_file_that_is_no_look_is_told_and_left_out(tmp_path, caplog):
    """A table file whose look is gone or no picture still works, and says so."""
    gone, broken, fine = (tmp_path / f"{name}.png" for name in ("gone", "broken", "fine"))
    broken.write_bytes(b"no picture")
    cv2.imwrite(str(fine), view(RED))

    for path in (gone, broken):
        assert look_of(ThingSpec("mug", None, 3.75, look=path)) is None
        assert f"its look {path}" in caplog.text
    assert look_of(ThingSpec("mug", None, 3.75, look=fine)) is not None
