"""A game at one moment, as plain frozen data: the table, whose phase it is, what is remembered.

What the camera cannot see of a man (moved, fired, ammo, ...) is in his own `state`; what belongs
to the whole game (mortars' last spots, smoke, cards, points) is in `record`.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rules.book.question import shown
from rules.game.thing_change import ThingChange
from table.scene import Scene, Soldier, Thing

EventJson = Mapping[str, Any]  # an event as journals and stories have it
# What players do in most books' phases.
MOVE_BY_HAND = "move men by hand"
CLICK_TO_SHOOT = "click a shooter, then his target, Enter; or lay the card FIRE"
# What players call a phase where the program's short name does not say it.
_CALLED = {"move-1": "first to move", "move-2": "second to move"}
_RULE = re.compile(r"\b[A-Z]{2}(?:-[A-Z]+)+-\d+\b")


class EventRefusedError(Exception):
    """One clear sentence on why the event cannot happen now, with the rules that forbid it."""

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of the rules that forbid it, each once."""
        return tuple(dict.fromkeys(_RULE.findall(str(self))))


@dataclass(frozen=True, slots=True)
class Phase:
    """A part of a turn.

    `side` is None where all sides act at once; `clock_s` None where no clock runs. `warnings_s`
    are the seconds before the clock's end at which it warns.
    """

    name: str
    side: str | None = None
    clock_s: float | None = None
    warnings_s: tuple[float, ...] = ()
    allows: frozenset[str] = frozenset()  # the words of the events that may happen in it
    called: str | None = None  # what players call it, where the name does not say it
    todo: str | None = None  # what players do in it, in a few words
    hand_to_hand: bool = False  # enemies in contact fight in it, and nobody shoots
    opportunity: bool = False  # who moves in it may be shot at by the others there and then
    movers: frozenset[str] | None = None  # who alone moves in it; None where its side does

    @property
    def words(self) -> str:
        """What players call it."""
        return self.called or _CALLED.get(self.name, self.name)

    def is_to_move(self, man: Soldier) -> bool:
        """Whether it is this man's time to move."""
        is_his = self.side in {None, man.side} if self.movers is None else man.id in self.movers
        return is_his and "moved" in self.allows


@dataclass(frozen=True, slots=True)
class Loss:
    """A man taken off, or to be taken off when the phase ends."""

    id: str
    side: str
    why: str
    turn: int
    by: str | None = None  # the side that did it
    role: str | None = None


@dataclass(frozen=True)
class Game:
    """A game at one moment.

    `phase` counts from 0 in the turn's phases; `order` lists the sides as they act this turn.
    `hit` are those who fall when the phase ends; `losses` those who are off the table.
    `changes` are what the game did to things; the scene's things have them already, while
    `seen_things` are as the camera has them (see changed_things).
    """

    scene: Scene
    sides: tuple[str, ...]
    order: tuple[str, ...]
    turn: int = 1
    phase: int = 0
    used_s: float = 0.0  # of the phase's clock
    hit: tuple[Loss, ...] = ()
    losses: tuple[Loss, ...] = ()
    agreed: Mapping[str, Any] = field(default_factory=dict)  # victory terms, options
    record: Mapping[str, Any] = field(default_factory=dict)
    winner: str | None = None  # a side, "draw", or None while it goes on
    changes: tuple[ThingChange, ...] = ()
    laid_so_far: int = 0  # how many things the game has laid, for their names
    seen_things: tuple[Thing, ...] | None = None  # None: nothing was changed yet

    @property
    def as_seen(self) -> tuple[Thing, ...]:
        """The things as the camera has them."""
        return self.scene.things if self.seen_things is None else self.seen_things

    def soldier(self, soldier_id: str) -> Soldier:
        """The man of that id; an event that names nobody is refused."""
        found = self.scene.soldier(soldier_id)
        if found is None:
            raise EventRefusedError(f"no soldier {shown(soldier_id)} on the table")
        return found

    def with_state(self, soldier_id: str, **changes: Any) -> "Game":
        """The man's state with these keys set; None takes a key away."""
        man = stating(self.soldier(soldier_id), changes)
        return replace(self, scene=self.scene.with_soldiers(man))

    def with_record(self, **changes: Any) -> "Game":
        """The game's record with these keys set."""
        return replace(self, record={**self.record, **changes})


def stating(man: Soldier, changes: Mapping[str, Any]) -> Soldier:
    """The man with these keys of his state set; None takes a key away."""
    state = {**man.state, **changes}
    return replace(man, state={key: said for key, said in state.items() if said is not None})


def each_state(game: Game, change: Any) -> Game:
    """The game with `change(soldier) -> dict of changes` applied to every man's state."""
    for man in game.scene.soldiers:
        changes = change(man)
        if changes:
            game = game.with_state(man.id, **changes)
    return game
