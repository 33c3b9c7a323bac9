"""Whole games played at random: men are moved, shoot, fight, are taken back, and nothing breaks."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from math import isfinite
from pathlib import Path
from random import Random
from typing import Any

import shapely

from rules.book.book import Book
from rules.book.shelf import book_named
from rules.game.changed_things import as_changed, camera_scene
from rules.game.engine import game_rules, next_state, phase_now, probing
from rules.game.game import Game
from rules.game.game_json import game_from_json, game_json
from rules.game.orders import FightOrder, ShotOrder
from spotter.belief.belief import Belief
from spotter.game.deed_menu import deeds_of
from spotter.game.deeds import (
    Happens,
    LetStand,
    NextStep,
    PlayerDeed,
    SetMan,
    SetThing,
    TakeOff,
    Undo,
)
from spotter.game.live_game import LiveGame, begun
from spotter.game.order_events import may_shoot, next_event
from spotter.game.table_game import TableGame
from table.kinds import DEFAULT_HEIGHT_IN, KINDS
from table.observation import Observation
from table.places import TablePoint
from table.scene import Scene, Soldier, Thing

WIDTH_IN, HEIGHT_IN = 30.0, 20.0
SIDES = ("red", "blue")
ANY = 5  # so many steps between two looks whether the game can go on
PRESSES = 80  # a turn that takes more of them does not end
SHOTS = frozenset({"fired", "attacked", "named"})
# What no camera sees of some men, by book: so that horses, crews and mods come into play.
STATES: dict[str, list[dict[str, Any]]] = {
    "omog-musket": [{"mounted": True, "cavalry": "heavy"}, {"mounted": True}, {"elite": True}],
    "omog-advanced": [{"elite": True}, {"bayonet": False}],
    "lgam": [{"overwatch": True}, {"jammed": True}, {"wounded": True}, {"bipod": True}],
    "omniwar": [
        {"mods": ["area-affect", "indirect-fire"]},
        {"mods": ["transport"]},
        {"mods": ["submersible"], "submerged": "hidden"},
        {"mods": ["extra-attack", "move-or-fire"]},
        {"mods": ["limited-turning"]},
        {"mods": ["formation"]},
    ],
    "combat": [
        {"posture": "prone"},
        {"posture": "sitting", "hands_full": True},
        {"load": 55},
        {"hero": True, "experience": "veteran"},
        {"bipod": True, "fired_last": True},
        {"will": {"gait": "crawl"}},
    ],
}
AS_WORDS = {
    "omog-advanced": ["vehicle", "tree", "swamp"],
    "omog-musket": ["town", "swamp"],
    "lgam": ["wire", "mines", "smoke", "cliff", "out"],
    "omniwar": ["swamp", "dense", "water"],
    "combat": ["swamp", "cliff", "deep-water"],
}
ARRIVES = {"mods": ["teleport", "drop-troops"]}
# What some games are agreed to be played by, of the books where that changes what happens.
TERMS: dict[str, list[dict[str, Any]]] = {
    "lgam": [
        {"scenario": "attack-attack"},
        {"scenario": "attack-defend", "attacker": "blue"},
        {"flags": {"red": [25, 10]}, "leader": {"blue": ["R0"]}},
        {"escape": {"blue": {"area": [[0, 0], [4, 0], [4, 20], [0, 20]]}}},
    ],
    "omniwar": [
        {"scale": 4},
        {"scale": 2, "grid": True, "first": "blue"},
        {"scale": 4, "cards": True, "reserve": {"red": ["R9"]}, "state": {"R9": ARRIVES}},
    ],
}


@dataclass
class Pages:
    """A journal in memory: its lines as the disk would have them."""

    lines: list[dict[str, Any]] = field(default_factory=list)
    path: Path = Path("random.jsonl")

    def append(self, line: dict[str, Any]) -> None:
        """Keep the line as JSON has it."""
        self.lines.append(json.loads(json.dumps(line)))


@dataclass(frozen=True)
class Happened:
    """An event that counted, and the game before and after it."""

    before: Game
    event: dict[str, Any]
    after: Game


@dataclass
class Played:
    """A game played at random: what stands in its journal, and what happened when."""

    book: Book
    pages: Pages
    live: LiveGame
    happened: list[Happened] = field(default_factory=list)
    refused: int = 0


def random_scene(book: Book, random: Random) -> Scene:
    """Two small armies near each other among some things."""
    men = [_man(book, random, side, number) for side in SIDES for number in range(5)]
    men[5] = replace(men[5], x=men[0].x + 1.1, y=men[0].y)  # two who touch
    men[6] = replace(men[6], x=men[0].x + 0.2, y=men[0].y + 1.0)
    things = [_thing(book, random, number) for number in range(random.randint(0, 6))]
    return Scene(WIDTH_IN, HEIGHT_IN, tuple(men), tuple(things))


def _man(book: Book, random: Random, side: str, number: int) -> Soldier:
    left = 6.0 if side == "red" else 13.0
    weapons = tuple(random.sample(book.weapons, min(2, len(book.weapons))))
    roles = sorted(book.roles | {"officer", "carrier"})
    state = random.choice([{}, {}, *STATES.get(book.name, [])])
    return Soldier(
        f"{side[0].upper()}{number}",
        side,
        round(random.uniform(left, left + 7.0), 2),
        round(random.uniform(3.0, 17.0), 2),
        weapons,
        team=random.choice([None, f"{side}-1"]),
        role=random.choice([None, random.choice(roles)]),
        facing=random.choice([*[0.0 if side == "red" else 180.0] * 3, 90.0, 270.0]),
        state=state,
    )


def _thing(book: Book, random: Random, number: int) -> Thing:
    kind = random.choice(KINDS)
    x, y = random.uniform(2, 26), random.uniform(2, 16)
    wide, high = random.uniform(0.3, 5), random.uniform(0.3, 5)
    word = random.choice([None, None, *AS_WORDS.get(book.name, [])])
    shape = shapely.box(x, y, min(x + wide, WIDTH_IN), min(y + high, HEIGHT_IN))
    return Thing(f"{kind}-{number}", kind, shape, DEFAULT_HEIGHT_IN[kind], meant_as=word)


def played(name: str, seed: int, steps: int) -> Played:
    """A game of that book, played so many steps."""
    random, book = Random(seed), book_named(name)
    scene, pages = random_scene(book, random), Pages()
    agreed = random.choice([{}, *TERMS.get(name, [])])
    live = begun(
        pages, name, scene, SIDES, agreed, began_s=0.0, seeds=lambda: random.getrandbits(32)
    )
    table = TableGame(live, Belief(scene))
    made = Played(book, pages, live)
    for step in range(steps):
        before, lines = live.game, len(pages.lines)
        _step(table, random, 3.0 * step)
        new = [line["event"] for line in pages.lines[lines:] if "event" in line]
        made.refused += not new
        if len(new) == 1 and not any("undo" in line for line in pages.lines[lines:]):
            made.happened.append(Happened(before, new[0], live.game))
        refuse_unsound(live.book, live.game)
        if step % ANY == 0:
            refuse_stuck(live.book, live.game)
        if live.game.winner is not None and random.random() < 0.5:
            break
    return made


def _step(table: TableGame, random: Random, now_s: float) -> None:
    """Somebody does something that suits the phase, or something else."""
    what = _what(table.live.book, table.live.game, random)
    if what == "see":
        table.see(_seen(table, random, now_s))
        return
    deed = _DEEDS[what](table.live.book, table.live.game, random)
    if deed is not None:
        table.do(deed, now_s)


def _what(book: Book, game: Game, random: Random) -> str:
    allows = phase_now(book, game).allows
    is_dull = not allows & {"moved", "fought", *SHOTS} and random.random() < 0.8
    if len(game.scene.soldiers) < 2 or is_dull:
        return "next"
    weights = {"see": 2, "next": 6, "undo": 2, "stand": 1, "off": 0.2, "thing": 0.5, "menu": 4}
    weights["set"] = 1
    weights["see"] += 12 if "moved" in allows else 0
    weights["shoot"] = 16 if allows & SHOTS and "moved" not in allows else 2
    weights["fight"] = 16 if "fought" in allows else 1
    return random.choices(list(weights), list(weights.values()))[0]


def _seen(table: TableGame, random: Random, now_s: float) -> Observation:
    """The table with one man elsewhere, turned, lifted, covered or new, or a thing pushed."""
    scene = camera_scene(table.live.game)
    if not scene.soldiers:
        return Observation(scene, now_s)
    man = random.choice(scene.soldiers)
    what = random.random()
    if what < 0.1:
        rest = scene.without_soldiers(frozenset({man.id}))
        return Observation(rest, now_s, bare=frozenset({man.id}))
    if what < 0.15:
        rest = scene.without_soldiers(frozenset({man.id}))
        return Observation(rest, now_s, covered=frozenset({man.id}))
    if what < 0.2:
        return Observation(_joined(scene, random), now_s)
    if what < 0.3 and scene.things:
        return Observation(_pushed(scene, random), now_s)
    far = random.choice([0.5, 2.0, 4.0, 8.0])
    x = min(max(man.x + random.uniform(-far, far), 0.0), WIDTH_IN)
    y = min(max(man.y + random.uniform(-far, far), 0.0), HEIGHT_IN)
    facing = random.choice([man.facing, 45.0, 180.0])
    there = replace(man, x=round(x, 2), y=round(y, 2), facing=facing, elevation=0.0, on=None)
    return Observation(scene.with_soldiers(there), now_s)


def _joined(scene: Scene, random: Random) -> Scene:
    """The table with one man more than before."""
    side = random.choice(SIDES)
    x, y = random.uniform(0, WIDTH_IN), random.uniform(0, HEIGHT_IN)
    new = Soldier(f"{side[0].upper()}9", side, round(x, 2), round(y, 2), ("rifle",))
    here = scene.soldier(new.id) is not None
    return scene if here else replace(scene, soldiers=(*scene.soldiers, new))


def _pushed(scene: Scene, random: Random) -> Scene:
    thing = random.choice(scene.things)
    moved = shapely.affinity.translate(thing.footprint, random.uniform(-1, 1), 0.3)
    kept = tuple(replace(one, footprint=moved) if one is thing else one for one in scene.things)
    return replace(scene, things=kept)


def _menu(book: Book, game: Game, random: Random) -> PlayerDeed | None:
    """Something out of a man's right-click menu."""
    man, chosen = random.choice(game.scene.soldiers), random.choice(game.scene.soldiers)
    deeds = deeds_of(book, game, man, chosen)
    return Happens(random.choice(deeds).event) if deeds else None


