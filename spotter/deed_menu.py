"""What a man can do now that no camera sees: told by the players in the right-click menu.

Every event a book's game knows for a man is tried; what the rules allow now is offered.
"""

from collections.abc import Iterator
from typing import Any

from overlay.menu import Deed
from rules.book import Book
from rules.combat.actions import ACTIONS
from rules.game.engine import game_rules, phase_now
from rules.game.game import Game
from rules.game.legs import WAYS
from rules.lgam.move_events import TOKENS
from rules.lgam.roles import is_armoured
from rules.measure import apart_in
from rules.omog_advanced.crew import is_served
from spotter.attack_deeds import attack_deeds
from spotter.referee import refusal_of
from table.directions import step
from table.scene import Soldier

CHARGE_RULE = "OM-CHARGE-03"
LINE_OF_FIRE_IN = 24.0
MOST = 14  # what a menu can hold
_OF_A_WEAPON = ("prepare-", "draw-", "load-")  # what follows is the weapon it is for
_REPELLING = 2  # comrades who hold the bayonet beside the man who shoots


def deeds_of(book: Book, game: Game, man: Soldier, chosen: Soldier | None) -> tuple[Deed, ...]:
    """What this man can do now, and what the chosen man can do with or to him."""
    known = game_rules(book).events.keys() & phase_now(book, game).allows
    tried = [*_alone(game, man)]
    if chosen is not None and chosen.id != man.id:
        tried += [*_together(book, game, chosen, man)]
    may = (
        deed
        for deed in tried
        if deed.event["event"] in {*known, "state"} and refusal_of(book, game, deed.event) is None
    )
    return tuple(may)[:MOST]


def _alone(game: Game, man: Soldier) -> Iterator[Deed]:
    yield from _hits(man)
    for mode in ("swim", "climb"):
        dare = {"event": "dared", "soldier": man.id, "mode": mode}
        yield Deed(f"throws to {mode}", dare)
    yield from _actions(man)
    yield from _tokens(man)
    yield from _postures(man)
    yield Deed("was knocked over", {"event": "fell", "soldier": man.id})
    yield from _works(game, man)
    yield from _horse(man)
    yield from _repel(game, man)
    if "machine-gun" in man.weapons:
        aim = step(man.place, man.facing, LINE_OF_FIRE_IN)
        fire = {"event": "fired", "shooter": man.id, "aim": [aim.x, aim.y]}
        declare = {"weapon": "machine-gun", "declare": {"line_of_fire": True}}
        yield Deed("calls a line of fire where he looks", {**fire, **declare})
    yield from _hides(man)
    for does in ("drawn", "played", "exchanged"):
        if game.agreed.get("cards"):
            event = {"event": "card", "does": does, "side": man.side}
            yield Deed(f"{man.side}: a card is {does}", event)
    readings = ["the first reading", "the second reading"]
    yield Deed("a die settles two readings", {"event": "debated", "readings": readings})


def _hides(man: Soldier) -> Iterator[Deed]:
    """Armour behind a crest (L.G.A.M.), a submersible under water (OmniWar)."""
    if is_armoured(man):
        for posture in ("hull-down", "turret-down", "hide", None):
            said = {"event": "declared", "soldier": man.id, "state": {"posture": posture}}
            yield Deed(posture or "in the open again", said)
    if "submersible" in (man.state.get("mods") or ()):
        for depth, words in (("cover", "half submerged"), ("hidden", "dives"), (None, "surfaces")):
            state = {"event": "state", "soldier": man.id, "state": {"submerged": depth}}
            yield Deed(words, state)


def _hits(man: Soldier) -> Iterator[Deed]:
    for effect, words in (("wounded", "is wounded"), ("out", "is out")):
        yield Deed(words, {"event": "hit", "soldier": man.id, "effect": effect})


def _actions(man: Soldier) -> Iterator[Deed]:
    """What COMBAT lets a man do with a weapon, as far as he has it."""
    for action in ACTIONS:
        weapon = next((action.removeprefix(p) for p in _OF_A_WEAPON if action.startswith(p)), None)
        if action != "aim" and (weapon is None or any(weapon in word for word in man.weapons)):
            event = {"event": "acted", "soldier": man.id, "action": action}
            yield Deed(action.replace("-", " "), event)


