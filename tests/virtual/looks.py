"""How a thing of the scene looks beyond what the scene knows: its style, turn and seed."""

from dataclasses import dataclass

from shapely import Polygon


@dataclass(frozen=True, slots=True)
class ThingLook:
    """What a renderer must know of a thing beside its footprint and height."""

    colour: str
    seed: int
    style: str = "plain"
    print_seed: int = 0  # of what is printed on it; 0 where nothing is
    yaw_deg: float = 0.0
    foot_in: float = 0.0  # the height it stands on, for the upper book of a stack
    pieces: tuple[Polygon, ...] = ()  # strips of a road; the lower book's own cover
    spec_height: float = 0.0  # what the table file says of its kind
