"""What is believed about the table: each man seen, hidden or lifted, whatever the camera misses.

Observations are folded one after the other; nothing else changes a belief. A man whose place is
covered stays there; one whose place is seen bare was lifted and is still in the game; one who is
not made out is where he was. Who is off the table is not the camera's to say: the game knows.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from spotter.belief.same_things import named_as_before
from table.observation import CameraState, Observation
from table.places import TablePoint
from table.scene import Scene, Soldier


@dataclass(frozen=True)
class Belief:
    """The table as it is believed to be.

    The scene's men stand at their last sure places, marked `hidden` or `lifted`. `doubled` are
    ids that lie on the table more than once: nobody knows which of them is the man. `missed`
    were not made out at the last look and are believed to be where they were.
    """

    scene: Scene
    doubled: Mapping[str, tuple[TablePoint, ...]] = field(default_factory=dict)
    missed: frozenset[str] = frozenset()
    hand: bool = False
    camera: CameraState = "ok"

    @property
    def is_sure(self) -> bool:
        """Whether anything may be ruled by it now."""
        return not self.hand and self.camera in {"ok", "moved"}

    @property
    def seen(self) -> tuple[Soldier, ...]:
        """The men who are surely seen where they stand, each once."""
        return tuple(
            man for man in self.scene.soldiers if is_seen(man) and not self.is_doubled(man)
        )

    def is_doubled(self, man: Soldier) -> bool:
        """Whether his tag lies on the table more than once."""
        return man.id in self.doubled


def is_seen(man: Soldier) -> bool:
    """Whether nothing hides him and he is where he stood."""
    return not (man.hidden or man.lifted)


def folded(before: Belief | None, observation: Observation) -> Belief | None:
    """What is believed after another observation; None while nothing was surely seen yet."""
    if not observation.counts:
        if before is None:
            return None
        return replace(before, hand=observation.hand, camera=observation.camera)
    known = () if before is None else before.scene.soldiers
    seen = observation.scene
    if before is not None:
        seen = named_as_before(before.scene, seen)
    men = {man.id: _now(man, observation) for man in known}
    men |= {man.id: replace(man, hidden=False, lifted=False) for man in seen.soldiers}
    scene = replace(seen, soldiers=tuple(men.values()))
    made_out = {man.id for man in observation.scene.soldiers}
    return Belief(
        scene, observation.doubled, frozenset(men.keys() - made_out), camera=observation.camera
    )


def _now(man: Soldier, observation: Observation) -> Soldier:
    """What is believed of a man who is not seen; who is seen is told by the observation itself."""
    if man.id in observation.bare:
        return replace(man, hidden=False, lifted=True)
    # Something laid over the place he was lifted from does not bring him back.
    if man.id in observation.covered and not man.lifted:
        return replace(man, hidden=True)
    return man