def _tokens(man: Soldier) -> Iterator[Deed]:
    """The tokens of L.G.A.M.: laid down, or taken up again."""
    without = {"field", "posture"} if "lmg" in man.weapons else {"field", "posture", "bipod"}
    for token in sorted(TOKENS - without):
        has = bool(man.state.get(token))
        event = {"event": "declared", "soldier": man.id, "state": {token: not has}}
        yield Deed(("no more: " if has else "") + token.replace("_", " "), event)


def _on_the_spot(man: Soldier) -> dict[str, Any]:
    """A move that goes nowhere, for what he does in place of one."""
    here = [man.x, man.y]
    stay = {"event": "moved", "soldier": man.id, "path": [here, here]}
    return {**stay, "facing": man.facing, "elevation": man.elevation, "on": man.on}


def _postures(man: Soldier) -> Iterator[Deed]:
    """Down and up on the spot, a move of its own."""
    stay = _on_the_spot(man)
    if man.state.get("posture", "standing") != "standing":
        yield Deed("gets up", {**stay, "declare": {"actions": ["get-up"]}})
        return
    for posture in ("prone", "kneeling"):
        down = {**stay, "posture": posture, "declare": {"actions": ["get-down"]}}
        yield Deed(f"gets down, {posture}", down)


def _works(game: Game, man: Soldier) -> Iterator[Deed]:
    for target in (*(thing.id for thing in game.scene.things), "mines"):
        event = {"event": "work", "soldier": man.id, "thing": target}
        yield Deed(f"clears {target}", event)


def _horse(man: Soldier) -> Iterator[Deed]:
    """Into the saddle and out of it."""
    stay = _on_the_spot(man)
    if man.state.get("mounted"):
        yield Deed("dismounts", {**stay, "declare": {"dismount": True}})
    elif man.state.get("cavalry"):
        yield Deed("mounts", {**stay, "declare": {"mount": True}})


def _repel(game: Game, man: Soldier) -> Iterator[Deed]:
    """He shoots, his two nearest comrades hold the bayonet, when horses charge."""
    charged = any(enemy.state.get("charging") for enemy in game.scene.soldiers)
    friends = [one for one in game.scene.soldiers if one.side == man.side and one.id != man.id]
    near = sorted(friends, key=lambda one: apart_in(one, man))[:_REPELLING]
    if charged and len(near) == _REPELLING:
        parts = {man.id: "shoot", **{one.id: "bayonet" for one in near}}
        yield Deed("repels horses with his neighbours", {"event": "declared", "repel": parts})


def _together(book: Book, game: Game, chosen: Soldier, man: Soldier) -> Iterator[Deed]:
    """What the chosen man does with this one, friend or enemy."""
    who = chosen.id
    if chosen.side != man.side:
        yield from attack_deeds(book, game, chosen, man)
        aim = {"event": "acted", "soldier": who, "action": "aim", "at": man.id}
        yield Deed(f"{who} aims at him", aim)
        way: Any = game.record.get(WAYS, {}).get(who)
        if way is not None:
            free: dict[str, Any] = {"event": "fired", "shooter": who, "target": man.id}
            declare = {"peekaboo": way["path"][0]}
            yield Deed(f"{who} surprises him: a free shot", {**free, "declare": declare})
        yield from _charge(book, game, chosen, man)
        return
    if is_served(chosen):
        crew = [*(chosen.state.get("crew") or ()), man.id]
        yield Deed(f"serves {who}'s gun", {"event": "declared", "soldier": who, "crew": crew})
    yield Deed(f"{who} tends him", {"event": "healed", "medic": who, "soldier": man.id})
    for key in ("vehicle", "transport"):
        yield Deed(f"{who} gets in", {"event": "boarded", "soldier": who, key: man.id})


def _charge(book: Book, game: Game, chosen: Soldier, man: Soldier) -> Iterator[Deed]:
    """A charge is said before the man is moved; his move is then judged as one."""
    may = CHARGE_RULE in book.rows.rules and "moved" in phase_now(book, game).allows
    if may and not chosen.state.get("charging") and not chosen.state.get("charged"):
        charge = {"charging": man.id, "charge_from": [chosen.x, chosen.y]}
        event = {"event": "state", "soldier": chosen.id, "state": charge}
        yield Deed(f"{chosen.id} charges him", event)
