"""Colours sorted into bins, and what is said of bins told of cells."""

import numpy as np
import pytest

from vision.colour.background import sorted_colours
from vision.colour.inks import lab_of_rgb
from vision.surface.paper_white import lab_of_pixels


def test_every_colour_of_a_screen_is_near_the_middle_of_its_bin():
    """No bin strays farther from its colours than half its width, in any channel."""
    steps = np.arange(0, 256, 5, dtype=np.uint8)
    every = np.stack(np.meshgrid(steps, steps, steps), axis=-1).reshape(1, -1, 3)
    lab = lab_of_pixels(every)

    colours = sorted_colours(lab)

    middles = colours.lab_of_bin[np.searchsorted(colours.bins, colours.bin_of_cell)]
    assert np.abs(middles - lab).max() <= 2.0 + 1e-3


@pytest.mark.parametrize(
    ("far", "near"),
    [
        pytest.param((50, 0, -125), (50, 0, -106), id="bluer than blue"),
        pytest.param((50, 150, 0), (50, 102, 0), id="redder than red"),
        pytest.param((140, 0, 0), (102, 0, 0), id="brighter than white"),
    ],
)
def test_colours_beyond_all_bins_fall_into_the_outermost(far, near):
    """A colour that no screen shows is not taken for quite another one."""
    colours = sorted_colours(np.array([[far, far]], np.float32))

    assert np.abs(colours.lab_of_bin[0] - near).max() <= 4.0


@pytest.mark.parametrize("dtype", [bool, np.uint32, np.float32, np.float64])
def test_what_is_said_of_bins_is_told_of_their_cells(dtype):
    """Two cells of one colour are told the same, one of another colour something else."""
    red, green = lab_of_rgb((200, 30, 30)), lab_of_rgb((30, 160, 60))
    colours = sorted_colours(np.array([[red, green, red]], np.float32))
    said = np.array([0, 1], dtype)

    told = colours.cells(said)

    assert told.dtype == dtype
    assert told[0, 0] == told[0, 2] != told[0, 1]
