"""What the mouse is over, in words on a card that lies on no man, tag, marker or other words."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from overlay.marks.answer_cache import AnswerCache
from overlay.marks.corrections import soldier_at, thing_at, unexplained_at, unread_at
from overlay.marks.marks import Box, Card
from overlay.marks.scene_marks import thing_words
from overlay.marks.state_words import state_words
from overlay.marks.threat_marks import threat_at_card
from overlay.projector.masks import keep_clear
from overlay.strokes.card_strokes import card_size_in
from overlay.window.hud import fallen_word
from overlay.window.window_state import WindowState
from rules.foresight.threat import Threat
from table.army import Army
from table.places import Floats, TablePoint
from table.scene import Scene, Soldier, Thing

_SAY = "click it and say what it is"
_HIDDEN = "hidden: he counts where he was seen last"
_LIFTED = "lifted: he counts where he stood"


def hover_card(
    state: WindowState, at: TablePoint, asking: AnswerCache | None, words: Sequence[Box] = ()
) -> Card | None:
    """What is under the mouse, in words that lie on no other `words`.

    Not over the man who was just chosen, nor over his target: the answer stands there.
    """
    told = _under(state, at, asking)
    return None if told is None else _beside(told[0], told[1], state, words)


def _under(
    state: WindowState, at: TablePoint, asking: AnswerCache | None
) -> tuple[Card, TablePoint] | None:
    """What is under the mouse, in words, and the place that they are about."""
    soldier = soldier_at(state.scene, at)
    if soldier is not None:
        is_asked = soldier.id in {state.chosen, state.target}
        card = _soldier_card(soldier, fallen_word(state.hud, soldier.id))
        return None if is_asked else (card, soldier.place)
    if (threat := _threat_under(state, at, asking)) is not None:
        return threat, at
    for told in (_unread_words(state.scene, at), _stranger_words(state.scene, at)):
        if told is not None:
            return Card(told, ((_SAY,),), "unsure"), at
    thing = thing_at(state.scene, at)
    return None if thing is None else (_thing_card(thing, asking), at)


def _unread_words(scene: Scene, at: TablePoint) -> str | None:
    return None if unread_at(scene, at) is None else "a tag that cannot be read"


def _stranger_words(scene: Scene, at: TablePoint) -> str | None:
    return None if unexplained_at(scene, at) is None else "something on no list"


def _thing_card(thing: Thing, asking: AnswerCache | None) -> Card:
    kinds = {} if asking is None else asking.book.meanings.kinds
    length_in, width_in = thing.sides_in
    rows = (
        (f"a {thing.kind}: {thing_words(thing, kinds)}",),
        (f"{length_in:.1f} x {width_in:.1f} in, {thing.confidence:.0%} sure",),
    )
    return Card(thing.id, rows, "note")


def _threat_under(state: WindowState, at: TablePoint, asking: AnswerCache | None) -> Card | None:
    """The numbers of the map of danger under the mouse, while it is shown."""
    threat = threat_shown(state, asking)
    on_table = 0.0 <= at.x <= state.scene.width and 0.0 <= at.y <= state.scene.height
    if threat is None or not on_table:
        return None
    return threat_at_card(threat.man, threat.at(at))


def _soldier_card(soldier: Soldier, fallen: str | None) -> Card:
    carries = ", ".join(soldier.weapons) or "no weapon"
    error = "" if soldier.error is None else f" +- {soldier.error:.2f}"
    rows = [
        (carries,),
        (f"at {soldier.x:.1f}, {soldier.y:.1f}{error} in, facing {soldier.facing:.0f} degrees",),
    ]
    belongs = [word for word in (soldier.role, soldier.team) if word]
    rows += [(", ".join(belongs),)] if belongs else []
    up = f", {soldier.elevation:g} in up" if soldier.elevation else ""
    rows += [(f"on {soldier.on}{up}",)] if soldier.on else []
    rows += [(fallen,)] if fallen else []
    rows += [(_HIDDEN,)] if soldier.hidden else []
    rows += [(_LIFTED,)] if soldier.lifted else []
    rows += [(words,) for words in state_words(soldier.state)]
    return Card(f"{soldier.id}, {soldier.side}", tuple(rows), "note")


def _beside(card: Card, at: TablePoint, state: WindowState, words: Sequence[Box]) -> Card:
    """The card as near to a place as it can lie on no man, tag, marker or words."""
    scene, card = state.scene, replace(card, height_in=max(card.height_in, state.least_in))
    size = np.array(card_size_in(card))
    room = np.maximum(0.0, np.array([scene.width, scene.height]) - size)
    boxes = np.vstack([_not_to_be_covered(scene, state.army, at), *words])
    near = np.clip(_corners_near(at, size), 0.0, room)
    covered = _covered(near, size, boxes)
    best = near[np.argmin(covered)]
    if covered.min() > 0.0:  # he stands in a crowd
        best = _nearest_free(at, size, room, boxes)
    return replace(card, at=TablePoint(float(best[0]), float(best[1])))


def _corners_near(at: TablePoint, size: Floats) -> Floats:
    """Where a card's first corner lies beside a place: below it to the right, and so on."""
    x0, x1 = at.x - 0.8 - size[0], at.x + 0.8
    y0, y1 = at.y - 0.5 - size[1], at.y + 0.5
    return np.array([(x1, y1), (x0, y1), (x1, y0), (x0, y0)])


def _nearest_free(at: TablePoint, size: Floats, room: Floats, boxes: Floats) -> Floats:
    """Of all places of the table those where a card covers least, and of them the nearest."""
    xs, ys = np.meshgrid(np.arange(0.0, room[0] + 0.1), np.arange(0.0, room[1] + 0.1))
    corners = np.column_stack([xs.ravel(), ys.ravel()])
    beyond = np.abs(corners + size / 2 - (at.x, at.y)) - size / 2
    far_in = np.hypot(*np.clip(beyond, 0.0, None).T)
    best: Floats = corners[np.lexsort((far_in, _covered(corners, size, boxes)))[0]]
    return best


def _not_to_be_covered(scene: Scene, army: Army | None, at: TablePoint) -> Floats:
    """Boxes of men, their tags, the corner markers, and what is pointed at."""
    men = [
        (man.x - man.radius, man.y - man.radius, man.x + man.radius, man.y + man.radius)
        for man in scene.soldiers
    ]
    here = (at.x - 0.4, at.y - 0.4, at.x + 0.4, at.y + 0.4)
    return np.array([here, *men, *keep_clear(scene, army)])


def _covered(corners: Floats, size: Floats, boxes: Floats) -> Floats:
    """How many square inches of those boxes lie under a card at each of the corners."""
    low = np.maximum(boxes[:, :2], corners[:, None])
    high = np.minimum(boxes[:, 2:], (corners + size)[:, None])
    under: Floats = np.prod(np.clip(high - low, 0.0, None), axis=2).sum(axis=1)
    return np.round(under, 6)


def threat_shown(state: WindowState, asking: AnswerCache | None) -> Threat | None:
    """The chosen man's map of danger, if it is switched on and worked out."""
    man = state.man
    if man is None or asking is None or state.target is not None or "threat" not in state.layers:
        return None
    return asking.known_threat(state.scene, man.id)
