"""A virtual table: what truly lies on it, how it looks, and the camera above it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from table.army import Army
from table.directions import step
from table.places import TablePoint
from table.scene import Scene, Soldier
from table.table_spec import TableSpec
from tests.virtual.camera import VirtualCamera
from tests.virtual.clutter import Clutter
from tests.virtual.desk import DeskLook
from tests.virtual.hands import Hand
from tests.virtual.light import Lighting
from tests.virtual.looks import ThingLook
from tests.virtual.sensor import Sensor


@dataclass(frozen=True, slots=True)
class TagPose:
    """Where a tag truly lies: its centre, its height above the desk, its facing and its tip."""

    x: float
    y: float
    z: float
    facing: float
    tip_deg: tuple[float, float] = (0.0, 0.0)
    seed: int = 0
    worn: float = 0.0
    creased: bool = False


@dataclass(frozen=True, slots=True)
class Decoy:
    """A tag that belongs to no army."""

    id: str
    pose: TagPose


@dataclass(frozen=True, eq=False)
class VirtualTable:
    """Everything a renderer needs, and the truth about it."""

    name: str
    seed: int
    tier: str
    spec: TableSpec
    army: Army
    scene: Scene
    camera: VirtualCamera
    lighting: Lighting
    desk: DeskLook
    sensor: Sensor
    looks: Mapping[str, ThingLook]
    tags: Mapping[str, TagPose]
    decoys: tuple[Decoy, ...] = ()
    clutter: tuple[Clutter, ...] = ()
    hand: Hand | None = None
    lifted: Soldier | None = None  # the man in the hand; his tag's pose is in `tags`
    figures: bool = True  # without them the tags lie alone

    @property
    def helmets(self) -> bool:
        """Whether the tags are worn on the helmets."""
        return self.army.tags.height > 0


def moved(virtual: VirtualTable, soldier: Soldier) -> VirtualTable:
    """The table with this soldier, known already, at another place; his tag goes with him."""
    enlisted = virtual.army.soldier(soldier.id)
    assert enlisted is not None, soldier.id
    forward, right = enlisted.tag.figure
    place = step(soldier.place, soldier.facing, -forward, -right)
    pose = replace(
        virtual.tags[soldier.id],
        x=place.x,
        y=place.y,
        z=soldier.elevation + enlisted.tag.height,
        facing=soldier.facing,
    )
    return replace(
        virtual,
        scene=virtual.scene.with_soldiers(soldier),
        tags={**virtual.tags, soldier.id: pose},
    )


def tag_place(pose: TagPose) -> TablePoint:
    """The tag's centre in plan."""
    return TablePoint(pose.x, pose.y)
