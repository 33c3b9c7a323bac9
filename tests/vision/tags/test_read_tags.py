"""Reading tags: names at few pixels, no wrong ones, places to a part of a pixel."""

import numpy as np
import pytest

from table.army import Army, Enlisted, Side, TagStyle
from table.directions import step
from table.places import TablePoint
from tests.vision.tag_pictures import Paper, army, camera, corners_px, painted
from vision.tags.read_tags import read_tags

IDS = tuple(f"{side}{number:02d}" for side in "RB" for number in range(1, 13))
PLACES = [(0.14, 0.2), (0.38, 0.16), (0.62, 0.22), (0.86, 0.18), (0.15, 0.75), (0.4, 0.8)]
PLACES += [(0.64, 0.74), (0.85, 0.8), (0.26, 0.48), (0.74, 0.5)]


def papers(spec, texts, **changes):
    return [
        Paper(text, x * spec.width, y * spec.height, 37.0 * i + 10, **changes)
        for i, (text, (x, y)) in enumerate(zip(texts, PLACES, strict=False))
    ]


def texts(tags):
    return sorted(str(tag.text) for tag in tags)


@pytest.mark.parametrize(
    ("px_per_module", "blur_px", "noise"),
    [
        pytest.param(1.0, 0.6, 4, id="a webcam, one pixel to a module"),
        pytest.param(1.25, 1.1, 6, id="a poor webcam"),
        pytest.param(2.0, 0.6, 4, id="two pixels to a module"),
        pytest.param(3.0, 0.5, 2, id="a good camera"),
    ],
)
def test_soldiers(px_per_module, blur_px, noise):
    """Every man of the army is named, his paper's corners within a fifth of a pixel."""
    pose, spec = camera(px_per_module)
    laid = papers(spec, IDS[:10] if px_per_module < 3 else IDS[:8])
    picture = painted(pose, laid, blur_px=blur_px, noise=noise)

    seen = read_tags(picture, pose, army(*IDS), spec)

    assert texts(seen.soldiers) == sorted(paper.text for paper in laid)
    assert seen.unknown == seen.orders == seen.unread == ()
    by_text = {tag.text: tag for tag in seen.soldiers}
    for paper in laid:
        off = by_text[paper.text].quad - corners_px(pose, paper)
        assert np.abs(off.mean(axis=0)).max() < 0.2
        assert np.abs(off).max() < 0.6


def test_foreign_tags_and_orders():
    """Tags one letter off the list are unknown by their own names; order cards are orders."""
    pose, spec = camera(1.75)
    laid = papers(spec, ["R01", "R99", "B77", ":FIRE", ":CHARGE", "TEAPOT"])

    seen = read_tags(painted(pose, laid), pose, army(*IDS), spec)

    assert texts(seen.soldiers) == ["R01"]
    assert texts(seen.unknown) == ["B77", "R99", "TEAPOT"]
    assert texts(seen.orders) == [":CHARGE", ":FIRE"]
    assert len(seen.quads) == 6


def test_too_small_for_strangers():
    """A foreign tag too blurred to be read is unread at its place, never a soldier."""
    pose, spec = camera(0.85)
    laid = papers(spec, ["R99", "B77", "R98"])

    seen = read_tags(painted(pose, laid, blur_px=1.0), pose, army(*IDS), spec)

    assert seen.soldiers == ()
    assert len(seen.unread) == 3
    for tag in seen.unread:
        near = [np.hypot(*(tag.middle[0] - corners_px(pose, p).mean(axis=0))) for p in laid]
        assert min(near) < 2


def test_small_army():
    """With a list of one man, other people's tags are still not his."""
    pose, spec = camera(1.5)
    laid = papers(spec, ["R02", "R03", "B01", "R11", "R21"])

    assert read_tags(painted(pose, laid), pose, army("R01"), spec).soldiers == ()


def test_poster():
    """A poster with a web address is neither soldier, order nor unknown, but paper all the same."""
    pose, spec = camera(2.0)
    poster = Paper("HTTPS://EXAMPLE.ORG/A/LONG/WAY", spec.width / 2, spec.height / 2, 90, size=3.0)

    seen = read_tags(painted(pose, [poster]), pose, army(*IDS), spec)

    assert seen.every == ()
    (paper,) = seen.posters
    assert np.hypot(*(paper.middle[0] - corners_px(pose, poster).mean(axis=0))) < 2


