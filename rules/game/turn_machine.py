"""What a rulebook tells the engine: its phases, its events, its ends."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from rules.book.book import Book
from rules.book.reason import Reason
from rules.game.deed import Deed
from rules.game.dice_tray import DiceTray, Throw, Thrown
from rules.game.event import GameEvent
from rules.game.game import EventRefusedError, Game, Phase
from rules.game.orders import Aimed, FightOrder, ShotOrder
from table.scene import Soldier

E = TypeVar("E", bound=GameEvent)


@dataclass(frozen=True, slots=True)
class Told:
    """The next state, and what a player should hear of it.

    `event` is what happened, with every number that fell; `thrown` those dice in their order;
    `reasons` the rules that decided it.
    """

    game: Game
    lines: tuple[str, ...] = ()
    event: GameEvent | None = None
    thrown: tuple[Thrown, ...] = ()
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Due:
    """An event that comes before the phase may end, what the players are told of it, its dice.

    `in_one_go` is the event that does all of it which needs no word of the players between, such
    as a whole burst; `goes_on` says that what is due after it needs no other press; `open`, that
    others may still act before it. `comes_again`: its die falls turn after turn; who left one to
    the program need not press for the next. `worst` is the event where the players' word decides
    and there are no players.
    """

    event: GameEvent
    words: str
    dice: str | None = None
    in_one_go: GameEvent | None = None
    goes_on: bool = False
    open: bool = False
    comes_again: bool = False
    worst: GameEvent | None = None


@dataclass(frozen=True, slots=True)
class Opening:
    """How many phases would end for an attack, and those of them that nobody has used and might."""

    ends: int = 0
    unused: tuple[Phase, ...] = ()


def _nothing_due(_: Game) -> Due | None:
    """The players are free."""
    return None


def on_foot(_: Soldier) -> tuple[Mapping[str, Any], ...]:
    """A move is a move."""
    return ({},)


def _refuses_nothing(_: Book, __: Game, ___: Any) -> None:
    """What its reducer lets happen may happen."""


@dataclass(frozen=True, slots=True)
class Handler(Generic[E]):
    """What an event of a class does to a game; `dice` are taken from the tray.

    `refuse` raises EventRefusedError for what may not happen any more, but has happened in
    games of older programs: journals that tell of it are still read.
    """

    event: type[E]
    reduce: Callable[[Book, Game, E, DiceTray], Told]
    refuse: Callable[[Book, Game, E], None] = _refuses_nothing


def _no_shooting(book: Book, _: Game, __: ShotOrder) -> GameEvent:
    """A book without weapons."""
    raise EventRefusedError(f"{book.title} has no shooting")


def _no_fighting(book: Book, _: Game, __: FightOrder) -> GameEvent:
    """A book without close combat."""
    raise EventRefusedError(f"{book.title} has no hand to hand; shoot with what he carries")


def _reads_anything(_: Book, __: Soldier) -> None:
    """No state means anything to it."""


def _as_said(_: Book, __: Game, ___: str, state: Mapping[str, Any]) -> Mapping[str, Any]:
    """The players' word holds."""
    return state


def _no_deeds(_: Book, __: Game, ___: Soldier, ____: Soldier | None) -> Iterable[Deed]:
    """All that happens is seen."""
    return ()


def _nothing_besides(
    _: Book, __: Game, ___: Soldier, ____: Aimed
) -> Iterable[tuple[str, ShotOrder]]:
    """Shooter, weapon and target say all."""
    return ()


@dataclass(frozen=True, slots=True)
class Placing:
    """A man is set down, not moved; `refused` is the sentence that says why he may not be."""

    refused: str | None = None


def _no_placing(_: Book, __: Game, ___: Soldier) -> Placing | None:
    """Whoever is seen elsewhere has moved, whoever is seen anew has come."""
    return None


def _nobody_rides(_: Game, __: str) -> None:
    """Everybody stands on the table."""


def _takes_nobody(_: Game, man: Soldier) -> Game:
    """A book without vehicles."""
    raise EventRefusedError(f"{man.id} is in no vehicle")


def _goes_alone(game: Game, _: Soldier) -> Told:
    """Nobody leaves the table with him."""
    return Told(game)


def _ends_nothing(_: Book, __: Game, ___: str, ____: str | None) -> int:
    """Players say when a phase is over."""
    return 0


def _asks_nothing(_: Book, __: Game, ___: str, ____: str | None) -> Opening:
    """No phase that is unused ends for an attack, whoever agrees."""
    return Opening()


def _never_idle(_: Book, __: Game) -> bool:
    """In each phase somebody may do something."""
    return False


def _no_ammo(_: Soldier) -> Mapping[str, object]:
    """A book that counts no shots."""
    return {}


def _no_points(_: Game) -> Mapping[str, int]:
    """Only losses count."""
    return {}


def _only_his_own(_: Game, __: GameEvent) -> frozenset[str]:
    """A side tells of its own men alone."""
    return frozenset()


