"""Fire in the game: who fires is put in order, then bullet after bullet leaves (CO-ORD)."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from rules.book.answer import Shot
from rules.book.book import Book
from rules.combat.actions import refuse_second_action
from rules.combat.declared import measure_of
from rules.combat.events import Fired, Hit, Named, Volley
from rules.combat.firing_order import Firer, firing_order, tied
from rules.combat.man import man_of
from rules.combat.record import (
    Bullet,
    Fire,
    bullets_left,
    is_under_way,
    judged,
    named_fire,
    unjudged,
    with_bullets,
    with_hit,
    with_named,
)
from rules.game.agreed_state import refuse_redeclared
from rules.game.dice_tray import DiceTray, Die
from rules.game.event import event_from_json
from rules.game.game import EventRefusedError, Game
from rules.game.shots import asked, fall_now, succeeded
from rules.game.turn_machine import Due, Told
from table.errors import listed
from table.scene import Soldier

PERCENTILE = "1d100"
MOST_AGAIN = 20  # dice that are only tried may fall alike for ever
Throws = dict[str, tuple[int, ...]]  # each man's percentile dice, the later ones after equal ones


def refuse_naming(book: Book, game: Game, event: Named) -> None:
    """One measure holds for all."""
    refuse_redeclared(book, game, event.declare, measure_of(book))


def refuse_volley(book: Book, game: Game, event: Volley) -> None:
    """The same of all who fire."""
    for shot in event.shots or ():
        refuse_naming(book, game, _named(shot))


def named(book: Book, game: Game, event: Named, _: DiceTray) -> Told:
    """One man's fire is named; who names another target has changed his mind."""
    if is_under_way(game):
        raise EventRefusedError(
            "the volley is under way; all named their fire before it (CO-ORD-07)"
        )
    fire = _fire(book, game, event)
    others = [one for one in named_fire(game) if one.shooter != fire.shooter]
    times = f", {fire.bullets} bullets" if fire.bullets > 1 else ""
    line = f"{fire.shooter} will fire at {fire.target}{times}"
    return Told(with_named(game, [*others, fire]), (line,))


def volley(book: Book, game: Game, event: Volley, dice: DiceTray) -> Told:
    """All who fire this turn, put in the order in which their bullets leave (CO-ORD).

    Without `shots` those count that were named one by one.
    """
    if is_under_way(game) or not (event.shots or named_fire(game)):
        raise EventRefusedError("a volley needs 'shots', the shots of everybody who fires, once")
    fires, lines = _who_fires(book, game, event)
    firers = [_firer(book, game, fire) for fire in fires.values()]
    by_list = isinstance(event.throws, tuple)
    _refuse_too_few(event, firers)
    order = firing_order(firers, _initiative(book, firers, dice, by_list=by_list))
    queue = [Bullet(fires[name], number) for name, number in order]
    for name in fires:
        game = game.with_state(name, acted=True, fired_now=True)
    return Told(with_named(with_bullets(game, queue), ()), (*lines, *_order_told(queue)))


def _who_fires(book: Book, game: Game, event: Volley) -> tuple[dict[str, Fire], tuple[str, ...]]:
    """The fire of each man, and what is told of those who named theirs and may no longer."""
    if event.shots is not None:
        shots = [_named(shot) for shot in event.shots]
        fires = {shot.shooter: _fire(book, game, shot) for shot in shots}
        if len(fires) < len(shots):
            raise EventRefusedError("a man fires at one target in a turn (CO-ACT-01)")
        return fires, ()
    fires, lines = {}, []
    for fire in named_fire(game):
        try:
            fires[fire.shooter] = _fire(book, game, Named(**_fields(fire)))
        except EventRefusedError as problem:
            lines.append(_holds_fire(fire, problem))
    return fires, tuple(lines)


def _holds_fire(fire: Fire, why: EventRefusedError) -> str:
    return f"{fire.shooter} does not fire at {fire.target}: {why}"


def _named(shot: Mapping[str, Any]) -> Named:
    found = event_from_json({"named": Named}, {**shot, "event": "named"}, strict=False)
    assert isinstance(found, Named), found
    return found


