"""What happens to the ground in a game: foxholes, wire and obstacles, engineers' work."""

from collections.abc import Iterable
from dataclasses import replace

import shapely
from shapely import LineString, Point, Polygon
from shapely.ops import nearest_points

from rules.book.book import Book
from rules.game.changed_things import changed, laid, part_near, whole_of
from rules.game.dice_tray import DiceTray
from rules.game.game import EventRefusedError, Game
from rules.game.shots import fall_now
from rules.game.turn_machine import Told
from rules.lgam.events import Work
from rules.lgam.minefields import MINES
from rules.lgam.phases import refuse_down
from rules.lgam.record import Job, record_of, recorded
from rules.lgam.riding import fallen_with
from rules.lgam.roles import DIGGERS, MINE_CLEARERS, is_standing, is_vehicle, role_of
from rules.lgam.state import state_of
from rules.lgam.weapons import AttackRow, is_artillery, line_of, own_weapons
from rules.measure.field import field_of
from rules.measure.lengths import CONTACT_GAP_IN, beyond, gap_in, within
from table.places import TablePoint
from table.scene import Soldier, Thing

FOXHOLE_IN = 0.625  # half a bottle cap
OBSTACLES = frozenset({"wire", "tank-obstacle"})


def after_blast(book: Book, game: Game, area: Polygon, words: Iterable[str]) -> Game:
    """What a blast does to the ground: smoke (LG-SMOKE-04), and what means one of these words."""
    field, record = field_of(game.scene, book.meanings), record_of(game)
    touched = (i for i in field.things_of("smoke") if field.footprints[i].intersects(area))
    burst = record.burst_smoke | {field.thing(i).id for i in touched}
    told = recorded(game, replace(record, burst_smoke=burst))
    return cut_out(book, told, words, area)


def opened_by(line: AttackRow) -> tuple[str, ...]:
    """What a weapon's blast takes away (LG-OBST-03, LG-OBST-06)."""
    if line.blast_in is None:
        return ()
    return ("wire", "tank-obstacle") if is_artillery(line) else ("wire",)


def driven_over(book: Book, game: Game, man: Soldier, path: Iterable[TablePoint]) -> Game:
    """LG-MOVE-15: an armoured vehicle takes wire away over its own width."""
    way = LineString([(at.x, at.y) for at in path])
    return cut_out(book, game, ("wire",), way.buffer(man.radius, cap_style="flat"))


def cut_out(book: Book, game: Game, words: Iterable[str], hole: Polygon) -> Game:
    """The game with a hole cut into everything that means one of these words."""
    field = field_of(game.scene, book.meanings)
    met = (field.thing(i).id for i in field.things_of(*words) if _meets(field.thing(i), hole))
    for name in dict.fromkeys(whole_of(game, name).id for name in met):
        game = changed(game, name, "cut", hole=hole)
    return game


def _meets(thing: Thing, hole: Polygon) -> bool:
    return bool(thing.footprint.intersection(hole).area > 0.0)


def refuse_work(book: Book, game: Game, event: Work) -> None:
    """An engineer who stands has one job at a time; he removes no men."""
    man, other = game.soldier(event.soldier), game.scene.soldier(event.thing)
    refuse_down(man)
    if state_of(man).working:
        raise EventRefusedError(f"{man.id} is at work already (LG-ROLE-07)")
    if other is not None and not _is_removable(book, other):
        raise EventRefusedError(f"{other.id} is nothing that an engineer removes (LG-ROLE-07)")


def work(book: Book, game: Game, event: Work, _: DiceTray) -> Told:
    """LG-ROLE-07: an engineer removes an obstacle he touches, or clears mines around him."""
    man = game.soldier(event.soldier)
    if role_of(man) not in DIGGERS or state_of(man).fired:
        raise EventRefusedError(f"{man.id} is no engineer, or has fired (LG-ROLE-07)")
    if _is_mines(book, game, event.thing):
        _refuse_clearing(man)
    else:
        _refuse_untouched(book, game, man, event.thing)
    record = record_of(game)
    jobs = (*record.jobs, Job(man.id, event.thing))
    told = recorded(game, replace(record, jobs=jobs)).with_state(man.id, working=True)
    line = f"{man.id} is at work on {event.thing}: gone when the next moves begin (LG-ROLE-07)"
    return Told(told, (line,))


