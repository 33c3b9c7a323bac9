"""A battle retold: the lines of a journal in, every moment of the game with its dice out."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.book.book import Book
from rules.book.reason import Reason
from rules.book.shelf import book_named
from rules.game.dice_tray import Thrown
from rules.game.engine import phase_now
from rules.game.game import EventJson, EventRefusedError, Game, Loss
from spotter.game.hits import is_hit
from spotter.game.journal_events import first_state, told_again
from spotter.game.log import event_words, overruled_words, with_rules
from spotter.game.resuming import RUBBISH
from table.errors import UserError

SILENT = frozenset({"clock", "seen", "state"})  # nobody did them, so nobody reads of them


@dataclass(frozen=True, slots=True)
class AttackTold:
    """Who attacked whom, or which thing or place, what he threw for it, and whether he hit."""

    by: str
    at: Any
    thrown: tuple[Thrown, ...]
    hit: bool


@dataclass(frozen=True)
class Moment:
    """One event: the game before and after it, the dice that fell, what was said of it."""

    event: EventJson
    before: Game
    after: Game
    phase: str  # in the players' words
    side: str | None  # whose it is
    lines: tuple[str, ...]
    thrown: tuple[Thrown, ...]
    reasons: tuple[Reason, ...]  # the rules that decided it

    @property
    def word(self) -> str:
        """The event's word."""
        return str(self.event.get("event"))

    @property
    def actors(self) -> tuple[str, ...]:
        """Who did it."""
        one = self.event.get("shooter") or self.event.get("soldier")
        many = self.event.get("attackers")
        return (str(one),) if isinstance(one, str) else tuple(map(str, many or ()))

    @property
    def is_told(self) -> bool:
        """Whether it belongs in the log."""
        return bool(self.told) or self.overruled or self.word not in {"next", *SILENT}

    @property
    def overruled(self) -> bool:
        """Whether the players let it stand against the rules."""
        return bool(overruled_words(self.event))

    @property
    def words(self) -> str:
        """What happened, in words; "" for what nobody did."""
        return event_words(self.event, self.told)

    @property
    def in_full(self) -> str:
        """What happened, what its dice needed and by which rules; its dice stand beside it."""
        return with_rules(event_words(self.event, self.lines), self.thrown, self.reasons)

    @property
    def told(self) -> tuple[str, ...]:
        """What was said of it, without the announcement of the phase that follows; no clock."""
        if self.word == "clock":
            return ()
        ends = self.word == "next" and self.after.winner is None
        return self.lines[:-1] if ends else self.lines

    @property
    def fallen(self) -> tuple[Loss, ...]:
        """Those who were hit or lost by it."""
        return fallen_between(self.before, self.after)

    @property
    def attacks(self) -> tuple[AttackTold, ...]:
        """Who attacked whom in it: as the event has it, else as its dice were thrown."""
        mine = tuple(one for one in self.thrown if one.die.field != "saves")
        aims = (self.event.get(key) for key in ("target", "aim", "defender"))
        at = next((aim for aim in aims if aim is not None), None)
        if at is not None:
            return tuple(AttackTold(name, at, mine, hit=bool(self.fallen)) for name in self.actors)
        fell = {loss.id for loss in self.fallen}
        return tuple(
            AttackTold(one.die.who, one.die.at, (one,), hit=one.reached and one.die.at in fell)
            for one in mine
            if one.die.at is not None
        )

    def felled_by(self, name: str) -> tuple[str, ...]:
        """Who felled one of the fallen."""
        hits = [one.by for one in self.attacks if one.hit and one.at == name]
        return tuple(dict.fromkeys(hits)) or self.actors


def fallen_between(before: Game, after: Game) -> tuple[Loss, ...]:
    """Those who were hit or lost between two moments of a game."""
    known = fallen_in(before)
    return tuple(loss for name, loss in fallen_in(after).items() if name not in known)


def fallen_in(game: Game) -> dict[str, Loss]:
    """All who are out of a game by then: hit, lying there, or off the table."""
    known = {loss.id: loss for loss in (*game.hit, *game.losses)}
    down = (man for man in game.scene.soldiers if man.id not in known and is_hit(game, man.id))
    return known | {man.id: Loss(man.id, man.side, "hit", game.turn) for man in down}


@dataclass(frozen=True)
class Battle:
    """A whole game: its book, how it began, its moments in order."""

    book: Book
    first: Game
    moments: tuple[Moment, ...]

    @property
    def last(self) -> Game:
        """How it stands in the end."""
        return self.moments[-1].after if self.moments else self.first


@dataclass(frozen=True)
class PhaseTold:
    """The moments of one phase of one turn."""

    turn: int
    words: str
    side: str | None
    begin: Game
    moments: tuple[Moment, ...]

    @property
    def end(self) -> Game:
        """The table before the phase ended."""
        inner = [m for m in self.moments if m.word != "next"]
        return inner[-1].after if inner else self.begin


def battle_of(lines: Sequence[Mapping[str, Any]], where: str) -> Battle:
    """The game that a journal tells; what was taken back is left out."""
    if not lines or lines[0].get("begin") != 1:
        raise UserError(f"{where}: does not begin like a game; name a game's folder or journal")
    book = book_named(str(lines[0].get("rules")))
    first = first_state(book, lines[0], where).game
    moments: list[Moment] = []
    for number, event in _kept(lines[1:]):
        game = moments[-1].after if moments else first
        try:
            moments.append(moment_of(book, game, event))
        except EventRefusedError as problem:
            raise UserError(f"{where}: line {number}: {problem}") from None
        except RUBBISH as problem:  # a line that no game has written
            raise UserError(
                f"{where}: line {number} makes no sense ({type(problem).__name__})"
            ) from None
    return Battle(book, first, tuple(moments))


def _kept(lines: Sequence[Mapping[str, Any]]) -> list[tuple[int, EventJson]]:
    """The events that count, each with its line's number."""
    kept: list[tuple[int, EventJson]] = []
    for number, line in enumerate(lines, start=2):
        event = line.get("event")
        if isinstance(event, Mapping):
            kept.append((number, event))
        elif line.get("undo") and kept:
            kept.pop()
    return kept


def moment_of(book: Book, game: Game, event: EventJson) -> Moment:
    """An event of a game told again."""
    told = told_again(book, game, event)
    phase = phase_now(book, game)
    return Moment(
        event, game, told.game, phase.words, phase.side, told.lines, told.thrown, told.reasons
    )


def phases_told(battle: Battle) -> Iterator[PhaseTold]:
    """The battle phase by phase; those in which nothing was done are left out."""
    begin, kept = battle.first, list[Moment]()
    for moment in battle.moments:
        kept.append(moment)
        if moment.word != "next":
            continue
        if any(m.word not in {"next", *SILENT} for m in kept):
            yield _phase(battle.book, begin, kept)
        begin, kept = moment.after, []
    if any(m.word not in SILENT for m in kept):
        yield _phase(battle.book, begin, kept)


def _phase(book: Book, begin: Game, moments: list[Moment]) -> PhaseTold:
    phase = phase_now(book, begin)
    return PhaseTold(begin.turn, phase.words, phase.side, begin, tuple(moments))
