"""OMOG Musket's own part of the turn: loading, charges, repelling horses."""

from dataclasses import replace
from typing import Any

from rules.book import Book
from rules.game.game import Event, EventRefusedError, Game, each_state
from rules.game.legs import forgotten
from rules.game.turn_machine import GameRules, Throw, Told
from rules.omog import turns
from rules.omog.turns import (
    begin,
    cleared,
    fired_at,
    fought,
    phases,
    refuse_early_fire,
    swapped,
    winner,
)
from table.scene import Soldier


def moved(book: Book, game: Game, event: Event, throw: Throw | None) -> Told:
    """A move; one that is a charge keeps whom and from where he charges."""
    man = game.soldier(str(event.get("soldier")))
    told = turns.moved(book, game, event, throw)
    declare: Any = event.get("declare") or {}
    after = told.game
    if after.scene.soldier(man.id) is None:
        return told
    if declare.get("charge") is not None:
        after = after.with_state(man.id, charging=declare["charge"], charge_from=[man.x, man.y])
    if declare.get("mount") or declare.get("dismount"):
        after = after.with_state(man.id, mounted=True if declare.get("mount") else None)
    return replace(told, game=after)


def fired(book: Book, game: Game, event: Event, throw: Throw | None) -> Told:
    """A shot; the weapon is empty afterwards."""
    shooter = game.soldier(str(event.get("shooter")))
    weapon = str(event.get("weapon") or next(iter(shooter.weapons), ""))
    refuse_early_fire(game, is_free=False)
    told = fired_at(book, game, {**event, "weapon": weapon}, throw)
    loaded = {**_loaded(shooter), weapon: False}
    return replace(told, game=told.game.with_state(shooter.id, fired=True, loaded=loaded))


def _loaded(man: Soldier) -> dict[str, bool]:
    """Which of his weapons are loaded, by name."""
    known: Any = man.state.get("loaded", True)
    if isinstance(known, bool):
        return dict.fromkeys(man.weapons, known)
    return dict(known)


def declared(_: Book, game: Game, event: Event, __: Throw | None) -> Told:
    """Three men who repel horses: two with the bayonet, the third shoots."""
    parts = event.get("repel")
    if not isinstance(parts, dict) or sorted(parts.values()) != ["bayonet", "bayonet", "shoot"]:
        raise EventRefusedError(
            'declared needs "repel": three ids, two as "bayonet" and one as "shoot"'
        )
    for name, part in parts.items():
        game = game.with_state(str(name), repel=part)
    return Told(game)


def end_phase(_: Book, game: Game, __: Throw | None) -> Told:
    """Who stood still in his side's move phase reloads."""
    game = forgotten(game)
    phase = phases(game)[game.phase]
    if phase.side is None:
        return Told(game)

    def reloaded(man: Soldier) -> dict[str, Any]:
        empty = man.state.get("loaded", True) is not True
        stood = man.side == phase.side and not man.state.get("moved")
        return {"loaded": True} if empty and stood else {}

    return Told(each_state(game, reloaded))


def end_turn(_: Book, game: Game, __: Throw | None) -> Told:
    """Charges are spent; the next turn begins with the other side."""
    game = each_state(game, lambda man: {"charged": True} if man.state.get("charging") else {})
    game = cleared(game, "moved", "fired", "charging", "charge_from", "repel")
    return Told(swapped(game))


GAME = GameRules(
    phases=phases,
    events={"moved": moved, "fired": fired, "fought": fought, "declared": declared},
    end_phase=end_phase,
    end_turn=end_turn,
    winner=winner,
    begin=begin,
)
