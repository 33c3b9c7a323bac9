"""What COMBAT's players tell by the right-click menu.

What the source lacks (damage, explosions, hand to hand, skills) is the players' word, and is told
here too.
"""

from collections.abc import Iterator
from typing import Any, Literal

from rules.book.book import Book
from rules.combat.actions import ACTIONS
from rules.combat.events import Acted, Hit, Moved, Named, Posture
from rules.combat.man import EXPERIENCE, SKILLS, Man, man_of
from rules.combat.moving import is_vehicle
from rules.game.common_events import StateSet
from rules.game.deed import Deed
from rules.game.engine import phase_now
from rules.game.game import Game
from table.scene import Soldier

CURRENT = 6.0  # source inches a turn, where the players agreed on no other
BURSTS = (2, 6)
TURNS = ((90.0, "right"), (-90.0, "left"), (180.0, "about"))
GAITS = ("crawl", "jump", "climb", "wade", "swim")
DOWN: tuple[Posture, ...] = ("prone", "kneeling", "sitting")
EFFECTS: tuple[Literal["wounded", "out"], ...] = ("wounded", "out")
BUSY = {
    "break": "breaks something open",
    "close": "closes something",
    "use-object": "uses an object",
    "start-vehicle": "starts it",
}
_OF_A_WEAPON = ("prepare-", "draw-", "load-")  # what follows is the weapon it is for


def deeds(book: Book, game: Game, soldier: Soldier, chosen: Soldier | None) -> Iterator[Deed]:
    """What this man may do, and what the chosen one may do to him or with him."""
    man, phase = man_of(book, soldier), phase_now(book, game).name
    if chosen is not None and chosen.id != soldier.id:
        yield from _together(book, chosen, soldier)
    for effect in EFFECTS:
        yield Deed(f"is {effect}", Hit(soldier=soldier.id, effect=effect))
    if phase == "plan":
        yield from _ratings(man)
        yield from _actions(soldier)
    elif is_vehicle(book, soldier):
        yield from _on_wheels(game, soldier)
    else:
        yield from _on_foot(man)


def _together(book: Book, chosen: Soldier, man: Soldier) -> Iterator[Deed]:
    """Aiming, fire by ear and bursts at an enemy; mounting a friend's vehicle."""
    who = chosen.id
    if chosen.side != man.side:
        yield Deed(f"{who} aims at him", Acted(soldier=who, action="aim", at=man.id))
        by_ear = Named(shooter=who, target=man.id, declare={"heard": True})
        yield Deed(f"{who} will fire at him by ear", by_ear)
        for bullets in BURSTS:
            many = Named(shooter=who, target=man.id, bullets=bullets)
            yield Deed(f"{who} will fire {bullets} bullets at him", many)
    elif is_vehicle(book, man):
        mount = _on_the_spot(chosen, "mount", vehicle=man.id)
        yield Deed(f"{who} mounts (his whole turn)", mount)


def _ratings(man: Man) -> Iterator[Deed]:
    """How well he shoots and how soon, as the players rate him."""
    for key, words, now, all_of in (
        ("skill", "shoots as", man.skill, SKILLS),
        ("experience", "is rated", man.experience, EXPERIENCE),
    ):
        for rating in all_of:
            if rating != now:
                said = StateSet(soldier=man.soldier.id, state={key: rating})
                yield Deed(f"{words} {rating}", said, "is rated otherwise")


def _actions(man: Soldier) -> Iterator[Deed]:
    """CO-ACT-01: what he may do with a weapon, as far as he has it."""
    for action in ACTIONS:
        weapon = next((action.removeprefix(p) for p in _OF_A_WEAPON if action.startswith(p)), None)
        if action != "aim" and (weapon is None or any(weapon in word for word in man.weapons)):
            act = Acted(soldier=man.id, action=action)
            yield Deed(action.replace("-", " "), act, "does with his weapon")


def _on_foot(man: Man) -> Iterator[Deed]:
    """Up, down and round on the spot; how he will go; what takes his whole turn."""
    soldier = man.soldier
    if man.rides is not None:
        yield Deed("dismounts (his whole turn)", _on_the_spot(soldier, "dismount"))
    if man.posture != "standing":
        yield Deed("gets up (half his turn)", _on_the_spot(soldier, "get-up"))
    else:
        for posture in DOWN:
            down = _on_the_spot(soldier, "get-down", posture=posture)
            yield Deed(f"gets down, {posture}", down)
    for turn_deg, words in TURNS:
        yield Deed(f"turns {words} on the spot", _turned(soldier, turn_deg), "turns on the spot")
    yield from _gaits(man)
    for action, words in BUSY.items():
        busy = _on_the_spot(soldier, action)
        yield Deed(f"{words} (his whole turn)", busy, "does something else")


def _gaits(man: Man) -> Iterator[Deed]:
    """How he will go, where the camera cannot tell; said before he is moved."""
    named = man.will.get("gait")
    for gait in GAITS:
        if gait != named:
            state = {"will": {"gait": gait}}
            said = StateSet(soldier=man.soldier.id, state=state)
            yield Deed(f"will {gait}", said, "will go otherwise")
    if named is not None:
        as_usual = StateSet(soldier=man.soldier.id, state={"will": None})
        yield Deed("walks or runs after all", as_usual)


def _on_wheels(game: Game, vehicle: Soldier) -> Iterator[Deed]:
    """Started, for its whole turn; a boat with the current or against it (CO-BOAT-01)."""
    yield Deed("is started (its whole turn)", _on_the_spot(vehicle, "start-vehicle"))
    speed = float(game.agreed.get("current") or CURRENT)
    for current, words in ((speed, "with"), (-speed, "against")):
        state = {"will": {"current": current}}
        said = StateSet(soldier=vehicle.id, state=state)
        yield Deed(f"goes {words} a current of {speed:g}", said)


def _on_the_spot(man: Soldier, action: str, **more: Any) -> Moved:
    """A move that goes nowhere, for what he does in place of one."""
    return _stays(man, declare={"actions": [action]}, facing=man.facing, **more)


def _turned(man: Soldier, turn_deg: float) -> Moved:
    """CO-MOVE-07: a turn on the spot, which takes its share."""
    return _stays(man, declare={"turn": abs(turn_deg)}, facing=(man.facing + turn_deg) % 360.0)


def _stays(man: Soldier, **more: Any) -> Moved:
    path = (man.place, man.place)
    return Moved(soldier=man.id, path=path, elevation=man.elevation, on=man.on, **more)
