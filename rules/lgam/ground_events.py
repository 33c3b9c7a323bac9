"""What happens to the ground in a game: smoke, mines, foxholes, obstacles at work."""

from dataclasses import replace
from typing import Any

import shapely
from shapely import Point, Polygon

from rules.book import Book
from rules.field import field_of
from rules.game.game import Event, EventRefusedError, Game
from rules.game.shots import thrown_number
from rules.game.turn_machine import Throw, Told
from rules.lgam.clocks import TROOPS, troops
from rules.lgam.laid_things import cut_out, entries_of, laid, with_entries, with_laid
from rules.lgam.roles import DIGGERS, MINE_CLEARERS, role_of
from rules.measure import CONTACT_GAP_IN, beyond, within
from rules.question import QuestionError, place_of
from table.scene import Soldier

FOXHOLE_IN = 0.625  # half a bottle cap
OBSTACLE_WORDS = frozenset({"wire", "tank-obstacle"})
MOST_SMOKE_TURNS = 3


def smoke(book: Book, game: Game, event: Event, throw: Throw | None) -> Told:
    """LG-SMOKE-03: one smoke's die at the start of the moves."""
    name = str(event.get("smoke"))
    if name not in {entry["id"] for entry in entries_of(game, "smoke")}:
        raise EventRefusedError(f"no smoke {name} on the table")
    return _smoke_thrown(book, game, name, thrown_number(event, "roll", "1d6", throw))


def _smoke_thrown(book: Book, game: Game, name: str, die: int) -> Told:
    stays = die <= (book.rows["LG-SMOKE-03"].value or 0)

    def thinned(entry: dict[str, Any]) -> dict[str, Any] | None:
        if entry["id"] != name:
            return entry
        return {**entry, "turns": entry["turns"] + 1, "tried": game.turn} if stays else None

    words = "stays" if stays else "is gone"
    return Told(with_entries(game, thinned), (f"{name} throws {die}: it {words}",))


def smoke_after(book: Book, game: Game, throw: Throw | None) -> Told:
    """The smoke that is left when the moves begin; none lasts longer than three turns."""
    lines: list[str] = []
    for entry in entries_of(game, "smoke"):
        if entry["turns"] >= MOST_SMOKE_TURNS and entry.get("tried") != game.turn:
            told = _smoke_thrown(book, game, entry["id"], 6)
        elif entry["laid"] == game.turn or entry.get("tried") == game.turn:
            continue
        else:
            asked = {"event": f"smoke {entry['id']}"}
            told = _smoke_thrown(
                book, game, entry["id"], thrown_number(asked, "roll", "1d6", throw)
            )
        game, lines = told.game, [*lines, *told.lines]
    return Told(game, tuple(lines))


def laid_smoke(game: Game, area: Polygon) -> Game:
    """The game with a new smoke screen (LG-SMOKE-02)."""
    return laid(game, "napkin", "smoke", area, turns=0, laid=game.turn)


def after_blast(game: Game, area: Polygon) -> Game:
    """LG-SMOKE-04, LG-MOVE-15: a blast marks smoke it touches and clears the wire in it."""

    def marked(entry: dict[str, Any]) -> dict[str, Any]:
        touched = entry["as"] == "smoke" and Polygon(entry["outline"]).intersects(area)
        return {**entry, "burst": True} if touched else entry

    return cut_out(with_entries(game, marked), {"wire"}, area)


def mines(book: Book, game: Game, event: Event, _: Throw | None) -> Told:
    """LG-MINE-01: a side lays a minefield before play, within its allowance."""
    side = str(event.get("side"))
    if side not in game.sides:
        raise EventRefusedError(f"no side {side}; there are {', '.join(sorted(game.sides))}")
    field = _outline(event.get("outline"))
    used_in2 = field.area + sum(
        Polygon(entry["outline"]).area
        for entry in entries_of(game, "mines")
        if entry["side"] == side
    )
    allowed_in2 = mine_allowance_in2(book, game, side)
    if beyond(used_in2, allowed_in2):
        raise EventRefusedError(
            f"{side} may mine {allowed_in2:.0f} square inches, this makes {used_in2:.0f} "
            "(LG-MINE-01)"
        )
    return Told(laid(game, "mat", "mines", field, side=side), (f"{side} lays mines",))


