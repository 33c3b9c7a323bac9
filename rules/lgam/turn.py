"""The turn goes on: who sets up, what is thrown, and what the end of each phase does (LG-TURN)."""

from dataclasses import replace

from rules.book.book import Book
from rules.game.dice_tray import DiceTray, Die, Numbers, Throw
from rules.game.game import EventRefusedError, Game, each_state
from rules.game.legs import forgotten
from rules.game.shots import fall_now
from rules.game.turn_machine import Due, Told
from rules.lgam.clocks import (
    attacker_clock_s,
    defender_clock_s,
    meeting_clock_s,
    move_clock_s,
)
from rules.lgam.events import Initiative, SmokeTried, Unjam
from rules.lgam.ground_work import dug_foxholes, removed_obstacles
from rules.lgam.phases import phase_of, phases, refuse_down
from rules.lgam.record import SettingUp, record_of, recorded
from rules.lgam.riding import fallen_with, riders_rested, with_riders
from rules.lgam.roles import is_standing
from rules.lgam.smoke import (
    screens,
    smoke_after,
    smoke_noticed,
    smoke_to_try,
    without_smoke,
)
from rules.lgam.state import ONE_TURN, state_of
from table.scene import Soldier


def begin(book: Book, game: Game, throw: Throw | None) -> Told:
    """Who sets up when (LG-SCEN): agreed {"scenario": "attack-defend" or "attack-attack"}."""
    scenario = game.agreed.get("scenario")
    plan: tuple[SettingUp, ...] = (SettingUp(),)
    lines: tuple[str, ...] = ()
    if scenario == "attack-defend":
        attacker, lines = _attacker(book, game, throw)
        others = [side for side in game.sides if side != attacker]
        defends = (SettingUp(side, defender_clock_s(book, game.scene, side)) for side in others)
        plan = (*defends, SettingUp(attacker, attacker_clock_s(book, game.scene, attacker)))
    elif scenario == "attack-attack":
        plan = (SettingUp(None, meeting_clock_s(book, game.scene)),)
    elif scenario is not None:
        raise EventRefusedError(
            f"no scenario {scenario}; there are attack-attack and attack-defend"
        )
    told = recorded(game, replace(record_of(game), set_up=plan))
    first = phases(told)[0]
    whose = f", {first.side}" if first.side else ""
    return Told(told, (*lines, f"turn 1: {first.words}{whose}"))


def _attacker(book: Book, game: Game, throw: Throw | None) -> tuple[str, tuple[str, ...]]:
    """LG-SCEN-01: one die for the side named first, unless the attacker is agreed."""
    agreed, roll = game.agreed.get("attacker"), game.agreed.get("roll")
    if agreed in game.sides:
        return str(agreed), ()
    given: Numbers = {("roll", None): (roll,)} if isinstance(roll, int) else {}
    rule = book.rows["LG-SCEN-01"]
    needs, why = f"{rule.number:g}-", (rule.reason(),)
    die = Die("1d6", game.sides[0], "attacks or defends", needs, field="roll", reasons=why)
    thrown = DiceTray(given, throw).take(die)
    attacks = game.sides[0] if thrown <= rule.number else game.sides[1]
    return attacks, (f"{game.sides[0]} throws {thrown}: {attacks} attacks ({rule.id})",)


def due(game: Game) -> Due | None:
    """In clear each jam is tried; in count the initiative is thrown, and a die for each smoke."""
    name, record = phase_of(game).name, record_of(game)
    if name == "clear":
        for man in game.scene.soldiers:
            tries = is_standing(man) and man.id not in record.tried_jams
            if tries and state_of(man).jammed:
                words = f"{man.id} tries to clear his jam"
                return Due(Unjam(soldier=man.id), words, "2d6", comes_again=True)
    if name == "count" and record.initiative != game.turn:
        words = f"{game.sides[0]} throws for the initiative"
        return Due(Initiative(), words, "1d6", comes_again=True)
    if name == "count":
        for smoke in smoke_to_try(game):
            words = f"a die for {smoke}: it stays on 1-3"
            return Due(SmokeTried(smoke=smoke), words, "1d6", comes_again=True)
    return None


def refuse_unjamming(_: Book, game: Game, event: Unjam) -> None:
    """One tries once a turn, while he stands."""
    refuse_down(game.soldier(event.soldier))
    if event.soldier in record_of(game).tried_jams:
        raise EventRefusedError(f"{event.soldier} has tried this turn (LG-CONV-06)")


def unjam(book: Book, game: Game, event: Unjam, dice: DiceTray) -> Told:
    """LG-CONV-06: a jammed man throws 2d6."""
    man = game.soldier(event.soldier)
    if not state_of(man).jammed:
        raise EventRefusedError(f"{man.id} has no jam to clear (LG-CONV-06)")
    return _unjammed(book, game, man, dice)


