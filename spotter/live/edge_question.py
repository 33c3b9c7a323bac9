"""Whether what reaches in over the table's edge and lies still is a hand: the players are asked.

While it may be one the game waits. If it stays there it is scenery, and who stands under it is
hidden; if it goes it is not asked again while it lies as it does.
"""

from collections.abc import Callable

from spotter.game.deeds import YesNoAnswer
from spotter.game.questions import YesNoQuestion, stays_question
from table.observation import LiesStill, Observation

IT_STAYS = "it stays; who stands under it is hidden"


class EdgeQuestion:
    """The question, open from when something has long lain there until it is answered or gone.

    `let_lie` takes since when that lies there which stays.
    """

    def __init__(self) -> None:
        self.let_lie: Callable[[float], None] | None = None
        self._lying: LiesStill | None = None
        self._answered_s: float | None = None

    def see(self, observation: Observation) -> None:
        """Another moment of the camera."""
        self._lying = observation.lies_still

    @property
    def open(self) -> YesNoQuestion | None:
        """What is asked now."""
        lying = self._lying
        if lying is None or lying.since_s == self._answered_s:
            return None
        return stays_question(lying)

    def answered(self, deed: object) -> tuple[str, ...] | None:
        """What is said to an answer; None where the deed is none to this question."""
        asked, lying = self.open, self._lying
        if asked is None or lying is None:
            return None
        if not isinstance(deed, YesNoAnswer) or deed.key != asked.key:
            return None
        self._answered_s = lying.since_s
        if deed.yes and self.let_lie is not None:
            self.let_lie(lying.since_s)
        return (IT_STAYS,) if deed.yes else ()