def mine_allowance_in2(book: Book, game: Game, side: str) -> float:
    """How many square inches a side may mine."""
    return (book.rows["LG-MINE-01"].value or 0.0) * len(troops(game.scene, side)) / TROOPS


def _outline(value: Any) -> Polygon:
    try:
        places = [place_of(entry, f"outline[{i}]") for i, entry in enumerate(value or [])]
    except (QuestionError, TypeError) as problem:
        raise EventRefusedError(str(problem)) from None
    ring = Polygon([(at.x, at.y) for at in places]) if len(places) >= 3 else Polygon()
    if ring.is_empty or not ring.is_valid:
        raise EventRefusedError("mines need 'outline', a ring of three places or more")
    return ring


def work(book: Book, game: Game, event: Event, _: Throw | None) -> Told:
    """LG-ROLE-07: an engineer removes an obstacle he touches, or clears mines around him."""
    game = with_laid(game)
    man = game.soldier(str(event.get("soldier")))
    target = str(event.get("thing"))
    if role_of(man) not in DIGGERS or man.state.get("fired"):
        raise EventRefusedError(f"{man.id} is no engineer, or has fired (LG-ROLE-07)")
    if target == "mines":
        _refuse_clearing(man)
    else:
        _refuse_untouched(book, game, man, target)
    jobs = [*game.record.get("jobs", []), {"soldier": man.id, "thing": target}]
    told = game.with_record(jobs=jobs).with_state(man.id, working=True)
    return Told(told, (f"{man.id} is at work on {target}",))


def _refuse_clearing(man: Soldier) -> None:
    if role_of(man) not in MINE_CLEARERS:
        raise EventRefusedError(f"{man.id} cannot clear mines (LG-MINE-04)")


def _refuse_untouched(book: Book, game: Game, man: Soldier, name: str) -> None:
    """He must touch what he removes: an obstacle, or a parked vehicle."""
    field = field_of(game.scene, book.meanings)
    if name in field.number_of and field.words[field.number_of[name]] in OBSTACLE_WORDS:
        apart_in = field.to_thing_in(man.place, field.number_of[name]) - man.radius
    elif (other := game.scene.soldier(name)) is not None:
        apart_in = Point(man.x, man.y).distance(Point(other.x, other.y)) - man.radius - other.radius
    else:
        raise EventRefusedError(f"nothing called {name} that an engineer removes")
    if not within(apart_in, CONTACT_GAP_IN):
        raise EventRefusedError(f"{man.id} does not touch {name} (LG-ROLE-07)")


def removed_obstacles(book: Book, game: Game) -> Told:
    """What engineers worked on is gone when the moves begin."""
    lines = []
    for job in game.record.get("jobs", []):
        man, name = game.scene.soldier(job["soldier"]), job["thing"]
        if man is None:
            continue
        game = _removed(book, game, man, name)
        lines.append(f"{name} is cleared by {man.id}; take it off the table")
    return Told(game.with_record(jobs=[]), tuple(lines))


def _removed(book: Book, game: Game, man: Soldier, name: str) -> Game:
    if name == "mines":
        half = (book.rows["LG-MINE-04"].value or 0.0) / 2
        square = shapely.box(man.x - half, man.y - half, man.x + half, man.y + half)
        return cut_out(game, {"mines"}, square)
    thing = game.scene.thing(name)
    if thing is not None and thing.meant_as == "wire":
        # Wire goes 6 inches at a time (LG-MOVE-14), other obstacles whole.
        reach_in = (book.rows["LG-MOVE-14"].value or 0.0) / 2
        return cut_out(game, {"wire"}, Point(man.x, man.y).buffer(reach_in))
    things = tuple(thing for thing in game.scene.things if thing.id != name)
    return replace(
        game, scene=replace(game.scene, things=things).without_soldiers(frozenset({name}))
    )


def dug_foxholes(game: Game) -> Game:
    """LG-DIG-03: each digger has a foxhole, a bottle cap wide, when the moves are over."""
    for man in game.scene.soldiers:
        if man.state.get("entrenching"):
            hole = Point(man.x, man.y).buffer(FOXHOLE_IN)
            game = laid(game, "lid", "foxhole", hole, height=0.25)
    return game
