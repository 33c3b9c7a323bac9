"""The game being played: the one mutable object, and the journal that outlives it.

Every change is an event. An event is written to the journal first and counts only then; the
game at any moment is the begin line folded with the events that were not undone. Dice that the
program throws come from a seed in the event, so that the journal always tells the same story.
"""

import os
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

from overlay.marks.corrections import Correction
from rules.book.book import Book
from rules.book.shelf import book_named
from rules.game.common_events import Next
from rules.game.engine import next_state, phase_now
from rules.game.event import GameEvent, event_json
from rules.game.game import EventJson, Game
from rules.game.game_json import game_from_json, game_json
from rules.game.turn_machine import Told
from spotter.game.correction_lines import correction_json
from spotter.game.figures import Figure, figure_line
from spotter.game.history import History
from spotter.game.journal_events import (
    SEED,
    first_state,
    seeded_dice,
    told_again,
)
from spotter.game.log import LogEntry, event_words, overruled_words
from spotter.game.unarmed import unarmed_lines
from table.errors import UserError
from table.scene import Scene
from table.scene_file import scene_json

CORRECTIONS, SNAPSHOT = "corrections", "snapshot"
SNAPSHOT_EVERY = 200  # events: so many are quickly counted again


class Kept(Protocol):
    """Where the lines of a game go: a journal on the disk, or a story's own list."""

    path: Path

    def append(self, line: dict[str, Any]) -> str | None:
        """Keep the line for good, or raise a UserError; a sentence where something was amiss."""


