"""What the window shows in a given state: a drawing, from the same marks as everything else."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from overlay.marks.answer_cache import AnswerCache
from overlay.marks.answer_marks import answer_marks, diagonal_in
from overlay.marks.back_marks import back_marks
from overlay.marks.band_marks import band_marks
from overlay.marks.corrections import soldier_at
from overlay.marks.drawing import answer_cards
from overlay.marks.marks import TEXT_IN, Arrow, Box, Card, Drawing, Icon, Label, Line, Mark, Ring
from overlay.marks.move_marks import reach_marks
from overlay.marks.scene_marks import grid_marks, scene_marks
from overlay.marks.scene_version import scene_version
from overlay.marks.seen_marks import seen_marks
from overlay.marks.shot_marks import target_marks
from overlay.marks.state_marks import hex_marks, state_marks
from overlay.marks.threat_marks import threat_card, threat_marks
from overlay.marks.unit_marks import link_marks, unit_marks
from overlay.marks.wanted_marks import wanted_marks
from overlay.marks.words import sentence
from overlay.strokes.labels import placed
from overlay.window.attacks_now import (
    AttacksNow,
    RefusedNow,
    attacks_now,
    fight_with,
    may_move,
    may_strike,
    may_words,
    shot_at,
    weapon_of,
)
from overlay.window.hover import hover_card, sketch_card, threat_shown
from overlay.window.hud import Hud, fallen_word
from overlay.window.menu import menu_card
from overlay.window.sketch import sketch_marks
from overlay.window.window_state import WindowState
from rules.book.answer import Reach, Units, is_allowed
from table.directions import distance_in
from table.places import TablePoint
from table.scene import Scene, Soldier


def table_drawing(
    state: WindowState,
    asking: AnswerCache | None,
    *,
    on_picture: bool,
    patient: bool = True,
    refused_now: RefusedNow | None = None,
) -> Drawing:
    """The table and what was asked; `on_picture` when a live picture lies under it.

    Who is not `patient` gets it without the reach where that must first be worked out.
    """
    book = None if asking is None else asking.book
    kinds = None if book is None else book.meanings.kinds
    marks: tuple[Mark, ...] = (
        *scene_marks(state.scene, kinds, on_picture=on_picture),
        *state_marks(state.scene, book),
        *_layers(state, asking),
    )
    shot = _shot(state, asking, refused_now)
    attacks = attacks_now(state, asking, refused_now)
    marks += shot.marks or _choices(state, asking, attacks, patient=patient)
    marks += back_marks(state.scene, state.hud.back)
    marks += wanted_marks(state.scene, state.hud.wanted)
    marks += _fallen_marks(state.scene, state.hud) + state.hud.marks
    title = shot.title or _title(state, attacks)
    return Drawing(marks, title, shot.cards or _legend(state, asking))


def _legend(state: WindowState, asking: AnswerCache | None) -> tuple[Card, ...]:
    """What the shades of the map of danger mean, while it is shown."""
    threat = threat_shown(state, asking)
    if threat is None:
        return ()
    legend = threat_card(threat)
    return (replace(legend, title="", rows=((legend.title,), *legend.rows)),)


def asked_of(state: WindowState) -> tuple[Any, ...]:
    """All on which the table's drawing depends; it is drawn anew only when this changes."""
    parts = (state.chosen, state.target, state.weapon, state.layers, state.paused, state.as_camera)
    hud = state.hud
    moved = frozenset(hud.gone_from)
    when = (hud.turn, hud.phase, hud.newest)
    may = (hud.fights, hud.allows, hud.side, hud.is_time_up)
    game = (*may, hud.out, hud.lost, moved, hud.marks, hud.at, when)
    return (scene_version(state.scene), state.typed, _told_places(state), *game, *parts)


def _told_places(state: WindowState) -> tuple[Any, ...]:
    return (*state.hud.back.items(), *state.hud.wanted.items())


