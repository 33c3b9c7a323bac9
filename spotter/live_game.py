"""The game being played: the one mutable object, and the journal that outlives it.

Every change is an event. An event is written to the journal first and counts only then; the
game at any moment is the begin line folded with the events that were not undone. Dice that the
program throws come from a seed in the event, so that the journal always tells the same story.
"""

import secrets
import time
from collections.abc import Mapping
from random import Random
from typing import Any

from overlay.corrections import Correction
from rules.book import Book
from rules.books import book_named
from rules.game.engine import new_game, next_state
from rules.game.game import Event, EventRefusedError, Game
from rules.game.turn_machine import Throw, Told
from spotter.correction_lines import correction_json, correction_of
from spotter.journal import Journal
from spotter.unarmed import unarmed_lines
from table.errors import UserError
from table.scene import Scene
from table.scene_file import scene_from_json, scene_json
from table.text_file import reason_of

SEED = "seed"
CORRECTIONS = "corrections"
_RUBBISH = (KeyError, IndexError, TypeError, ValueError, AttributeError, AssertionError)


class LiveGame:
    """A game in progress: `game` is how it stands, `told` what was said last."""

    def __init__(self, journal: Journal, book: Book, begin: Mapping[str, Any]) -> None:
        self.book = book
        self._journal = journal
        self._begin = begin
        first = _first(book, begin, str(journal.path))
        self._phase_began_s = time.monotonic()
        self._states = [first.game]
        self._events: list[Event] = []
        self.corrections: tuple[Correction, ...] = ()
        self.told: tuple[str, ...] = first.lines

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self._states[-1]

    @property
    def events(self) -> int:
        """How many events count so far."""
        return len(self._events)

    def happen(self, event: Event, *, dice: bool = False) -> tuple[str, ...]:
        """Let an event happen; with `dice` the program throws what the event lacks.

        Raises EventRefusedError, with nothing changed, where the rules refuse it.
        """
        seeded = {**event, SEED: secrets.randbits(32)} if dice else dict(event)
        if seeded.get("event") == "next":
            seeded["took_s"] = round(time.monotonic() - self._phase_began_s, 1)
        told = next_state(self.book, self.game, seeded, _dice(seeded))
        self._journal.append({"event": seeded})
        self._states.append(told.game)
        self._events.append(seeded)
        self.told = told.lines
        if seeded.get("event") == "next":
            self._phase_began_s = time.monotonic()
        return told.lines

    def undo(self) -> Event | None:
        """Take the last event back and return it; None where there is none."""
        if not self._events:
            return None
        self._journal.append({"undo": True})
        self._states.pop()
        self.told = ("taken back",)
        return self._events.pop()

    def correct(self, corrections: tuple[Correction, ...]) -> None:
        """Keep all that the players have set right so far; it is no event of the game."""
        if corrections != self.corrections:
            self._journal.append({CORRECTIONS: [correction_json(one) for one in corrections]})
            self.corrections = corrections

    def _replay(self, line: Mapping[str, Any]) -> None:
        """Let a line of the journal count again."""
        if CORRECTIONS in line:
            self.corrections = tuple(correction_of(one) for one in line[CORRECTIONS])
            return
        if line.get("undo"):
            if self._events:
                self._states.pop()
                self._events.pop()
            return
        event = line.get("event")
        if not isinstance(event, Mapping):
            return  # a newer program's line; it did not change the game
        self._states.append(next_state(self.book, self.game, event, _dice(event)).game)
        self._events.append(event)


def begun(
    journal: Journal, rules: str, scene: Scene, sides: tuple[str, ...], agreed: Mapping[str, Any]
) -> LiveGame:
    """A new game, its first line written."""
    seed = secrets.randbits(32)
    begin = {
        "begin": 1,
        "rules": rules,
        "sides": list(sides),
        "agreed": dict(agreed),
        "scene": scene_json(scene),
        SEED: seed,
    }
    live = LiveGame(journal, book_named(rules), begin)
    journal.append(begin)
    live.told = (*unarmed_lines(live.book, scene.soldiers), *live.told)
    return live


def resumed(journal: Journal) -> LiveGame:
    """The game as its journal tells it."""
    where = str(journal.path)
    if not journal.lines or journal.lines[0].get("begin") != 1:
        raise UserError(f"{where}: does not begin like a game; play without --resume")
    begin = journal.lines[0]
    try:
        live = LiveGame(journal, book_named(str(begin.get("rules"))), begin)
    except (EventRefusedError, *_RUBBISH) as problem:
        raise UserError(f"{where}: line 1 begins no game: {reason_of(problem)}") from None
    for number, line in enumerate(journal.lines[1:], start=2):
        try:
            live._replay(line)  # noqa: SLF001 - the other half of this module
        except EventRefusedError as problem:
            raise UserError(
                f"{where}: line {number} no longer holds under these rules: {problem}; "
                "play on with the rulebook the game began with"
            ) from None
        except _RUBBISH as problem:  # a line that no game has written
            raise UserError(
                f"{where}: line {number} makes no sense ({type(problem).__name__}); "
                "mend it by hand, or start a new game"
            ) from None
    live.told = (f"the game goes on after {live.events} events",)
    return live


def _first(book: Book, begin: Mapping[str, Any], where: str) -> Told:
    scene = scene_from_json(begin.get("scene"), where)
    sides = tuple(str(side) for side in begin.get("sides") or ())
    agreed = begin.get("agreed")
    if len(sides) < 2:
        raise UserError(f"{where}: a game needs two sides; army.toml names {len(sides)}")
    return new_game(book, scene, sides, agreed if isinstance(agreed, dict) else {}, _dice(begin))


def _dice(event: Mapping[str, Any]) -> Throw | None:
    """Dice that fall as the event's seed says; None where the players throw."""
    seed = event.get(SEED)
    if not isinstance(seed, int):
        return None
    random = Random(seed)

    def throw(dice: str) -> int:
        count, sides = (int(part) for part in dice.split("d"))
        return sum(random.randint(1, sides) for _ in range(count))

    return throw