def _fields(fire: Fire) -> dict[str, Any]:
    return {**fire.json, "declare": fire.declare}


def _order_told(queue: Iterable[Bullet]) -> tuple[str, ...]:
    """Who fires in which order, each man once."""
    fires = {bullet.fire.shooter: bullet.fire for bullet in queue}
    return tuple(
        f"{fire.shooter} fires at {fire.target}"
        + (f", {fire.bullets} bullets" if fire.bullets > 1 else "")
        for fire in fires.values()
    )


def _fire(book: Book, game: Game, shot: Named) -> Fire:
    """One man's fire, asked about before anybody's is thrown."""
    shooter, target = game.soldier(shot.shooter), game.soldier(shot.target)
    refuse_second_action(book, shooter)
    known = (word for word in shooter.weapons if word in book.rows.weapons)
    weapon = shot.weapon or next(known, None)
    fire = Fire(shooter.id, target.id, weapon, shot.bullets, dict(shot.declare))
    _shot(book, game, Bullet(fire, 1))
    return fire


def _shot(book: Book, game: Game, bullet: Bullet) -> Shot:
    """The answer to one bullet, refused where the rules forbid it."""
    fire, shooter = bullet.fire, game.soldier(bullet.fire.shooter)
    declare = {"shots": fire.bullets, "bullet": bullet.number}
    question = {
        "ask": "shoot",
        "shooter": fire.shooter,
        "target": fire.target,
        "weapon": fire.weapon,
        "declare": {**book.holding(game.agreed), **fire.declare, **declare},
    }
    answer = asked(book, _aimed_right(book, game, shooter, fire.target), question)
    assert isinstance(answer, Shot), answer
    return answer


def _aimed_right(book: Book, game: Game, shooter: Soldier, target: str) -> Game:
    """The game with his aim taken away where it was at somebody else."""
    other = man_of(book, shooter).aimed_at not in {None, target}
    return game.with_state(shooter.id, aimed=None) if other else game


def _firer(book: Book, game: Game, fire: Fire) -> Firer:
    man = man_of(book, game.soldier(fire.shooter))
    return Firer(man, str(fire.weapon), fire.bullets, fired_last=man.fired_last)


def _initiative(book: Book, firers: list[Firer], dice: DiceTray, *, by_list: bool) -> Throws:
    """CO-ORD-06: the percentile dice of those who are tied; who threw alike throw again."""
    thrown: Throws = {}
    why = (book.rows["CO-ORD-06"].reason(),)
    for _ in range(MOST_AGAIN):
        for name in sorted(tied(firers, thrown)):
            key = None if by_list else name
            die = Die(PERCENTILE, name, "who fires first", field="throws", key=key, reasons=why)
            thrown[name] = (*thrown.get(name, ()), dice.take(die))
    return thrown


def _refuse_too_few(event: Volley, firers: Iterable[Firer]) -> None:
    """Who gives the throws of some who are tied gives those of all, and no two alike."""
    if not isinstance(event.throws, Mapping) or not event.throws:
        return
    missing = sorted(tied(firers) - event.throws.keys())
    if missing:
        raise EventRefusedError(
            f"{missing[0]} has no throw (who fires first, CO-ORD-06); give his, or none"
        )
    if tied(firers, {name: (number,) for name, number in event.throws.items()}):
        raise EventRefusedError(
            "two threw the same number; they throw again (CO-ORD-06): give all throws in a list"
        )


def fired(book: Book, game: Game, event: Fired, dice: DiceTray) -> Told:
    """The next bullets: nobody fires who has fallen, nobody is hit who is off the table.

    A hit on a man who is still to fire is judged before he does (CO-ORD-07). Whom the rules
    forbid to fire by now, who has been turned away or has nothing loaded, fires no more.
    """
    wanted = len(event.rolls or ()) or 1 if event.bullets is None else event.bullets
    left = len(bullets_left(game))
    if not left:
        raise EventRefusedError("nobody has a bullet left to fire in this turn")
    if not 1 <= wanted <= left:
        raise EventRefusedError(f"{left} bullets are left to fire in this turn, not {wanted}")
    next_fire, why = bullets_left(game)[0].fire, _why_not(book, game)
    if why is not None:
        if event.dice_given():
            raise why
        return Told(_held(game, next_fire), (_holds_fire(next_fire, why),))
    lines: list[str] = []
    for count in range(1, wanted + 1):
        game, line = _left_the_barrel(book, game, dice)
        lines.append(line)
        if count == wanted:
            break
        stops = _why_to_stop(book, game, line)
        if stops is not None and event.rolls is not None:
            raise EventRefusedError(f"{stops}; give the throws up to this one")
        if stops is not None:
            break
    return Told(game, tuple(lines))


