"""Things that rendered tables once hid: in shade, by men, beside paper, on a desk like them."""

import pytest

from tests.bench.cases import virtual_case
from tests.bench.score import KindScore, score
from tests.virtual.random_table import random_table
from vision.look import look


def scored(seed: int, tier: str, kind: str) -> KindScore:
    """How well the things of a kind are found on a rendered table."""
    case = virtual_case(random_table(seed, tier, usual=True))
    return score(look(case.picture, case.spec, case.army, lens=case.lens), case.truth).kinds[kind]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seed", "tier", "kind"),
    [
        pytest.param(9600, "easy", "bridge", id="brown bridge on a brown desk under a lamp"),
        pytest.param(99987, "easy", "bridge", id="bridge that a shadow of its colour touches"),
        pytest.param(100052, "hard", "bridge", id="bridge that men and their tags hide"),
        pytest.param(99999, "easy", "bridge", id="no bridge where a shadow ends at a river"),
        pytest.param(99904, "normal", "book", id="book on a mat of its colour"),
        pytest.param(9617, "hard", "mat", id="mat in the shade, of a book's colour"),
        pytest.param(100034, "hard", "napkin", id="plain napkin on a desk as pale as its pattern"),
        pytest.param(9617, "hard", "wall", id="bundle that touches a road"),
        pytest.param(99404, "hard", "road", id="road that men hide beyond its bridge"),
        pytest.param(99409, "normal", "road", id="road in a mug's shadow beyond its bridge"),
        pytest.param(9668, "hard", "wall", id="pencil with a shadow along it"),
        pytest.param(9674, "hard", "mug", id="white mug whose shadow has its colour"),
        pytest.param(99502, "normal", "mug", id="white mug between a river and its shadow"),
        pytest.param(99351, "easy", "plate", id="white plate on a white desk, its well plainer"),
        pytest.param(99612, "easy", "plate", id="white plate on a white desk, its shadow plainer"),
        pytest.param(100183, "easy", "mug", id="white mugs on a grey desk that passes for them"),
        pytest.param(100170, "easy", "plate", id="white plate on a white desk, gold along its rim"),
        pytest.param(200043, "easy", "mug", id="white mug whose desk passes for its shade"),
        pytest.param(200315, "hard", "wall", id="pencil across a road of its colour"),
        pytest.param(200190, "easy", "road", id="road on a desk that a lamp lights"),
        pytest.param(200301, "easy", "mug", id="no mug where a lid lies"),
        pytest.param(200343, "easy", "book", id="no book where a road lies"),
        pytest.param(200517, "easy", "book", id="books whose shadow has their colour"),
        pytest.param(99413, "hard", "lid", id="no lid where a pencil crosses paper"),
    ],
)
def test_all_of_a_kind_are_found_where_they_are(seed, tier, kind):
    """Every thing of that kind on the table is found, and none is invented."""
    found = scored(seed, tier, kind)

    assert found.overlaps
    assert (found.missed, found.invented) == (0, 0)
    # Where a road ends under its bridge nobody sees.
    least = 0.8 if kind == "road" else 0.85
    assert all(share > least for share in found.overlaps)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seed", "tier", "kinds"),
    [
        pytest.param(300058, "normal", ("bridge", "mat"), id="bridge as dark as a desk's shadows"),
        pytest.param(400022, "hard", ("mug",), id="mug below the camera, its side hardly seen"),
        pytest.param(500022, "easy", ("mug",), id="mug beside a man of its colour"),
        pytest.param(500052, "easy", ("book", "road"), id="book in a road's colour"),
        pytest.param(500093, "hard", ("lid", "mug"), id="lid below the camera"),
        pytest.param(500123, "hard", ("book", "mat"), id="book on a book, in a mat's colour"),
        pytest.param(500143, "normal", ("lid", "road"), id="lid that touches a road of its colour"),
        pytest.param(600012, "easy", ("lid", "mug"), id="drink in a lid's colour"),
        pytest.param(600122, "hard", ("road", "mat"), id="mat in a road's colour"),
        pytest.param(700035, "easy", ("book", "mug"), id="book in a mug's colour under another"),
        pytest.param(700066, "normal", ("wall", "mug"), id="pencils half behind a mug"),
        pytest.param(700157, "hard", ("book",), id="book whose colour was learnt from a shadow"),
        pytest.param(800028, "easy", ("wall",), id="pale pencils, one facet of them lit"),
        pytest.param(800189, "hard", ("book",), id="book beside another's own side"),
        pytest.param(900078, "easy", ("lid", "mat"), id="white lid on a grey mat"),
        pytest.param(900176, "hard", ("book", "road"), id="book beside a shaded road"),
        pytest.param(1300097, "hard", ("mug",), id="white mug whose outline the desk has lost"),
        pytest.param(1500136, "normal", ("napkin",), id="napkin under a poster"),
        pytest.param(1300054, "normal", ("mat",), id="mat whose colour was learnt from a shadow"),
    ],
)
def test_all_are_found_with_an_empty_picture(seed, tier, kinds):
    """What the empty picture might hide, or does not help to find, is found beside it."""
    case = virtual_case(random_table(seed, tier), with_empty=True)

    scene = look(case.picture, case.spec, case.army, case.lens, case.empty)

    found = score(scene, case.truth).kinds
    assert all(found[kind].overlaps for kind in kinds)
    assert all((found[kind].missed, found[kind].invented) == (0, 0) for kind in kinds)
