"""The turn: set-up, clear, count, moves by initiative, fire in three sub-phases (LG-TURN)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.book import Book
from rules.game.game import Event, EventRefusedError, Game, Phase, each_state
from rules.game.legs import forgotten
from rules.game.shots import fall_now, thrown_number
from rules.game.turn_machine import Due, Throw, Told
from rules.lgam.clocks import (
    attacker_clock_s,
    defender_clock_s,
    meeting_clock_s,
    move_clock_s,
    warnings_s,
)
from rules.lgam.dice_move import DARE
from rules.lgam.ground_events import dug_foxholes, removed_obstacles, smoke_after
from rules.lgam.laid_things import entries_of, with_entries, with_laid
from table.scene import Soldier

SET_UP = frozenset({"mines", "declared"})
MOVING = frozenset({"moved", "dared", "declared", "fell", "boarded", "deployed", "fired", "healed"})
FIRING = frozenset({"fired", "work", "healed"})
ONE_TURN = ("fired", "moved", "working", "deployed", "entrenching", "covering_fire", DARE)
SUBPHASES = ("4a", "4b", "4c")


def phases(game: Game) -> tuple[Phase, ...]:
    """This turn's phases; the first turn begins with setting up."""
    clocks: Mapping[str, float] = game.record.get("clock_s", {})
    moves = tuple(
        Phase(f"move-{i}", side, *_clock(clocks.get(side)), MOVING)
        for i, side in enumerate(game.order, start=1)
    )
    fire = tuple(
        Phase(f"fire-{sub}", side, allows=FIRING) for sub in SUBPHASES for side in game.order
    )
    clear = Phase("clear", allows=frozenset({"unjam"}))
    count = Phase("count", allows=frozenset({"initiative", "smoke"}))
    return (*_set_up(game), clear, count, *moves, *fire)


def _clock(clock_s: float | None) -> tuple[float | None, tuple[float, ...]]:
    return (None, ()) if clock_s is None else (clock_s, warnings_s(clock_s))


def _set_up(game: Game) -> tuple[Phase, ...]:
    if game.turn > 1:
        return ()
    plan: list[tuple[str | None, float | None]] = game.record.get("set_up", [[None, None]])
    return tuple(Phase("set-up", side, *_clock(clock_s), SET_UP) for side, clock_s in plan)


def begin(book: Book, game: Game, throw: Throw | None) -> Told:
    """Who sets up when (LG-SCEN): agreed {"scenario": "attack-defend" or "attack-attack"}."""
    scenario = game.agreed.get("scenario")
    plan: list[list[Any]] = [[None, None]]
    if scenario == "attack-defend":
        attacker = _attacker(book, game, throw)
        others = [side for side in game.sides if side != attacker]
        plan = [[side, defender_clock_s(book, game.scene, side)] for side in others]
        plan.append([attacker, attacker_clock_s(book, game.scene, attacker)])
    elif scenario == "attack-attack":
        plan = [[None, meeting_clock_s(book, game.scene)]]
    elif scenario is not None:
        raise EventRefusedError(
            f"no scenario {scenario}; there are attack-attack and attack-defend"
        )
    told = game.with_record(set_up=plan)
    first = phases(told)[0]
    return Told(told, (f"turn 1: {first.words}" + (f", {first.side}" if first.side else ""),))


def _attacker(book: Book, game: Game, throw: Throw | None) -> str:
    """LG-SCEN-01: one die for the side named first, unless the attacker is agreed."""
    agreed = game.agreed.get("attacker")
    if agreed in game.sides:
        return str(agreed)
    die = thrown_number({"event": "set-up", "roll": game.agreed.get("roll")}, "roll", "1d6", throw)
    return game.sides[0] if die <= (book.rows["LG-SCEN-01"].value or 0) else game.sides[1]


def unjam(book: Book, game: Game, event: Event, throw: Throw | None) -> Told:
    """LG-CONV-06: a jammed man throws 2d6."""
    man = game.soldier(str(event.get("soldier")))
    if not man.state.get("jammed"):
        raise EventRefusedError(f"{man.id} has no jam to clear")
    return _unjammed(book, game, man, thrown_number(event, "roll", "2d6", throw))


