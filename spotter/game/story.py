"""A story: a game told step by step, in place of a camera and of players' hands.

It drives the very game that `play` drives; its clock is its own and nothing waits.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from rules.book.book import Book
from rules.book.shelf import FIRST, book_named
from rules.game.changed_things import thing_states
from rules.game.engine import game_rules, phase_now
from rules.game.game import EventRefusedError
from rules.game.stated import refuse_unread
from spotter.belief.belief import Belief
from spotter.game.agreed_file import checked_terms
from spotter.game.deeds import PlayerDeed
from spotter.game.hits import hit_men, off_men
from spotter.game.lifted import hidden_men, lifted_men
from spotter.game.live_game import LiveGame, begun
from spotter.game.story_opponent import StoryOpponents
from spotter.game.story_steps import CameraSees, deed_of, looked
from spotter.game.table_game import DeedOutcome, TableGame
from table.army import Army, Enlisted, Side, TagStyle
from table.entry import Entry
from table.errors import UserError
from table.scene import Scene
from table.scene_file import scene_from_json
from table.table_spec import TableSpec

_STORY_KEYS = ("about", "rules", "agreed", "scene", "steps", "expect", "why", "seed", "spotter")
_STEP_KINDS = ("see", "do", "event", "opponent")
CORNER_IN = 1.5  # no story asks how large its markers are


@dataclass(frozen=True)
class Story:
    """A story as its file tells it."""

    file: str
    rules: str
    agreed: dict[str, Any]
    scene: Scene
    steps: tuple[Entry, ...]
    seed: int = 1


class _StoryJournal:
    """Keeps a game's lines for the step that is told."""

    def __init__(self, file: str) -> None:
        self.path = Path(file)
        self._events: list[dict[str, Any]] = []

    def append(self, line: dict[str, Any]) -> None:
        """Keep what happened; nothing can go wrong."""
        self._events += [line["event"]] if "event" in line else []

    def taken(self) -> list[dict[str, Any]]:
        """The events since somebody last asked."""
        events, self._events = self._events, []
        return events


def story_from_json(value: object, file: str) -> Story:
    """The story; a UserError that names what is wrong with it."""
    whole = Entry(file, "", value)
    whole.known_keys(_STORY_KEYS)
    rules = whole.need("rules", f'"{FIRST}"').text()
    book = _book(rules, file)
    agreed, seed = whole.get("agreed"), whole.get("seed")
    scene = scene_from_json(whole.need("scene", '{"table": ..., "soldiers": ...}').value, file)
    whole.need("steps", "[]")
    steps = tuple(whole.rows("steps", 100_000))
    terms: dict[str, Any] = {}
    if agreed is not None:
        spec = TableSpec(scene.width, scene.height, CORNER_IN, ())
        terms = checked_terms(agreed, book, _army(scene, steps, agreed), spec)
    return Story(file, rules, terms, scene, steps, 1 if seed is None else _whole(seed))


def _book(rules: str, file: str) -> Book:
    try:
        return book_named(rules)
    except UserError as problem:
        raise UserError(f"{file}: {problem}") from None


def _army(scene: Scene, steps: Iterable[Entry], agreed: Entry) -> Army:
    """Everybody the story knows: who is there at first, who comes later, who might have come."""
    sides = tuple(dict.fromkeys(man.side for man in scene.soldiers))
    here = [Enlisted(man.id, man.side, man.weapons) for man in scene.soldiers]
    seen = (step.get("see") for step in steps)
    men = (see.get("soldiers") for see in seen if see is not None)
    names = {name for entry in men if entry is not None for name in entry.table()}
    names |= set(_in_reserve(agreed))
    later = [Enlisted(name, sides[0] if sides else "") for name in sorted(names)]
    known = {man.id for man in here}
    listed = (*here, *(man for man in later if man.id not in known))
    return Army(TagStyle(), tuple(Side(side) for side in sides), listed)