def _shot(book: Book, game: Game, random: Random) -> ShotOrder:
    """A shot, now and then one that is refused."""
    orders = (_any_shot(game, random) for _ in range(random.choice([1, 24])))
    last = _any_shot(game, random)
    return next((one for one in orders if may_shoot(book, game, one)), last)


def _any_shot(game: Game, random: Random) -> ShotOrder:
    who = random.choice(game.scene.soldiers)
    enemies = [man.id for man in game.scene.soldiers if man.side != who.side] or [who.id]
    things = [thing.id for thing in game.scene.things]
    place = TablePoint(random.uniform(0, WIDTH_IN), random.uniform(0, HEIGHT_IN))
    target = random.choice([*enemies, random.choice([*things, *enemies]), place])
    shared = tuple(random.choices(enemies, k=random.choice([2, 3])))
    targets = random.choice([(target,), (target,), (target,), shared])
    weapon = random.choice([None, *who.weapons])
    return ShotOrder(who.id, targets, weapon, throws=_throws(random))


def _fight(_: Book, game: Game, random: Random) -> FightOrder:
    who = random.choice(game.scene.soldiers)
    near = sorted(
        (man for man in game.scene.soldiers if man.side != who.side),
        key=lambda man: (man.x - who.x) ** 2 + (man.y - who.y) ** 2,
    )
    attackers = tuple(man.id for man in near[: random.randint(1, 3)]) or (who.id,)
    return FightOrder(attackers, who.id)


