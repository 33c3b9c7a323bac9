"""Small scenes for tests of the geometry, in OMOG's meanings."""

from shapely import Polygon, box

from rules.measure.field import Field, Stand, field_of
from rules.omog.meanings import MEANINGS
from table.kinds import DEFAULT_HEIGHT_IN
from table.scene import Scene, Soldier, Thing


def thing(
    kind: str, shape: tuple[float, ...] | Polygon, height: float | None = None, number: int = 0
) -> Thing:
    """A thing from a box (left, top, right, bottom) or an outline."""
    footprint = shape if isinstance(shape, Polygon) else box(*shape)
    high = DEFAULT_HEIGHT_IN[kind] if height is None else height
    return Thing(f"{kind}-{number}", kind, footprint, high)


def field(*things: Thing, men: tuple[Soldier, ...] = (), width: float = 36.0) -> Field:
    """A field 24 inches high with these things."""
    named = tuple(
        Thing(f"{one.kind}-{i}", one.kind, one.footprint, one.height)
        for i, one in enumerate(things, start=1)
    )
    return field_of(Scene(width, 24.0, men, named), MEANINGS)


def stand(x: float, y: float, *, base: float = 1.0, elevation: float = 0.0) -> Stand:
    """Somebody who stands in nothing."""
    return Stand(x, y, base / 2, elevation, frozenset())
