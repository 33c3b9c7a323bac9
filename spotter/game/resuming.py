"""A game that goes on from its journal: from the newest snapshot, by the events after it."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from overlay.marks.corrections import Correction
from rules.book.shelf import book_named
from rules.game.game import EventJson, EventRefusedError, Game
from rules.game.game_json import game_from_json
from spotter.game.correction_lines import correction_of
from spotter.game.event_words import set_down_by
from spotter.game.figures import Figure, figure_of
from spotter.game.journal_lines import JournalLine
from spotter.game.live_game import CORRECTIONS, SNAPSHOT, Kept, LiveGame
from table.errors import UserError
from table.text_file import reason_of

RUBBISH = (KeyError, IndexError, TypeError, ValueError, AttributeError, AssertionError)


class ToldJournal(Kept, Protocol):
    """A journal and the lines that are in it."""

    @property
    def lines(self) -> list[JournalLine]:
        """What was written so far."""


@dataclass
class _Counted:
    """What counts of a journal's lines: events with their lines' numbers, snapshots by events."""

    events: list[tuple[int, EventJson]] = field(default_factory=list)
    figures: dict[str, Figure] = field(default_factory=dict)
    snapshots: dict[int, Any] = field(default_factory=dict)
    corrections: tuple[Correction, ...] = ()

    def add(self, number: int, line: Mapping[str, Any]) -> None:
        """Count one more line; a newer program's lines did not change the game."""
        if CORRECTIONS in line:
            self.corrections = tuple(correction_of(one) for one in line[CORRECTIONS])
        elif SNAPSHOT in line:
            self.snapshots[len(self.events)] = line[SNAPSHOT]
        elif line.get("undo"):
            self.snapshots.pop(len(self.events), None)
            _, undone = self.events.pop()
            self._set_down(undone, figure_of(line, undone))
        elif isinstance(line.get("event"), Mapping):
            self.events.append((number, line["event"]))
            self._set_down(line["event"], figure_of(line))

    def _set_down(self, event: EventJson, figure: Figure | None) -> None:
        """What is known of a figure holds until its man is set down anew."""
        name = set_down_by(event)
        if figure is not None:
            self.figures[figure.soldier] = figure
        elif name is not None:
            self.figures.pop(name, None)


def resumed(journal: ToldJournal) -> LiveGame:
    """The game as its journal tells it."""
    where = str(journal.path)
    if not journal.lines or journal.lines[0].get("begin") != 1:
        raise UserError(f"{where}: does not begin like a game; spotter play --new begins one")
    begin = journal.lines[0]
    try:
        live = LiveGame(journal, book_named(str(begin.get("rules"))), begin)
    except (EventRefusedError, *RUBBISH) as problem:
        raise UserError(f"{where}: line 1 begins no game: {reason_of(problem)}") from None
    counted = _counted(journal)
    _replay(live, counted, where)
    live.go_on(counted.corrections, tuple(counted.figures.values()), time.monotonic())
    return live


def _counted(journal: ToldJournal) -> _Counted:
    counted = _Counted()
    for number, line in enumerate(journal.lines[1:], start=2):
        try:
            counted.add(number, line)
        except RUBBISH as problem:
            raise _nonsense(str(journal.path), number, problem) from None
    return counted


def _replay(live: LiveGame, counted: _Counted, where: str) -> None:
    """Let the events count again, those before the newest snapshot without working them out."""
    known, snapshot = _newest_snapshot(counted)
    if snapshot is not None:
        live.history.go_on([event for _, event in counted.events[:known]], snapshot)
    for number, event in counted.events[known:]:
        try:
            live.tell_again(event)
        except EventRefusedError as problem:
            raise UserError(
                f"{where}: line {number} no longer holds under these rules: {problem}; "
                "play on with the rulebook the game began with"
            ) from None
        except RUBBISH as problem:  # a line that no game has written
            raise _nonsense(where, number, problem) from None


def _newest_snapshot(counted: _Counted) -> tuple[int, Game | None]:
    """The newest one that can be read, and after how many events it was taken."""
    for events in sorted(counted.snapshots, reverse=True):
        try:
            return events, game_from_json(counted.snapshots[events], SNAPSHOT)
        except (UserError, EventRefusedError, *RUBBISH):
            continue
    return 0, None


def _nonsense(where: str, number: int, problem: Exception) -> UserError:
    return UserError(
        f"{where}: line {number} makes no sense ({type(problem).__name__}); "
        "mend it by hand, or start a new game"
    )
