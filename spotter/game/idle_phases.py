"""Phases in which nobody can do anything are passed by themselves, and it is said.

So are dice that fall turn after turn and were left to the program before. A habit of window, page
and cards: the game's own `next` is one step.
"""

from collections.abc import Collection

from rules.game.engine import game_rules, phase_now
from spotter.game.deeds import NextStep, PlayerDeed, Undo
from spotter.game.table_game import TableGame

MOST = 24  # more than any turn has phases


class IdlePhases:
    """The phases that pass by themselves, and are taken back with the deed that they followed."""

    def __init__(self) -> None:
        self._left: frozenset[str] = frozenset()  # events whose dice are left to the program
        self._passed = (0, 0)  # events so far, and how many at their end came by themselves

    def before(self, table: TableGame, deed: PlayerDeed, now_s: float) -> None:
        """Take notice of what the players are about to do.

        Who lets the program throw a die that comes again leaves it to it; an undo asks anew, and
        takes back what passed after the last deed.
        """
        if isinstance(deed, Undo):
            self._left = frozenset()
            events, count = self._passed
            self._passed = (0, 0)
            for _ in range(count if table.live.events == events else 0):
                table.do(Undo(), now_s)
        word = _due_again(table)
        if word is not None and isinstance(deed, NextStep):
            is_given = deed.throws is not None or bool(deed.typed)
            self._left = self._left - {word} if is_given else self._left | {word}

    def passed(self, table: TableGame, now_s: float) -> tuple[str, ...]:
        """Go on until somebody can do something; what is said of it."""
        said, count = _pass_idle(table, now_s, self._left)
        self._passed = (table.live.events, count)
        return said


def _pass_idle(
    table: TableGame, now_s: float, left: Collection[str]
) -> tuple[tuple[str, ...], int]:
    """Go on until somebody can do something; what is said of it, and how many steps it took.

    `left` are the words of the events whose dice the players leave to the program.
    """
    names: list[str] = []
    said: tuple[str, ...] = ()
    steps = 0
    while steps < MOST and (_is_idle(table) or _is_left(table, left)):
        phase, is_die = phase_now(table.live.book, table.live.game), _due_again(table) is not None
        done = table.do(NextStep(), now_s)
        if done.error is not None:
            break
        steps += 1
        if not is_die:
            names.append(phase.words if phase.side is None else f"{phase.words} ({phase.side})")
        said = (*said, *done.said)
    told = (f"nothing to do, passed: {', '.join(names)}",) if names else ()
    return (*told, *said), steps


def _due_again(table: TableGame) -> str | None:
    """The word of an event that is due now and comes turn after turn."""
    due = game_rules(table.live.book).due(table.live.game)
    return due.event.word if due is not None and due.comes_again else None


def _is_idle(table: TableGame) -> bool:
    """Whether the phase may end by itself: nobody can act, and nobody is to be put back."""
    live = table.live
    return not table.refused and game_rules(live.book).passes(live.book, live.game)


def _is_left(table: TableGame, left: Collection[str]) -> bool:
    """Whether a die is due that the players leave to the program."""
    is_over = table.live.game.winner is not None
    return not is_over and not table.refused and _due_again(table) in left
