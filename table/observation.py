"""What one moment of the camera surely tells: vision, or a story, in; belief reads it.

An observation never guesses. A man who is in none of `scene.soldiers`, `bare` and `covered` was
simply not made out this time, and nothing follows from it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from table.places import TablePoint
from table.scene import Scene

# "moved": pushed, and its place found anew by the markers; "lost": a marker is out of the
# picture, so that nothing can be measured; "gone": no pictures come.
CameraState = Literal["ok", "moved", "lost", "gone"]


@dataclass(frozen=True, slots=True)
class LiesStill:
    """What reaches in over the table's edge and has long not stirred: a hand, or nothing of it.

    `since_s` is the time of the picture since which it lies there, and tells it from others.
    """

    at: TablePoint
    since_s: float


@dataclass(frozen=True)
class Observation:
    """What is surely seen at `at_s` seconds.

    `scene` holds the soldiers and things that are seen now. `bare` are men whose last place is
    seen empty: desk or thing as it looked without them. `covered` are men over whose last place
    something lies. `doubled` are ids that were read at more than one place: they are not among
    the scene's soldiers, because nobody knows which of them is he. While `hand` is true, or the
    camera is lost or gone, nothing of the rest counts.
    """

    scene: Scene
    at_s: float
    bare: frozenset[str] = frozenset()
    covered: frozenset[str] = frozenset()
    doubled: Mapping[str, tuple[TablePoint, ...]] = field(default_factory=dict)
    hand: bool = False
    camera: CameraState = "ok"
    notice: str | None = None  # what the players should hear of the camera
    lies_still: LiesStill | None = None  # what is taken for that hand, once that may be asked

    def __post_init__(self) -> None:
        seen = {man.id for man in self.scene.soldiers}
        assert not seen & (self.bare | self.covered | self.doubled.keys()), seen
        assert not self.bare & self.covered, self.bare & self.covered

    @property
    def counts(self) -> bool:
        """Whether anything may follow from it."""
        return not self.hand and self.camera in {"ok", "moved"}
