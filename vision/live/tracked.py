"""What is known of the table after a picture, and what it is watched with."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from calibration.camera_pose import CameraPose
from table.army import Army
from table.lens import Lens
from table.observation import CameraState, Observation
from table.picture import Picture
from table.places import SeenXY, TablePoint
from table.scene import Order, Scene, Soldier
from table.table_spec import TableSpec
from vision.live.bare_place import BareGround, LastPlace, Surroundings
from vision.live.evidence import STILLS, Count, LookEvidence, Patience
from vision.live.from_above import FromAbove
from vision.live.hand import ReachingIn
from vision.live.merge import DeadBand
from vision.live.resting import Resting
from vision.live.witnesses import Witnesses
from vision.tags.faint_tags import FaintTag
from vision.tags.tags_seen import TagsSeen

DEAD_BAND = DeadBand()


@dataclass(frozen=True, eq=False)
class Watching:
    """What the pictures are watched with."""

    spec: TableSpec
    army: Army
    lens: Lens | None = None
    empty: Picture | None = None
    dead_band: DeadBand = DEAD_BAND
    last: CameraPose | None = None  # where the camera once was, for when markers are hidden
    last_notice: str | None = None  # what to say when that is made use of
    patience: Patience = STILLS
    shown: bool = False  # a window shows the pictures from above, too
    lies_since_s: float | None = None  # of what reaches in, that it stays, by the players' word


@dataclass(frozen=True, eq=False)
class Absent:
    """A man who was seen and is not any more; `bare` where his place is seen empty."""

    man: Soldier
    place: LastPlace
    bare: bool


@dataclass(frozen=True, eq=False)
class CoveredCard:
    """An order card that was seen and is not any more, though its place is not seen bare.

    `paper` is its outline, `then` what was around it.
    """

    card: Order
    paper: SeenXY
    then: Surroundings


@dataclass(frozen=True, eq=False)
class Known:
    """What is sure: what is seen on the table, with how it looked when that became sure.

    `picture` is the one that shows it.
    """

    scene: Scene  # men and things that are seen; cards that are seen or covered
    tags: TagsSeen
    rest: Resting
    picture: Picture
    witnesses: Witnesses  # of every tag, in their order
    ground: BareGround
    earlier: tuple[Resting, ...] = ()  # how the table looked before
    absent: tuple[Absent, ...] = ()
    cards: tuple[CoveredCard, ...] = ()
    doubled: Mapping[str, tuple[TablePoint, ...]] = field(default_factory=dict)

    @property
    def sight(self) -> LookEvidence:
        """The same as a look has it."""
        bare = frozenset(one.man.id for one in self.absent if one.bare)
        covered = frozenset(one.man.id for one in self.absent if not one.bare)
        return LookEvidence(self.scene, bare, covered, self.doubled, explained=True)


@dataclass(frozen=True, eq=False)
class Pending:
    """A change that is not sure yet: what would be known, and how often it was seen so far."""

    known: Known
    sight: LookEvidence
    count: Count


@dataclass(frozen=True, eq=False)
class Camera:
    """Where the camera is, how its markers look, and what became of it."""

    pose: CameraPose
    markers: Witnesses
    state: CameraState = "ok"
    pushed: CameraPose | None = None  # where one picture says that it was pushed to
    spoilt_since_s: float | None = None  # when pictures began that show nothing sure
    told: str = ""  # what was last said of a marker


@dataclass(frozen=True, eq=False)
class Tracked:
    """What is known after a picture; `anew` when something new is known by it.

    `scene` is what there is to show: all that is sure, men who are covered at their last places,
    and men a hand moves where they lie open to view. `spoilt` says why the picture itself told
    nothing.
    """

    scene: Scene
    known: Known
    camera: Camera
    reach: ReachingIn | None = (
        None  # what reaches in over the edge, a hand unless it was laid there
    )
    handled: bool = False  # a hand was there since all was sure
    pending: Pending | None = None
    begun: Count | None = None  # how often the first look was borne out, None once that is enough
    judged_s: float = float("-inf")  # when it was last asked whether what is absent is covered
    seems_bare: frozenset[str | Order] = frozenset()  # whose places seemed bare then
    unsure: frozenset[str] = frozenset()  # men who are not made out in this picture
    anew: bool = True
    spoilt: str | None = None
    notice: str | None = None  # what became of the camera, to be said
    faint: tuple[FaintTag, ...] = ()  # what the pictures since tell of the unread tags
    wants_dark: bool = False  # the table must be looked at without the projector's light
    above: FromAbove | None = None  # the newest picture from above, where it was looked at so

    @property
    def pose(self) -> CameraPose:
        """Where the camera is."""
        return self.camera.pose

    @property
    def hand(self) -> bool:
        """Whether a hand is over the table."""
        return self.reach is not None and self.reach.is_hand

    def observation(self, at_s: float, notice: str | None = None) -> Observation | None:
        """What this moment surely tells, None where the picture told nothing.

        `notice` is what is to be said of the camera, if more than this picture's own.
        """
        told_nothing = self.spoilt is not None and self.camera.state in {"ok", "moved"}
        if told_nothing or self.begun is not None:
            return None
        sight = self.known.sight
        return Observation(
            sight.scene.without_soldiers(frozenset(sight.doubled) | self.unsure),
            at_s,
            sight.bare,
            sight.covered,
            sight.doubled,
            self.hand,
            self.camera.state,
            notice or self.notice,
            self.reach.lies_still if self.reach is not None and self.hand else None,
        )
