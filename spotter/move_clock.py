"""The movement clock: how long the phase has run, and when that is worth a line in the journal."""

from dataclasses import dataclass

from rules.game.game import Game, Phase


@dataclass(frozen=True, slots=True)
class MoveClock:
    """When the clock of a phase began, on a clock that never jumps."""

    key: tuple[int, int]  # turn and phase it runs for
    began_s: float

    def left_s(self, phase: Phase, now_s: float) -> float | None:
        """Seconds left, None where no clock runs."""
        return None if phase.clock_s is None else phase.clock_s - (now_s - self.began_s)


def clock_of(clock: MoveClock | None, game: Game, now_s: float) -> MoveClock:
    """The clock that runs for this phase: the same one, or a new one where the phase is new.

    A game that goes on after a break takes up the time that the journal knows was used.
    """
    key = (game.turn, game.phase)
    return clock if clock is not None and clock.key == key else MoveClock(key, now_s - game.used_s)


def worth_noting(clock: MoveClock, phase: Phase, game: Game, now_s: float) -> float | None:
    """The seconds used, at each warning and at the end; None in between."""
    if phase.clock_s is None:
        return None
    used_s = now_s - clock.began_s
    marks = [phase.clock_s - warning_s for warning_s in (*phase.warnings_s, 0.0)]
    return round(used_s, 1) if any(game.used_s < mark <= used_s for mark in marks) else None
