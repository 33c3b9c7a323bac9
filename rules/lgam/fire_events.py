"""Fire in a game: the numbers thrown settle what the answers to `shoot` and `burst` allow.

Who is hit is laid down and stays on the table until the clear phase (LG-TURN-08).
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from shapely import Polygon

from rules.answer import Burst, Shot
from rules.book import Book
from rules.field import field_of
from rules.game.game import Event, EventRefusedError, Game
from rules.game.shots import asked, succeeded, thrown_number, thrown_numbers
from rules.game.turn_machine import Throw, Told
from rules.lgam.ground_events import after_blast, laid_smoke
from rules.lgam.laid_things import with_laid
from rules.lgam.turn import phases
from rules.lgam.weapons import FUEL_TANKS, carries, line_of, own_weapons
from table.scene import Soldier

WORST_STATE = {"jam": "jammed", "out-of-ammo": "no_ammo"}
WORST_ROLL = 12


def fired(book: Book, game: Game, event: Event, throw: Throw | None) -> Told:
    """A shot (`target`, or `targets` for each roll) or a burst (`aim`)."""
    game = with_laid(game)
    shooter = game.soldier(str(event.get("shooter")))
    weapon = _weapon(book, shooter, event)
    event = {**event, "weapon": weapon, "declare": _declared(game, shooter, event)}
    told = _burst(book, game, event, throw) if "aim" in event else _shots(book, game, event, throw)
    fired_so_far = [*shooter.state.get("fired", []), weapon]
    after = told.game.with_state(shooter.id, fired=fired_so_far, overwatch=None, field=None)
    return Told(after, told.lines)


def _weapon(book: Book, shooter: Soldier, event: Event) -> str:
    named = event.get("weapon")
    own = own_weapons(book, shooter)
    if named is None and not own:
        raise EventRefusedError(f"{shooter.id} has no weapon")
    return str(named or own[0])


def _declared(game: Game, shooter: Soldier, event: Event) -> dict[str, Any]:
    """Fire in its sub-phase and by its side; in the moves only opportunity fire (LG-OPP-01)."""
    phase = phases(game)[game.phase]
    said = event.get("declare")
    known = dict(said) if isinstance(said, Mapping) else {}
    if phase.name.startswith("move"):
        return {**known, "opportunity": True}
    if phase.side != shooter.side:
        raise EventRefusedError(f"{phase.side} fires now, {shooter.id} waits (LG-TURN-07)")
    return {**known, "subphase": phase.name.removeprefix("fire-")}


def _question(event: Event, **fields: Any) -> dict[str, Any]:
    keys = ("shooter", "weapon", "declare")
    return {**{key: event[key] for key in keys}, **fields}


def _shots(book: Book, game: Game, event: Event, throw: Throw | None) -> Told:
    """As many rolls as the rate of fire, all at one target or shared out (LG-FIRE-15)."""
    named = event.get("targets")
    targets = named if isinstance(named, list) and named else [event.get("target")]
    answers = {str(t): _shot(book, game, event, t) for t in targets}
    first = answers[str(targets[0])]
    assert first.roll is not None, first
    rolls = thrown_numbers(event, first.shots, first.roll.dice, throw)
    shared = [str(targets[min(i, len(targets) - 1)]) for i in range(len(rolls))]
    hit, lines = [], []
    for target, thrown in zip(shared, rolls, strict=True):
        roll = answers[target].roll
        assert roll is not None, target
        struck = succeeded(roll, thrown)
        lines.append(f"{event['shooter']} throws {thrown} at {target}: " + _word(hit=struck))
        hit += [_struck(book, game, event, target, throw)] if struck else []
    after = _worst(game, str(event["shooter"]), first.on_worst, rolls)
    return _fallen(book, Told(after, tuple(lines)), hit, event, throw)


def _word(*, hit: bool) -> str:
    return "a hit" if hit else "a miss"


def _shot(book: Book, game: Game, event: Event, target: Any) -> Shot:
    shot = asked(book, game, _question(event, ask="shoot", target=target))
    assert isinstance(shot, Shot), shot
    return shot


def _struck(book: Book, game: Game, event: Event, target: str, throw: Throw | None) -> str:
    """Who is hit: the target, in smoke a random man in it (LG-SMOKE-06)."""
    field = field_of(game.scene, book.meanings)
    clouds = set(field.inside(game.soldier(target), "smoke"))
    if not clouds:
        return target
    men = sorted(m.id for m in game.scene.soldiers if clouds & set(field.inside(m, "smoke")))
    chosen = event.get("random")
    if chosen in men or len(men) == 1:
        return str(chosen) if chosen in men else men[0]
    if throw is None:
        raise EventRefusedError(f'a random man in the smoke is hit; give "random", one of {men}')
    return men[throw(f"1d{len(men)}") - 1]


def _burst(book: Book, game: Game, event: Event, throw: Throw | None) -> Told:
    question = _question(event, ask="burst", aim=event["aim"])
    asked(book, game, question)  # refused before anything is thrown
    thrown = thrown_number(event, "roll", "2d6", throw)
    burst = asked(book, game, {**question, "roll": thrown})
    assert isinstance(burst, Burst), burst
    line = line_of(book, str(event["weapon"]))
    game = _worst(game, str(event["shooter"]), line.worst, [thrown])
    lines = [f"{event['shooter']} throws {thrown}: " + _word(hit=burst.lands is not None)]
    if burst.lands is None:
        return Told(game, tuple(lines))
    area = Polygon(burst.area[0])
    if event["declare"].get("smoke") or "smoke" in line.flags:
        return Told(laid_smoke(game, area), (*lines, "smoke covers the ground"))
    hit = [man.id for man in burst.caught if man.hit]
    return _fallen(book, Told(after_blast(game, area), tuple(lines)), hit, event, throw)


def _worst(game: Game, shooter: str, on_worst: str | None, rolls: Sequence[int]) -> Game:
    """LG-CONV-05, LG-CONV-07: a natural 12 jams or empties the weapon."""
    if on_worst is None or WORST_ROLL not in rolls:
        return game
    return game.with_state(shooter, **{WORST_STATE[on_worst]: True})


def _fallen(book: Book, told: Told, hit: Iterable[str], event: Event, throw: Throw | None) -> Told:
    """The hit are down, and the tanks of those who carry some may explode (LG-ROLE-16)."""
    game, said = told.game, list(told.lines)
    waiting = list(dict.fromkeys(hit))
    while waiting:
        man = game.soldier(waiting.pop(0))
        if man.state.get("down") is not None:
            continue
        game = game.with_state(man.id, down="shot")
        said.append(f"{man.id} is hit")
        if carries(man, FUEL_TANKS):
            caught = _exploded(book, game, man, event, throw)
            said.append(f"{man.id}'s tanks " + ("explode" if caught is not None else "hold"))
            waiting += caught or []
    return Told(game, tuple(said))


def _exploded(
    book: Book, game: Game, man: Soldier, event: Event, throw: Throw | None
) -> list[str] | None:
    """Whom a flame thrower's tanks hit, None where they hold; `tanks` has the die for each."""
    dice = event.get("tanks")
    known = dice if isinstance(dice, Mapping) else {}
    die = thrown_number(
        {"event": f"tanks of {man.id}", "roll": known.get(man.id)}, "roll", "1d6", throw
    )
    question = {"ask": "burst", "shooter": man.id, "weapon": FUEL_TANKS, "roll": die}
    burst = asked(book, game, question)
    assert isinstance(burst, Burst), burst
    return None if burst.lands is None else [other.id for other in burst.caught if other.hit]
