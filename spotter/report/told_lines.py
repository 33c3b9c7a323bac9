"""A battle in lines: for a terminal, and as JSON."""

from collections.abc import Iterator
from typing import Any

from spotter.report.battle import Battle, Moment


def moment_words(moment: Moment) -> str:
    """What happened, in words, with its rules and its dice; "" for what nobody did."""
    words, dice = moment.in_full, "".join(f" [{one.number}]" for one in moment.thrown)
    return f"{words}{dice}" if words else ""


def battle_lines(battle: Battle) -> Iterator[str]:
    """The battle as a terminal tells it: a line for each phase and each deed."""
    heading = ""
    for number, moment in enumerate(battle.moments, start=1):
        words = moment_words(moment)
        if not words:
            continue
        whose = f", {moment.side}" if moment.side else ""
        if (now := f"turn {moment.before.turn}: {moment.phase}{whose}") != heading:
            yield (heading := now)
        yield f"{number:5}  {words}"


def battle_json(battle: Battle) -> Iterator[dict[str, Any]]:
    """One object for each event that counts: when, what, what was said, the dice, who fell."""
    for number, moment in enumerate(battle.moments, start=1):
        yield {
            "number": number,
            "turn": moment.before.turn,
            "phase": moment.phase,
            "side": moment.side,
            "event": dict(moment.event),
            "said": list(moment.lines),
            "dice": [one.number for one in moment.thrown],
            "rules": list(dict.fromkeys(one.rule for one in moment.reasons)),
            "overruled": moment.overruled,
            "fallen": [loss.id for loss in moment.fallen],
            "winner": moment.after.winner,
        }
