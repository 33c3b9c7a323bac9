"""OMOG Musket's own part of the turn: loading, charges, repelling horses."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.book.book import Book
from rules.game.dice_tray import DiceTray, Throw
from rules.game.game import Game, Phase, each_state
from rules.game.legs import forgotten, where_they_began
from rules.game.shots import hit_later
from rules.game.turn_machine import GameRules, Handler, Told
from rules.omog import fight_events, move_events, turns
from rules.omog.events import Fought, Moved
from rules.omog.fight_events import fight, touching_words
from rules.omog.fire_events import AimedShot, first_weapon, shot_outcome
from rules.omog.move_events import refuse_other_side, refuse_round
from rules.omog.passing import passes
from rules.omog.turns import (
    begin,
    cleared,
    phase_of,
    refuse_early_fire,
    stragglers,
    swapped,
    winner,
)
from rules.omog_musket.charge_events import (
    charges_nobody,
    declared,
    fight_declared,
    refuse_declared,
    stated,
    with_charges,
)
from rules.omog_musket.declared import MoveDeclared, move_declared
from rules.omog_musket.deeds import deeds
from rules.omog_musket.events import Declared, Fired
from rules.omog_musket.man import STATE_KEYS, Rider, marked
from rules.omog_musket.orders import shoot
from rules.omog_musket.record import Record
from table.places import TablePoint
from table.scene import Soldier


def phases(game: Game) -> tuple[Phase, ...]:
    """The turn's phases; nobody fires in a move."""
    return tuple(
        phase if phase.side is None else replace(phase, allows=phase.allows - {Fired.word})
        for phase in turns.phases(game)
    )


def ways_of(man: Soldier) -> tuple[Mapping[str, Any], ...]:
    """A man who has declared a charge moves to charge."""
    charged = Rider(man).charging
    return ({},) if charged is None else ({"charge": charged},)


def moved(book: Book, game: Game, event: Moved, dice: DiceTray) -> Told:
    """A move; one that is a charge keeps whom and from where he charges."""
    refuse_other_side(book, game, event)
    said = move_declared(event.declare)
    charged = said.charge or Rider(game.soldier(event.soldier)).charging
    told = move_events.moved(book, game, event, dice, {"charge": charged})
    after = _with_charge(told.game, event, said.charge)
    return replace(told, game=_with_horse(after, event.soldier, said))


def _refuse_round_about(book: Book, game: Game, event: Moved) -> None:
    """A charge ends in contact, whichever way he took."""
    charged = Rider(game.soldier(event.soldier)).charging
    said = event if charged is None else replace(event, declare={"charge": charged})
    refuse_round(book, game, said)


def _with_charge(game: Game, event: Moved, charged: str | None) -> Game:
    if charged is None or Rider(game.soldier(event.soldier)).charge_from is not None:
        return game
    start = _start(game, event)
    return marked(game, event.soldier, charging=charged, charge_from=[start.x, start.y])


def _start(game: Game, event: Moved) -> TablePoint:
    """Where the phase found him."""
    return where_they_began(game).soldier(event.soldier).place


def _with_horse(game: Game, name: str, said: MoveDeclared) -> Game:
    """Who mounts or dismounts has used half his move, wherever he stands."""
    if said.mount:
        return marked(game, name, mounted=True, moved=True)
    return marked(game, name, mounted=None, moved=True) if said.dismount else game


def fired(book: Book, game: Game, event: Fired, dice: DiceTray) -> Told:
    """A shot; the hit fall when the phase ends, the weapon is empty afterwards."""
    shooter = game.soldier(event.shooter)
    refuse_early_fire(book, game, is_free=False)
    weapon = event.weapon or first_weapon(book, shooter)
    aimed = AimedShot(shooter.id, event.target, weapon, event.declare)
    outcome = shot_outcome(book, where_they_began(game), aimed, dice)
    after = hit_later(game, outcome.fallen, f"shot by {shooter.id}", shooter.side)
    loaded = {name: Rider(shooter).loaded(name) for name in shooter.weapons} | {weapon: False}
    return Told(marked(after, shooter.id, fired=True, loaded=loaded), outcome.lines)


def fought(book: Book, game: Game, event: Fought, dice: DiceTray) -> Told:
    """Hand to hand, with the charges that were declared and the threes who repel them."""
    told = fight_events.fought(book, game, event, dice, fight_declared)
    return replace(told, game=with_charges(told.game, event))


def end_phase(book: Book, game: Game, _: Throw | None) -> Told:
    """Who stood still in his side's move phase reloads."""
    phase = phase_of(game)
    game = forgotten(game)
    if phase.side is None:
        words = touching_words(game)
        fought_out = phase.name == "hand-to-hand"
        said = (f"{line} and did not fight (OM-HAND-01)" for line in words)
        return Told(game, tuple(said) if fought_out else words)

    def reloaded(man: Soldier) -> dict[str, Any]:
        empty = not all(Rider(man).loaded(weapon) for weapon in man.weapons)
        stood = man.side == phase.side and not Rider(man).moved
        return {"loaded": True} if empty and stood else {}

    return Told(each_state(game, reloaded), stragglers(book, game))


def end_turn(_: Book, game: Game, __: Throw | None) -> Told:
    """Charges are spent; the next turn begins with the other side."""
    game = each_state(game, lambda man: {"charged": True} if Rider(man).charging else {})
    game = cleared(game, "moved", "fired", "charging", "charge_from", "repel")
    return Told(swapped(Record().kept_in(game)))


GAME = GameRules(
    phases=phases,
    handlers=(
        Handler(Moved, moved, _refuse_round_about),
        Handler(Fired, fired),
        Handler(Fought, fought),
        Handler(Declared, declared, refuse_declared),
    ),
    end_phase=end_phase,
    end_turn=end_turn,
    winner=winner,
    shot=Fired,
    passes=passes,
    begin=begin,
    ways_of=ways_of,
    shoot=shoot,
    fight=fight,
    reads=lambda _, man: Rider(man).read(),
    state_keys=STATE_KEYS,
    stated=stated,
    leaves=charges_nobody,
    deeds=deeds,
)
