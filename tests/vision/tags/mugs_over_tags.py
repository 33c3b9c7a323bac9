"""Papers with tags, and mugs that come in over their sides."""

from table.directions import step
from table.places import TablePoint
from tests.vision.tag_pictures import Paper

PLACES = [(0.2, 0.25), (0.5, 0.25), (0.8, 0.25), (0.2, 0.75), (0.5, 0.75), (0.8, 0.75)]
MUG_IN = 1.1  # its radius


def papers(spec, texts):
    """A paper with a tag at each of the places."""
    return [
        Paper(text, x * spec.width, y * spec.height, 41.0 * i + 15)
        for i, (text, (x, y)) in enumerate(zip(texts, PLACES, strict=True))
    ]


def mugs(laid, depth_in, side_deg):
    """Mugs whose rims come in that far over one side of each paper."""
    away = 0.5 + MUG_IN - depth_in
    places = [step(TablePoint(p.x, p.y), p.facing + side_deg, away) for p in laid]
    return [(place.x, place.y, MUG_IN) for place in places]
