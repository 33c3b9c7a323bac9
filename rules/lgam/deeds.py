"""What the right-click menu of a man offers in L.G.A.M.; what the rules refuse is not shown."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Literal

import shapely
from shapely import Point, Polygon

from rules.book.book import Book
from rules.book.state import State
from rules.game.common_events import StateSet
from rules.game.deed import Deed
from rules.game.game import EventRefusedError, Game
from rules.game.orders import Aimed, ShotOrder
from rules.lgam.declaring import TOKENS
from rules.lgam.events import Boarded, Dared, Declared, Fell, Healed, MinesLaid, Work
from rules.lgam.ground_work import OBSTACLES
from rules.lgam.holding import hold
from rules.lgam.line_in_use import shots_now
from rules.lgam.minefields import MINES
from rules.lgam.orders import nearest_place, shot_order
from rules.lgam.phases import SET_UP, phase_of
from rules.lgam.roles import is_armoured, is_vehicle
from rules.lgam.shoot import MORTARS
from rules.lgam.state import TurnState, state_of
from rules.lgam.weapons import line_of, own_weapons, watches
from rules.measure.field import field_of
from rules.measure.lengths import apart_in
from rules.measure.template import laid
from table.directions import bearing_deg, step
from table.places import TablePoint
from table.scene import Soldier

NEAR_IN = 12.0  # water and cliffs no farther away are worth a throw
PATCH_IN = 3.0  # a patch of mines is so wide and deep
_DARES: tuple[tuple[Literal["climb", "swim"], str], ...] = (("swim", "water"), ("climb", "cliff"))
_POSTURES = ("hull-down", "turret-down", "hide")
_ARC_CORNERS = 12
_SMOKE = {"smoke": True}


def deeds(book: Book, game: Game, man: Soldier, chosen: Soldier | None) -> Iterator[Deed]:
    """What this man can do now, and what the chosen man can do with or to him."""
    if chosen is not None and chosen.id != man.id:
        friends = chosen.side == man.side
        yield from _with_friend(chosen, man) if friends else _at_enemy(book, game, chosen, man)
    yield from _dares(book, game, man)
    yield from _tokens(book, man)
    yield from _works(book, game, man)
    yield from _marks(book, game, man)
    yield from _mines(game, man)
    yield Deed("was knocked over", Fell(soldier=man.id))
    word = hold(game)
    if word is not None and word.side == man.side:
        yield Deed(f"all of {man.side} hold their fire for this turn", word)


def _dares(book: Book, game: Game, man: Soldier) -> Iterator[Deed]:
    """A throw for what is near enough to be crossed."""
    field, here = field_of(game.scene, book.meanings), Point(man.x, man.y)
    for mode, word in _DARES:
        near = (field.footprints[i].distance(here) for i in field.things_of(word))
        if min(near, default=NEAR_IN + 1.0) <= NEAR_IN:
            yield Deed(f"throws to {mode}", Dared(soldier=man.id, mode=mode))


def _tokens(book: Book, man: Soldier) -> Iterator[Deed]:
    """The tokens that lie beside him, laid down or taken up again."""
    state = state_of(man)
    if state.overwatch:
        yield _said(man, "no more overwatch", overwatch=None, field=None)
    elif any(watches(line_of(book, weapon)) for weapon in own_weapons(book, man)):
        yield _said(man, "overwatch before him", overwatch=True, field=_arc(book, man))
    for token in sorted(TOKENS - _special(man)):
        has = State(man).flag(token)
        words = ("no more " if has else "") + token.replace("_", " ")
        yield _said(man, words, **{token: not has})
    if is_armoured(man):
        for posture in _POSTURES:
            yield _said(man, posture, posture=posture)
        if state.posture is not None:
            yield _said(man, "in the open again", posture=None)


def _special(man: Soldier) -> frozenset[str]:
    """Tokens that are offered otherwise, or that mean nothing for him."""
    of_men = {"full_cover", "entrenching"} if is_vehicle(man) else set()
    bipod = set() if "lmg" in man.weapons and not is_vehicle(man) else {"bipod"}
    return frozenset({"overwatch", "field", "posture", *of_men, *bipod})


def _said(man: Soldier, words: str, **state: Any) -> Deed:
    return Deed(words, Declared(soldier=man.id, state=state))


def _arc(book: Book, man: Soldier) -> list[list[float]]:
    """His arc of fire, as deep as his best weapon for it reaches without a modifier."""
    lines = (line_of(book, weapon) for weapon in own_weapons(book, man))
    deep_in = max(line.effective_in for line in lines if watches(line))
    half_deg = book.rows["LG-FIRE-14"].number / 2
    turns = [half_deg * (2 * i / _ARC_CORNERS - 1) for i in range(_ARC_CORNERS + 1)]
    rim = [step(man.place, man.facing + turn, deep_in) for turn in turns]
    return [[round(at.x, 3), round(at.y, 3)] for at in (man.place, *rim)]


def _works(book: Book, game: Game, man: Soldier) -> Iterator[Deed]:
    """What an engineer could remove."""
    field = field_of(game.scene, book.meanings)
    for i in field.things_of(*OBSTACLES):
        yield Deed(f"clears {field.thing(i).id}", Work(soldier=man.id, thing=field.thing(i).id))
    around = Point(man.x, man.y).buffer(book.rows["LG-MINE-04"].number / 2)
    if any(field.footprints[i].intersects(around) for i in field.things_of(MINES)):
        yield Deed("clears the mines around him", Work(soldier=man.id, thing=MINES))
    for other in game.scene.soldiers:
        if is_vehicle(other) and other.id != man.id:
            yield Deed(f"removes {other.id}", Work(soldier=man.id, thing=other.id))


def _marks(book: Book, game: Game, man: Soldier) -> Iterator[Deed]:
    """Marks that the source leaves to the players: wounds, ammunition, dropped weapons."""
    state = state_of(man)
    if phase_of(game).name.startswith("move-") and state.no_ammo:
        yield _mark(man, "finds ammunition", no_ammo=None)
    if not is_vehicle(man) and not state.wounded:
        yield _mark(man, "is wounded", wounded=True)
    yield from _weapons_on_the_ground(book, man, state)


def _weapons_on_the_ground(book: Book, man: Soldier, state: TurnState) -> Iterator[Deed]:
    if is_vehicle(man):
        return
    for weapon in own_weapons(book, man):
        lies = weapon in state.dropped
        now = state.dropped - {weapon} if lies else state.dropped | {weapon}
        words = f"takes his {weapon} up again" if lies else f"drops his {weapon}"
        yield _mark(man, words, dropped=sorted(now) or None)


def _mark(man: Soldier, words: str, **state: Any) -> Deed:
    return Deed(words, StateSet(soldier=man.id, state=state))


def _mines(game: Game, man: Soldier) -> Iterator[Deed]:
    """LG-MINE-01: a patch of mines before a man who stands where they are wanted."""
    if phase_of(game).name != SET_UP:
        return
    half = PATCH_IN / 2
    corners = [(PATCH_IN, -half), (PATCH_IN, half), (2 * PATCH_IN, half), (2 * PATCH_IN, -half)]
    patch = laid(man.place, man.facing, corners).polygon
    table = shapely.box(0.0, 0.0, game.scene.width, game.scene.height)
    field = patch.intersection(table)
    if isinstance(field, Polygon) and field.area > 0.0:
        ring = tuple(TablePoint(x, y) for x, y in field.exterior.coords[:-1])
        words = f"{man.side}: mines before him, {PATCH_IN:g} x {PATCH_IN:g} in"
        yield Deed(words, MinesLaid(side=man.side, outline=ring))


def _with_friend(who: Soldier, man: Soldier) -> Iterator[Deed]:
    yield Deed(f"{who.id} tends him", Healed(medic=who.id, soldier=man.id))
    yield Deed(f"{who.id} gets in", Boarded(soldier=who.id, vehicle=man.id))


def _at_enemy(book: Book, game: Game, who: Soldier, man: Soldier) -> Iterator[Deed]:
    """Ways to attack that two clicks do not tell."""
    for words, order in _orders(book, game, who, man):
        with suppress(EventRefusedError):
            yield Deed(f"{who.id} {words}", shot_order(book, game, order))
    if state_of(who).overwatch and not state_of(man).covering_fire:
        yield _said(man, f"{who.id} keeps him under covering fire", covering_fire=True)


def _orders(book: Book, game: Game, who: Soldier, man: Soldier) -> Iterator[tuple[str, ShotOrder]]:
    """Smoke, a turned turret, a helicopter's side guns, shots shared out, fire on who comes."""
    for weapon in own_weapons(book, who):
        if weapon in MORTARS:
            yield f"fires smoke at him, {weapon}", _order(who, man, weapon, smoke=True)
        if shots_now(book, game.scene, who, weapon) > 1:
            yield from _shared(book, game, who, man, weapon)
    if who.role == "helicopter" and "lmg" in who.weapons:
        for side in ("left", "right"):
            yield f"fires at him, {side} gun", _order(who, man, "lmg", mount=side)
    elif is_vehicle(who):
        turned = bearing_deg(who.place, man.place)
        yield "turns his turret and fires at him", _order(who, man, None, weapon_facing=turned)
    if state_of(who).overwatch:
        yield "fires as he enters his field", _order(who, man, None, entering=True)


