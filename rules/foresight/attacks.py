"""What a side could strike now: shots, bursts and fights, each as an event the rules allow."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.book.answer import Burst, Fight, Shot
from rules.book.ask import ask
from rules.book.book import Book
from rules.book.chances import falls, hits_of
from rules.book.question import QuestionError
from rules.foresight.options import enemies_of, happens, held
from rules.game.engine import game_rules
from rules.game.event import GameEvent
from rules.game.game import EventRefusedError, Game
from rules.game.orders import FightOrder, ShotOrder
from rules.measure.lengths import in_contact
from table.scene import Scene, Soldier

BULLETS = "shots"  # what a question declares them as, in books that count them
_MOST_BULLETS = 12

Hits = tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class AttackOption:
    """A shot, burst or fight that is allowed: its event, and the chance for each man it may hit.

    `fails` is the chance that the attacker himself falls.
    """

    event: GameEvent
    man: str
    hits: Hits
    fails: float = 0.0


@dataclass(frozen=True, slots=True)
class Shooting:
    """A shot that the answers allow, and the chance for each man it may hit."""

    order: ShotOrder
    hits: Hits


def arms_asked(book: Book, agreed: Mapping[str, Any], weapon: str | None) -> dict[str, Any]:
    """What all questions about a shot with the weapon have in common."""
    arms = {} if weapon is None else {"weapon": weapon}
    return {**arms, **held(book, "shoot", agreed)}


def bullets_of(
    book: Book, scene: Scene, man: Soldier, weapon: str | None, target: str
) -> dict[str, int]:
    """How many bullets he declares with the weapon, where the book counts them: all it has."""
    if not game_rules(book).counts_bullets:
        return {}
    asked = {"ask": "shoot", "shooter": man.id, "target": target, **arms_asked(book, {}, weapon)}

    def refusals(bullets: int) -> int:
        answer = ask(scene, {**asked, "declare": {BULLETS: bullets}}, book)
        return len(answer.refusals) if isinstance(answer, Shot) else 0

    least = refusals(1)
    more = (n for n in range(2, _MOST_BULLETS + 1) if refusals(n) > least)
    return {BULLETS: next(more, _MOST_BULLETS + 1) - 1}


def with_declared(question: Mapping[str, Any], more: Mapping[str, Any]) -> dict[str, Any]:
    """The question with this declared besides."""
    if not more:
        return dict(question)
    return {**question, "declare": {**question.get("declare", {}), **more}}


@dataclass
class KnownShots:
    """Men's shots, asked about anew only once the man, an enemy or a thing has changed."""

    _known: dict[str, tuple[object, list[Shooting]]] = field(default_factory=dict)

    def of(self, book: Book, game: Game, man: Soldier) -> list[Shooting]:
        """His shots at all enemies."""
        enemies = enemies_of(game.scene, man.side)
        seen = (man, enemies, game.scene.things)
        known = self._known.get(man.id)
        if known is None or known[0] != seen:
            known = self._known[man.id] = (seen, list(shots_of(book, game, man, enemies)))
        return known[1]


def shots_of(
    book: Book, game: Game, man: Soldier, enemies: Sequence[Soldier]
) -> Iterator[Shooting]:
    """His shots at these that the book's answers allow; whether the game does, an attempt tells."""
    for weapon in (man.weapons or (None,)) if enemies else ():
        bullets = bullets_of(book, game.scene, man, weapon, enemies[0].id)
        for enemy in enemies:
            asked = {"ask": "shoot", "shooter": man.id, "target": enemy.id}
            asked |= with_declared(arms_asked(book, game.agreed, weapon), bullets)
            answer = ask(game.scene, asked, book)
            order = ShotOrder(man.id, (enemy.id,), weapon, bullets)
            if not isinstance(answer, Shot):
                yield from _burst(book, game, order)
            elif answer.allowed:
                yield Shooting(order, hits_of(answer, enemy.id))


def _burst(book: Book, game: Game, order: ShotOrder) -> Iterator[Shooting]:
    """A blast aimed at the enemy: whom it catches, over all throws."""
    asked: dict[str, Any] = {"ask": "burst", "shooter": order.shooter, "aim": order.targets[0]}
    asked |= {"weapon": order.weapon, **held(book, "burst", game.agreed)}
    answer = ask(game.scene, asked, book)
    if not isinstance(answer, Burst) or not answer.allowed:
        return
    hits = _burst_hits(book, game.scene, asked, answer)
    if hits:
        yield Shooting(order, hits)


def _burst_hits(book: Book, scene: Scene, asked: Mapping[str, object], answer: Burst) -> Hits:
    """The chance of each man to fall, over all throws that the book tells apart."""
    throws = [outcome.roll for outcome in answer.outcomes if outcome.lands is not None]
    if not answer.outcomes:
        return tuple((one.id, falls(one)) for one in answer.caught)
    fallen: dict[str, float] = {}
    for throw in throws:
        thrown = ask(scene, {**asked, "roll": throw}, book)
        if isinstance(thrown, Burst):
            for one in thrown.caught:
                fallen[one.id] = fallen.get(one.id, 0.0) + falls(one) / len(answer.outcomes)
    return tuple(fallen.items())


def attempted(book: Book, game: Game, shot: Shooting) -> AttackOption | None:
    """The shot as an event, None where the game refuses it now."""
    order = shot.order
    try:
        event = game_rules(book).shoot(book, game, order)
    except (EventRefusedError, QuestionError):
        return None
    if happens(book, game, event) is None:
        return None
    return AttackOption(event, order.shooter, shot.hits)


def fights_of(book: Book, game: Game, man: Soldier) -> Iterator[AttackOption]:
    """Every enemy he touches and may fight now."""
    if "fight" not in book.answers:
        return
    for enemy in enemies_of(game.scene, man.side):
        if not in_contact(man, enemy):
            continue
        asked = {"ask": "fight", "attackers": [man.id], "defender": enemy.id}
        answer = ask(game.scene, {**asked, **held(book, "fight", game.agreed)}, book)
        if not isinstance(answer, Fight) or not answer.allowed or answer.chance is None:
            continue
        try:
            event = game_rules(book).fight(book, game, FightOrder((man.id,), enemy.id))
        except (EventRefusedError, QuestionError):
            continue
        if happens(book, game, event) is not None:
            wins = float(answer.chance)
            yield AttackOption(event, man.id, ((enemy.id, wins),), fails=1.0 - wins)
