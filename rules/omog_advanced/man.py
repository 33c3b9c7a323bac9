"""A man's state in OMOG Advanced as typed values, read here and nowhere else."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypedDict, Unpack

from rules.book.question import QuestionError, shown, whole_number
from rules.book.state import MANY
from rules.omog.man_state import OmogMan

if TYPE_CHECKING:
    from rules.game.game import Game


@dataclass(frozen=True, slots=True)
class ManState(OmogMan):
    """What OMOG Advanced keeps beside what both books do."""

    @property
    def moved_last_turn(self) -> bool:
        """Whether he moved in the turn before."""
        return self.flag("moved_last_turn")

    @property
    def fired_last_turn(self) -> bool:
        """Whether he fired in the turn before."""
        return self.flag("fired_last_turn")

    @property
    def officer_lost(self) -> bool:
        """Whether the officer who commands him was hit in the turn before."""
        return self.flag("officer_lost")

    @property
    def line_of_fire_deg(self) -> float | None:
        """The direction of the Line of Fire that his gun has called."""
        direction = self.state.value("line_of_fire")
        if direction is None:
            return None
        if isinstance(direction, bool) or not isinstance(direction, int | float):
            raise QuestionError(
                f"{self.soldier.id}.state.line_of_fire is {shown(direction)}; give degrees or null"
            )
        return float(direction)

    @property
    def crew(self) -> tuple[str, ...] | None:
        """The ids of those who serve his gun, None where nobody was named."""
        ids = self.state.value("crew")
        if ids is None:
            return None
        if not isinstance(ids, list | tuple) or not all(isinstance(entry, str) for entry in ids):
            raise QuestionError(
                f"{self.soldier.id}.state.crew is {shown(ids)}; give a list of soldier ids"
            )
        return tuple(ids)

    @property
    def ammo(self) -> Mapping[str, object]:
        """Shots left by weapon, as far as some were fired."""
        kept = self.state.value("ammo")
        if kept is None:
            return {}
        if not isinstance(kept, Mapping):
            raise QuestionError(
                f"{self.soldier.id}.state.ammo is {shown(kept)}; give weapon -> shots left"
            )
        return kept

    def left(self, weapon: str, load: int) -> int:
        """How many shots he has for a weapon of which a full load is `load`."""
        left = self.ammo.get(weapon)
        return (
            load if left is None else whole_number(left, f"{self.soldier.id}.state.ammo", 0, MANY)
        )

    def read(self) -> None:
        """Read all of it once; QuestionError where something cannot be read."""
        OmogMan.read(self)
        _ = (self.moved_last_turn, self.fired_last_turn, self.officer_lost)
        _ = (self.line_of_fire_deg, self.crew)
        _ = [self.left(weapon, 0) for weapon in self.ammo]


STATE_KEYS = (
    *("moved", "moved_last_turn", "fired", "fired_last_turn", "ammo", "crew", "elite"),
    *("bayonet", "fled", "officer_lost", "line_of_fire"),
)


class ManMarks(TypedDict, total=False):
    """What the game may write of a man; None takes it away."""

    moved: bool | None
    moved_last_turn: bool | None
    fired: bool | None
    fired_last_turn: bool | None
    fled: bool | None
    officer_lost: bool | None
    line_of_fire: float | None
    crew: list[str] | None
    ammo: dict[str, object] | None


def marked(game: "Game", soldier_id: str, **marks: Unpack[ManMarks]) -> "Game":
    """The game with these marks on a man."""
    return game.with_state(soldier_id, **marks)