def ways_at(book: Book, game: Game, who: Soldier, at: Aimed) -> Iterator[tuple[str, ShotOrder]]:
    """Smoke rounds and turned turrets, at a thing or a place."""
    where = f"at {at}" if isinstance(at, str) else "here"
    thing = game.scene.thing(at) if isinstance(at, str) else None
    place = nearest_place(thing, who) if thing is not None else at
    for weapon in own_weapons(book, who):
        if weapon in MORTARS:
            yield f"fires smoke {where}, {weapon}", ShotOrder(who.id, (at,), weapon, _SMOKE)
        if is_vehicle(who) and isinstance(place, TablePoint):
            turned = {"weapon_facing": bearing_deg(who.place, place)}
            yield f"turns and fires {weapon} {where}", ShotOrder(who.id, (at,), weapon, turned)


def _order(who: Soldier, man: Soldier, weapon: str | None, **declare: Any) -> ShotOrder:
    return ShotOrder(who.id, (man.id,), weapon, declare)


def _shared(
    book: Book, game: Game, who: Soldier, man: Soldier, weapon: str
) -> Iterator[tuple[str, ShotOrder]]:
    """LG-FIRE-15: his shots over this man and the enemies nearest to him."""
    shots = shots_now(book, game.scene, who, weapon)
    enemies = [one for one in game.scene.soldiers if one.side == man.side]
    near = sorted(enemies, key=lambda one: (apart_in(one, man), one.id))
    for count in range(min(shots, len(near)), 1, -1):
        names = [near[i % count].id for i in range(shots)]
        words = f"shares his shots out over {', '.join(sorted(set(names)))}, {weapon}"
        yield words, ShotOrder(who.id, tuple(names), weapon)