def mouse_marks(
    state: WindowState, asking: AnswerCache | None, words: Sequence[Box] = ()
) -> tuple[Mark, ...]:
    """What follows the mouse: ruler, menu, what is under it, beside the `words` of the table."""
    drawn = () if state.sketch is None else sketch_marks(state.sketch, state.mouse)
    if state.menu is not None and state.menu.outline:
        drawn = (Line((*state.menu.outline, state.menu.outline[0]), "measure"),)
    return (*_measure(state), *drawn, *_told(state, asking, words))


def _title(state: WindowState, attacks: AttacksNow) -> str:
    if state.hud.at is not None:
        return "The beginning" if state.hud.at == 0 else "As it was then"
    man = state.man
    if man is not None:
        return f"{man.id}, {man.side}: {may_words(state.hud, man, attacks)}"
    return "Click a soldier; H for help"


def _layers(state: WindowState, asking: AnswerCache | None) -> tuple[Mark, ...]:
    """What is switched on for the whole table."""
    made: tuple[Mark, ...] = ()
    if "grid" in state.layers:
        made += _grid(state.scene, asking)
    if "links" in state.layers:
        made += _links(state.scene, asking)
    return made


def _grid(scene: Scene, asking: AnswerCache | None) -> tuple[Mark, ...]:
    """The book's hexes, as wide as agreed; inches where it has none."""
    hexes = None if asking is None else asking.book.hexes
    if asking is None or hexes is None:
        return grid_marks(scene, 1)
    return hex_marks(scene, hexes(asking.book, asking.declare))


def _links(scene: Scene, asking: AnswerCache | None) -> tuple[Mark, ...]:
    told = None if asking is None else asking.ask(scene, {"ask": "units"})
    return unit_marks(scene, told) if isinstance(told, Units) else link_marks(scene)


def _choices(
    state: WindowState, asking: AnswerCache | None, attacks: AttacksNow, *, patient: bool
) -> tuple[Mark, ...]:
    """The chosen man: where he can go, how far he shoots, what he sees, whom he can hit."""
    man, ruled = state.ruled_man, state.ruled
    if man is None or asking is None:
        return ()
    made = _chosen_marks(state)
    if "threat" in state.layers:
        worked_out = asking.threat if patient else asking.known_threat
        threat = worked_out(ruled, man.id)
        made += () if threat is None else threat_marks(threat)
    if "sight" in state.layers:
        made += seen_marks(ruled, man, asking.book)
    if "moves" in state.layers and may_move(state.hud, man):
        tell = asking.ask if patient else asking.known
        reach = tell(ruled, reach_question(man.id))
        made += reach_marks(man, reach) if isinstance(reach, Reach) else ()
    may_attack = may_strike(state.hud, man) and not attacks.is_over
    if "bands" in state.layers and may_attack and (man.id not in state.hud.out or attacks.lets):
        made += _bands(state, man, asking)
    # On every enemy what he must roll, or that he cannot be shot.
    answers = () if attacks.is_over else attacks.answers
    targets = (target_marks(enemy, answer) for enemy, answer in answers)
    return (*made, *(mark for marks in targets for mark in marks))


def _chosen_marks(state: WindowState) -> tuple[Mark, ...]:
    """A ring round the chosen man, where he stands."""
    man = state.man
    return () if man is None else (Ring(man.place, man.radius + 0.15, "chosen"),)


def awaits_work(state: WindowState, asking: AnswerCache | None) -> bool:
    """Whether the drawing needs a reach or a map that nobody has worked out yet."""
    man = state.ruled_man
    if man is None or asking is None or state.target is not None:
        return False
    if "threat" in state.layers and asking.known_threat(state.ruled, man.id) is None:
        return True
    if "moves" not in state.layers:
        return False
    return may_move(state.hud, man) and asking.known(state.ruled, reach_question(man.id)) is None


