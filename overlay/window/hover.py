"""What the mouse is over, in words on a card that lies on no man, tag, marker or other words."""

from collections.abc import Sequence
from dataclasses import replace

from overlay.marks.answer_cache import AnswerCache
from overlay.marks.corrections import soldier_at, thing_at, unexplained_at, unread_at
from overlay.marks.marks import Box, Card
from overlay.marks.scene_marks import thing_words
from overlay.marks.state_words import state_words
from overlay.marks.threat_marks import threat_at_card
from overlay.window.card_room import beside, not_to_be_covered
from overlay.window.hud import fallen_word
from overlay.window.window_state import WindowState
from rules.foresight.threat import Threat
from table.places import TablePoint
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


def sketch_card(state: WindowState) -> Card | None:
    """What is to be clicked next of what is drawn by hand, beside the mouse."""
    if state.sketch is None or state.mouse is None:
        return None
    return _beside(Card(state.sketch.wants, (), "chosen"), state.mouse, state, ())


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
    readable = replace(card, height_in=max(card.height_in, state.least_in))
    clear = not_to_be_covered(state.scene, state.army)
    return beside(readable, at, state.scene, (*clear, *words))


def threat_shown(state: WindowState, asking: AnswerCache | None) -> Threat | None:
    """The chosen man's map of danger, if it is switched on and worked out."""
    man = state.man
    if man is None or asking is None or state.target is not None or "threat" not in state.layers:
        return None
    return asking.known_threat(state.ruled, man.id)
