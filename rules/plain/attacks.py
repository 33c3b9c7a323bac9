"""Shots and fights in the game of a plain rulebook, with every die from the tray."""

from typing import Any

from rules.book.answer import Answer, Bonus, Burst, Fight, Shot, is_allowed
from rules.book.ask import ask
from rules.book.book import Book
from rules.book.state import State
from rules.game.dice_tray import DiceTray, Die
from rules.game.event import GameEvent
from rules.game.game import EventRefusedError, Game
from rules.game.orders import FightOrder, ShotOrder
from rules.game.shots import asked, fall_now, fallen, succeeded
from rules.game.turn_machine import Told
from rules.measure.lengths import in_contact
from rules.plain.events import THROWS, Fired, Fought
from rules.plain.plain_rules import forbids, plain_of, weapon_of
from rules.plain.turn import phase_of, refuse_other_side
from table.places import TablePoint
from table.scene import Soldier


def fired(book: Book, game: Game, event: Fired, dice: DiceTray) -> Told:
    """Who is hit falls at once; a man shoots once in his side's turn."""
    shooter = game.soldier(event.shooter)
    refuse_other_side(book, game, shooter)
    question = _question(book, game, event)
    answer = asked(book, game, question)
    lost = _lost(answer, event, dice)
    after = fall_now(game.with_state(shooter.id, fired=True), lost, "shot", shooter.side)
    lines = tuple(f"{name} is hit and falls" for name in lost) or (f"{shooter.id} hits nobody",)
    return Told(after, lines)


def _lost(answer: Answer, event: Fired, dice: DiceTray) -> tuple[str, ...]:
    """Whom the shot or the burst takes off, by what is thrown for it."""
    if isinstance(answer, Burst):
        dice.cite(answer.reasons)
        return fallen(answer.caught, dice)
    assert isinstance(answer, Shot), answer
    return (str(event.target),) if _hits(answer, event, dice) else ()


def _question(book: Book, game: Game, event: Fired) -> dict[str, Any]:
    """The shot as it is asked: at a man, or laid on a man or a place."""
    said: dict[str, Any] = {"shooter": event.shooter, "weapon": event.weapon}
    weapon = weapon_of(book, game.soldier(event.shooter), event.weapon)
    at = event.target
    if isinstance(at, TablePoint) or (weapon is not None and weapon.bursts):
        return {"ask": "burst", **said, "aim": at if isinstance(at, str) else [at.x, at.y]}
    return {"ask": "shoot", **said, "target": at}


def _hits(shot: Shot, event: Fired, dice: DiceTray) -> bool:
    """Whether one of the shots hits; each is thrown for."""
    roll = shot.roll
    assert roll is not None, shot
    why = f"shoots at {event.target}"
    die = Die(roll.dice, event.shooter, why, roll.succeeds, reasons=shot.reasons)
    thrown = [dice.take(die) for _ in range(shot.shots)]
    return any(succeeded(roll, number) for number in thrown)


def fought(book: Book, game: Game, event: Fought, dice: DiceTray) -> Told:
    """One after the other fights him until he falls; who loses falls himself."""
    for name in event.attackers:
        refuse_other_side(book, game, game.soldier(name))
        if State(game.soldier(name)).flag("fought"):
            raise EventRefusedError(f"{name} has fought in this turn ({forbids(book, 'done').id})")
    question = {"ask": "fight", "attackers": [*event.attackers], "defender": event.defender}
    answer = asked(book, game, question)
    assert isinstance(answer, Fight), answer
    bonus = {one.id: one for one in answer.bonuses}
    lines = []
    for name in event.attackers:
        won = _bout(plain_of(book).dice, (bonus[name], bonus[event.defender]), dice)
        loser, by = (event.defender, name) if won else (name, event.defender)
        lines.append(f"{by} beats {loser}")
        side = game.soldier(by).side
        game = fall_now(game.with_state(name, fought=True), (loser,), "hand to hand", side)
        if won:
            break
    return Told(game, tuple(lines))


def _bout(dice: str, men: tuple[Bonus, Bonus], tray: DiceTray) -> bool:
    """Whether the first beats the second; equal sums are thrown again."""
    ahead = 0.0
    while ahead == 0.0:
        own, other = (_with_bonus(dice, man, tray) for man in men)
        ahead = own - other
    return ahead > 0.0


def _with_bonus(dice: str, man: Bonus, tray: DiceTray) -> float:
    """What a man throws, and what he adds to it."""
    die = Die(dice, man.id, "hand to hand", field=THROWS, key=man.id, reasons=man.reasons)
    return tray.take(die) + man.value


def shot_order(book: Book, _: Game, order: ShotOrder) -> GameEvent:
    """A shot at one man, or a weapon laid on one place."""
    if len(order.targets) > 1 or order.declare:
        raise EventRefusedError(f"{book.title}: a shot has one target and nothing to declare")
    return Fired(
        shooter=order.shooter,
        target=order.targets[0],
        weapon=order.weapon,
        rolls=order.throws,
        saves=order.saves,
    )


def fight_order(book: Book, _: Game, order: FightOrder) -> GameEvent:
    """Hand to hand, where the book has it."""
    if plain_of(book).fight is None or order.declare:
        raise EventRefusedError(f"{book.title} has nothing like that hand to hand")
    return Fought(
        attackers=order.attackers, defender=order.defender, throws=dict(order.throws or {})
    )


def passes(book: Book, game: Game) -> bool:
    """Whether nobody can do anything in this phase."""
    phase = phase_of(game)
    own = [man for man in game.scene.soldiers if man.side == phase.side]
    others = [man for man in game.scene.soldiers if man.side != phase.side]
    if game.winner is not None or phase.name == "move":
        return False
    if phase.hand_to_hand:
        return not any(in_contact(man, other) for man in own for other in others)
    return not any(_can_shoot(book, game, man, other) for man in own for other in others)


def _can_shoot(book: Book, game: Game, man: Soldier, other: Soldier) -> bool:
    known = [word for word in man.weapons if word in plain_of(book).weapons]
    asks = (
        _question(book, game, Fired(shooter=man.id, target=other.id, weapon=word)) for word in known
    )
    return any(is_allowed(ask(game.scene, asked_, book)) for asked_ in asks)