def _no_hold(_: Game) -> GameEvent | None:
    """A side that does nothing ends its phase."""
    return None


def as_agreed(_: Book, game: Game, terms: Mapping[str, Any]) -> Told:
    """Terms agreed at the table hold from now on."""
    return Told(replace(game, agreed={**game.agreed, **terms}))


@dataclass(frozen=True)
class GameRules:
    """One book's turn machine.

    `phases(game)` are this turn's phases in order; `handlers` are what its events do; `shoot` and
    `fight` are what a player's order is in this game; `end_phase` and `end_turn` tidy up;
    `begin(game)` prepares the first turn; `winner` looks at the end of a turn. `ways_of(man)` are
    what a move of his that was only seen may be declared as, the mildest first; `due(game)` is
    what must happen before this phase can end; `instead` says, for rules that refuse a move, what
    a player does to be let. `reads(book, man)` raises
    where a man's state holds what the book cannot read, `state_keys` are those it keeps, None
    where any may be; `stated(book, game, soldier, state)` is what becomes of the players'
    word on a man's state, and refuses what cannot be. `deeds(book, game, man, chosen)` are what
    the right-click menu of a man tries, alone or by the chosen man with him; what the rules refuse
    is not offered. `ways_at(book, game, man, at)` are ways to fire at a thing or a place that are
    declared, such as smoke, in words and as orders. `agree` is what new terms do to a game under
    way. `placing(book, game, man)` is for phases in which men are set down where players like,
    None in all others; `leaves(game, man)` is what else goes when a man leaves the table, such as
    those he carries; `rider_off(game, name)` is what taking somebody off does who is in a vehicle
    and not on the table, None where nobody called so is; `passes(book, game)` is whether nobody
    can do anything in this phase, so that window and page may pass it by themselves;
    `ends_for(book, game, soldier, weapon)` is how many phases this man's attack ends by itself,
    with that weapon or, None, with any; `asks_for`, which would end if those agreed who have not
    used them;
    `ammo(man)` are the shots left of his weapons, as far as the book counts them;
    `counts_bullets`, whether what is typed with a shot is how often he shoots and not what he
    threw; `fires_as(book, man)` is his place among those who fire in one phase, the lower first
    and equals by lot, None where all fire at once; `shot`, the event a shot is; `hold(game)`, the
    event by which the side whose phase it is holds its fire for the rest of the turn, None where
    there is nothing to hold; `tellers(game, event)`, the sides that may tell it of another side's
    man, such as that they keep him under fire; `points(game)`, what each side has won so far,
    nothing where the book counts none.
    """

    phases: Callable[[Game], tuple[Phase, ...]]
    end_phase: Callable[[Book, Game, Throw | None], Told]
    end_turn: Callable[[Book, Game, Throw | None], Told]
    winner: Callable[[Book, Game], str | None]
    begin: Callable[[Book, Game, Throw | None], Told]
    ways_of: Callable[[Soldier], tuple[Mapping[str, Any], ...]] = on_foot
    due: Callable[[Game], Due | None] = _nothing_due
    instead: Mapping[str, str] = field(default_factory=dict)
    handlers: tuple[Handler[Any], ...] = ()
    shoot: Callable[[Book, Game, ShotOrder], GameEvent] = _no_shooting
    fight: Callable[[Book, Game, FightOrder], GameEvent] = _no_fighting
    reads: Callable[[Book, Soldier], object] = _reads_anything
    state_keys: tuple[str, ...] | None = None
    stated: Callable[[Book, Game, str, Mapping[str, Any]], Mapping[str, Any]] = _as_said
    deeds: Callable[[Book, Game, Soldier, Soldier | None], Iterable[Deed]] = _no_deeds
    ways_at: Callable[[Book, Game, Soldier, Aimed], Iterable[tuple[str, ShotOrder]]] = (
        _nothing_besides
    )
    agree: Callable[[Book, Game, Mapping[str, Any]], Told] = as_agreed
    placing: Callable[[Book, Game, Soldier], Placing | None] = _no_placing
    leaves: Callable[[Game, Soldier], Told] = _goes_alone
    rider_off: Callable[[Game, str], Told | None] = _nobody_rides
    rider: Callable[[Game, str], Soldier | None] = _nobody_rides
    with_rider: Callable[[Game, Soldier], Game] = _takes_nobody
    passes: Callable[[Book, Game], bool] = _never_idle
    ends_for: Callable[[Book, Game, str, str | None], int] = _ends_nothing
    asks_for: Callable[[Book, Game, str, str | None], Opening] = _asks_nothing
    ammo: Callable[[Soldier], Mapping[str, object]] = _no_ammo
    hold: Callable[[Game], GameEvent | None] = _no_hold
    tellers: Callable[[Game, GameEvent], frozenset[str]] = _only_his_own
    points: Callable[[Game], Mapping[str, int]] = _no_points
    counts_bullets: bool = False
    fires_as: Callable[[Book, Soldier], tuple[int, ...]] | None = None
    shot: type[GameEvent] | None = None