@pytest.mark.parametrize("depth", [0.2, 0.3])
def test_half_hidden(depth):
    """A figure that covers the lower part of each tag hides no name."""
    pose, spec = camera(1.5)
    laid = papers(spec, IDS[:8])
    covers = []
    for paper in laid:
        low = below(paper, 0.5 + 0.35 - depth)
        covers.append((*low, 0.35))

    seen = read_tags(painted(pose, laid, covers=covers), pose, army(*IDS), spec)

    assert texts(seen.soldiers) == sorted(paper.text for paper in laid)


def below(paper, distance):
    place = step(TablePoint(paper.x, paper.y), paper.facing, -distance)
    return place.x, place.y


def test_raised_tags():
    """Tags on roofs and helmets, up to a tenth larger than on the table, are read as well."""
    pose, spec = camera(1.5)
    high = 0.1 * pose.eye[2]
    laid = papers(spec, IDS[:6], height=high)

    seen = read_tags(painted(pose, laid), pose, army(*IDS), spec)

    assert texts(seen.soldiers) == sorted(paper.text for paper in laid)


def test_one_name_one_place():
    """A name printed twice stays with one tag; the other is unread."""
    pose, spec = camera(2.0)
    laid = papers(spec, ["R01", "R01"])

    seen = read_tags(painted(pose, laid), pose, army(*IDS), spec)

    assert texts(seen.soldiers) == ["R01"]
    assert len(seen.unread) == 1


def test_bare_desk():
    """A desk without tags has none."""
    pose, spec = camera(1.25)

    assert read_tags(painted(pose, [], noise=8.0), pose, army(*IDS), spec).every == ()


@pytest.mark.parametrize(("foreign", "ours"), [("U01", "N07"), ("LOT-7", "GR001")])
@pytest.mark.parametrize(("px_per_module", "blur_px"), [(1.25, 0.6), (1.25, 1.2), (1.75, 1.0)])
def test_near_twins(foreign, ours, px_per_module, blur_px):
    """A foreign tag that by chance shares five modules of six with a man's is not his."""
    pose, spec = camera(px_per_module)
    picture = painted(pose, papers(spec, [foreign]), blur_px=blur_px, noise=8.0)

    seen = read_tags(picture, pose, army(ours, *IDS), spec)

    assert seen.soldiers == ()
    assert texts(seen.unknown) == [foreign] or len(seen.unread) == 1


def test_taken_places():
    """Where tags are known to lie nothing is looked for, and elsewhere all is found."""
    pose, spec = camera(1.25)
    laid = papers(spec, [*IDS[:6], ":MOVE", "Z99"])
    before = read_tags(painted(pose, laid), pose, army(*IDS), spec)
    still = [tag for tag in before.soldiers if tag.text != "R01"]

    after = read_tags(painted(pose, laid, seed=2), pose, army(*IDS), spec, taken=still)

    assert texts(after.soldiers) == ["R01"]
    assert texts(after.orders) == [":MOVE"]
    assert texts(after.unknown) == ["Z99"]
    assert after.unread == ()


def test_two_sizes():
    """Men with tags of their own size are read beside the others."""
    pose, spec = camera(1.5)
    small, large = TagStyle(), TagStyle(size=1.6)
    men = tuple(Enlisted(i, "red", tag=large if i.startswith("B") else small) for i in IDS)
    mixed = Army(small, (Side("red"),), men)
    laid = [
        Paper(p.text, p.x, p.y, p.facing, size=1.6 if p.text.startswith("B") else 1.0)
        for p in papers(spec, ["R01", "B01", "R02", "B02"])
    ]

    seen = read_tags(painted(pose, laid), pose, mixed, spec)

    assert texts(seen.soldiers) == ["B01", "B02", "R01", "R02"]
    assert {tag.text: tag.size_in for tag in seen.soldiers}["B01"] == 1.6


def test_confidence():
    """A clean picture makes surer than a noisy one, and no confidence leaves 0 to 1."""
    pose, spec = camera(1.0)
    laid = papers(spec, IDS[:4])
    clean = read_tags(painted(pose, laid, noise=2), pose, army(*IDS), spec).soldiers
    noisy = read_tags(painted(pose, laid, noise=16), pose, army(*IDS), spec).soldiers

    assert len(clean) == 4
    assert noisy
    assert np.mean([t.confidence for t in clean]) > np.mean([t.confidence for t in noisy])
    assert all(0.5 < tag.confidence <= 1 for tag in (*clean, *noisy))
