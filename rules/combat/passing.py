"""Whether nobody can do anything in a phase, so that window and page may pass it."""

from rules.book.answer import Shot
from rules.book.ask import ask
from rules.book.book import Book
from rules.combat.man import man_of
from rules.combat.volley import due
from rules.game.game import Game
from table.scene import Soldier

# What a man can still do something about in this phase: be turned, or located by ear.
_CAN_CHANGE = frozenset({"CO-FIRE-04", "CO-FIRE-05"})
FIRE = 2


def passes(book: Book, game: Game) -> bool:
    """In fire: whether nothing is due and nobody who has not acted can fire at anybody.

    Plans can always be made and men can always move.
    """
    if game.winner is not None or game.phase != FIRE or due(game) is not None:
        return False
    men = [man for man in game.scene.soldiers if not man_of(book, man).acted]
    return not any(_can_fire(book, game, man) for man in men)


def _can_fire(book: Book, game: Game, man: Soldier) -> bool:
    return any(
        _may(book, game, man, enemy, weapon)
        for weapon in man.weapons
        if weapon in book.rows.weapons
        for enemy in game.scene.soldiers
        if enemy.side != man.side
    )


def _may(book: Book, game: Game, man: Soldier, enemy: Soldier, weapon: str) -> bool:
    question = {
        "ask": "shoot",
        "shooter": man.id,
        "target": enemy.id,
        "weapon": weapon,
        "declare": book.holding(game.agreed),
    }
    answer = ask(game.scene, question, book)
    against = {one.rule for one in answer.refusals} if isinstance(answer, Shot) else {"none"}
    return against <= _CAN_CHANGE