def _throws(random: Random) -> tuple[int, ...] | None:
    """Now and then numbers are given, and not always those that are owed."""
    if random.random() < 0.8:
        return None
    return tuple(random.randint(1, 6) for _ in range(random.randint(0, 2)))


def _next(_: Book, __: Game, random: Random) -> NextStep:
    return NextStep(_throws(random))


def _off(_: Book, game: Game, random: Random) -> TakeOff:
    return TakeOff(random.choice(game.scene.soldiers).id)


def _state(_: Book, game: Game, random: Random) -> SetMan:
    """The players' word on a man, which not every book takes."""
    said = [{"loaded": False}, {"moved": True}, {"fired": True}, {"wounded": True}, {"hero": True}]
    return SetMan(random.choice(game.scene.soldiers).id, random.choice(said))


def _meaning(book: Book, game: Game, random: Random) -> PlayerDeed | None:
    if not game.scene.things:
        return None
    thing, word = random.choice(game.scene.things), random.choice(sorted(book.meanings.words))
    return SetThing(thing.id, word)


_DEEDS: dict[str, Callable[[Book, Game, Random], PlayerDeed | None]] = {
    "next": _next,
    "undo": lambda *_: Undo(),
    "stand": lambda *_: LetStand(),
    "off": _off,
    "thing": _meaning,
    "set": _state,
    "menu": _menu,
    "shoot": _shot,
    "fight": _fight,
}


def refuse_unsound(book: Book, game: Game) -> None:
    """A game that no table can show is a mistake of ours."""
    on_table = {man.id for man in game.scene.soldiers}
    fallen = {loss.id for loss in game.losses if loss.by is not None}
    assert not on_table & fallen, on_table & fallen
    assert {loss.id for loss in game.hit} <= on_table
    assert all(isfinite(man.x) and isfinite(man.y) for man in game.scene.soldiers)
    assert 0 <= game.phase < len(game_rules(book).phases(game))
    assert phase_now(book, game).side in {None, *game.sides}
    assert as_changed(game, camera_scene(game)).things == game.scene.things
    written = json.loads(json.dumps(game_json(game)))
    assert game_from_json(written, "game") == game


def refuse_stuck(book: Book, game: Game) -> None:
    """Whoever does nothing but press for the next comes to the next turn, or to the end."""
    turn, pressed = game.turn, 0
    while game.turn == turn and game.winner is None:
        game = next_state(book, game, next_event(book, game), probing()).game
        pressed += 1
        assert pressed < PRESSES, phase_now(book, game)