def _is_mines(book: Book, game: Game, name: str) -> bool:
    thing = game.scene.thing(name)
    return name == MINES or (thing is not None and book.meanings.word(thing) == MINES)


def _refuse_clearing(man: Soldier) -> None:
    if role_of(man) not in MINE_CLEARERS:
        raise EventRefusedError(f"{man.id} cannot clear mines (LG-MINE-04)")


def _refuse_untouched(book: Book, game: Game, man: Soldier, name: str) -> None:
    """He must touch what he removes: an obstacle, a parked vehicle, a gun."""
    thing, other = game.scene.thing(name), game.scene.soldier(name)
    if thing is not None and book.meanings.word(thing) in OBSTACLES:
        part = part_near(game, name, man.place)
        apart_in = part.footprint.distance(Point(man.x, man.y)) - man.radius
    elif other is not None:
        apart_in = gap_in(man, other)
    else:
        raise EventRefusedError(f"nothing called {name} that an engineer removes (LG-ROLE-07)")
    if not within(apart_in, CONTACT_GAP_IN):
        raise EventRefusedError(f"{man.id} does not touch {name} (LG-ROLE-07)")


def _is_removable(book: Book, other: Soldier) -> bool:
    """Vehicles that are parked, and guns."""
    if is_vehicle(other):
        return not beyond(state_of(other).moved, 0.0)
    return any(is_artillery(line_of(book, weapon)) for weapon in own_weapons(book, other))


def removed_obstacles(book: Book, game: Game) -> Told:
    """What engineers worked on is gone when the moves begin."""
    lines: list[str] = []
    for job in record_of(game).jobs:
        man = game.scene.soldier(job.soldier)
        if man is not None:
            told = _removed(book, game, man, job.thing)
            game, lines = told.game, [*lines, *told.lines]
    return Told(recorded(game, replace(record_of(game), jobs=())), tuple(lines))


def _removed(book: Book, game: Game, man: Soldier, name: str) -> Told:
    """Mines go in a square, wire by six inches, everything else whole."""
    if _is_mines(book, game, name):
        half = book.rows["LG-MINE-04"].number / 2
        square = shapely.box(man.x - half, man.y - half, man.x + half, man.y + half)
        lines = (f"{man.id} has cleared the mines around him (LG-MINE-04)",)
        return Told(cut_out(book, game, {MINES}, square), lines)
    thing, other = game.scene.thing(name), game.scene.soldier(name)
    if other is not None:
        told = fallen_with(game, other)
        gone = fall_now(told.game, [name], "removed by engineers", man.side)
        line = f"{name} is removed by {man.id}; take it off the table (LG-ROLE-07)"
        return Told(gone, (*told.lines, line))
    if thing is None:
        return Told(game)
    if book.meanings.word(thing) == "wire":
        length_in = book.rows["LG-MOVE-14"].number
        hole = _length_of_wire(part_near(game, name, man.place), man.place, length_in)
        line = f"{man.id} has opened {length_in:g} in of {name} (LG-MOVE-14)"
        return Told(changed(game, name, "cut", hole=hole), (line,))
    line = f"{name} is cleared by {man.id}; take it off the table (LG-ROLE-07)"
    return Told(changed(game, name, "cleared", gone=True), (line,))


def _length_of_wire(wire: Thing, near: TablePoint, length_in: float) -> Polygon:
    """A stretch of wire, half to either side of its point nearest to a man."""
    here = nearest_points(wire.footprint, Point(near.x, near.y))[0]
    return here.buffer(length_in / 2, quad_segs=64)


def dug_foxholes(game: Game) -> Told:
    """LG-DIG-03: each digger has a foxhole, a bottle cap wide, when the moves are over."""
    diggers = [man for man in game.scene.soldiers if state_of(man).entrenching]
    lines = []
    for man in (man for man in diggers if is_standing(man)):
        hole = Point(man.x, man.y).buffer(FOXHOLE_IN)
        game = laid(game, "lid", "foxhole", hole, height=0.25)
        lines.append(f"{man.id} has dug a foxhole (LG-DIG-03)")
    return Told(game, tuple(lines))
