"""What both OMOG books keep of a man, as typed values; each book adds its own."""

from dataclasses import dataclass

from rules.book.state import State
from table.scene import Soldier


@dataclass(frozen=True, slots=True)
class OmogMan:
    """What the game keeps of a soldier and the camera cannot see.

    Each value is read when it is asked for, so that a slip in one does not spoil the others.
    """

    soldier: Soldier

    @property
    def moved(self) -> bool:
        """Whether he has moved in this turn."""
        return self.flag("moved")

    @property
    def fired(self) -> bool:
        """Whether he has fired in this turn."""
        return self.flag("fired")

    @property
    def elite(self) -> bool:
        """Whether he is elite."""
        return self.flag("elite")

    @property
    def bayonet(self) -> bool:
        """Whether his bayonet is fixed, where his weapon takes one."""
        return self.state.flag("bayonet", default=True)

    @property
    def fled(self) -> bool:
        """Whether flames drove him out in this turn."""
        return self.flag("fled")

    @property
    def state(self) -> State:
        """His state, each value checked as it is read."""
        return State(self.soldier)

    def flag(self, key: str) -> bool:
        """Whether that is so; what his state does not say is not."""
        return self.state.flag(key)

    def read(self) -> None:
        """Read all of it once; QuestionError where something cannot be read."""
        _ = (self.moved, self.fired, self.elite, self.bayonet, self.fled)
