"""Both sides' rosters: an army, a game and what is seen in, a row for every man out."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from rules.game.game import Game
from table.army import Army
from table.scene import Scene, Soldier


@dataclass(frozen=True, slots=True)
class RosterRow:
    """One man: what he carries and how he is. `off` is out of the game, `missing` not come yet."""

    id: str
    weapons: tuple[str, ...]
    status: tuple[str, ...] = ()
    off: bool = False
    missing: bool = False


Rosters = dict[str, tuple[RosterRow, ...]]


def rosters(army: Army, game: Game | None, shown: Scene | None) -> Rosters:
    """Each side's rows, in the army's order; who came without being in it stands last."""
    seen = () if shown is None else shown.soldiers
    men = {man.id: man for man in (*seen, *(() if game is None else game.scene.soldiers))}
    on_table = {man.id: man for man in seen}
    listed = [(soldier.id, soldier.side, soldier.weapons) for soldier in army.soldiers]
    known = {name for name, _, _ in listed}
    late = [(man.id, man.side, man.weapons) for man in men.values() if man.id not in known]
    lost = {} if game is None else {loss.id: loss.why for loss in game.losses}
    hit = set() if game is None else {loss.id for loss in game.hit}
    found: Rosters = {side.name: () for side in army.sides}
    for name, side, weapons in (*listed, *late):
        row = RosterRow(name, weapons)
        if name in lost:
            row = replace(row, status=(lost[name],), off=True)
        elif name not in men:
            row = replace(row, status=("not on the table",), missing=True)
        else:
            flags = (*(("hit",) if name in hit else ()), *_seen_words(on_table.get(name)))
            row = replace(row, status=(*flags, *state_words(men[name].state)))
        found[side] = (*found.get(side, ()), row)
    return found


def _seen_words(man: Soldier | None) -> tuple[str, ...]:
    if man is None:
        return ()
    return (*(("hidden",) if man.hidden else ()), *(("lifted",) if man.lifted else ()))


def state_words(state: Mapping[str, Any]) -> tuple[str, ...]:
    """What the game keeps of a man, in few words.

    >>> state_words({"moved": True, "ammo": {"bazooka": 2}, "fired": ["lmg"], "posture": "prone"})
    ('moved', 'ammo: bazooka 2', 'fired lmg', 'posture prone')
    >>> state_words({"loaded": {"musket": False, "pistol": True}})
    ('not loaded: musket',)
    """
    words = []
    for key, value in state.items():
        name = key.replace("_", " ")
        if value is True:
            words.append(name)
        elif isinstance(value, Mapping):
            inner = ", ".join(f"{k} {v}" for k, v in value.items() if type(v) is not bool)
            lacking = ", ".join(str(k) for k, v in value.items() if v is False)
            words += [f"{name}: {inner}"] if inner else []
            words += [f"not {name}: {lacking}"] if lacking else []
        elif isinstance(value, list | tuple):
            words += [f"{name} {', '.join(map(str, value))}"] if value else []
        elif value not in {None, False, ""}:
            words.append(f"{name} {value}")
    return tuple(words)


def counted(rows: tuple[RosterRow, ...]) -> str:
    """How a side stands, in words.

    >>> counted((RosterRow("R01", ()), RosterRow("R02", (), off=True)))
    '1 of 2 lost'
    >>> counted((RosterRow("R01", ()), RosterRow("R02", (), missing=True)))
    '1 of 2 are not on the table'
    """
    lost, missing = sum(row.off for row in rows), sum(row.missing for row in rows)
    words = [f"{lost} of {len(rows)} lost"] if lost or not missing else []
    words += [f"{missing} of {len(rows)} are not on the table"] if missing else []
    return ", ".join(words)
