"""What the window shows in a given state: a drawing, from the same marks as everything else."""

from dataclasses import replace
from typing import Any

from overlay.answer_marks import answer_marks, diagonal_in, first_weapon
from overlay.asking import Asking
from overlay.back_marks import back_marks
from overlay.band_marks import band_marks
from overlay.card_strokes import card_size_in
from overlay.corrections import soldier_at, thing_at
from overlay.drawing import answer_cards
from overlay.hud import hud_card
from overlay.keys import KEYS
from overlay.labels import placed
from overlay.marks import Card, Drawing, Label, Line, Mark, Ring
from overlay.menu import menu_card
from overlay.move_marks import reach_marks
from overlay.paint_window import HUD_AT
from overlay.scene_marks import grid_marks, scene_marks, thing_words
from overlay.seen_marks import seen_marks
from overlay.shot_marks import target_marks
from overlay.state_marks import hex_marks, state_marks
from overlay.unit_marks import link_marks, unit_marks
from overlay.window_state import WindowState
from overlay.words import sentence
from rules.answer import Answer, Fight, Reach, Units
from table.directions import distance_in
from table.places import TablePoint
from table.scene import Scene, Soldier

_HEX_IN = 12.0


def table_drawing(state: WindowState, asking: Asking | None, *, on_picture: bool) -> Drawing:
    """The table and what was asked; `on_picture` when a live picture lies under it."""
    kinds = None if asking is None else asking.book.meanings.kinds
    marks: tuple[Mark, ...] = (
        *scene_marks(state.scene, kinds, on_picture=on_picture),
        *state_marks(state.scene),
        *_layers(state, asking),
    )
    shot = _shot(state, asking)
    marks += shot.marks or _choices(state, asking)
    marks += back_marks(state.scene, state.hud.back)
    return Drawing(marks, shot.title or _title(state), shot.cards)


def asked_of(state: WindowState) -> tuple[Any, ...]:
    """All on which the table's drawing depends; it is drawn anew only when this changes."""
    parts = (state.chosen, state.target, state.weapon, state.layers, state.paused, state.as_camera)
    return (id(state.scene), state.typed, tuple(state.hud.back.items()), state.hud.fights, *parts)


def mouse_marks(state: WindowState, asking: Asking | None) -> tuple[Mark, ...]:
    """What follows the mouse and the clock: ruler, menu, help, game line, what is under it."""
    return (*_measure(state), *_told(state, asking))


def _title(state: WindowState) -> str:
    if state.paused:
        return "Paused: press Space to go on"
    if state.typed:
        return f"Thrown: {state.typed}"
    man = state.man
    if man is not None:
        return f"{man.id}, {man.side}: click an enemy to see the shot"
    return "Click a soldier; H for help"


def _layers(state: WindowState, asking: Asking | None) -> tuple[Mark, ...]:
    """What is switched on for the whole table."""
    made: tuple[Mark, ...] = ()
    if "grid" in state.layers:
        hexes = asking is not None and asking.book.name == "omniwar"
        made += hex_marks(state.scene, _hex_in(asking)) if hexes else grid_marks(state.scene, 1)
    if "links" in state.layers:
        made += _links(state.scene, asking)
    return made


def _hex_in(asking: Asking | None) -> float:
    """How wide a hex is, as agreed or as the book has it."""
    return float((asking.declare if asking else {}).get("scale", _HEX_IN))


def _links(scene: Scene, asking: Asking | None) -> tuple[Mark, ...]:
    told = None if asking is None else asking.ask(scene, {"ask": "units"})
    return unit_marks(scene, told) if isinstance(told, Units) else link_marks(scene)


