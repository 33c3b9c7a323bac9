"""Hand to hand in both OMOG books: bout after bout, with every die from the tray."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from rules.book.answer import Bonus, Fight
from rules.book.book import Book
from rules.game.dice_tray import DiceTray, Die
from rules.game.game import EventRefusedError, Game
from rules.game.orders import FightOrder
from rules.game.shots import asked, fall_now
from rules.game.turn_machine import Told
from rules.measure.lengths import in_contact
from rules.omog.events import THROWS, Fought
from rules.omog.needed import DIE
from table.scene import Soldier

SURE = 2  # the place of the attacker who removes whoever still stands
# What a fight is declared to be, by the game's own knowledge of who charges and repels.
FightDeclares = Callable[[Book, Game, Fought], Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Pairing:
    """One attacker against the defender, what each adds and by which rules."""

    attacker: Soldier
    defender: Soldier
    own: Bonus
    other: Bonus

    @property
    def lead(self) -> float:
        """By how much the attacker's bonuses lead."""
        return self.own.value - self.other.value


def _nothing_declared(_: Book, __: Game, event: Fought) -> Mapping[str, Any]:
    """A fight is a fight."""
    return event.declare


def fought(
    book: Book,
    game: Game,
    event: Fought,
    dice: DiceTray,
    declared: FightDeclares = _nothing_declared,
) -> Told:
    """The attackers one after the other, until the defender or all of them have fallen."""
    defender = game.soldier(event.defender)
    lines: list[str] = []
    for place, bout in enumerate(_bouts(book, game, event, declared(book, game, event))):
        attacker = bout.attacker
        if place == SURE or _won(book, bout, event, dice):
            lines.append(f"{attacker.id} beats {defender.id}: take {defender.id} off the table")
            why = f"beaten by {attacker.id}"
            return Told(fall_now(game, (defender.id,), why, attacker.side), tuple(lines))
        game = fall_now(game, (attacker.id,), f"beaten by {defender.id}", defender.side)
        lines.append(f"{defender.id} beats {attacker.id}: take {attacker.id} off the table")
    return Told(game, tuple(lines))


def fight(_: Book, game: Game, order: FightOrder) -> Fought:
    """A player's order to fight as an event of this game."""
    for name in (*order.attackers, order.defender):
        game.soldier(name)
    strangers = [n for n in order.throws or () if n not in (*order.attackers, order.defender)]
    if strangers:
        raise EventRefusedError(f"{strangers[0]} does not fight here; leave his throws out")
    return Fought(
        attackers=order.attackers,
        defender=order.defender,
        throws=order.throws or None,
        declare=order.declare,
    )


def touching(game: Game) -> tuple[tuple[Soldier, Soldier], ...]:
    """All enemies in contact, pair by pair."""
    men = game.scene.soldiers
    return tuple(
        (one, other)
        for i, one in enumerate(men)
        for other in men[i + 1 :]
        if one.side != other.side and in_contact(one, other)
    )


def touching_words(game: Game) -> tuple[str, ...]:
    """The enemies in contact, in one sentence; nothing where nobody is."""
    pairs = [f"{one.id} and {other.id}" for one, other in touching(game)]
    return (f"in contact: {', '.join(pairs)}",) if pairs else ()


def _bouts(book: Book, game: Game, event: Fought, declare: Mapping[str, Any]) -> list[Pairing]:
    """The attackers in order, each with what he adds more than the defender against him."""
    whole = _asked_fight(book, game, event.attackers, event.defender, declare)
    defender = game.soldier(event.defender)
    bouts = []
    for name, bonus in zip(event.attackers, whole.bonuses, strict=False):
        # What the defender adds against this man hangs on nothing that is declared.
        alone = _asked_fight(book, game, (name,), event.defender, {})
        bouts.append(Pairing(game.soldier(name), defender, bonus, alone.bonuses[-1]))
    return bouts


def _asked_fight(
    book: Book, game: Game, attackers: tuple[str, ...], defender: str, declare: Mapping[str, Any]
) -> Fight:
    question = {"ask": "fight", "attackers": list(attackers), "defender": defender}
    answer = asked(book, game, {**question, "declare": dict(declare)})
    assert isinstance(answer, Fight), answer
    return answer


def _won(book: Book, bout: Pairing, event: Fought, dice: DiceTray) -> bool:
    """Whether the attacker wins his bout; equal sums are thrown again."""
    own, other = (
        _die(book, bonus, against)
        for bonus, against in ((bout.own, bout.defender), (bout.other, bout.attacker))
    )
    while True:
        ahead = _thrown(own, event, dice) + bout.lead - _thrown(other, event, dice)
        if ahead:
            return ahead > 0


def _die(book: Book, bonus: Bonus, against: Soldier) -> Die:
    """A man's die, with the rule of the bout and those that add to it."""
    why = (book.rows[book.rows.tables["fight"]["bout"]].reason(), *bonus.reasons)
    return Die(DIE, bonus.id, f"hand to hand with {against.id}", field=THROWS, reasons=why)


def _thrown(die: Die, event: Fought, dice: DiceTray) -> int:
    """A man's next number; where numbers are given by man, none is thrown for who lacks one."""
    if not isinstance(event.throws, Mapping):
        return dice.take(die)
    if not event.throws.get(die.who):
        raise EventRefusedError(f"{die.who} has no throw ({die.why}); give his, or none")
    return dice.take(replace(die, key=die.who))
