"""Cups on real tables, where the photographs are at hand."""

import pytest

from tests.bench.real_tables import CUPS, PHOTOS, overlaps

needs_photos = pytest.mark.skipif(
    not CUPS.exists(), reason="the real photographs are not beside the project"
)


@needs_photos
def test_cup_alone_on_wood():
    """A dark cup's rim on grained dark wood is found to within its drawn outline's own error."""
    (cup,) = [cup for cup in PHOTOS if cup.file.startswith("mikesh")]

    assert overlaps(cup)["mug"] > 0.9


@needs_photos
def test_white_cup_among_papers():
    """A white cup beside white paper is found, and neither the paper nor the pen is a cup."""
    (cup,) = [cup for cup in PHOTOS if cup.file.startswith("freddy")]

    assert overlaps(cup)["mug"] > 0.5


@needs_photos
@pytest.mark.parametrize("name", ["brigitte", "drew"])
def test_saucer_under_its_cup(name):
    """A saucer of which a full cup hides the middle is found by its round."""
    (cup,) = [cup for cup in PHOTOS if cup.file.startswith(name)]

    assert overlaps(cup)["plate"] > 0.95
