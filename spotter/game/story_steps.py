"""Steps of a story: `see` becomes an observation, `do` and `event` become deeds."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rules.book.book import Book
from rules.game.engine import read_event
from rules.game.game import EventRefusedError
from rules.game.orders import Aimed, FightOrder, ShotOrder
from spotter.game.deeds import (
    Happens,
    LetStand,
    NextStep,
    PlayerDeed,
    SetMan,
    SetThing,
    TakeOff,
    Undo,
)
from table.entry import Entry
from table.errors import listed
from table.observation import CameraState, Observation
from table.places import TablePoint
from table.scene import Scene
from table.scene_file import scene_from_json, scene_json

_CAMERA: tuple[CameraState, ...] = ("ok", "moved", "lost", "gone")
_NOTICES: Mapping[CameraState, str] = {
    "ok": "the camera sees the table again",
    "moved": "the camera was moved; its place is measured anew",
    "lost": "a corner marker is out of the picture; turn the camera back, nothing is ruled so far",
    "gone": "the camera is gone; nothing is ruled until it is back",
}
_SEE_KEYS = ("soldiers", "bare", "covered", "things", "hand", "camera")
_ENLISTED = ("side", "weapons", "team", "role", "base")  # what an army says of a man


@dataclass(frozen=True)
class CameraSees:
    """What the story's camera sees, as scene files write it.

    `enlisted` are men of the game whom it has not seen yet: what an army's list says of them.
    """

    size: Mapping[str, float]
    soldiers: Mapping[str, Mapping[str, Any]]
    things: Mapping[str, Mapping[str, Any]]
    bare: frozenset[str] = frozenset()
    covered: frozenset[str] = frozenset()
    doubled: Mapping[str, tuple[TablePoint, ...]] = field(default_factory=dict)
    hand: bool = False
    camera: CameraState = "ok"
    enlisted: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    @classmethod
    def of(cls, scene: Scene) -> "CameraSees":
        """The scene, all of it seen."""
        written = scene_json(scene)
        return cls(
            written["table"],
            {man["id"]: man for man in written["soldiers"]},
            {thing["id"]: thing for thing in written["things"]},
        )

    def knowing(self, scene: Scene) -> "CameraSees":
        """The same, with the men of a game in mind: events may have set some down."""
        new = (man for man in scene_json(scene)["soldiers"] if man["id"] not in self.soldiers)
        enlisted = {man["id"]: {key: man[key] for key in _ENLISTED} for man in new}
        return replace(self, enlisted=enlisted)


def looked(sight: CameraSees, see: Entry, at_s: float) -> tuple[CameraSees, Observation]:
    """What is seen after a `see` step; nothing of it counts under a hand or without a camera."""
    see.known_keys(_SEE_KEYS)
    hand, camera = see.get("hand"), see.get("camera")
    now = replace(
        sight,
        hand=sight.hand if hand is None else hand.flag(),
        camera=sight.camera if camera is None else _camera(camera),
    )
    changed = _changed(now, see)  # a malformed step is one, counted or not
    counts = not now.hand and now.camera in {"ok", "moved"}
    after = changed if counts else now
    notice = None if now.camera == sight.camera else _NOTICES[now.camera]
    return after, replace(_observation(after, see.file, at_s), notice=notice)


def _camera(entry: Entry) -> CameraState:
    word = entry.choice(_CAMERA, "states of the camera")
    return next(state for state in _CAMERA if state == word)


def _changed(sight: CameraSees, see: Entry) -> CameraSees:
    soldiers, things = see.get("soldiers"), see.get("things")
    if soldiers is not None:
        for name in soldiers.table():
            sight = _man_seen(sight, name, soldiers.need(name, '{"x": 14.0, "y": 9.5}'))
    if things is not None:
        for name in things.table():
            sight = _thing_seen(sight, name, things.get(name))
    for key in ("bare", "covered"):
        sight = _unseen(sight, key, see.get(key))
    _observation(sight, see.file, 0.0)
    return sight


def _man_seen(sight: CameraSees, name: str, entry: Entry) -> CameraSees:
    """A man is seen, or his tag more than once."""
    free = replace(sight, bare=sight.bare - {name}, covered=sight.covered - {name})
    doubled = {one: places for one, places in sight.doubled.items() if one != name}
    if isinstance(entry.value, list):
        rows = [Entry(entry.file, f"{entry.path}[{i}]", v) for i, v in enumerate(entry.value)]
        if not rows:
            entry.wrong("write each place at which his tag lies")
        if len(rows) == 1:
            return _man_seen(sight, name, rows[0])
        places = tuple(_place(row) for row in rows)
        return replace(free, doubled={**doubled, name: places})
    known, said = sight.soldiers.get(name) or sight.enlisted.get(name, {}), entry.table()
    # What he stood on counts no more where he stands elsewhere.
    gone = {"on", "elevation"} if said.keys() & {"x", "y"} else frozenset()
    man = {**{k: v for k, v in known.items() if k not in gone}, **said, "id": name}
    return replace(free, doubled=doubled, soldiers={**sight.soldiers, name: man})


def _place(entry: Entry) -> TablePoint:
    x, y = (entry.need(key, "10.0").number(-1e4, 1e4) for key in ("x", "y"))
    return TablePoint(x, y)


def _thing_seen(sight: CameraSees, name: str, entry: Entry | None) -> CameraSees:
    things = {one: thing for one, thing in sight.things.items() if one != name}
    if entry is not None:
        known, said = sight.things.get(name, {}), entry.table()
        # What the same thing is meant as is nothing that a camera sees anew.
        is_same = known.get("kind") == said.get("kind", known.get("kind"))
        known = {**(known if is_same else {}), **said, "id": name}
        things = {one: known if one == name else sight.things[one] for one in (*sight.things, name)}
    return replace(sight, things=things)


def _unseen(sight: CameraSees, key: str, entry: Entry | None) -> CameraSees:
    if entry is None:
        return sight
    names = frozenset(entry.texts())
    for name in sorted(names - sight.soldiers.keys() - sight.enlisted.keys()):
        entry.fail(f"names {name!r}; nobody of that id was seen")
    doubled = {one: at for one, at in sight.doubled.items() if one not in names}
    if key == "bare":
        return replace(sight, bare=sight.bare | names, doubled=doubled)
    return replace(sight, covered=sight.covered | names, doubled=doubled)


def _observation(sight: CameraSees, file: str, at_s: float) -> Observation:
    away = sight.bare | sight.covered | sight.doubled.keys()
    soldiers = [man for name, man in sight.soldiers.items() if name not in away]
    whole = {"table": sight.size, "soldiers": soldiers, "things": list(sight.things.values())}
    return Observation(
        scene_from_json(whole, file),
        at_s,
        bare=sight.bare,
        covered=sight.covered - sight.bare,
        doubled=sight.doubled,
        hand=sight.hand,
        camera=sight.camera,
    )


def deed_of(step: Entry, book: Book) -> PlayerDeed:
    """What a `do` or `event` step does.

    EventRefusedError where a number is no throw at all, or where the book's game has no such event.
    """
    event = step.get("event")
    if event is not None:
        _refuse_others(step, "an event", ())
        return Happens(read_event(book, event.table()))
    word = step.need("do", '"next"').choice(tuple(_DEEDS), "deeds")
    keys, made = _DEEDS[word]
    step.known_keys(("t", "do", "why", *keys))
    _refuse_others(step, word, keys)
    return made(step)


def _refuse_others(step: Entry, word: str, keys: tuple[str, ...]) -> None:
    """What would say something of another deed is not dropped in silence."""
    every = {key for of_one, _ in _DEEDS.values() for key in of_one}
    for key in sorted(every.difference(keys)):
        if step.get(key) is not None:
            step.fail(f"has {key!r}; {word} takes {listed(keys) if keys else 'nothing besides'}")


def _next(step: Entry) -> PlayerDeed:
    return NextStep(_throws(step))


def _throws(step: Entry) -> tuple[int, ...] | None:
    return None if step.get("throws") is None else throws_of(step)


def throws_of(step: Entry) -> tuple[int, ...]:
    """The numbers that a step says were thrown; EventRefusedError where one is no throw."""
    return _numbers(step.need("throws", "[4]"))


def _numbers(entry: Entry) -> tuple[int, ...]:
    numbers = entry.value
    if not isinstance(numbers, list) or not all(_is_number(one) for one in numbers):
        entry.wrong("write the numbers thrown, like [4]")
    return tuple(map(_thrown, numbers))


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


_MOST_THROWN = 10_000  # no dice show more, and larger numbers are no floats


def _thrown(number: float) -> int:
    """A number as dice show it; one that they cannot show is refused as any other is."""
    if not (-_MOST_THROWN < number < _MOST_THROWN and float(number).is_integer()):
        raise EventRefusedError(f"{number} is no throw of any dice; they show whole numbers")
    return int(number)


def _soldier(step: Entry) -> str:
    return step.need("soldier", '"R01"').text()


def _shoot(step: Entry) -> PlayerDeed:
    weapon, saves = step.get("weapon"), step.get("saves")
    given = {} if saves is None else saves.table()
    if saves is not None and not all(map(_is_number, given.values())):
        saves.wrong('write each man\'s throw, like {"B02": 3}')
    return ShotOrder(
        step.need("shooter", '"R01"').text(),
        _targets(step.need("target", '"B01"')),
        None if weapon is None else weapon.text(),
        _declared(step),
        _throws(step),
        {name: _thrown(number) for name, number in given.items()},
    )


def _declared(step: Entry) -> Mapping[str, Any]:
    declare = step.get("declare")
    return {} if declare is None else declare.table()


def _targets(entry: Entry) -> tuple[Aimed, ...]:
    """A man, a thing, a place, or one of them for each shot."""
    value = entry.value
    if isinstance(value, str):
        return (entry.text(),)
    if not isinstance(value, list) or not value:
        entry.wrong('write a man, a thing, a place [x, y] or a list of them, like "B01"')
    if all(map(_is_number, value)):
        return (TablePoint(*entry.pair()),)
    rows = (Entry(entry.file, f"{entry.path}[{i}]", one) for i, one in enumerate(value))
    return tuple(target for row in rows for target in _targets(row))


def _fight(step: Entry) -> PlayerDeed:
    throws = step.get("throws")
    given = None
    if throws is not None:
        given = {name: _numbers(throws.need(name, "[4]")) for name in throws.table()}
    attackers = step.need("attackers", '["R01"]').texts()
    if not attackers:
        step.need("attackers", '["R01"]').wrong("name somebody")
    defender = step.need("defender", '"B01"').text()
    return FightOrder(tuple(attackers), defender, _declared(step), given)


def _set(step: Entry) -> PlayerDeed:
    soldier, thing, state = step.get("soldier"), step.get("thing"), step.get("state")
    meant = step.get("as")
    said = {} if state is None else state.table()
    if (soldier is None) == (thing is None):
        step.fail("sets a soldier or a thing; name one of them")
    if soldier is not None:
        if meant is not None:
            meant.wrong("a thing stands for something; a soldier has a state")
        return SetMan(soldier.text(), said)
    assert thing is not None, step
    return SetThing(thing.text(), None if meant is None else meant.text(), said)


_DEEDS: dict[str, tuple[tuple[str, ...], Callable[[Entry], PlayerDeed]]] = {
    "next": (("throws",), _next),
    "undo": ((), lambda _: Undo()),
    "overrule": (("soldier",), lambda step: LetStand(_soldier(step))),
    "shoot": (("shooter", "target", "weapon", "declare", "throws", "saves"), _shoot),
    "fight": (("attackers", "defender", "declare", "throws"), _fight),
    "off": (("soldier",), lambda step: TakeOff(_soldier(step))),
    "set": (("soldier", "thing", "state", "as"), _set),
}
