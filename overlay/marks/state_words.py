"""What the game keeps of a man, in few words, for rosters and for whoever points at him."""

from collections.abc import Mapping
from typing import Any

_SHOTS = "ammo"  # counted for each weapon


def state_words(state: Mapping[str, Any]) -> tuple[str, ...]:
    """What the game keeps of a man, in few words.

    >>> state_words({"moved": True, "ammo": {"bazooka": 2}, "fired": ["lmg"], "posture": "prone"})
    ('moved', 'bazooka 2 left', 'fired lmg', 'posture prone')
    >>> state_words({"loaded": {"musket": False, "pistol": True}, "moved": 2.0615528})
    ('musket not loaded', 'moved 2.1')
    """
    words = []
    for key, value in state.items():
        name = key.replace("_", " ")
        if value is True:
            words.append(name)
        elif key == _SHOTS and isinstance(value, Mapping):
            words += [f"{weapon} {_plain(left)} left" for weapon, left in value.items()]
        elif isinstance(value, Mapping):
            inner = ", ".join(f"{k} {_plain(v)}" for k, v in value.items() if type(v) is not bool)
            lacking = ", ".join(str(k) for k, v in value.items() if v is False)
            words += [f"{name}: {inner}"] if inner else []
            words += [f"{lacking} not {name}"] if lacking else []
        elif isinstance(value, list | tuple):
            words += [f"{name} {', '.join(map(_plain, value))}"] if value else []
        elif value not in {None, False, ""}:
            words.append(f"{name} {_plain(value)}")
    return tuple(words)


def _plain(value: Any) -> str:
    """A value as a player would write it on a slip."""
    return f"{round(value, 1):g}" if isinstance(value, float) else str(value)
