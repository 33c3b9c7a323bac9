"""What a player orders, as an event of this game: who shoots what at whom, where, how often."""

from collections.abc import Iterable, Mapping
from typing import Any

from shapely import Point, Polygon
from shapely.ops import nearest_points

from rules.book.answer import Burst, Shot
from rules.book.ask import ask
from rules.book.book import Book
from rules.book.question import QuestionError
from rules.game.game import EventRefusedError, Game
from rules.game.legs import began_at
from rules.game.orders import Aimed, FightOrder, ShotOrder
from rules.lgam.events import Fired
from rules.lgam.firing import declared_now
from rules.lgam.line_in_use import shots_now
from rules.lgam.state import state_of
from rules.lgam.weapons import AttackRow, first_weapon, known_weapon, line_of, own_weapons
from rules.measure.lengths import HAIR_IN
from table.places import TablePoint
from table.scene import Soldier, Thing


def fight_order(book: Book, _: Game, __: FightOrder) -> Fired:
    """LG-FIRE-18: not offered."""
    raise EventRefusedError(f"{book.rows['LG-FIRE-18'].why} (LG-FIRE-18)")


def shot_order(book: Book, game: Game, order: ShotOrder) -> Fired:
    """The attack that was ordered; what the rules say of it is looked at when it happens."""
    shooter = game.soldier(order.shooter)
    targets = tuple(_aimed(game, shooter, at) for at in order.targets)
    declare = {**order.declare, **_entering(game, shooter, targets, order.declare)}
    try:
        weapon = _weapon(book, game, order, targets[0], declare)
    except QuestionError as problem:
        raise EventRefusedError(str(problem)) from None
    return Fired(
        shooter=shooter.id,
        weapon=weapon,
        declare=declare,
        rolls=order.throws,
        saves=order.saves,
        **_at(
            line_of(book, weapon), shots_now(book, game.scene, shooter, weapon), targets, declare
        ),
    )


def _aimed(game: Game, shooter: Soldier, at: Aimed) -> Aimed:
    """A man, or a place; a thing is aimed at where it is nearest."""
    if isinstance(at, TablePoint) or game.scene.soldier(at) is not None:
        return at
    thing = game.scene.thing(at)
    if thing is None:
        raise EventRefusedError(f"no soldier or thing {at} on the table")
    return nearest_place(thing, shooter)


def nearest_place(thing: Thing, man: Soldier) -> TablePoint:
    """Where a thing is nearest to a man."""
    nearest = nearest_points(thing.footprint, Point(man.x, man.y))[0]
    return TablePoint(nearest.x, nearest.y)


def _at(
    line: AttackRow, shots: int, targets: tuple[Aimed, ...], declare: Mapping[str, Any]
) -> dict[str, Any]:
    """One target takes all shots; a list has one for each (LG-FIRE-15)."""
    one = targets[0]
    if len(targets) not in {1, shots}:
        raise EventRefusedError(
            f"{line.name} has {shots} shots; give one target or {shots} (LG-FIRE-15)"
        )
    bursts = line.blast_in is not None or "smoke" in line.flags
    if len(targets) == 1 and (isinstance(one, TablePoint) or _lays_smoke(line, declare)):
        return {"aim": one} if shots == 1 else {"targets": targets * shots}
    at = {"target": one} if len(targets) == 1 else {"targets": targets}
    return {**at, "blast": bursts}


def _lays_smoke(line: AttackRow, declare: Mapping[str, Any]) -> bool:
    return bool(declare.get("smoke")) or "smoke" in line.flags


def _weapon(book: Book, game: Game, order: ShotOrder, at: Aimed, declare: Mapping[str, Any]) -> str:
    """The weapon that was named, the first of his that may fire there now, else his first."""
    if order.weapon is not None:
        return known_weapon(book, order.weapon)
    shooter = game.soldier(order.shooter)
    said = declared_now(game, shooter, Fired(shooter=shooter.id, declare=declare))
    for weapon in own_weapons(book, shooter):
        question = {"shooter": shooter.id, "weapon": weapon, "declare": said, **_asked(at)}
        answer = ask(game.scene, question, book)
        if isinstance(answer, Shot | Burst) and answer.allowed:
            return weapon
    return first_weapon(book, shooter)


def _asked(at: Aimed) -> dict[str, Any]:
    if isinstance(at, TablePoint):
        return {"ask": "burst", "aim": [at.x, at.y]}
    return {"ask": "shoot", "target": at}


def _entering(
    game: Game, shooter: Soldier, targets: Iterable[Aimed], declare: Mapping[str, Any]
) -> dict[str, bool]:
    """LG-OVER-07: who has just walked into the field of a man on overwatch enters it."""
    field = state_of(shooter).field
    if field is None or "entering" in declare or not state_of(shooter).overwatch:
        return {}
    area = Polygon([(at.x, at.y) for at in field])
    men = [game.scene.soldier(at) for at in targets if isinstance(at, str)]
    return {"entering": True} if men and all(_entered(game, man, area) for man in men) else {}


def _entered(game: Game, man: Soldier | None, area: Polygon) -> bool:
    began = None if man is None else began_at(game, man.id)
    if man is None or began is None:
        return False
    here = area.distance(Point(man.x, man.y)) <= HAIR_IN
    return bool(here and area.distance(Point(began.x, began.y)) > HAIR_IN)
