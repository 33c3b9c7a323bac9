"""An earlier moment of a game, as the table is shown while somebody looks back at it."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from overlay.marks.marks import Mark
from overlay.window.hud import FallenDie, Hud
from rules.game.dice_tray import Thrown
from rules.game.engine import phase_now
from rules.game.game import Game, Phase
from spotter.game.hits import hit_men, off_men
from spotter.game.live_game import LiveGame
from table.scene import Scene

if TYPE_CHECKING:
    from spotter.report.battle import Moment


@dataclass(frozen=True)
class PastMoment:
    """One event: the table after it, what was done and said, the dice."""

    number: int
    game: Game
    phase: str
    side: str | None
    words: str
    dice: tuple[FallenDie, ...]
    marks: tuple[Mark, ...]

    @property
    def scene(self) -> Scene:
        """The table as it was."""
        return self.game.scene


def past_moment(live: LiveGame, number: int) -> PastMoment | None:
    """The moment of that event, None where it was taken back meanwhile."""
    if not 0 < number <= live.events:
        return None
    from spotter.report.battle import moment_of  # noqa: PLC0415 - few look back at once

    event = live.history.events[number - 1]
    moment = moment_of(live.book, live.history.at(number - 1), event)
    return _told_moment(number, moment, phase_now(live.book, moment.after))


def _told_moment(number: int, moment: "Moment", begins: Phase) -> PastMoment:
    """A moment of a battle as it is shown; the end of a phase is told of what begins with it."""
    from spotter.report.phase_drawing import moment_marks  # noqa: PLC0415

    is_end = moment.word == "next"
    return PastMoment(
        number,
        moment.after,
        begins.words if is_end else moment.phase,
        begins.side if is_end else moment.side,
        moment.in_full,
        fallen_dice(moment.thrown),
        tuple(moment_marks(moment, moment.after.scene, on_picture=True)),
    )


def fallen_dice(thrown: tuple[Thrown, ...]) -> tuple[FallenDie, ...]:
    """Dice as the tray shows them."""
    return tuple(
        FallenDie(one.number, one.die.who, one.die.why, one.die.needs, one.by_program, one.die.dice)
        for one in thrown
    )


def past_hud(hud: Hud, past: PastMoment) -> Hud:
    """What stands around a table that is looked back at; rosters and log stay those of now."""
    return replace(
        hud,
        turn=past.game.turn,
        phase=past.phase,
        side=past.side,
        left_s=None,
        message=None,
        now="so it was then; any key, or a click on the table, comes back to now",
        verdict=past.words,
        denied=None,
        fallen_dice=past.dice,
        owed=(),
        allows=frozenset(),
        hold=None,
        out=hit_men(past.game) | off_men(past.game),
        lost=off_men(past.game),
        at=past.number,
        marks=past.marks,
        back={},
        wanted={},
        alarm=False,
    )
