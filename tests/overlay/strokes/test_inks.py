"""Inks keep their meaning without their colour, and their colours for colour-blind eyes."""

import itertools

import numpy as np
import pytest

from overlay.marks.marks import ManMark
from overlay.strokes.inks import INKS
from overlay.strokes.mark_strokes import strokes_of
from overlay.strokes.strokes import StrokePath
from overlay.strokes.theme import GLASS
from table.places import TablePoint

# How the three kinds of colour blindness see linear light (full strength).
_EYES = {
    "protan": [[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]],
    "deutan": [[0.367, 0.861, -0.228], [0.280, 0.673, 0.047], [-0.012, 0.043, 0.969]],
    "tritan": [[1.256, -0.077, -0.179], [-0.078, 0.931, 0.148], [0.005, 0.691, 0.304]],
}


def seen(rgb, eye):
    linear = (np.array(rgb) / 255) ** 2.2
    return np.clip(np.array(_EYES[eye]) @ linear, 0, 1) ** (1 / 2.2) * 255


@pytest.mark.parametrize("eye", _EYES)
@pytest.mark.parametrize("device", ["paper", "light"])
def test_states_apart(eye, device):
    """Clear, hindered and blocked differ for every kind of eye, on paper and as light."""
    colours = [seen(getattr(INKS[name], device), eye) for name in ("clear", "hindered", "blocked")]

    for one, other in itertools.combinations(colours, 2):
        assert np.linalg.norm(one - other) > 35


def test_second_sign():
    """No two of the three states share dash or symbol, so that colour is never alone."""
    states = [INKS[name] for name in ("clear", "hindered", "blocked", "unsure")]

    assert len({ink.dash for ink in states}) == len(states)
    assert len({ink.symbol for ink in states}) == len(states)


def test_bands_differ():
    """Each range band has a line of its own."""
    dashes = [INKS[f"band-{i}"].dash for i in (1, 2, 3, 4)]

    assert len(set(dashes)) == 4


def test_light_shows_on_wood():
    """Every ink is bright enough as light to be seen on a desk."""
    for name, ink in INKS.items():
        if name not in {"grid", "hexes"}:
            assert max(ink.light) >= 190, name


@pytest.mark.parametrize("is_there", [True, False], ids=["seen", "hidden"])
def test_a_man_over_a_picture_shows_on_any_ground(is_there):
    """On a cloth of his own colour his sign is still seen: a dark line lies under each of its."""
    man = ManMark(TablePoint(5.0, 5.0), 0.5, 0.0, "green", "G1", is_there=is_there)
    lines = [one for one in strokes_of([man], GLASS) if isinstance(one, StrokePath)]
    under, over = lines[::2], lines[1::2]

    assert len(under) == len(over) == 2
    for dark, bright in zip(under, over, strict=True):
        assert dark.rgb == GLASS.casing != bright.rgb
        assert dark.width_in > bright.width_in
        assert all(map(np.array_equal, dark.lines, bright.lines))
