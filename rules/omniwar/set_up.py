"""How a game starts: strips along two opposite edges (OW-SET-02), points compared (OW-SET-01)."""

from statistics import fmean

from rules.book.book import Book
from rules.measure.lengths import within
from rules.omniwar.unit import step_of, unit_of
from rules.omniwar.units import points_by_side, too_unequal
from table.scene import Scene, Soldier

EDGES = (("left", "right"), ("top", "bottom"))


def strip_depth_in(book: Book, scene: Scene, scale_in: float, edge: str = "left") -> float:
    """How deep the strip along that edge is, at most to the middle of the table."""
    across_in = scene.width if edge in EDGES[0] else scene.height
    return min(step_of(book, "OW-SET-02") * scale_in, across_in / 2)


def start_edges(book: Book, scene: Scene) -> dict[str, str]:
    """Each side's edge: left and right, or top and bottom where the sides lie further apart so."""
    places: dict[str, list[Soldier]] = {}
    for man in _bound(book, scene):
        places.setdefault(man.side, []).append(man)
    middles = [
        {side: fmean(man.x for man in men) for side, men in places.items()},
        {side: fmean(man.y for man in men) for side, men in places.items()},
    ]
    spreads_in = [max(at.values(), default=0.0) - min(at.values(), default=0.0) for at in middles]
    axis = int(spreads_in[1] > spreads_in[0])
    between_in = min(middles[axis].values(), default=0.0) + spreads_in[axis] / 2
    near, far = EDGES[axis]
    return {side: near if at <= between_in else far for side, at in middles[axis].items()}


def out_of_place(book: Book, scene: Scene, scale_in: float) -> tuple[str, ...]:
    """The units outside their side's strip, sorted; scouts are placed anywhere."""
    edges = start_edges(book, scene)
    deep_in = {edge: strip_depth_in(book, scene, scale_in, edge) for edge in edges.values()}
    wrong = (
        man.id
        for man in _bound(book, scene)
        if not within(_from_edge_in(scene, man, edges[man.side]), deep_in[edges[man.side]])
    )
    return tuple(sorted(wrong))


def _bound(book: Book, scene: Scene) -> tuple[Soldier, ...]:
    """The units that start in a strip: all but scouts (OW-ABL-03)."""
    return tuple(man for man in scene.soldiers if not unit_of(book, man).has("scout"))


def _from_edge_in(scene: Scene, man: Soldier, edge: str) -> float:
    away_in = {"left": man.x, "right": scene.width - man.x}
    away_in |= {"top": man.y, "bottom": scene.height - man.y}
    return away_in[edge]


def points_told(book: Book, scene: Scene) -> str | None:
    """Each side's points, and whether they are roughly equal (OW-SET-01)."""
    sides = points_by_side(book, [unit_of(book, man) for man in scene.soldiers])
    if len(sides) < 2:
        return None
    told = ", ".join(f"{side} {points}" for side, points in sides.items())
    unequal = too_unequal(book, sides)
    return f"points: {told}{'; not roughly equal' if unequal else ''} (OW-SET-01)"