def _choices(state: WindowState, asking: Asking | None) -> tuple[Mark, ...]:
    """The chosen man: where he can go, how far he shoots, what he sees, whom he can hit."""
    man = state.man
    if man is None or asking is None:
        return ()
    made: tuple[Mark, ...] = (Ring(man.place, man.radius + 0.15, "chosen"),)
    if "sight" in state.layers:
        made += seen_marks(state.scene, man, asking.book)
    if "moves" in state.layers:
        reach = asking.ask(state.scene, {"ask": "reach", "soldier": man.id})
        made += reach_marks(man, reach) if isinstance(reach, Reach) else ()
    if "bands" in state.layers:
        made += _bands(state, man, asking)
    return made + _targets(state, man, asking)


def weapon_of(state: WindowState, man: Soldier, asking: Asking) -> str | None:
    """The weapon the window asks about: the first, or the one the players turned to."""
    known = [word for word in man.weapons if word in asking.book.rows.weapons]
    return known[state.weapon % len(known)] if known else first_weapon(man, asking)


def _bands(state: WindowState, man: Soldier, asking: Asking) -> tuple[Mark, ...]:
    weapon = weapon_of(state, man, asking)
    if weapon is None:
        return ()
    return band_marks(state.scene, man, asking.bands(man, weapon, diagonal_in(state.scene)))


def _targets(state: WindowState, man: Soldier, asking: Asking) -> tuple[Mark, ...]:
    """On every enemy what he must roll, or that he cannot be shot."""
    enemies = [s for s in state.scene.soldiers if s.side != man.side]
    return tuple(
        mark
        for enemy in enemies
        for mark in target_marks(enemy, shot_at(state, man, enemy.id, asking)[1])
    )


def shot_at(state: WindowState, man: Soldier, target: str, asking: Asking) -> tuple[Any, Any]:
    """The shot at a target and its answer; a burst where the weapon only bursts."""
    weapon = weapon_of(state, man, asking)
    arms = {} if weapon is None else {"weapon": weapon}
    asked = {"ask": "shoot", "shooter": man.id, "target": target, **arms}
    answer = asking.ask(state.scene, asked)
    if hasattr(answer, "error") and "burst" in asking.book.answers and weapon is not None:
        burst = {"ask": "burst", "shooter": man.id, "aim": target, **arms}
        thrown = asking.ask(state.scene, burst)
        if not hasattr(thrown, "error"):
            return burst, thrown
    return asked, answer


def _fight_with(
    state: WindowState, man: Soldier, target: str, asking: Asking
) -> tuple[dict[str, Any], Answer] | None:
    """The fight with an enemy, in the phase of fights and where the book lets them fight."""
    if not state.hud.fights:
        return None
    question = {"ask": "fight", "attackers": [man.id], "defender": target}
    answer = asking.ask(state.scene, question)
    return (question, answer) if isinstance(answer, Fight) else None


def _shot(state: WindowState, asking: Asking | None) -> Drawing:
    """The shot that two clicks asked for."""
    man = state.man
    if man is None or asking is None or state.target is None:
        return Drawing(())
    if state.scene.soldier(state.target) is None:
        return Drawing(())
    question, answer = _fight_with(state, man, state.target, asking) or shot_at(
        state, man, state.target, asking
    )
    ring = Ring(man.place, man.radius + 0.15, "chosen")
    marks = (ring, *answer_marks(state.scene, question, answer, asking))
    cards = answer_cards(state.scene, question, answer, asking)
    return Drawing(marks, sentence(question, answer), cards)


def _measure(state: WindowState) -> tuple[Mark, ...]:
    """The ruler, with how sure it is where it runs between men the camera measured."""
    if state.measured is None:
        return ()
    start, end = state.measured
    middle = TablePoint((start.x + end.x) / 2, (start.y + end.y) / 2)
    label = Label(middle, measured_words(state), "measure", 0.15)
    words = placed([label], (), (0.0, 0.0, state.scene.width, state.scene.height))
    return (Line((start, end), "measure"), *words)


