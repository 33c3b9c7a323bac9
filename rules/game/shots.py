"""What a throw does: the answer to the question decides, the numbers thrown settle it.

Shared by all books whose fire is asked with `shoot` and `burst`.
"""

from collections.abc import Iterable
from dataclasses import replace

from rules.book.answer import Answer, Caught, Mistake, is_refused, refusals_of
from rules.book.ask import ask
from rules.book.book import Book
from rules.book.dice import Roll
from rules.book.question import QuestionJson
from rules.book.reason import Refusal
from rules.game.dice_tray import DiceTray, Die
from rules.game.game import EventRefusedError, Game, Loss

HITS = "hits"  # in the record: who was hit and of whom the players have yet to say what it did


def asked(book: Book, game: Game, question: QuestionJson) -> Answer:
    """The answer, or a refusal of the event with the question's error or its refusals."""
    answer = ask(game.scene, dict(question), book)
    if isinstance(answer, Mistake):
        raise EventRefusedError(answer.error)
    refusals = refusals_of(answer)
    if refusals and is_refused(answer):
        raise EventRefusedError(told_refusals(refusals))
    return answer


def told_refusals(refusals: Iterable[Refusal]) -> str:
    """All that forbids it, in one line."""
    return "; ".join(f"{refusal.why} ({refusal.rule})" for refusal in refusals)


def succeeded(roll: Roll, thrown: int) -> bool:
    """Whether that number is enough.

    >>> from rules.book.dice import at_least, at_most
    >>> succeeded(at_least("1d6", 4), 4), succeeded(at_most("2d6", 7), 8)
    (True, False)
    """
    if roll.succeeds in {"always", "never"}:
        return roll.succeeds == "always"
    number = int(roll.succeeds[:-1])
    return thrown >= number if roll.succeeds.endswith("+") else thrown <= number


def fallen(caught: Iterable[Caught], dice: DiceTray) -> tuple[str, ...]:
    """Those of the caught who fall; each save is taken from the tray, under `saves`."""
    return tuple(man.id for man in caught if not _survives(man, dice))


def _survives(man: Caught, dice: DiceTray) -> bool:
    dice.cite(man.reasons)
    if man.save is None:
        return not man.hit
    why = "; ".join(reason.why for reason in man.reasons) or "save"
    die = Die(man.save.dice, man.id, why, man.save.succeeds, "saves", man.id, man.reasons)
    return succeeded(man.save, dice.take(die))


def hit_later(game: Game, ids: Iterable[str], why: str, by: str) -> Game:
    """The game with these men marked to fall when the phase ends."""
    marked = {loss.id for loss in game.hit}
    new = [
        Loss(man.id, man.side, why, game.turn, by, man.role)
        for man in (game.soldier(i) for i in ids)
        if man.id not in marked
    ]
    return replace(game, hit=(*game.hit, *new))


def fall_now(game: Game, ids: Iterable[str], why: str, by: str) -> Game:
    """The game with these men taken off at once."""
    later = hit_later(replace(game, hit=()), ids, why, by)
    off = frozenset(loss.id for loss in later.hit)
    return replace(
        game,
        scene=game.scene.without_soldiers(off),
        losses=game.losses + later.hit,
        hit=tuple(loss for loss in game.hit if loss.id not in off),
    )