def _in_reserve(agreed: Entry) -> Iterator[str]:
    """Who is kept back, whether or not the story brings him; terms that are wrong name nobody."""
    reserve = agreed.get("reserve")
    if reserve is None:
        return
    for side in reserve.table():
        names = reserve.get(side)
        yield from () if names is None else names.texts()


def _whole(entry: Entry) -> int:
    if not isinstance(entry.value, int) or isinstance(entry.value, bool):
        entry.wrong("write a whole number")
    return int(entry.value)


def told(story: Story) -> Iterator[dict[str, Any]]:
    """One line for the beginning and one for each step."""
    journal = _StoryJournal(story.file)
    game = TableGame(_begun(story, journal), Belief(story.scene))
    yield _line(0, game, journal, DeedOutcome(game.live.told))
    sight, now_s = CameraSees.of(story.scene), 0.0
    opponents = StoryOpponents(story.file)
    for number, step in enumerate(story.steps, start=1):
        now_s = _time(step, now_s)
        kind = _kind(step)
        done, sight = (
            opponents.stepped(step, game, sight, now_s)
            if kind == "opponent"
            else _stepped(step, kind, game, sight, now_s)
        )
        yield _line(number, game, journal, done)


def _begun(story: Story, journal: _StoryJournal) -> LiveGame:
    random, book = Random(story.seed), book_named(story.rules)
    sides = tuple(dict.fromkeys(man.side for man in story.scene.soldiers))

    def seeds() -> int:
        return random.getrandbits(32)

    try:
        for man in story.scene.soldiers:
            refuse_unread(game_rules(book), book, man, {})
        return begun(
            journal, story.rules, story.scene, sides, story.agreed, began_s=0.0, seeds=seeds
        )
    except EventRefusedError as problem:
        raise UserError(f"{story.file}: {problem}") from None


def _time(step: Entry, before_s: float) -> float:
    at = step.need("t", "2.0")
    at_s = at.number(0.0, 1e7)
    if at_s < before_s:
        at.wrong(f"the step before it is at {before_s:g}; steps go on in time")
    return at_s


def _kind(step: Entry) -> str:
    kinds = [kind for kind in _STEP_KINDS if step.get(kind) is not None]
    if len(kinds) != 1:
        step.fail("is one of see, do, event, opponent")
    return kinds[0]


def _stepped(
    step: Entry, kind: str, game: TableGame, sight: CameraSees, now_s: float
) -> tuple[DeedOutcome, CameraSees]:
    """The step happens; what came of it, and what the camera sees from then on."""
    if kind == "see":
        known = sight.knowing(game.live.game.scene)
        sight, observation = looked(known, step.need("see", "{}"), now_s)
        _refuse_unknown_words(game.live.book, observation.scene, step.file)
        return DeedOutcome(game.see(observation)), sight
    try:
        deed: PlayerDeed = deed_of(step, game.live.book)
    except EventRefusedError as problem:
        return DeedOutcome(game.tick(now_s), str(problem)), sight
    return game.do(deed, now_s), sight


def _refuse_unknown_words(book: Book, scene: Scene, file: str) -> None:
    """A camera sees nothing that would be meant as what the book does not know."""
    for thing in scene.things:
        try:
            book.meanings.word(thing)
        except UserError as problem:
            raise UserError(f"{file}: {problem}") from None


def _line(
    number: int, game: TableGame, journal: _StoryJournal, done: DeedOutcome
) -> dict[str, Any]:
    """How the game stands after a step."""
    now = game.live.game
    phase = phase_now(game.live.book, now)
    return {
        "step": number,
        "said": list(done.said),
        "error": done.error,
        "events": journal.taken(),
        "refused": {name: sorted(one.ruling.rules) for name, one in sorted(game.refused.items())},
        "hit": sorted(hit_men(now)),
        "off": sorted(off_men(now)),
        "hidden": list(hidden_men(now, game.belief)),
        "lifted": list(lifted_men(now, game.belief)),
        "things": thing_states(now),
        "turn": now.turn,
        "phase": phase.name,
        "side": phase.side,
        "winner": now.winner,
    }
