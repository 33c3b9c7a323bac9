"""The table for a friend far away: Universal VTT (.dd2vtt) and GeoJSON.

Universal VTT counts in grid squares; one square is one inch. It has no kinds of walls, so
things that hide a man go into `line_of_sight` and the whole model into the GeoJSON.
"""

import base64
from typing import Any

from table.scene import Scene, Thing

BLOCKING_KINDS = frozenset({"mug", "book", "napkin"})


def dd2vtt_json(scene: Scene, plan_png: bytes, px_per_in: int) -> dict[str, Any]:
    """The table as Universal VTT, with its plan as the map's picture."""
    return {
        "format": 0.3,
        "resolution": {
            "map_origin": {"x": 0, "y": 0},
            "map_size": {"x": scene.width, "y": scene.height},
            "pixels_per_grid": px_per_in,
        },
        "line_of_sight": [_ring(thing) for thing in scene.things if thing.kind in BLOCKING_KINDS],
        "objects_line_of_sight": [_ring(thing) for thing in scene.things if thing.kind == "wall"],
        "portals": [],
        "environment": {"baked_lighting": False, "ambient_light": "ffffffff"},
        "lights": [],
        "image": base64.b64encode(plan_png).decode(),
    }


def _ring(thing: Thing) -> list[dict[str, float]]:
    """The outline as a closed line."""
    corners = [*thing.outline, thing.outline[0]]
    return [{"x": round(corner.x, 3), "y": round(corner.y, 3)} for corner in corners]


def geojson(scene: Scene) -> dict[str, Any]:
    """The table as GeoJSON in inches, x right and y down, with all that is known."""
    return {
        "type": "FeatureCollection",
        "properties": {"units": "inches", "width": scene.width, "height": scene.height},
        "features": [_thing_feature(thing) for thing in scene.things]
        + [
            _feature(
                {"type": "Point", "coordinates": [round(s.x, 4), round(s.y, 4)]},
                what="soldier",
                id=s.id,
                side=s.side,
                weapons=list(s.weapons),
                facing=round(s.facing, 2),
                base=s.base,
                elevation=s.elevation,
                confidence=round(s.confidence, 4),
            )
            for s in scene.soldiers
        ],
    }


def _thing_feature(thing: Thing) -> dict[str, Any]:
    ring = [[round(corner.x, 4), round(corner.y, 4)] for corner in thing.outline]
    return _feature(
        {"type": "Polygon", "coordinates": [[*ring, ring[0]]]},
        what="thing",
        id=thing.id,
        kind=thing.kind,
        height=thing.height,
        inverted=thing.inverted,
        confidence=round(thing.confidence, 4),
    )


def _feature(geometry: dict[str, Any], **properties: Any) -> dict[str, Any]:
    return {"type": "Feature", "geometry": geometry, "properties": properties}
