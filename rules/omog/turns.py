"""The turn of both OMOG books: side one moves, side two moves, both fire, hand to hand.

Each book adds what its weapons need (ammunition and crews, or loading and charges).
"""

from collections.abc import Iterable
from dataclasses import replace

from rules.book.answer import Problem, Units
from rules.book.ask import ask
from rules.book.book import Book
from rules.game.dice_tray import Throw
from rules.game.game import (
    CLICK_TO_SHOOT,
    MOVE_BY_HAND,
    EventRefusedError,
    Game,
    Phase,
    each_state,
)
from rules.game.turn_machine import Told
from rules.game.victory import (
    fewest_losses,
    objective_taken,
    objectives,
    sole_survivor,
    time_is_up,
)
from rules.omog.meanings import row

CLOCK_S = 120.0
WARNINGS_S = (60.0, 30.0, 10.0)
OBJECTIVE_IN = 3.0
MOVING = frozenset({"moved", "declared", "fired"})
STRAGGLING = ("UNIT-04", "UNIT-05")  # what is wrong with a team that has just moved


def phases(game: Game) -> tuple[Phase, ...]:
    """The four phases of a turn, the moves in this turn's order."""
    moves = tuple(
        Phase(f"move-{number}", side, CLOCK_S, WARNINGS_S, MOVING, todo=MOVE_BY_HAND)
        for number, side in enumerate(game.order, start=1)
    )
    fire = Phase("fire", allows=frozenset({"fired", "declared"}), todo=CLICK_TO_SHOOT)
    fights = Phase(
        "hand-to-hand",
        allows=frozenset({"fought"}),
        called="hand to hand",
        todo="click attacker and defender, Enter; with nothing typed the program throws",
        hand_to_hand=True,
    )
    return (*moves, fire, fights)


def phase_of(game: Game) -> Phase:
    """The phase the game is in."""
    return phases(game)[game.phase]


def is_fire(game: Game) -> bool:
    """Whether both sides fire now."""
    return phase_of(game).name == "fire"


def begin(book: Book, game: Game, _: Throw | None) -> Told:
    """Side one moves first; what is wrong with the teams is said."""
    first = phases(game)[0]
    wrong = _problems(book, game, force_limit=game.agreed.get("force_limit") is True)
    begins = f"turn 1: {first.words}, {first.side}, {CLOCK_S:.0f} seconds"
    return Told(game, (*_words(wrong), begins))


def stragglers(book: Book, game: Game) -> tuple[str, ...]:
    """Who of the side that has just moved is too far from his team, or alone."""
    side = phase_of(game).side
    rules = {row(book, short).id for short in STRAGGLING}
    return _words(
        problem
        for problem in _problems(book, game)
        if problem.rule in rules and all(game.soldier(i).side == side for i in problem.soldiers)
    )


def _problems(book: Book, game: Game, *, force_limit: bool = False) -> tuple[Problem, ...]:
    question = {"ask": "units", "declare": {"force_limit": force_limit}}
    answer = ask(game.scene, question, book)
    assert isinstance(answer, Units), answer
    return answer.problems


def _words(problems: Iterable[Problem]) -> tuple[str, ...]:
    """What is wrong, in sentences: what is true of one man and of others is said once of all.

    >>> _words([Problem("X-1", (name,), "too far from his team") for name in ("B1", "B2")])
    ('B1, B2: each too far from his team (X-1)',)
    """
    alike = dict[tuple[object, ...], list[Problem]]()
    for one in problems:
        team = one.soldiers if len(one.soldiers) > 1 else ()
        alike.setdefault((one.rule, one.why, team), []).append(one)
    return tuple(
        f"{', '.join(name for one in same for name in one.soldiers)}: "
        f"{'each ' if len(same) > 1 else ''}{same[0].why} ({same[0].rule})"
        for same in alike.values()
    )


def refuse_early_fire(book: Book, game: Game, *, is_free: bool) -> None:
    """Fire comes after both moves; free shots alone fall in a move."""
    phase = phase_of(game)
    if phase.name != "fire" and not is_free:
        now = f"{phase.side}'s move" if phase.side else phase.words
        rule = row(book, "TURN-02").id
        raise EventRefusedError(f"it is {now}; both sides fire after the moves ({rule})")


def winner(_: Book, game: Game) -> str | None:
    """Wiped out, an objective taken, or the agreed turns played."""
    taken = [
        side
        for side, place in objectives(game).items()
        if objective_taken(game, side, place, OBJECTIVE_IN)
    ]
    if len(taken) == 1:
        return taken[0]
    survivor = sole_survivor(game)
    if survivor is not None:
        return survivor
    return fewest_losses(game) if time_is_up(game) else None


def swapped(game: Game) -> Game:
    """The sides in the other order, for the next turn."""
    return replace(game, order=(*game.order[1:], game.order[0]))


def officers_lost(game: Game) -> frozenset[str]:
    """The sides that lost an officer in this turn."""
    return frozenset(
        loss.side for loss in game.losses if loss.turn == game.turn and loss.role == "officer"
    )


def cleared(game: Game, *keys: str) -> Game:
    """The game with these keys taken from every man's state."""
    return each_state(game, lambda man: {key: None for key in keys if key in man.state})
