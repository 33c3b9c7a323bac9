"""A battle being told again: where the telling is, and where each wish takes it."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

from rules.game.game import Game
from spotter.report.battle import SILENT, Battle, Moment

SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
_DIGITS = 3  # of a turn's number


@dataclass(frozen=True)
class Telling:
    """Where the telling of a battle is: after `at` events; 0 is the beginning."""

    battle: Battle
    at: int = 0
    playing: bool = False
    speed: float = 1.0
    typed: str = ""  # the number of a turn

    @property
    def moment(self) -> Moment | None:
        """What happened last, None at the beginning."""
        return self.battle.moments[self.at - 1] if self.at else None

    @property
    def game(self) -> Game:
        """The game as it stood."""
        moment = self.moment
        return self.battle.first if moment is None else moment.after

    @property
    def is_over(self) -> bool:
        """Whether nothing more follows."""
        return self.at >= self.stops[-1]

    @cached_property
    def stops(self) -> tuple[int, ...]:
        """Where the telling stands still: the beginning, and after all that somebody did."""
        told = enumerate(self.battle.moments, start=1)
        return (0, *(at for at, moment in told if moment.word not in SILENT))

    @property
    def of_this_phase(self) -> tuple[Moment, ...]:
        """What was done in the phase so far, the newest last; of a phase's end that alone."""
        last = self.moment
        if last is None or last.word == "next":
            return () if last is None else (last,)
        now = (last.before.turn, last.before.phase)
        found = []
        for moment in reversed(self.battle.moments[: self.at]):
            if (moment.before.turn, moment.before.phase) != now or moment.word == "next":
                break
            found.append(moment)
        return tuple(reversed(found))


def stepped(telling: Telling, by: int) -> Telling:
    """One deed on, or back."""
    stops = telling.stops
    later = [at for at in stops if at > telling.at]
    earlier = [at for at in stops if at < telling.at]
    to = (later[:1] or stops[-1:]) if by > 0 else (earlier[-1:] or stops[:1])
    return replace(telling, at=to[0])


def to_event(telling: Telling, number: int) -> Telling:
    """To the moment after an event."""
    return replace(telling, at=max(0, min(number, len(telling.battle.moments))), playing=False)


def _to_turn(telling: Telling, turn: int) -> Telling:
    """To the beginning of a turn; a turn that was not played is the last one's end."""
    places = (at for at in telling.stops if replace(telling, at=at).game.turn >= turn)
    return replace(telling, at=next(places, telling.stops[-1]), typed="")


def _by_phase(telling: Telling, by: int) -> Telling:
    """To the beginning of the next phase, or of this or the last one."""
    return _by(telling, by, lambda game: (game.turn, game.phase))


def by_turn(telling: Telling, by: int) -> Telling:
    """To the beginning of the next turn, or of this or the last one."""
    return _by(telling, by, lambda game: game.turn)


def _by(telling: Telling, by: int, part: Callable[[Game], object]) -> Telling:
    """To where the next part of the game begins, or this one, or the one before."""
    parts = [part(replace(telling, at=at).game) for at in telling.stops]
    begins = [
        at
        for place, at in enumerate(telling.stops)
        if place == 0 or parts[place] != parts[place - 1]
    ]
    if by > 0:
        to = next((at for at in begins if at > telling.at), telling.stops[-1])
    else:
        to = max((at for at in begins if at < telling.at), default=0)
    return replace(telling, at=to)


def faster(telling: Telling, by: int) -> Telling:
    """The next speed up or down."""
    near = min(range(len(SPEEDS)), key=lambda n: abs(SPEEDS[n] - telling.speed))
    return replace(telling, speed=SPEEDS[max(0, min(near + by, len(SPEEDS) - 1))])


def played_on(telling: Telling) -> Telling:
    """The next moment of a telling that plays; at the end it stops."""
    on = stepped(telling, 1)
    return replace(on, playing=not on.is_over)


def _play_or_stop(telling: Telling) -> Telling:
    start = replace(telling, at=0) if telling.is_over and not telling.playing else telling
    return replace(start, playing=not telling.playing)


def _by_hand(wish: Callable[[Telling, int], Telling], by: int) -> Callable[[Telling], Telling]:
    """A wish that stops the playing."""
    return lambda telling: replace(wish(telling, by), playing=False)


def _typed_turn(telling: Telling) -> Telling:
    if not telling.typed:
        return telling
    return replace(_to_turn(telling, int(telling.typed)), playing=False)


WISHES: dict[str, Callable[[Telling], Telling]] = {
    "space": _play_or_stop,
    "right": _by_hand(stepped, 1),
    "left": _by_hand(stepped, -1),
    "down": _by_hand(_by_phase, 1),
    "up": _by_hand(_by_phase, -1),
    "pagedown": _by_hand(by_turn, 1),
    "pageup": _by_hand(by_turn, -1),
    "home": lambda telling: to_event(telling, 0),
    "end": lambda telling: to_event(telling, telling.stops[-1]),
    "+": lambda telling: faster(telling, 1),
    "=": lambda telling: faster(telling, 1),
    "-": lambda telling: faster(telling, -1),
    "return": _typed_turn,
    "backspace": lambda telling: replace(telling, typed=telling.typed[:-1]),
}


def wished(telling: Telling, key: str) -> Telling | None:
    """The telling after a key; None for a key that means nothing to it."""
    if len(key) == 1 and key.isdecimal():
        return replace(telling, typed=(telling.typed + key)[-_DIGITS:])
    wish = WISHES.get(key)
    return None if wish is None else wish(telling)