def measured_words(state: WindowState) -> str:
    """The ruler's reading."""
    assert state.measured is not None
    men = [soldier_at(state.scene, place, 0.0) for place in state.measured]
    errors = [man.error for man in men if man is not None and man.error]
    sure = f" +- {sum(e * e for e in errors) ** 0.5:.2f}" if errors else ""
    return f"{distance_in(*state.measured):.2f}{sure} in"


def _told(state: WindowState, asking: Asking | None) -> tuple[Card, ...]:
    """Cards of the game, the help, the menu and what the mouse is over."""
    made = _hud(state)
    if state.help:
        return (*made, help_card())
    if state.menu is not None:
        return (*made, menu_card(state.menu))
    quiet = state.mouse is None or state.pressed is not None
    over = None if quiet or state.mouse is None else hover_card(state, state.mouse, asking)
    return made if over is None else (*made, over)


def _hud(state: WindowState) -> tuple[Card, ...]:
    """The game's line above the table; over the camera's own picture there is no such room."""
    card = hud_card(state.hud)
    if card is None:
        return ()
    if state.as_camera:
        return (replace(card, at=TablePoint(0.3, 0.3)),)
    widest = (state.scene.width - 1.0) / card.height_in
    return (replace(card, at=HUD_AT, widest=widest),)


def help_card() -> Card:
    """Every key and what it does."""
    return Card("Keys and mouse", KEYS, "chosen", TablePoint(1.0, 1.0), 0.34, listed=True)


def hover_card(state: WindowState, at: TablePoint, asking: Asking | None) -> Card | None:
    """What is under the mouse, in words.

    Not over a man who was just clicked as a target: the answer stands there.
    """
    soldier = soldier_at(state.scene, at)
    if soldier is not None:
        return None if soldier.id == state.target else _soldier_card(soldier, state.scene)
    thing = thing_at(state.scene, at)
    if thing is None:
        return None
    kinds = {} if asking is None else asking.book.meanings.kinds
    length_in, width_in = thing.sides_in
    rows = (
        (f"a {thing.kind}: {thing_words(thing, kinds)}",),
        (f"{length_in:.1f} x {width_in:.1f} in, {thing.confidence:.0%} sure",),
    )
    return _beside(Card(thing.id, rows, "note"), at, state.scene)


def _soldier_card(soldier: Soldier, scene: Scene) -> Card:
    carries = ", ".join(soldier.weapons) or "no weapon"
    error = "" if soldier.error is None else f" +- {soldier.error:.2f}"
    rows = [
        (carries,),
        (f"at {soldier.x:.1f}, {soldier.y:.1f}{error} in, facing {soldier.facing:.0f}",),
    ]
    belongs = [word for word in (soldier.role, soldier.team) if word]
    rows += [(", ".join(belongs),)] if belongs else []
    up = f", {soldier.elevation:g} in up" if soldier.elevation else ""
    rows += [(f"on {soldier.on}{up}",)] if soldier.on else []
    rows += [(_state_words(key, value),) for key, value in soldier.state.items()]
    return _beside(Card(f"{soldier.id}, {soldier.side}", tuple(rows), "note"), soldier.place, scene)


def _state_words(key: str, value: Any) -> str:
    """What the game keeps of a man, as a player would write it on a slip."""
    name = key.replace("_", " ")
    if value is True:
        return name
    if isinstance(value, dict):
        return f"{name}: " + ", ".join(f"{one} {other}" for one, other in value.items())
    if isinstance(value, list | tuple):
        return f"{name}: " + ", ".join(str(one) for one in value)
    return f"{name}: {value}"


def _beside(card: Card, at: TablePoint, scene: Scene) -> Card:
    """The card a little right of and below a place, or to its left and above near the edge."""
    width, height = card_size_in(card)
    x = at.x + 0.8 if at.x + 0.8 + width <= scene.width else at.x - 0.8 - width
    y = at.y + 0.5 if at.y + 0.5 + height <= scene.height else at.y - 0.5 - height
    return replace(card, at=TablePoint(max(0.0, x), max(0.0, y)))
