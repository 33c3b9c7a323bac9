"""The events of a game that count, and the game after each; what is far back is worked out anew.

A game of thousands of events goes on from a snapshot: only when so much is taken back that an
older game is asked for are the events before the snapshot counted again.
"""

from collections.abc import Callable, Sequence

from rules.game.game import EventJson, Game

Replay = Callable[[Game, EventJson], Game]


class History:
    """A stack of events over the first state; the newest state is always known."""

    def __init__(self, first: Game, replay: Replay) -> None:
        self.events: list[EventJson] = []
        self._states: list[Game | None] = [first]
        self._replay = replay

    @property
    def now(self) -> Game:
        """The game after all events."""
        return self.at(len(self.events))

    def push(self, event: EventJson, after: Game) -> None:
        """One more event counts."""
        self.events.append(event)
        self._states.append(after)

    def replay(self, event: EventJson) -> None:
        """One more event counts, and what it does is worked out."""
        self.push(event, self._replay(self.now, event))

    def pop(self) -> EventJson:
        """The last event counts no more."""
        self.at(len(self.events) - 1)  # before anything changes: it may fail
        self._states.pop()
        return self.events.pop()

    def go_on(self, events: Sequence[EventJson], snapshot: Game) -> None:
        """Start with these events, after which the game was like that."""
        assert events, "a snapshot comes after some event"
        self.events = list(events)
        self._states += [*[None] * (len(self.events) - 1), snapshot]

    def known_at(self, place: int) -> Game | None:
        """The game after so many events, None where it must first be worked out anew."""
        return self._states[place]

    def at(self, place: int) -> Game:
        """The game after so many events."""
        known = next(i for i in range(place, -1, -1) if self._states[i] is not None)
        game = self._states[known]
        assert game is not None, known
        for i in range(known, place):
            game = self._states[i + 1] = self._replay(game, self.events[i])
        return game
