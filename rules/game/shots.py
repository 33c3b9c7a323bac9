"""What a throw does: the answer to the question decides, the numbers thrown settle it.

Shared by all books whose fire is asked with `shoot` and `burst`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from rules.answer import Answer, Caught, Mistake
from rules.ask import ask
from rules.book import Book
from rules.dice import Roll
from rules.game.game import Event, EventRefusedError, Game, Loss
from rules.game.turn_machine import Throw
from rules.reason import Refusal


def asked(book: Book, game: Game, question: Mapping[str, Any]) -> Answer:
    """The answer, or a refusal of the event with the question's error or its refusals."""
    answer = ask(game.scene, dict(question), book)
    if isinstance(answer, Mistake):
        raise EventRefusedError(answer.error)
    refusals: tuple[Refusal, ...] = getattr(answer, "refusals", ())
    if refusals and not getattr(answer, "allowed", True):
        raise EventRefusedError(told_refusals(refusals))
    return answer


def told_refusals(refusals: Iterable[Refusal]) -> str:
    """All that forbids it, in one line."""
    return "; ".join(f"{refusal.why} ({refusal.rule})" for refusal in refusals)


def succeeded(roll: Roll, thrown: int) -> bool:
    """Whether that number is enough.

    >>> from rules.dice import at_least, at_most
    >>> succeeded(at_least("1d6", 4), 4), succeeded(at_most("2d6", 7), 8)
    (True, False)
    """
    if roll.succeeds in {"always", "never"}:
        return roll.succeeds == "always"
    number = int(roll.succeeds[:-1])
    return thrown >= number if roll.succeeds.endswith("+") else thrown <= number


def thrown_number(event: Event, key: str, dice: str, throw: Throw | None) -> int:
    """The number in the event, or thrown now where the caller lets us throw."""
    value = event.get(key)
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if throw is None:
        raise EventRefusedError(f"{event.get('event')} needs {key!r}, the number thrown on {dice}")
    return throw(dice)


def thrown_numbers(event: Event, count: int, dice: str, throw: Throw | None) -> tuple[int, ...]:
    """As many numbers as there are shots: the event's `rolls`, its `roll`, or thrown now."""
    rolls = event.get("rolls")
    if isinstance(rolls, list) and len(rolls) == count and all(_whole(r) for r in rolls):
        return tuple(rolls)
    if rolls is not None:
        raise EventRefusedError(f"rolls needs {count} numbers thrown on {dice}")
    if count == 1:
        return (thrown_number(event, "roll", dice, throw),)
    if throw is None:
        raise EventRefusedError(f"fired needs 'rolls', {count} numbers thrown on {dice}")
    return tuple(throw(dice) for _ in range(count))


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def fallen_of(caught: Iterable[Caught], event: Event, throw: Throw | None) -> tuple[str, ...]:
    """Those of the caught who fall; saves come from the event's `saves` or are thrown now."""
    saves = event.get("saves")
    known = saves if isinstance(saves, Mapping) else {}
    fallen = []
    for man in caught:
        if man.save is None:
            fallen += [man.id] if man.hit else []
        elif not succeeded(man.save, _save(man, known, throw)):
            fallen.append(man.id)
    return tuple(fallen)


def _save(man: Caught, known: Mapping[str, Any], throw: Throw | None) -> int:
    assert man.save is not None, man
    value = known.get(man.id)
    if isinstance(value, int) and _whole(value):
        return value
    if throw is None:
        raise EventRefusedError(
            f"{man.id} is saved on {man.save.succeeds}; give his throw, "
            f'like "saves": {{"{man.id}": 4}}'
        )
    return throw(man.save.dice)


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
