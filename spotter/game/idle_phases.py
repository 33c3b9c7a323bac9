"""Phases in which nobody can do anything are passed by themselves, and it is said.

A habit of window, page and cards: the game's own `next` is one step.
"""

from rules.game.engine import game_rules, phase_now
from spotter.game.deeds import NextStep
from spotter.game.table_game import TableGame

MOST = 24  # more than any turn has phases


def _is_idle(table: TableGame) -> bool:
    """Whether the phase may end by itself: nobody can act, and nobody is to be put back."""
    live = table.live
    return not table.refused and game_rules(live.book).passes(live.book, live.game)


def pass_idle(table: TableGame, now_s: float) -> tuple[tuple[str, ...], int]:
    """Go on until somebody can do something; what is said of it, and how many phases ended."""
    names: list[str] = []
    said: tuple[str, ...] = ()
    while len(names) < MOST and _is_idle(table):
        phase = phase_now(table.live.book, table.live.game)
        done = table.do(NextStep(), now_s)
        if done.error is not None:
            break
        names.append(phase.words if phase.side is None else f"{phase.words} ({phase.side})")
        said = (*said, *done.said)
    told = (f"nothing to do, passed: {', '.join(names)}",) if names else ()
    return (*told, *said), len(names)
