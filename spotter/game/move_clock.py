"""The movement clock: when how long the phase has run is worth a line in the journal."""

from rules.game.game import Game, Phase

TENTH_S = 0.1


def worth_noting(phase: Phase, game: Game, used_s: float) -> bool:
    """Whether it passed a warning, the end, or the first tenth after it since it was noted."""
    if phase.clock_s is None or game.winner is not None:
        return False
    marks = [phase.clock_s - before_s for before_s in (*phase.warnings_s, 0.0, -TENTH_S)]
    return any(game.used_s < mark <= used_s for mark in marks)


def left_s(phase: Phase, used_s: float) -> float | None:
    """Seconds left, None where no clock runs."""
    return None if phase.clock_s is None else phase.clock_s - used_s
