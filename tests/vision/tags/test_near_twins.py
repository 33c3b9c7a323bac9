"""Names one letter apart: a stranger's tag is nobody's, however much of it shows."""

from dataclasses import replace

import numpy as np
import pytest

from tests.bench.cases import virtual_case
from tests.bench.score import score
from tests.virtual.tag_sheet import tag_sheet
from tests.vision.tag_pictures import army, camera, painted
from tests.vision.tags.mugs_over_tags import mugs, papers
from vision.look import look
from vision.tags.patterns import Blur, blurred, tag_patterns
from vision.tags.read_tags import read_tags
from vision.tags.twins import ways_to_twins

BLUR, PX_PER_MODULE = Blur(0.9, 3.0, 1.0), 1.5


def looks(*texts):
    return blurred(tag_patterns(texts).white, BLUR, PX_PER_MODULE)


def way(shown, man):
    """How far a tag as it is shown, (625,), is on the way from this man to a near-twin of his."""
    misses = np.asarray(shown - looks(man)[0], np.float32)
    white = tag_patterns([man]).white[:1]
    return ways_to_twins(misses[None], [man], white, BLUR, PX_PER_MODULE)[0]


def half_hidden(look, grey=0.3):
    shown = look.reshape(25, 25).copy()
    shown[13:] = grey
    return shown.ravel()


@pytest.mark.parametrize(
    ("man", "twin"),
    [("R07", "R05"), ("XX09", "XX06"), ("1234", "1235"), ("LONG-NAME1", "LONG-NAME7")],
)
def test_the_way_to_a_near_twin(man, twin):
    """A man's own tag is not on the way to a near-twin's, whose own tag is at its end."""
    noise = np.random.default_rng(3).normal(0, 0.6, 625)

    assert way(looks(man)[0] + noise, man) < 0.2
    assert way(looks(twin)[0] + noise, man) > 0.8


def test_the_way_where_half_is_hidden():
    """What is hidden says little: the half in view tells a man from his near-twin."""
    assert way(half_hidden(looks("XX09")[0]), "XX09") < 0.3
    assert way(half_hidden(looks("XX06")[0]), "XX09") > 0.7


@pytest.mark.parametrize("stranger", ["Q88", "TEAPOT", "XX31"])
def test_any_other_tag_is_half_way(stranger):
    """Of a tag that is no near-twin's half of the modules in doubt speak against a man."""
    assert way(looks(stranger)[0], "XX09") > 0.4


STRANGERS = [
    ("HH42 HH58 HH48 HH94 HH91 HH72", "45 59 46 97 92 78 51 23 22 29 36 05", 1.25, 0.3, 270),
    ("YY32 YY35 YY52 YY57 YY53 YY27", "31 51 58 54 23 22 82 48 69 40 91", 1.25, 0.3, 0),
    ("DD72 DD87 DD75 DD82 DD55 DD62", "79 86 74 85 56 61 18 59 14 77 63 05", 2.0, 0.35, 0),
    ("LL25 LL32 LL40 LL69 LL34 LL65", "22 38 49 67 75 30 16 33 37 95", 1.5, 0.45, 270),
]


@pytest.mark.parametrize(
    ("strangers", "numbers", "px_per_module", "depth_in", "side_deg"), STRANGERS
)
def test_partly_hidden_strangers(strangers, numbers, px_per_module, depth_in, side_deg):
    """Mugs over the edges of strangers' tags give them no soldiers' names of nearly the same."""
    pose, spec = camera(px_per_module)
    laid, men = papers(spec, strangers.split()), [strangers[:2] + n for n in numbers.split()]
    picture = painted(pose, laid, covers=mugs(laid, depth_in, side_deg))

    assert read_tags(picture, pose, army(*men), spec).soldiers == ()


@pytest.mark.slow
def test_half_hidden_strangers_on_a_poor_picture():
    """On a poor picture of half-hidden tags, every other one a stranger's, no name is wrong."""
    case = virtual_case(tag_sheet(92011, 3.0, "poor", hidden=0.4, rivals=0))
    men = replace(case.army, soldiers=case.army.soldiers[::2])

    found = score(look(case.picture, case.spec, men, lens=case.lens), case.truth)

    assert found.wrong == ()
    assert len(found.men) >= 15
