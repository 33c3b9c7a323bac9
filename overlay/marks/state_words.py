"""What the game keeps of a man, in few words, for rosters and for whoever points at him."""

from collections.abc import Mapping
from typing import Any


def state_words(state: Mapping[str, Any]) -> tuple[str, ...]:
    """What the game keeps of a man, in few words.

    >>> state_words({"moved": True, "ammo": {"bazooka": 2}, "fired": ["lmg"], "posture": "prone"})
    ('moved', 'ammo: bazooka 2', 'fired lmg', 'posture prone')
    >>> state_words({"loaded": {"musket": False, "pistol": True}, "moved": 2.0615528})
    ('not loaded: musket', 'moved 2.1')
    """
    words = []
    for key, value in state.items():
        name = key.replace("_", " ")
        if value is True:
            words.append(name)
        elif isinstance(value, Mapping):
            inner = ", ".join(f"{k} {_plain(v)}" for k, v in value.items() if type(v) is not bool)
            lacking = ", ".join(str(k) for k, v in value.items() if v is False)
            words += [f"{name}: {inner}"] if inner else []
            words += [f"not {name}: {lacking}"] if lacking else []
        elif isinstance(value, list | tuple):
            words += [f"{name} {', '.join(map(_plain, value))}"] if value else []
        elif value not in {None, False, ""}:
            words.append(f"{name} {_plain(value)}")
    return tuple(words)


def _plain(value: Any) -> str:
    """A value as a player would write it on a slip."""
    return f"{round(value, 1):g}" if isinstance(value, float) else str(value)
