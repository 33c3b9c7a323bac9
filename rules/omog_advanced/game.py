"""OMOG Advanced's own part of the turn: crews, men driven out by flames, lost officers."""

from dataclasses import replace
from typing import Any

from rules.book.book import Book
from rules.book.reason import Refusal
from rules.game.dice_tray import DiceTray, Throw
from rules.game.game import EventRefusedError, Game, Phase, each_state
from rules.game.legs import forgotten, where_they_began
from rules.game.turn_machine import GameRules, Handler, Told
from rules.omog import move_events, turns
from rules.omog.events import Fought, Moved
from rules.omog.fight_events import fight, fought, touching_words
from rules.omog.inside import houses_around
from rules.omog.meanings import omog_field
from rules.omog.move_events import JudgedMove, is_of_the_ground, refuse_other_side, refuse_round
from rules.omog.passing import passes
from rules.omog.turns import begin, cleared, is_fire, officers_lost, stragglers, swapped, winner
from rules.omog_advanced.deeds import deeds
from rules.omog_advanced.events import Declared, Fired
from rules.omog_advanced.fire_events import fired, refuse_fire
from rules.omog_advanced.man import STATE_KEYS, ManState, marked
from rules.omog_advanced.orders import shoot
from rules.omog_advanced.record import record_of
from rules.omog_advanced.ways_at import ways_at
from table.scene import Soldier


def phases(game: Game) -> tuple[Phase, ...]:
    """The turn's phases; men whom flames drive out leave the house while the others fire."""
    plain = turns.phases(game)
    fled = frozenset(man.id for man in game.scene.soldiers if ManState(man).fled)
    if not fled:
        return plain
    return tuple(
        replace(phase, allows=phase.allows | {Moved.word}, movers=fled)
        if phase.name == "fire"
        else phase
        for phase in plain
    )


def moved(book: Book, game: Game, event: Moved, dice: DiceTray) -> Told:
    """A move in its phase, or out of a house that burns."""
    refuse_other_side(book, game, event)
    declare = book.holding(game.agreed)
    if not is_fire(game) or event.by_the_players:
        return move_events.moved(book, game, event, dice, declare)
    _refuse_staying(book, game, event)
    return move_events.moved(book, game, event, dice, declare, pardons=_only_ground_counts)


def _only_ground_counts(_: JudgedMove, refusal: Refusal) -> bool:
    """A man who is driven out goes wherever he can."""
    return not is_of_the_ground(refusal)


def _refuse_staying(book: Book, game: Game, event: Moved) -> None:
    """In the fire phase only those whom flames drive out move, and they leave the house."""
    man, rule = game.soldier(event.soldier), book.rows["OA-FLAME-03"].id
    if not ManState(man).fled:
        waits = book.rows["OA-TURN-01"].id
        raise EventRefusedError(f"{man.id} moved in phase fire; only the driven out do ({waits})")
    began = where_they_began(game)
    field = omog_field(book, began.scene)
    end = event.path[-1] if event.path else man.place
    there = replace(man, x=end.x, y=end.y, on=event.on)
    burning = houses_around(field, field.stand(began.soldier(man.id)))
    if burning & houses_around(field, field.stand(there)):
        raise EventRefusedError(f"{man.id} was driven out: set him down outside ({rule})")


def declared(_: Book, game: Game, event: Declared, __: DiceTray) -> Told:
    """What a man's side declares of him: his crew."""
    for name in event.crew:
        game.soldier(name)
    return Told(marked(game, event.soldier, crew=list(event.crew)))


def _refuse_strangers(_: Book, game: Game, event: Declared) -> None:
    """Only comrades serve a gun."""
    man = game.soldier(event.soldier)
    for name in event.crew:
        if game.soldier(name).side != man.side:
            raise EventRefusedError(f"{name} is no comrade of {man.id}")


def end_phase(book: Book, game: Game, _: Throw | None) -> Told:
    """What the phase alone remembers is forgotten; the engine takes off those who were hit."""
    record = replace(record_of(game), peeked=(), changes_before=None)
    return Told(record.kept_in(forgotten(game)), _said_at_the_end(book, game))


def _said_at_the_end(book: Book, game: Game) -> tuple[str, ...]:
    """Stragglers after a move; after the fire who should have left a house, and who fights."""
    phase = turns.phase_of(game)
    if phase.side is not None:
        return stragglers(book, game)
    if phase.name == "fire":
        return (*_still_inside(book, game), *touching_words(game))
    return tuple(f"{words} and did not fight (OA-HAND-01)" for words in touching_words(game))


def _still_inside(book: Book, game: Game) -> tuple[str, ...]:
    field = omog_field(book, game.scene)
    fled = (man for man in game.scene.soldiers if ManState(man).fled)
    inside = (man.id for man in fled if houses_around(field, field.stand(man)))
    return tuple(f"{name} was driven out and still stands inside (OA-FLAME-03)" for name in inside)


def end_turn(_: Book, game: Game, __: Throw | None) -> Told:
    """What was done this turn becomes what was done in the turn before."""

    def shifted(man: Soldier) -> dict[str, Any]:
        state = ManState(man)
        return {
            "moved_last_turn": state.moved or None,
            "fired_last_turn": state.fired or None,
            "line_of_fire": None if state.moved else state.line_of_fire_deg,
        }

    leaderless = officers_lost(game)
    game = cleared(each_state(game, shifted), "moved", "fired", "fled", "officer_lost")
    led = (man for man in game.scene.soldiers if man.role != "officer")
    for man in led:
        if man.side in leaderless:
            game = marked(game, man.id, officer_lost=True)
    words = (f"{side} has lost an officer: its men stand still (OA-UNIT-07)" for side in leaderless)
    return Told(swapped(game), tuple(sorted(words)))


GAME = GameRules(
    phases=phases,
    handlers=(
        Handler(Moved, moved, refuse_round),
        Handler(Fired, fired, refuse_fire),
        Handler(Fought, fought),
        Handler(Declared, declared, _refuse_strangers),
    ),
    end_phase=end_phase,
    end_turn=end_turn,
    winner=winner,
    shot=Fired,
    passes=passes,
    begin=begin,
    shoot=shoot,
    fight=fight,
    reads=lambda _, man: ManState(man).read(),
    ammo=lambda man: ManState(man).ammo,
    state_keys=STATE_KEYS,
    deeds=deeds,
    ways_at=ways_at,
)
