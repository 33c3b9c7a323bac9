"""Stories of every book with steps and events that make no sense."""

import json
from collections.abc import Iterator
from dataclasses import MISSING, fields
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from rules.book.shelf import NAMES, book_named
from rules.game.engine import event_classes, game_rules
from spotter.game.story import story_from_json, told
from tests.fuzz.mutate import NASTY, mutated_json
from tests.fuzz.registry import refuse_muddle, target, tried

_STORIES = Path(__file__).resolve().parents[1] / "stories"
_STEPS = 12
_ODD = (*NASTY, "R01", "B01", "R02", "red", [10, 10], 3, 12, "swim", "wounded", "rifle", "woods")
_WHO = frozenset({"soldier", "shooter", "target", "defender", "vehicle", "transport", "medic"})


@cache
def _told_stories(book: str) -> list[dict[str, Any]]:
    return [json.loads(path.read_text()) for path in sorted((_STORIES / book).glob("*.json"))]


@target()
def stories_changed(random: Random) -> None:
    """A story of a book with changed values."""
    story = random.choice(_told_stories(random.choice(NAMES)))
    _tell(mutated_json({key: story[key] for key in story if key != "expect"}, random))


@target()
def events_of_nonsense(random: Random) -> None:
    """A story's table on which things happen that no journal would tell."""
    name = random.choice(NAMES)
    story = random.choice(_told_stories(name))
    begun = [{"do": "next"}] * random.randint(0, 8)
    events = ({"event": _event(name, story, random)} for _ in range(_STEPS))
    steps = [{**step, "t": float(i)} for i, step in enumerate((*begun, *events))]
    _tell({**story, "steps": steps})


def _tell(story: Any) -> None:
    """Tell it; whatever is refused in it is refused in one line."""

    def tell() -> None:
        for line in told(story_from_json(story, "story.json")):
            json.dumps(line, allow_nan=False)
            refuse_muddle(line["error"] or "nothing")

    tried(tell)


def _event(name: str, story: dict[str, Any], random: Random) -> dict[str, Any]:
    classes = event_classes(book_named(name))
    word = random.choice(sorted(classes))
    men = [man["id"] for man in story["scene"]["soldiers"]]
    wanted = [one for one in fields(classes[word]) if _is_said(one, random)]
    keys = [one.name.removesuffix("_") for one in wanted]
    return {"event": word, **{key: _value(name, key, men, random) for key in keys}}


def _is_said(one: Any, random: Random) -> bool:
    """Whether the event says it: what it needs as a rule, what it may say now and then."""
    is_needed = one.default is MISSING and one.default_factory is MISSING
    return random.random() < (0.95 if is_needed else 0.3)


def _value(name: str, key: str, men: list[str], random: Random) -> Any:
    """Something for that key, now and then what belongs there."""
    place = [random.uniform(0, 30), random.uniform(0, 20)]
    keys = {
        "state": game_rules(book_named(name)).state_keys or (),
        "terms": tuple(book_named(name).terms),
        "soldiers": ("x", "y", "facing", "on"),
    }
    said = dict(_odd_keys(keys.get(key, ()), random))
    fitting = {
        **dict.fromkeys(_WHO, random.choice(men)),
        "attackers": random.sample(men, min(2, len(men))),
        "path": [place, [place[0] + 1.0, place[1]]],
        "soldiers": [{"id": random.choice(men), **said}],
        "state": said,
        "terms": said,
    }
    return fitting.get(key, random.choice(_ODD)) if random.random() < 0.85 else random.choice(_ODD)


def _odd_keys(keys: tuple[str, ...], random: Random) -> Iterator[tuple[str, Any]]:
    for key in keys:
        if random.random() < 0.5:
            yield key, random.choice(_ODD)
