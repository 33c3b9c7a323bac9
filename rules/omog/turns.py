"""The turn of both OMOG books: side one moves, side two moves, both fire, hand to hand.

Each book adds what its weapons need (ammunition and crews, or loading and charges).
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from rules.answer import Fight, Move, Shot
from rules.book import Book
from rules.game.game import Event, EventRefusedError, Game, Phase, each_state
from rules.game.legs import gone_along, whole_way
from rules.game.shots import (
    asked,
    fall_now,
    fallen_of,
    hit_later,
    succeeded,
    thrown_numbers,
)
from rules.game.turn_machine import Throw, Told
from rules.game.victory import (
    fewest_losses,
    objective_taken,
    objectives,
    sole_survivor,
    time_is_up,
)
from table.directions import distance_in
from table.scene import Soldier

CLOCK_S = 120.0
WARNINGS_S = (60.0, 30.0, 10.0)
OBJECTIVE_IN = 3.0
BACK_IN = 0.25  # who is set down so near to where he began stands there again
MOVING = frozenset({"moved", "declared"})


def phases(game: Game) -> tuple[Phase, ...]:
    """The four phases of a turn, the moves in this turn's order."""
    moves = tuple(
        Phase(f"move-{number}", side, CLOCK_S, WARNINGS_S, MOVING | {"fired"})
        for number, side in enumerate(game.order, start=1)
    )
    fire = Phase("fire", allows=frozenset({"fired", "declared"}))
    return (*moves, fire, Phase("hand-to-hand", allows=frozenset({"fought"})))


def begin(_: Book, game: Game, __: Throw | None) -> Told:
    """Nothing to prepare: side one moves first."""
    first = phases(game)[0]
    return Told(game, (f"turn 1: {first.words}, {first.side}, {CLOCK_S:.0f} seconds",))


def moved(book: Book, game: Game, event: Event, _: Throw | None) -> Told:
    """A man has gone along a path; refused where a rule forbids it, unless `overruled`.

    Who comes back to where the phase found him has not moved. Men who cross a Line of Fire
    uncovered fall at once.
    """
    man = game.soldier(str(event.get("soldier")))
    _refuse_other_side(book, game, man)
    begun, whole = whole_way(game, man, event)
    # Only where he stood when the phase began and where he stands now count, not the stops.
    whole["path"] = [whole["path"][0], *event["path"][1:]] if begun is not game else whole["path"]
    declare = {**whole["declare"], "elapsed": game.used_s}
    question = {"ask": "move", "soldier": man.id, "path": whole["path"], "declare": declare}
    answer = None if event.get("overruled") else asked(book, begun, question)
    after = _marked(gone_along(game, man, event, whole), begun.soldier(man.id))
    if isinstance(answer, Move) and any(r.rule.endswith("-LOF-02") for r in answer.reasons):
        fallen = fall_now(after, (man.id,), "crossed a line of fire", _enemy_of(game, man))
        return Told(fallen, (f"{man.id} crosses a line of fire and falls",))
    return Told(after)


def _marked(game: Game, start: Soldier) -> Game:
    """The game with the man `moved`, unless he is back where he began."""
    away_in = distance_in(start.place, game.soldier(start.id).place)
    is_back = away_in <= BACK_IN and not start.state.get("moved")
    return game.with_state(start.id, moved=None if is_back else True)


def _refuse_other_side(book: Book, game: Game, man: Soldier) -> None:
    phase = phases(game)[game.phase]
    if phase.side not in {None, man.side}:
        rule = "OM-TURN-01" if book.name == "omog-musket" else "OA-TURN-01"
        raise EventRefusedError(f"it is {phase.side}'s turn to move, {man.id} waits ({rule})")


def refuse_early_fire(game: Game, *, is_free: bool) -> None:
    """Fire comes after both moves; free shots alone fall in a move."""
    phase = phases(game)[game.phase]
    if phase.name != "fire" and not is_free:
        now = f"{phase.side}'s move" if phase.side else phase.words
        raise EventRefusedError(f"it is {now}; both sides fire after the moves")


