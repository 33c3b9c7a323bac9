"""Ways to attack that two clicks do not tell: together, once, a whole hex, smoke, a turned gun."""

from collections.abc import Iterator
from typing import Any

from overlay.menu import Deed
from rules.answer import Shot
from rules.ask import ask
from rules.book import Book
from rules.game.engine import game_rules
from rules.game.game import Game
from rules.lgam.roles import is_vehicle
from rules.measure import in_contact
from spotter.referee import refusal_of
from table.directions import bearing_deg
from table.scene import Soldier

_SMOKE_ROUNDS = ("light-mortar", "heavy-mortar")


def attack_deeds(book: Book, game: Game, who: Soldier, target: Soldier) -> Iterator[Deed]:
    """What this man can do to an enemy besides a plain attack."""
    known = game_rules(book).events
    if "attacked" in known:
        yield from _joint(book, game, who, target)
        hex_of_him = {"event": "attacked", "shooter": who.id, "aim": target.id}
        yield Deed(f"{who.id} strikes the whole hex he is in", hex_of_him)
    if "fought" in known:
        yield from _brawl(game, who, target)
    if "dared" in known:
        yield from _of_guns(who, target)


def _joint(book: Book, game: Game, who: Soldier, target: Soldier) -> Iterator[Deed]:
    """All who can attack him, declared before any die is thrown (OW-ATK-06); or one shot of two."""
    friends = [man.id for man in game.scene.soldiers if man.side == who.side]
    can = [name for name in friends if refusal_of(book, game, _attack(target, name)) is None]
    if len(can) > 1 and who.id in can:
        yield Deed(f"{', '.join(can)} attack him together", _attack(target, *can))
    answer = ask(game.scene, {"ask": "shoot", "shooter": who.id, "target": target.id}, book)
    if isinstance(answer, Shot) and answer.shots > 1:
        once = {**_attack(target, who.id), "shots": {who.id: 1}}
        yield Deed(f"{who.id} attacks him once and keeps the rest", once)


def _brawl(game: Game, who: Soldier, target: Soldier) -> Iterator[Deed]:
    """All who touch him fight him one after the other, who was clicked first."""
    friends = [man for man in game.scene.soldiers if man.side == who.side and man.id != who.id]
    touching = [man.id for man in (who, *friends) if in_contact(man, target)]
    if len(touching) > 1:
        words = f"{', '.join(touching)} fight him together"
        yield Deed(words, {"event": "fought", "attackers": touching, "defender": target.id})


def _attack(target: Soldier, *attackers: str) -> dict[str, Any]:
    return {"event": "attacked", "attackers": list(attackers), "target": target.id}


def _of_guns(who: Soldier, target: Soldier) -> Iterator[Deed]:
    """L.G.A.M.: smoke rounds, a turned turret, a helicopter's side guns, fire on who comes."""
    fire = {"event": "fired", "shooter": who.id}
    for weapon in _SMOKE_ROUNDS:
        if weapon in who.weapons:
            smoke = {**fire, "aim": target.id, "weapon": weapon, "declare": {"smoke": True}}
            yield Deed(f"{who.id} fires smoke at him, {weapon}", smoke)
    at_him = {**fire, "target": target.id}
    if who.role == "helicopter" and "lmg" in who.weapons:
        for side in ("left", "right"):
            guns = {**at_him, "weapon": "lmg", "declare": {"mount": side}}
            yield Deed(f"{who.id} fires at him, {side} gun", guns)
    elif is_vehicle(who):
        turned = {"weapon_facing": bearing_deg(who.place, target.place)}
        yield Deed(f"{who.id} turns his turret and fires at him", {**at_him, "declare": turned})
    if who.state.get("overwatch"):
        comes = {**at_him, "declare": {"entering": True}}
        yield Deed(f"{who.id} fires as he enters his field", comes)
