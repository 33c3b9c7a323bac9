"""Whatever is seen and done, in whatever order: no crash, and lists that agree with each other."""

import json
import random
from pathlib import Path

import pytest

from spotter.game.story import story_from_json, told

HERE = Path(__file__).resolve().parent
BOOKS = sorted(path.name for path in HERE.iterdir() if path.is_dir() and list(path.glob("*.json")))
QUICK, MANY = 15, 400
CAMERA = ("ok", "ok", "ok", "moved", "lost", "gone")


def random_step(chance, story, events):
    """Something seen or done, sensible or not."""
    size = story["scene"]["table"]
    names = [man["id"] for man in story["scene"]["soldiers"]]
    name, other = chance.choice(names), chance.choice(names)
    x, y = chance.uniform(-1, size["width"] + 1), chance.uniform(-1, size["height"] + 1)
    outline = [[x, y], [x + 4, y], [x + 4, y + 3], [x, y + 3]]
    seen = [
        {"soldiers": {name: {"x": x, "y": y, "facing": chance.uniform(0, 360)}}},
        {"soldiers": {name: {"x": x, "y": y}, other: {"x": y / 2, "y": x / 3}}},
        {"soldiers": {name: [{"x": x, "y": y}, {"x": 3, "y": 3}]}},
        {"bare": [name]},
        {"covered": [name]},
        {"hand": chance.random() < 0.3, "camera": chance.choice(CAMERA)},
        {"things": {"napkin-9": chance.choice([None, {"kind": "napkin", "outline": outline}])}},
        {"hand": False, "camera": "ok"},
    ]
    done = [
        {"do": "next"},
        {"do": "next"},
        {"do": "undo"},
        {"do": "overrule", "soldier": name},
        {"do": "off", "soldier": name},
        {"do": "shoot", "shooter": name, "target": chance.choice([other, [x, y], [name, other]])},
        {"do": "fight", "attackers": [name], "defender": other},
        chance.choice(events) if events else {"do": "next"},
    ]
    return chance.choice([*({"see": one} for one in seen), *done])


def random_story(book, seed):
    """A told story's table, with other steps."""
    chance = random.Random(f"{book} {seed}")
    stories = [json.loads(path.read_text()) for path in sorted((HERE / book).glob("*.json"))]
    story = chance.choice(stories)
    events = [
        {"event": step["event"]} for one in stories for step in one["steps"] if "event" in step
    ]
    steps, now_s = [], 0.0
    for _ in range(25):
        now_s += chance.choice([0.1, 2.0, 30.0])
        steps.append({**random_step(chance, story, events), "t": now_s})
    # Who is agreed on must be there, or come in some step.
    agreed = {key: term for key, term in story["agreed"].items() if key != "reserve"}
    here = {man["id"] for man in story["scene"]["soldiers"]}
    if "state" in agreed:
        agreed["state"] = {name: of for name, of in agreed["state"].items() if name in here}
    return {**story, "agreed": agreed, "steps": steps}


def check(book, seed):
    """Each line of the story makes sense."""
    for line in told(story_from_json(random_story(book, seed), f"{book}-{seed}")):
        where = f"{book}-{seed}, step {line['step']}: {line}"
        hit, off, lifted, hidden, refused = (
            set(line[key]) for key in ("hit", "off", "lifted", "hidden", "refused")
        )
        assert not off & (hit | lifted | hidden | refused), where
        assert not lifted & hidden, where
        assert not (line["winner"] and refused), where
        assert json.loads(json.dumps(line)) == line, where


@pytest.mark.parametrize("book", BOOKS)
def test_random_stories(book):
    """Some of each book."""
    for seed in range(QUICK):
        check(book, seed)


@pytest.mark.slow
@pytest.mark.parametrize("book", BOOKS)
def test_many_random_stories(book):
    """Many of each book."""
    for seed in range(QUICK, MANY):
        check(book, seed)