def _unjammed(book: Book, game: Game, man: Soldier, thrown: int) -> Told:
    game = game.with_record(unjam_thrown=[*game.record.get("unjam_thrown", []), man.id])
    if thrown > (book.rows["LG-CONV-06"].value or 0):
        return Told(game, (f"{man.id} throws {thrown}: still jammed",))
    return Told(game.with_state(man.id, jammed=None), (f"{man.id} clears his jam",))


def initiative(book: Book, game: Game, event: Event, throw: Throw | None) -> Told:
    """LG-TURN-04: one die for the side named first."""
    die = thrown_number(event, "roll", "1d6", throw)
    first, second, *rest = game.sides
    ahead = die <= (book.rows["LG-TURN-04"].value or 0)
    order = (first, second, *rest) if ahead else (second, first, *rest)
    told = replace(game, order=order).with_record(initiative=game.turn)
    return Told(told, (f"{order[0]} has the initiative",))


def due(game: Game) -> Due | None:
    """In clear each jam is tried, in count the initiative is thrown."""
    name = phases(game)[game.phase].name
    if name == "count" and game.record.get("initiative") != game.turn:
        return Due({"event": "initiative"}, f"{game.sides[0]} throws for the initiative", "1d6")
    tried = set(game.record.get("unjam_thrown", []))
    jammed = (man.id for man in game.scene.soldiers if man.state.get("jammed"))
    for man in jammed:
        if name == "clear" and man not in tried:
            event = {"event": "unjam", "soldier": man}
            return Due(event, f"{man} tries to clear his jam", "2d6")
    return None


def end_phase(book: Book, game: Game, throw: Throw | None) -> Told:
    """What the end of each phase does."""
    game = forgotten(with_laid(game))
    name = phases(game)[game.phase].name
    if name == "clear":
        return _cleared(book, game, throw)
    if name == "count":
        return _counted(book, game, throw)
    if name == f"move-{len(game.order)}":
        return _moves_over(game)
    return Told(game)


def _cleared(book: Book, game: Game, throw: Throw | None) -> Told:
    """LG-TURN-02: the fallen go, jams are tried, what was for one turn ends."""
    lines: list[str] = []
    tried = set(game.record.get("unjam_thrown", []))
    for man in game.scene.soldiers:
        if throw is not None and man.state.get("jammed") and man.id not in tried:
            told = _unjammed(book, game, man, throw("2d6"))
            game, lines = told.game, [*lines, *told.lines]
    down = [man.id for man in game.scene.soldiers if man.state.get("down") is not None]
    game = fall_now(game, down, "fallen", "")
    game = each_state(game, lambda man: {key: None for key in ONE_TURN if key in man.state})
    return Told(
        game.with_record(unjam_thrown=[]), (*lines, *(f"{i} is off the table" for i in down))
    )


def _counted(book: Book, game: Game, throw: Throw | None) -> Told:
    """LG-TURN-03 and -04; at the start of the moves smoke thins and obstacles are gone."""
    lines: tuple[str, ...] = ()
    if game.record.get("initiative") != game.turn:
        told = initiative(book, game, {"event": "initiative"}, throw)
        game, lines = told.game, told.lines
    thinned = smoke_after(book, game, throw)
    opened = removed_obstacles(book, thinned.game)
    clocks = {side: move_clock_s(book, opened.game.scene, side) for side in game.sides}
    return Told(opened.game.with_record(clock_s=clocks), (*lines, *thinned.lines, *opened.lines))


def _moves_over(game: Game) -> Told:
    """LG-TURN-06, LG-DIG-03: who lies stays down; foxholes are dug."""
    game = each_state(
        game, lambda man: {"down": "knocked"} if man.state.get("down") == "shot" else {}
    )
    return Told(dug_foxholes(game))


def end_turn(_: Book, game: Game, __: Throw | None) -> Told:
    """LG-SMOKE-04: smoke in which something burst is gone after that turn."""
    burst = [entry["id"] for entry in entries_of(game, "smoke") if entry.get("burst")]
    after = with_entries(game, lambda entry: None if entry["id"] in burst else entry)
    return Told(after, tuple(f"{name} is blown away" for name in burst))
