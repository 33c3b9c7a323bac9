"""A weapon's lines for an army card, found by asking the rulebook itself.

A man with the weapon stands on an open table and shoots at an enemy farther and farther away;
where the answer changes, a line of the card ends. So the card says what the game will say.
"""

from collections.abc import Callable, Mapping
from itertools import groupby
from typing import Any

from rules.book.ask import ask_all
from rules.book.book import Book
from table.army import Army
from table.scene import Scene, Soldier

_NEAREST_IN = 1.0  # nearer, their bases overlap
_STEP_IN = 0.5
_FARTHEST_IN = 200.0
_GIVE_UP_IN = 40.0  # refused for so long: it will not be allowed again

AnswerJson = Mapping[str, Any]


def all_card_lines(army: Army, book: Book) -> dict[str, tuple[tuple[str, bool], ...]]:
    """For each soldier the lines of his weapons: text, and whether it is a heading."""
    pairs = {(weapon, man.role) for man in army.soldiers for weapon in man.weapons}
    told = {(weapon, role): weapon_lines(book, weapon, role) for weapon, role in pairs}
    return {
        man.id: tuple(
            line
            for weapon in man.weapons
            for line in ((weapon, True), *((text, False) for text in told[weapon, man.role]))
        )
        for man in army.soldiers
    }


def weapon_lines(book: Book, weapon: str, role: str | None) -> tuple[str, ...]:
    """How far it reaches and what it takes to hit, from near to far."""
    found = _shots(book, weapon, role) or _bursts(book, weapon, role)
    return found or (f"nothing to shoot with in {book.title}",)


def _shots(book: Book, weapon: str, role: str | None) -> tuple[str, ...]:
    def asked(distance_in: float) -> AnswerJson:
        question = {"ask": "shoot", "shooter": "A", "target": "B", "weapon": weapon}
        return ask_all(_range(book, weapon, role, distance_in), [question], book)[0]

    return _lines(asked, _shot_text)


def _bursts(book: Book, weapon: str, role: str | None) -> tuple[str, ...]:
    def asked(distance_in: float) -> AnswerJson:
        question = {"ask": "burst", "shooter": "A", "aim": "B", "weapon": weapon}
        return ask_all(_range(book, weapon, role, distance_in), [question], book)[0]

    return _lines(asked, _burst_text)


def _lines(
    asked: Callable[[float], AnswerJson], text: Callable[[AnswerJson], str | None]
) -> tuple[str, ...]:
    """One line for each stretch of equal answers."""

    def told(distance_in: float) -> str | None:
        return text(asked(distance_in))

    lines = []
    begins_in, at_in, now = 0.0, _NEAREST_IN, told(_NEAREST_IN)
    while at_in < _FARTHEST_IN and not (now is None and at_in - begins_in > _GIVE_UP_IN):
        after = told(at_in + _STEP_IN)
        if after != now:
            ends_in = _change_in(told, at_in, at_in + _STEP_IN)
            lines += _line(begins_in, ends_in, now)
            begins_in, now = ends_in, after
        at_in += _STEP_IN
    return (*lines, *_line(begins_in, at_in, now))


def _line(begins_in: float, ends_in: float, answer: str | None) -> list[str]:
    if answer is None:
        return []
    reach = f"to {ends_in:g} in" if begins_in <= 0 else f"{begins_in:g} to {ends_in:g} in"
    return [f"{reach}: {answer}"]


def _change_in(told: Callable[[float], str | None], near_in: float, far_in: float) -> float:
    """Where between two distances the answer changes, to a tenth of an inch."""
    here = told(near_in)
    while far_in - near_in > 0.01:
        middle_in = (near_in + far_in) / 2
        near_in, far_in = (middle_in, far_in) if told(middle_in) == here else (near_in, middle_in)
    return round((near_in + far_in) / 2, 1)


def _shot_text(answer: AnswerJson) -> str | None:
    roll = answer.get("roll")
    if not answer.get("allowed") or roll is None:
        return None
    shots = f", {answer['shots']} shots" if answer.get("shots", 1) > 1 else ""
    if roll["succeeds"] in {"always", "never"}:
        return f"{answer['band']}, {roll['succeeds']}{shots}"
    return f"{answer['band']}, {roll['succeeds']} on {roll['dice']} ({roll['chance']:.0%}){shots}"


def _burst_text(answer: AnswerJson) -> str | None:
    if not answer.get("allowed"):
        return None
    outcomes = answer.get("outcomes") or []
    if not outcomes:
        return "burst, no roll"
    whys = []
    for why, group in groupby(outcomes, key=lambda outcome: outcome["why"]):
        rolls = [outcome["roll"] for outcome in group]
        span = f"{rolls[0]}" if len(rolls) == 1 else f"{rolls[0]}-{rolls[-1]}"
        whys.append(f"{span}: {why}")
    return "; ".join(whys)


def _range(book: Book, weapon: str, role: str | None, distance_in: float) -> Scene:
    """Shooter, his mates beside him and an enemy that far away, on an open table."""
    shooter = Soldier("A", "own", 10.0, 20.0, (weapon,), team="t", role=role)
    mates = tuple(
        Soldier(f"M{i}", "own", 10.0, 20.0 + y, team="t", role=mate)
        for i, (mate, y) in enumerate(zip(book.mates, (1.0, -1.0, 1.5), strict=False))
    )
    enemy = Soldier("B", "other", 10.0 + distance_in, 20.0, facing=180.0)
    return Scene(_FARTHEST_IN + 40.0, 40.0, (shooter, *mates, enemy))