class LiveGame:
    """A game in progress: `game` is how it stands, `told` what was said last.

    `seeds` are where the program's own dice come from, one for each event.
    """

    def __init__(
        self,
        journal: Kept,
        book: Book,
        begin: Mapping[str, Any],
        *,
        began_s: float | None = None,
        seeds: Callable[[], int] | None = None,
    ) -> None:
        self.book = book
        self._journal = journal
        self._begin = begin
        self._seeds = seeds or _any_seed
        first = first_state(book, begin, str(journal.path))
        self.history = History(first.game, lambda game, event: told_again(book, game, event).game)
        # When the phase of each state was opened, on a clock that never jumps.
        self._opened_s = [time.monotonic() if began_s is None else began_s]
        self._log: dict[int, LogEntry] = {}  # what was told in this sitting, by event's number
        self.corrections: tuple[Correction, ...] = ()
        self.figures: tuple[Figure, ...] = ()  # that stood apart from their men before a break
        self.told: tuple[str, ...] = first.lines

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self.history.now

    @property
    def events(self) -> int:
        """How many events count so far."""
        return len(self.history.events)

    def log(self, most: int) -> tuple[LogEntry, ...]:
        """The newest of what was done, as players read it; of an earlier sitting who did what."""
        found: list[LogEntry] = []
        for number in range(self.events, 0, -1):
            if len(found) == most:
                break
            entry = self._log.get(number)
            if entry is None:
                entry = LogEntry(number, event_words(self.history.events[number - 1], ()))
            found += [entry] if entry.words else []
        return tuple(reversed(found))

    def tell_again(self, event: EventJson) -> None:
        """Let an event of the journal count again, and note for the log what came of it."""
        told = told_again(self.book, self.game, event)
        self._note(told, event)
        self.history.push(event, told.game)

    def used_s(self, now_s: float) -> float:
        """How long the phase has run, to the tenth of a second."""
        return round(max(0.0, now_s - self._opened_s[-1]), 1)

    def happen(
        self, event: GameEvent, now_s: float, believed: Scene | None = None
    ) -> tuple[str, ...]:
        """Let an event happen; the program throws the dice that the event lacks.

        Where the event sets a man elsewhere than he is believed to stand, its line says so.
        Raises EventRefusedError, with nothing changed, where the rules refuse it.
        """
        seeded = self._seeded(event, now_s)
        told = next_state(self.book, self.game, seeded, seeded_dice(seeded.seed))
        happened = event_json(seeded if told.event is None else told.event)
        figure = figure_line(told.game, believed, happened)
        amiss = self._journal.append({"event": happened, **figure})
        self._note(told, happened)
        self._count(told.game, happened, now_s)
        self.told = told.lines if amiss is None else (*told.lines, amiss)
        return self.told

    def _note(self, told: Told, event: EventJson) -> None:
        """Write the log's entry for the event that is about to count."""
        phase, number = phase_now(self.book, self.game), self.events + 1
        words = event_words(event, told.lines)
        moment = (self.game.turn, phase.words, phase.side)
        overruled = bool(overruled_words(event))
        self._log[number] = LogEntry(
            number, words, told.thrown, *moment, reasons=told.reasons, overruled=overruled
        )

    def _seeded(self, event: GameEvent, now_s: float) -> GameEvent:
        """The event with a seed for its dice, and how long the phase took where it ends one."""
        if isinstance(event, Next):
            event = replace(event, took_s=self.used_s(now_s))
        return replace(event, seed=self._seeds())

    def _count(self, game: Game, event: EventJson, now_s: float) -> None:
        """The event counts from now on."""
        is_new = (game.turn, game.phase) != (self.game.turn, self.game.phase)
        self._opened_s.append(now_s if is_new else self._opened_s[-1])
        self.history.push(event, game)
        if self.events % SNAPSHOT_EVERY == 0:
            self._snap(game)

    def _snap(self, game: Game) -> None:
        """Keep the whole game, if it comes back as it is: a shortcut, and never more than that."""
        written = game_json(game)
        if game_from_json(written, SNAPSHOT) == game:
            with suppress(UserError):
                self._journal.append({SNAPSHOT: written})

    def undo(self, believed: Scene | None = None) -> EventJson | None:
        """Take the last event back and return it; None where there is none."""
        if not self.events:
            return None
        undone = self.history.pop()
        try:
            self._journal.append({"undo": True, **figure_line(self.game, believed, undone)})
        except UserError:
            self.history.replay(undone)
            raise
        self._opened_s.pop()
        self.told = ("taken back",)
        return undone

    def correct(self, corrections: tuple[Correction, ...]) -> None:
        """Keep all that the players have set right so far; it is no event of the game."""
        if corrections != self.corrections:
            self._journal.append({CORRECTIONS: [correction_json(one) for one in corrections]})
            self.corrections = corrections

    def go_on(
        self, corrections: tuple[Correction, ...], figures: tuple[Figure, ...], now_s: float
    ) -> None:
        """After a break the clock takes up the time that the journal knows was used."""
        self.corrections, self.figures = corrections, figures
        self.clock_from(now_s)
        self.told = (f"the game goes on after {self.events} events",)

    def clock_from(self, now_s: float) -> None:
        """Let the clock go on from now, by the time that the journal knows was used."""
        began_s = now_s - self.game.used_s
        self._opened_s = [began_s] * (self.events + 1)


def begun(  # noqa: PLR0913 - a game begins with all of them
    journal: Kept,
    rules: str,
    scene: Scene,
    sides: tuple[str, ...],
    agreed: Mapping[str, Any],
    *,
    began_s: float | None = None,
    seeds: Callable[[], int] | None = None,
) -> LiveGame:
    """A new game, its first line written."""
    begin = {
        "begin": 1,
        "rules": rules,
        "sides": list(sides),
        "agreed": dict(agreed),
        "scene": scene_json(scene),
        SEED: (seeds or _any_seed)(),
    }
    live = LiveGame(journal, book_named(rules), begin, began_s=began_s, seeds=seeds)
    journal.append(begin)
    live.told = (*unarmed_lines(live.book, scene.soldiers), *live.told)
    return live


def _any_seed() -> int:
    return int.from_bytes(os.urandom(4))