def fired_at(book: Book, game: Game, event: Event, throw: Throw | None) -> Told:
    """A shot at a man or a thing: the number thrown decides, the hit fall at the phase's end."""
    question = {
        "ask": "shoot",
        "shooter": event.get("shooter"),
        "target": event.get("target"),
        **{key: event[key] for key in ("weapon", "declare") if event.get(key) is not None},
    }
    shot = asked(book, game, question)
    assert isinstance(shot, Shot), shot
    assert shot.roll is not None, shot
    shooter = game.soldier(str(event["shooter"]))
    if shot.caught is not None and shot.band == "cone":
        fallen = fallen_of(shot.caught, event, throw)
    else:
        (thrown,) = thrown_numbers(event, 1, shot.roll.dice, throw)
        if not succeeded(shot.roll, thrown):
            return Told(game, (f"{shooter.id} throws {thrown} and misses {event['target']}",))
        fallen = _struck(game, event, shot, throw)
    why = f"shot by {shooter.id}"
    lines = tuple(f"{name} is hit" for name in fallen) or ("nobody is hit",)
    return Told(hit_later(game, fallen, why, shooter.side), lines)


def _struck(game: Game, event: Event, shot: Shot, throw: Throw | None) -> tuple[str, ...]:
    target = str(event["target"])
    if game.scene.soldier(target) is not None:
        return (target,)
    return fallen_of(shot.caught or (), event, throw)


def fought(book: Book, game: Game, event: Event, throw: Throw | None) -> Told:
    """Hand to hand, attackers one after the other, until the defender or all of them fall.

    `throws` are pairs (attacker, defender); equal sums are thrown again. The third attacker
    removes him without a throw.
    """
    defender = game.soldier(str(event.get("defender")))
    bouts = _bouts(book, game, event)
    throws = iter(_pairs(event))
    lines: list[str] = []
    for place, (attacker, lead) in enumerate(bouts):
        if place == 2 or _won(lead, throws, throw):
            why = f"beaten by {attacker.id}"
            lines.append(f"{attacker.id} beats {defender.id}")
            return Told(fall_now(game, (defender.id,), why, attacker.side), tuple(lines))
        game = fall_now(game, (attacker.id,), f"beaten by {defender.id}", defender.side)
        lines.append(f"{defender.id} beats {attacker.id}")
    return Told(game, tuple(lines))


def _bouts(book: Book, game: Game, event: Event) -> list[tuple[Soldier, float]]:
    """The attackers in order, each with what he adds more than the defender against him."""
    fight = _asked_fight(book, game, event, event.get("attackers"))
    attackers = [game.soldier(bonus.id) for bonus in fight.bonuses[:-1]]
    bouts = []
    for man, bonus in zip(attackers, fight.bonuses, strict=False):
        alone = _asked_fight(book, game, event, [man.id])
        bouts.append((man, bonus.value - alone.bonuses[-1].value))
    return bouts


def _asked_fight(book: Book, game: Game, event: Event, attackers: Any) -> Fight:
    question = {"ask": "fight", "attackers": attackers, "defender": event.get("defender")}
    declare = _mapping(event.get("declare"))
    if "charge" in declare and isinstance(attackers, list):
        charging = {k: v for k, v in _mapping(declare["charge"]).items() if k in attackers}
        declare = {**declare, "charge": charging}
    fight = asked(book, game, {**question, "declare": declare} if declare else question)
    assert isinstance(fight, Fight), fight
    return fight


def _won(lead: float, throws: Iterator[tuple[int, int]], throw: Throw | None) -> bool:
    """Whether the attacker wins his bout."""
    while True:
        pair = next(throws, None)
        if pair is None:
            if throw is None:
                raise EventRefusedError(
                    'fought needs more throws, pairs like "throws": [[4, 2]] (attacker, defender)'
                )
            pair = throw("1d6"), throw("1d6")
        difference = pair[0] + lead - pair[1]
        if difference != 0:
            return difference > 0


def _pairs(event: Event) -> tuple[tuple[int, int], ...]:
    throws = event.get("throws") or []
    if not isinstance(throws, list) or not all(_is_pair(pair) for pair in throws):
        raise EventRefusedError("throws needs pairs of numbers, like [[4, 2]]")
    return tuple((pair[0], pair[1]) for pair in throws)


def _is_pair(value: Any) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 2
        and all(isinstance(n, int) and 1 <= n <= 6 for n in value)
    )


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


def _enemy_of(game: Game, man: Soldier) -> str:
    return next((side for side in game.sides if side != man.side), man.side)


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
