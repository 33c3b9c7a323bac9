"""Events of a game as values: JSON in, frozen objects with named fields out, and back.

Each event is a class of its own in the book that owns it. Journals, stories, command lines and
pages give JSON; `event_from_json` reads it once, at the door, and complains in one sentence.

    @dataclass(frozen=True, kw_only=True)
    class Fired(GameEvent):
        word: ClassVar[str] = "fired"
        shooter: str
        target: str | None = None
        roll: int | None = None
"""

from collections.abc import Hashable, Mapping
from dataclasses import MISSING, dataclass, field, fields, replace
from functools import cache
from types import NoneType, UnionType
from typing import (
    Any,
    ClassVar,
    Literal,
    Self,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from rules.book.question import shown
from rules.game.dice_tray import DiceTray, Numbers
from rules.game.game import EventRefusedError
from table.errors import listed
from table.places import TablePoint

# Keys that a journal adds to any event: they are its own and tell nothing of the game.
OF_THE_JOURNAL = frozenset({"event", "seed"})


@dataclass(frozen=True, kw_only=True)
class GameEvent:
    """Something that happened, or is to happen. `word` is what journals call it.

    `seed` is where the program's own dice come from, for what the event does not say itself.
    """

    word: ClassVar[str] = ""
    seed: int | None = None

    def dice_given(self) -> Numbers:
        """The numbers that players gave for its dice, by field and man."""
        return {}

    def with_dice(self, _: DiceTray) -> Self:
        """The event with every number that fell for it."""
        return self


@dataclass(frozen=True, kw_only=True)
class Overrulable(GameEvent):
    """What the players may let stand against the rules: `overruled` is what it stands against."""

    overruled: str | bool | None = None


@dataclass(frozen=True, kw_only=True)
class Rolled(GameEvent):
    """An event with throws: one in `roll`, several in `rolls`, and `saves` of those it catches."""

    roll: int | None = None
    rolls: tuple[int, ...] | None = None
    saves: Mapping[str, int] = field(default_factory=dict)

    def dice_given(self) -> Numbers:
        """`roll` is `rolls` with one number."""
        if self.roll is not None and self.rolls is not None:
            raise EventRefusedError(f"{self.word} has both roll and rolls; give one of them")
        rolls = self.rolls if self.roll is None else (self.roll,)
        saves: Numbers = {("saves", man): (number,) for man, number in self.saves.items()}
        return saves if rolls is None else {("rolls", None): rolls, **saves}

    def with_dice(self, tray: DiceTray) -> Self:
        """The numbers where journals keep them."""
        rolls = tray.numbers("rolls")
        saves = {man: numbers[0] for man, numbers in tray.numbers_of("saves").items()}
        if len(rolls) == 1:
            return replace(self, roll=rolls[0], rolls=None, saves=saves)
        return replace(self, roll=None, rolls=rolls or None, saves=saves)


def event_from_json(
    classes: Mapping[str, type[GameEvent]], value: Mapping[str, Any], *, strict: bool = True
) -> GameEvent:
    """The event, or EventRefusedError with one sentence; not `strict`: unknown keys are let be.

    Journals of other versions may hold keys that nobody reads any more.
    """
    word = value.get("event")
    if not isinstance(word, str) or word not in classes:
        raise EventRefusedError(f"no event {shown(word)}; there are {listed(classes)}")
    kind = classes[word]
    hints = _hints(cast("Hashable", kind))
    unknown = [key for key in value if key not in hints and key not in OF_THE_JOURNAL]
    if unknown and strict:
        raise EventRefusedError(f"{word} has no {shown(unknown[0])}; it has {listed(hints)}")
    missing = [f.name for f in fields(kind) if _is_needed(f) and value.get(_key(f.name)) is None]
    if missing:
        raise EventRefusedError(f"{word} needs {missing[0]!r}")
    given = {key: item for key, item in value.items() if key in hints}
    # A key set to null is a key left out.
    said = {k: item for k, item in given.items() if item is not None}
    return kind(**{_name(k): _read(hints[k], item, f"{word}.{k}") for k, item in said.items()})


def event_json(event: GameEvent) -> dict[str, Any]:
    """The event as journals keep it: its word and what it says beyond the defaults."""
    said = {
        _key(f.name): _written(getattr(event, f.name))
        for f in fields(event)
        if getattr(event, f.name) != _default(f)
    }
    return {"event": event.word, **said}


def _is_needed(one: Any) -> bool:
    return one.default is MISSING and one.default_factory is MISSING


def _default(one: Any) -> Any:
    if one.default is not MISSING:
        return one.default
    return one.default_factory() if one.default_factory is not MISSING else MISSING


def _key(name: str) -> str:
    """The JSON key of a field; Python's own words carry an underscore at the end."""
    return name.removesuffix("_")


def _name(key: str) -> str:
    return f"{key}_" if key in {"in", "as", "from", "is", "not"} else key


@cache
def _hints(kind: Any) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {_key(f.name): hints[f.name] for f in fields(kind)}


def _written(value: Any) -> Any:
    if isinstance(value, TablePoint):
        return [value.x, value.y]
    if isinstance(value, tuple | list):
        return [_written(item) for item in value]
    if isinstance(value, Mapping):
        return {key: _written(item) for key, item in value.items()}
    return value


def _read(hint: Any, value: Any, where: str) -> Any:
    """The value as the field's type wants it."""
    for kind in _choices(hint):
        read = _as(kind, value, where)
        if read is not _NOT_IT:
            return read
    wanted = " or ".join(_words(kind) for kind in _choices(hint))
    raise EventRefusedError(f"{where} is {shown(value)}; it is {wanted}")


_NOT_IT = object()
_PLACE_LENGTH = 2
_MOST = 1e9  # no inch, second or turn of a game is beyond it
_MOST_LETTERS = 2000  # of a text; a move that is let stand says all rules that forbid it


def _choices(hint: Any) -> tuple[Any, ...]:
    if get_origin(hint) in {Union, UnionType}:
        return tuple(kind for kind in get_args(hint) if kind is not NoneType)
    return (hint,)


def _as(kind: Any, value: Any, where: str) -> Any:  # noqa: PLR0911 - one return for each type
    origin = get_origin(kind)
    if kind is Any:
        return value
    if origin is Literal:
        return value if value in get_args(kind) else _NOT_IT
    if origin is tuple and isinstance(value, list | tuple):
        return _as_tuple(get_args(kind), value, where)
    if origin is not None and issubclass(cast("type", origin), Mapping):
        return _as_mapping(get_args(kind), value, where)
    if kind is TablePoint:
        return _as_place(value)
    if kind is float:
        return float(value) if _is_number(value) else _NOT_IT
    is_it = type(value) is kind if isinstance(kind, type) else False
    return value if is_it and _is_legible(value) else _NOT_IT


def _is_legible(value: Any) -> bool:
    """Whether a text can be said in a line; whatever is no text can."""
    return not isinstance(value, str) or (value.isprintable() and len(value) <= _MOST_LETTERS)


def _as_tuple(kinds: tuple[Any, ...], value: Any, where: str) -> Any:
    if len(kinds) == 2 and kinds[1] is Ellipsis:
        return tuple(_read(kinds[0], item, f"{where}[{i}]") for i, item in enumerate(value))
    if len(kinds) != len(value):
        return _NOT_IT
    pairs = zip(kinds, value, strict=True)
    return tuple(_read(kind, item, f"{where}[{i}]") for i, (kind, item) in enumerate(pairs))


def _as_mapping(kinds: tuple[Any, ...], value: Any, where: str) -> Any:
    if not isinstance(value, Mapping):
        return _NOT_IT
    return {str(k): _read(kinds[1], item, f"{where}.{k}") for k, item in value.items()}


def _as_place(value: Any) -> Any:
    if isinstance(value, TablePoint):
        return value
    is_place = isinstance(value, list | tuple) and len(value) == _PLACE_LENGTH
    if is_place and all(_is_number(number) for number in value):
        return TablePoint(float(value[0]), float(value[1]))
    return _NOT_IT


def _is_number(value: Any) -> bool:
    return type(value) in {int, float} and abs(value) <= _MOST


def _words(kind: Any) -> str:
    if get_origin(kind) is Literal:
        return listed(str(word) for word in get_args(kind))
    plain = {
        str: "a text",
        int: "a whole number",
        float: "a number",
        bool: "true or false",
        TablePoint: "a place [x, y]",
    }
    return plain.get(kind, "an object" if _is_mapping(kind) else "a list")


def _is_mapping(kind: Any) -> bool:
    origin = get_origin(kind)
    return origin is not None and issubclass(cast("type", origin), Mapping)
