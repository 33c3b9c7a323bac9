"""Whether nobody can do anything in a phase, so that window and page may pass it."""

from rules.book.answer import Shot, Sight
from rules.book.ask import ask
from rules.book.book import Book
from rules.game.common_state import has_fired
from rules.game.game import Game
from rules.omog.fight_events import touching
from rules.omog.man_state import OmogMan
from rules.omog.turns import is_fire, phase_of
from table.scene import Soldier


def passes(book: Book, game: Game) -> bool:
    """In fire whether nobody has anybody in range and sight; hand to hand, nobody in contact.

    Men can always move.
    """
    if phase_of(game).hand_to_hand:
        return not touching(game)
    if not is_fire(game) or game.winner is not None:
        return False
    men = game.scene.soldiers
    if any(OmogMan(man).fled for man in men):  # who is to leave a burning house
        return False
    ready = [man for man in men if not has_fired(man)]
    return not any(_may_fire(book, game, man) for man in ready)


def _may_fire(book: Book, game: Game, man: Soldier) -> bool:
    return any(
        _at_a_spot(book, weapon) or _at_somebody(book, game, man, weapon)
        for weapon in man.weapons
        if weapon in book.rows.weapons
    )


def _at_a_spot(book: Book, weapon: str) -> bool:
    """Whether it is aimed at places and things too: what its owner wants there is his own."""
    line = book.rows.weapons[weapon]
    is_near_cone = "under" in line.get("cone", {})
    return "burst" in line["asked"] and not is_near_cone


def _at_somebody(book: Book, game: Game, man: Soldier, weapon: str) -> bool:
    if "shoot" not in book.rows.weapons[weapon]["asked"]:
        return False
    enemies = (other for other in game.scene.soldiers if other.side != man.side)
    return any(_in_reach(book, game, man, enemy, weapon) for enemy in enemies)


def _in_reach(book: Book, game: Game, man: Soldier, enemy: Soldier, weapon: str) -> bool:
    """Whether he is within its range and seen; whatever else is against it may be declared away."""
    pair = {"shooter": man.id, "target": enemy.id, "weapon": weapon}
    question = {"ask": "shoot", **pair, "declare": book.holding(game.agreed)}
    shot = ask(game.scene, question, book)
    if isinstance(shot, Shot) and shot.band == "out":
        return False
    seen = ask(game.scene, {"ask": "sight", "from": man.id, "to": enemy.id}, book)
    return not isinstance(seen, Sight) or seen.visible
