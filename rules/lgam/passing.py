"""Whether nobody can do anything in a phase, so that window and page may pass it.

A man may still be turned by hand, so whoever would only have to face his target counts as able.
"""

from collections.abc import Iterator
from typing import Any

from shapely import Point

from rules.book.answer import Burst, Shot
from rules.book.ask import ask
from rules.book.book import Book
from rules.game.dice_tray import DiceTray
from rules.game.game import EventRefusedError, Game
from rules.lgam.declaring import refuse_healing
from rules.lgam.events import Work
from rules.lgam.ground_work import OBSTACLES, opened_by, refuse_work, work
from rules.lgam.holding import holds
from rules.lgam.line_in_use import RIFLES
from rules.lgam.minefields import MINES
from rules.lgam.orders import nearest_place
from rules.lgam.phases import is_moving, phase_of, subphase_of
from rules.lgam.record import record_of
from rules.lgam.roles import DIGGERS, is_standing, role_of
from rules.lgam.shoot import MORTARS
from rules.lgam.state import state_of
from rules.lgam.turn import due
from rules.lgam.weapons import AttackRow, line_of, own_weapons
from rules.measure.field import field_of
from rules.measure.lengths import apart_in, beyond
from table.directions import bearing_deg, step
from table.places import TablePoint
from table.scene import Soldier

# What only says that the aim was a bad one; another may do.
_OF_THE_AIM = frozenset({"LG-FIRE-07", "LG-FIRE-09", "LG-FIRE-11", "LG-FIRE-14", "LG-OVER-05"})


def passes(book: Book, game: Game) -> bool:
    """Whether this phase holds nothing to do: no die is due, nobody can move, fire or work."""
    phase = phase_of(game)
    if game.winner is not None or due(game) is not None:
        return False
    if is_moving(phase):
        return not any(man.side == phase.side for man in _movers(game))
    subphase = subphase_of(phase)
    if subphase is None:
        return phase.name in {"clear", "count"}
    if holds(game, phase.side):
        return True
    own = [man for man in game.scene.soldiers if man.side == phase.side]
    return not any(can_fire(book, game, man, subphase) or _can_work(book, game, man) for man in own)


def _movers(game: Game) -> Iterator[Soldier]:
    """Who could go somewhere, or get out of a vehicle that cannot."""
    for man in game.scene.soldiers:
        if is_standing(man) and state_of(man).disabled:
            yield from record_of(game).of_cup(man.id)
        elif is_standing(man):
            yield man


def can_fire(book: Book, game: Game, man: Soldier, subphase: str) -> bool:
    """Whether he has a target for a weapon of that sub-phase."""
    lines = (line_of(book, weapon) for weapon in own_weapons(book, man))
    return any(
        _lays_smoke(book, game, man, line)
        or any(_allows(book, game, asked) for asked in _shots(book, game, man, line))
        for line in lines
        if line.subphase == subphase
    )


def _allows(book: Book, game: Game, question: dict[str, Any]) -> bool:
    answer = ask(game.scene, question, book)
    return isinstance(answer, Shot | Burst) and answer.allowed


def _lays_smoke(book: Book, game: Game, man: Soldier, line: AttackRow) -> bool:
    """Smoke goes anywhere; whether he may fire at all is told by a place before him."""
    if "smoke" not in line.flags and line.name not in MORTARS:
        return False
    before = step(man.place, man.facing, line.effective_in)
    question = {**_asked(man, line, before), "ask": "burst", "aim": [before.x, before.y]}
    answer = ask(game.scene, question, book)
    return isinstance(answer, Burst) and {one.rule for one in answer.refusals} <= _OF_THE_AIM


def _shots(book: Book, game: Game, man: Soldier, line: AttackRow) -> Iterator[dict[str, Any]]:
    """What is worth asking: enemies in range, and obstacles that the weapon takes away."""
    sniper = line_of(book, "sniper-rifle").max_in if line.name in RIFLES else 0.0
    for enemy in game.scene.soldiers:
        near = not beyond(apart_in(man, enemy), max(line.max_in, sniper))
        if enemy.side != man.side and near and "smoke" not in line.flags:
            yield {**_asked(man, line, enemy.place), "ask": "shoot", "target": enemy.id}
    field = field_of(game.scene, book.meanings)
    for i in field.things_of(*opened_by(line)):
        place = nearest_place(field.thing(i), man)
        yield {**_asked(man, line, place), "ask": "burst", "aim": [place.x, place.y]}


def _asked(man: Soldier, line: AttackRow, at: TablePoint) -> dict[str, Any]:
    declare = {"subphase": line.subphase, "weapon_facing": bearing_deg(man.place, at)}
    return {"shooter": man.id, "weapon": line.name, "declare": declare}


def _can_work(book: Book, game: Game, man: Soldier) -> bool:
    """Whether an engineer touches something to remove, a medic somebody to tend."""
    if role_of(man) == "medic":
        return any(_tends(man, other) for other in game.scene.soldiers)
    return role_of(man) in DIGGERS and any(
        _works(book, game, man, name) for name in _jobs(book, game, man)
    )


def _tends(medic: Soldier, man: Soldier) -> bool:
    try:
        refuse_healing(medic, man)
    except EventRefusedError:
        return False
    return True


def _works(book: Book, game: Game, man: Soldier, name: str) -> bool:
    try:
        job = Work(soldier=man.id, thing=name)
        refuse_work(book, game, job)
        work(book, game, job, DiceTray())
    except EventRefusedError:
        return False
    return True


def _jobs(book: Book, game: Game, man: Soldier) -> Iterator[str]:
    field = field_of(game.scene, book.meanings)
    yield from (field.thing(i).id for i in field.things_of(*OBSTACLES))
    yield from (other.id for other in game.scene.soldiers if other.side != man.side)
    around = Point(man.x, man.y).buffer(book.rows["LG-MINE-04"].number / 2)
    if any(field.footprints[i].intersects(around) for i in field.things_of(MINES)):
        yield MINES