def _unjammed(book: Book, game: Game, man: Soldier, dice: DiceTray) -> Told:
    rule = book.rows["LG-CONV-06"]
    most = int(rule.number)
    why = "to clear his jam"
    thrown = dice.take(Die("2d6", man.id, why, f"{most}-", reasons=(rule.reason(),)))
    record = record_of(game)
    game = recorded(game, replace(record, tried_jams=record.tried_jams | {man.id}))
    if thrown > most:
        return Told(game, (f"{man.id} throws {thrown}: still jammed (LG-CONV-06)",))
    return Told(
        game.with_state(man.id, jammed=None),
        (f"{man.id} clears his jam with a {thrown} (LG-CONV-06)",),
    )


def refuse_initiative(_: Book, game: Game, __: Initiative) -> None:
    """It is thrown once a turn."""
    if record_of(game).initiative == game.turn:
        raise EventRefusedError("the initiative of this turn was thrown (LG-TURN-04)")


def initiative(book: Book, game: Game, _: Initiative, dice: DiceTray) -> Told:
    """LG-TURN-04: one die for the side named first."""
    return _initiative(book, game, dice)


def _initiative(book: Book, game: Game, dice: DiceTray) -> Told:
    first, second, *rest = game.sides
    rule = book.rows["LG-TURN-04"]
    most = int(rule.number)
    thrown = dice.take(Die("1d6", first, "initiative", f"{most}-", reasons=(rule.reason(),)))
    order = (first, second, *rest) if thrown <= most else (second, first, *rest)
    told = replace(game, order=order)
    line = f"{first} throws {thrown}: {order[0]} has the initiative (LG-TURN-04)"
    return Told(recorded(told, replace(record_of(told), initiative=game.turn)), (line,))


def end_phase(book: Book, game: Game, throw: Throw | None) -> Told:
    """What the end of each phase does."""
    game = forgotten(recorded(game, replace(record_of(game), shot_at=())))
    name, dice = phase_of(game).name, DiceTray({}, throw)
    if name == "clear":
        return _cleared(book, game, dice)
    if name == "count":
        return _counted(book, game, dice)
    if name == f"move-{len(game.order)}":
        return _moves_over(game)
    return Told(game)


def _cleared(book: Book, game: Game, dice: DiceTray) -> Told:
    """LG-TURN-02: the fallen go, jams are tried, what was for one turn ends."""
    lines: list[str] = []
    for man in game.scene.soldiers:
        may_throw = dice.throw is not None and man.id not in record_of(game).tried_jams
        if may_throw and is_standing(man) and state_of(man).jammed:
            told = _unjammed(book, game, man, dice)
            game, lines = told.game, [*lines, *told.lines]
    down = [man for man in game.scene.soldiers if not is_standing(man)]
    for man in down:
        told = fallen_with(game, man)
        game, lines = told.game, [*lines, *told.lines]
    game = fall_now(game, [man.id for man in down], "fallen", "")
    game = each_state(game, lambda man: {key: None for key in ONE_TURN if key in man.state})
    game = riders_rested(recorded(game, replace(record_of(game), tried_jams=frozenset())))
    return Told(game, (*lines, *(f"{man.id} is off the table" for man in down)))


def _counted(book: Book, game: Game, dice: DiceTray) -> Told:
    """LG-TURN-03 and -04; at the start of the moves smoke thins and obstacles are gone."""
    lines: tuple[str, ...] = ()
    if record_of(game).initiative != game.turn:
        told = _initiative(book, game, dice)
        game, lines = told.game, told.lines
    thinned = smoke_after(book, game, dice)
    opened = removed_obstacles(book, thinned.game)
    everybody = with_riders(opened.game)
    clocks_s = {side: move_clock_s(book, everybody, side) for side in game.sides}
    record = replace(record_of(opened.game), clocks_s=clocks_s)
    return Told(recorded(opened.game, record), (*lines, *thinned.lines, *opened.lines))


def _moves_over(game: Game) -> Told:
    """LG-TURN-06, LG-DIG-03: who lies stays down; foxholes are dug."""
    game = each_state(game, lambda man: {} if is_standing(man) else {"down": "knocked"})
    return dug_foxholes(game)


def end_turn(_: Book, game: Game, __: Throw | None) -> Told:
    """LG-SMOKE-04: smoke in which something burst is gone after that turn."""
    record = record_of(game)
    burst = sorted(record.burst_smoke.intersection(one.name for one in screens(game)))
    after = without_smoke(recorded(game, replace(record, burst_smoke=frozenset())), burst)
    lines = tuple(f"{name} is blown away (LG-SMOKE-04)" for name in burst)
    return Told(smoke_noticed(after), lines)