def reach_question(soldier_id: str) -> dict[str, str]:
    """What is asked when a man is chosen."""
    return {"ask": "reach", "soldier": soldier_id}


def _fallen_marks(scene: Scene, hud: Hud) -> tuple[Mark, ...]:
    """Those who are hit, down or lost, marked until they are taken off."""
    return tuple(
        mark
        for man in scene.soldiers
        for word in [fallen_word(hud, man.id)]
        if word is not None
        for mark in (
            Icon(man.place, "hit", 1.6 * man.radius),
            Label(man.place, word, "hit", man.radius, rank=7),
        )
    )


def _bands(state: WindowState, man: Soldier, asking: AnswerCache) -> tuple[Mark, ...]:
    weapon = weapon_of(state, man, asking)
    if weapon is None:
        return ()
    return band_marks(state.ruled, man, asking.bands(man, weapon, diagonal_in(state.scene)))


def _shot(
    state: WindowState, asking: AnswerCache | None, refused_now: RefusedNow | None
) -> Drawing:
    """The shot that two clicks asked for."""
    man, ruled = state.ruled_man, state.ruled
    if man is None or asking is None or state.target is None:
        return Drawing(())
    if ruled.soldier(state.target) is None:
        return Drawing(())
    question, answer = fight_with(state, man, state.target, asking) or shot_at(
        state, man, state.target, asking
    )
    marks = (*_chosen_marks(state), *answer_marks(ruled, question, answer, asking))
    cards = answer_cards(ruled, question, answer, asking)
    weapon = weapon_of(state, man, asking)
    why = refused_now(man.id, state.target, weapon) if refused_now else None
    if why is not None or "bands" not in state.layers:
        bands = frozenset(_bands(state, man, asking))
        marks = tuple(mark for mark in marks if mark not in bands)
    if why is not None and is_allowed(answer):
        marks = tuple(map(_not_now, marks))
        cards = (*cards, Card("", ((f"not now: {why}",),), "blocked"))
    return Drawing(marks, sentence(question, answer), cards)


def _not_now(mark: Mark) -> Mark:
    """A mark of what the rules would let happen, where the game does not let it happen yet."""
    if isinstance(mark, Label) and mark.ink == "clear":
        return replace(mark, text=f"{mark.text}, not now", ink="later", height_in=TEXT_IN)
    if isinstance(mark, Arrow | Ring) and mark.ink == "clear":
        return replace(mark, ink="later")
    return mark


def _measure(state: WindowState) -> tuple[Mark, ...]:
    """The ruler, with how sure it is where it runs between men the camera measured."""
    if state.measured is None:
        return ()
    start, end = state.measured
    middle = TablePoint((start.x + end.x) / 2, (start.y + end.y) / 2)
    height_in = max(TEXT_IN, state.least_in)
    label = Label(middle, measured_words(state), "measure", 0.15, height_in=height_in)
    words = placed([label], (), (0.0, 0.0, state.scene.width, state.scene.height))
    return (Line((start, end), "measure"), *words)


def measured_words(state: WindowState) -> str:
    """The ruler's reading."""
    assert state.measured is not None
    men = [soldier_at(state.scene, place, 0.0) for place in state.measured]
    errors = [man.error for man in men if man is not None and man.error]
    sure = f" +- {sum(e * e for e in errors) ** 0.5:.2f}" if errors else ""
    return f"{distance_in(*state.measured):.2f}{sure} in"


def _told(state: WindowState, asking: AnswerCache | None, words: Sequence[Box]) -> tuple[Card, ...]:
    """The menu, or what the mouse is over."""
    if state.help:
        return ()
    if state.menu is not None:
        return (menu_card(state.menu),)
    if state.sketch is not None:
        over = sketch_card(state)
    elif state.mouse is None or state.pressed is not None:
        over = None
    else:
        over = hover_card(state, state.mouse, asking, words)
    return () if over is None else (over,)