def _why_to_stop(book: Book, game: Game, line: str) -> str | None:
    """What comes between two bullets of one go: a hit to be judged, a man who fires no more."""
    if _must_be_judged(game):
        return f"{line}, and he is still to fire; it is judged first (CO-ORD-07)"
    why = _why_not(book, game)
    return None if why is None else str(why)


def _why_not(book: Book, game: Game) -> EventRefusedError | None:
    """What forbids the next bullet by now, None where it may leave or none is left."""
    for bullet in bullets_left(game)[:1]:
        try:
            _shot(book, game, bullet)
        except EventRefusedError as problem:
            return problem
    return None


def _held(game: Game, fire: Fire) -> Game:
    """The game without the bullets that a man had still to fire."""
    kept = (one for one in bullets_left(game) if one.fire.shooter != fire.shooter)
    return with_bullets(game, kept)


def _left_the_barrel(book: Book, game: Game, dice: DiceTray) -> tuple[Game, str]:
    """One bullet, and what is told of it."""
    bullet, *rest = bullets_left(game)
    fire, shot = bullet.fire, _shot(book, game, bullet)
    assert shot.roll is not None, shot
    why = f"bullet {bullet.number} at {fire.target}"
    needs = shot.roll.succeeds
    die = Die(PERCENTILE, fire.shooter, why, needs, reasons=shot.reasons, at=fire.target)
    thrown = dice.take(die)
    after = with_bullets(game, rest).with_state(fire.target, under_fire=True)
    if not succeeded(shot.roll, thrown):
        return after, f"{fire.shooter} throws {thrown} and misses {fire.target}"
    line = f"{fire.shooter} throws {thrown} and hits {fire.target}: wounded or out, you say"
    return with_hit(after, fire.target), f"{line} (CO-LACK-03)"


def _must_be_judged(game: Game) -> bool:
    """Whether somebody was hit who still has bullets to fire."""
    shooters = {bullet.fire.shooter for bullet in bullets_left(game)}
    return bool(shooters & set(unjudged(game)))


def hit(book: Book, game: Game, event: Hit, _: DiceTray) -> Told:
    """What a hit did; a hero is at worst out for the game (CO-EXP-04)."""
    man = game.soldier(event.soldier)
    game = judged(game, man.id)
    if event.effect == "wounded":
        return Told(game.with_state(man.id, wounded=True), (f"{man.id} is wounded",))
    why = "out for the game" if man_of(book, man).hero else "out"
    by = event.by or next((side for side in game.sides if side != man.side), man.side)
    return Told(fall_now(game, (man.id,), why, by), (f"{man.id} is {why}",))


def due(game: Game) -> Due | None:
    """In fire: a hit to be judged, the next bullet, or the volley of those who named their fire."""
    hits = unjudged(game)
    if hits:
        wounded = Hit(soldier=hits[0], effect="wounded")
        words = f"{hits[0]} was hit: take him off if he is out, else he is wounded"
        return Due(wounded, words, worst=replace(wounded, effect="out"))
    queue = bullets_left(game)
    if queue:
        fire = queue[0].fire
        words = f"bullet {queue[0].number} of {fire.shooter} at {fire.target}"
        whole = Fired(bullets=len(queue))
        return Due(Fired(), words, PERCENTILE, in_one_go=whole)
    fires = named_fire(game)
    if not fires:
        return None
    who = listed(fire.shooter for fire in fires)
    words = f"{who} fire; others may still name their fire"
    return Due(Volley(), words, PERCENTILE, goes_on=True, open=True)
