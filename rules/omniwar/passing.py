"""Which phases hold nothing to do, so that window and page may pass them; which end by attacks."""

from rules.book.answer import Burst, Shot
from rules.book.ask import ask
from rules.book.book import Book
from rules.game.game import Game
from rules.omniwar.holding import HELD_IN, holds
from rules.omniwar.record import have_come, terms_of
from rules.omniwar.turn import phase_of, phases
from rules.omniwar.turn_attacks import can_attack
from rules.omniwar.turn_moves import ARRIVES_IN
from rules.omniwar.unit import unit_of
from table.scene import Soldier

BEFORE_ATTACKS = frozenset({"arrive", "move"})


def ends_for(_: Book, game: Game, soldier_id: str, __: str | None) -> int:
    """OW-TURN-01: the first attack of the side whose turn it is says that all moves are made."""
    phase, man = phase_of(game), game.scene.soldier(soldier_id)
    if man is None or man.side != phase.side or phase.name not in BEFORE_ATTACKS:
        return 0
    return [part.name for part in phases(game)[game.phase :]].index("attack")


def passes(book: Book, game: Game) -> bool:
    """Whether nobody can arrive, move, attack or drop in this phase; a card is drawn by itself."""
    phase = phase_of(game)
    own = [man for man in game.scene.soldiers if man.side == phase.side]
    if game.winner is not None:
        return False
    if phase.name in HELD_IN and holds(game):
        return True
    if phase.name in ARRIVES_IN:
        return not _still_to_come(book, game, ARRIVES_IN[phase.name][0])
    if phase.name == "attack":
        ready = set(can_attack(book, game, own))
        return not any(_has_target(book, game, man) for man in own if man.id in ready)
    return phase.name == "card" or not own


def _still_to_come(book: Book, game: Game, ability: str) -> bool:
    """Whether somebody waits off the table who may come in this phase, as far as it was agreed."""
    terms, phase = terms_of(book, game), phase_of(game)
    unknown = [name for name in terms.reserve.get(str(phase.side), ()) if name not in terms.mods]
    able = [name for name, mods in terms.mods.items() if ability in mods]
    return not have_come(game).issuperset([*unknown, *able])


def _has_target(book: Book, game: Game, man: Soldier) -> bool:
    enemies = (other for other in game.scene.soldiers if other.side != man.side)
    return any(_may(book, game, man, enemy) for enemy in enemies)


def _may(book: Book, game: Game, man: Soldier, enemy: Soldier) -> bool:
    """Whether it may attack that unit, or strike the hex it is in."""
    said = {"shooter": man.id, "declare": terms_of(book, game).declare}
    shot = ask(game.scene, {"ask": "shoot", "target": enemy.id, **said}, book)
    if isinstance(shot, Shot) and shot.allowed:
        return True
    if not unit_of(book, man).has("area-affect"):
        return False
    burst = ask(game.scene, {"ask": "burst", "aim": enemy.id, **said}, book)
    return isinstance(burst, Burst) and burst.allowed
