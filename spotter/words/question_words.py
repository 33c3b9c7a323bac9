"""Questions as players say them: "43 shoots 2 with the rifle" to what a rulebook is asked.

A sentence may mean several questions, as where a weapon may be shot or thrown; they come in the
order in which they are to be tried. Names are matched whatever their case, weapons with or
without their hyphens.
"""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from rules.book.book import Book
from rules.book.question import shown
from table.directions import bearing_deg, step
from table.errors import UserError
from table.places import TablePoint
from table.scene import Scene, Soldier

Question = dict[str, Any]
_VERBS = (
    "sees", "shoots", "fires", "throws", "bursts", "moves", "goes", "reaches", "fights", "attacks",
    "charges", "units", "where", "reach",
)  # fmt: skip
EXAMPLES = {
    "sight": "R01 sees B01",
    "shoot": "R01 shoots B01 with the rifle",
    "burst": "R01 throws the hand-grenade at B01",
    "move": "R01 moves to 12,8",
    "reach": "where can R01 go",
    "fight": "R01 and R02 fight B01",
    "units": "units",
}
_PLACE = re.compile(r"\(?\s*(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)\s*\)?")
_BETWEEN_PLACES = {"to", "then", "and", "via", "by", "over", "through", ","}
_ONE_PLACE = re.compile(rf"^(?:place\s+)?{_PLACE.pattern}$")
_TOWARD = re.compile(r"^(\d+(?:\.\d+)?)\s*(?:in|inches|\")?\s*(?:toward|towards|to)\s+(\S+)$")
_FORWARD = re.compile(r"^(\d+(?:\.\d+)?)\s*(?:in|inches|\")?(?:\s+forwards?)?$")
_DECLARING = re.compile(r"[\s,]+declar(?:ing|es?)\s+(.*)$", re.IGNORECASE)
_ROLLING = re.compile(r"[\s,]+(?:rolling|with a roll of|roll(?:s|ed)?)\s+(\d+)$", re.IGNORECASE)
_SMALL = re.compile(r"^(?:the|a|an|his|her|its)\s+", re.IGNORECASE)


def questions_of(text: str, scene: Scene, book: Book) -> list[Question]:
    """What a sentence may mean, first what it means most likely."""
    said, extra = _without_tails(" ".join(text.split()).rstrip("?.! "))
    for form in _FORMS:
        fit = form.pattern.fullmatch(said)
        if fit is not None:
            found = list(form.read(fit.groupdict(), _Vocabulary(scene, book)))
            return [{**question, **extra} for question in found]
    near = _with_another_verb(said)
    meant = f'did you mean "{near}"?' if near else f'ask like "{_like(scene, book)}"'
    raise UserError(f'"{shown(text)}" is no question I understand; {meant}')


def _with_another_verb(said: str) -> str | None:
    """The sentence with a mistyped verb put right, if that makes it one that is understood."""
    words = said.split()
    for i, word in enumerate(words):
        for verb in get_close_matches(word.lower(), _VERBS, n=1, cutoff=0.75):
            tried = " ".join([*words[:i], verb, *words[i + 1 :]])
            if any(form.pattern.fullmatch(tried) for form in _FORMS):
                return shown(tried)
    return None


def _like(scene: Scene, book: Book) -> str:
    """A question of this very scene."""
    for man in scene.soldiers:
        weapon = next((word for word in man.weapons if word in book.weapons), None)
        enemy = next((other for other in scene.soldiers if other.side != man.side), None)
        if weapon is not None and enemy is not None:
            return f"{man.id} shoots {enemy.id} with the {weapon}"
    return EXAMPLES["shoot"]


def _without_tails(said: str) -> tuple[str, Question]:
    """The sentence without what is declared and thrown, and that."""
    extra: Question = {}
    if (fit := _DECLARING.search(said)) is not None:
        said, extra["declare"] = said[: fit.start()], _declared(fit[1])
    if (fit := _ROLLING.search(said)) is not None:
        said, extra["roll"] = said[: fit.start()], int(fit[1])
    return said, extra


def _declared(text: str) -> dict[str, Any]:
    """What is declared: words that are so, or key=value with the value as JSON or a word."""
    found: dict[str, Any] = {}
    for part in re.split(r",\s*(?=[a-z_]+(?:\s*=|\s*,|\s*$))|\s+and\s+", text):
        key, equals, value = (piece.strip() for piece in part.partition("="))
        found[key.replace("-", "_").replace(" ", "_")] = _value(value) if equals else True
    return found


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


@dataclass(frozen=True)
class _Vocabulary:
    """What the words of a sentence can name."""

    scene: Scene
    book: Book

    def man(self, word: str) -> str:
        """A soldier's id as the scene has it; a word that names nobody stays as it is."""
        return self._named(word, [man.id for man in self.scene.soldiers])

    def soldier(self, word: str) -> Soldier:
        """The soldier himself."""
        found = self.scene.soldier(self.man(word))
        if found is None:
            have = ", ".join(man.id for man in self.scene.soldiers) or "nobody"
            raise UserError(f"no soldier {shown(word)}; the scene has {have}")
        return found

    def target(self, word: str) -> str:
        """A soldier's or a thing's id."""
        things = [thing.id for thing in self.scene.things]
        return self._named(word, [*(man.id for man in self.scene.soldiers), *things])

    def weapon(self, words: str) -> str:
        """A weapon's name as the book has it."""
        name = _SMALL.sub("", words.strip()).lower().replace(" ", "-")
        known = self.book.weapons
        carried = {word for man in self.scene.soldiers for word in man.weapons}
        if name in known or name in carried or not known:
            return name
        whole = {_bare(word): word for word in (*carried, *known)}
        if _bare(name) in whole:
            return whole[_bare(name)]
        near = get_close_matches(name, known, n=1)
        meant = f"did you mean {near[0]}? There" if near else "there"
        raise UserError(f"no weapon {shown(name)}; {meant} are {', '.join(known)}")

    @staticmethod
    def _named(word: str, known: list[str]) -> str:
        """The name that is meant, whatever its case; noughts before a number may be left out."""
        word = _SMALL.sub("", word.strip())
        exact = next((name for name in known if name.lower() == word.lower()), None)
        alike = [name for name in known if _without_noughts(name) == _without_noughts(word)]
        return exact or (alike[0] if len(alike) == 1 else word)


def _bare(name: str) -> str:
    return name.replace("-", "").replace(" ", "")


def _without_noughts(name: str) -> str:
    return re.sub(r"(?<!\d)0+(?=\d)", "", name.lower())


def _sight(said: dict[str, str], table: _Vocabulary) -> Iterator[Question]:
    yield {"ask": "sight", "from": table.man(said["who"]), "to": table.man(said["whom"])}


def _shot(said: dict[str, str], table: _Vocabulary) -> Iterator[Question]:
    """A shot, or a burst where the weapon is none to be shot."""
    yield from _fired(said, table, ("shoot", "burst"))


def _throw(said: dict[str, str], table: _Vocabulary) -> Iterator[Question]:
    yield from _fired(said, table, ("burst", "shoot"))


def _fired(said: dict[str, str], table: _Vocabulary, asks: tuple[str, ...]) -> Iterator[Question]:
    place = _ONE_PLACE.fullmatch(said["whom"])
    who = {"shooter": table.man(said["who"])}
    weapon = {"weapon": table.weapon(said["what"])} if said.get("what") else {}
    aim = _xy(place) if place else table.target(said["whom"])
    for ask in asks if place is None else ("burst",):
        at = {"target": aim} if ask == "shoot" else {"aim": aim}
        yield {"ask": ask, **who, **at, **weapon}


def _xy(fit: re.Match[str]) -> list[float]:
    return [float(fit[1]), float(fit[2])]


def _move(said: dict[str, str], table: _Vocabulary) -> Iterator[Question]:
    man, way = table.soldier(said["who"]), said["way"].strip()
    path = [man.place, *_places(man, way, table)]
    yield {"ask": "move", "soldier": man.id, "path": [[p.x, p.y] for p in path]}


def _places(man: Soldier, way: str, table: _Vocabulary) -> list[TablePoint]:
    """Where he goes: places, so many inches forward or toward somebody, or to somebody."""
    places = [TablePoint(float(x), float(y)) for x, y in _PLACE.findall(way)]
    if places and set(_PLACE.sub(" ", way).lower().split()) <= _BETWEEN_PLACES:
        return places
    if "," in way:
        raise UserError(f'"{shown(way)}" is no way; give places in inches, like 12,8 then 14,9')
    if (fit := _TOWARD.fullmatch(way)) is not None:
        goal = table.soldier(fit[2]).place
        return [step(man.place, bearing_deg(man.place, goal), float(fit[1]))]
    if (fit := _FORWARD.fullmatch(way)) is not None:
        return [step(man.place, man.facing, float(fit[1]))]
    return [table.soldier(re.sub(r"^(?:to|toward|towards)\s+", "", way)).place]


def _reach(said: dict[str, str], table: _Vocabulary) -> Iterator[Question]:
    yield {"ask": "reach", "soldier": table.man(said["who"])}


def _fight(said: dict[str, str], table: _Vocabulary) -> Iterator[Question]:
    men = [table.man(word) for word in re.split(r"\s*(?:,|\band\b|&)\s*", said["who"]) if word]
    yield {"ask": "fight", "attackers": men, "defender": table.man(said["whom"])}


def _units(_said: dict[str, str], _table: _Vocabulary) -> Iterator[Question]:
    yield {"ask": "units"}


@dataclass(frozen=True, slots=True)
class _Form:
    """A shape of sentence, and what it asks."""

    pattern: re.Pattern[str]
    read: Callable[[dict[str, str], _Vocabulary], Iterator[Question]]


def _form(pattern: str, read: Callable[[dict[str, str], _Vocabulary], Iterator[Question]]) -> _Form:
    may = r"(?:(?:can|may|does|do|will|could)\s+)?"
    return _Form(re.compile(may + pattern, re.IGNORECASE), read)


_WHO, _WHOM = r"(?P<who>\S+)", r"(?P<whom>\S+|\(.*\))"
_FORMS = (
    _form(rf"{_WHO} (?:sees?|spots?) {_WHOM}", _sight),
    _form(rf"(?:where|how far) (?:can|may|does) {_WHO} (?:go|move|reach|walk|run)", _reach),
    _form(rf"reach of {_WHO}", _reach),
    _form(rf"{_WHO} (?:reach(?:es)?|goes where|moves where)", _reach),
    _form(rf"{_WHO} (?:throws?|lobs?|bursts?|blasts?) (?P<what>.+?) (?:at|on|to) {_WHOM}", _throw),
    _form(rf"{_WHO} (?:bursts?|blasts?)(?: at| on)? {_WHOM}(?: with (?P<what>.+))?", _throw),
    _form(rf"{_WHO} (?:shoots?|fires?)(?: at| on)? {_WHOM} with (?P<what>.+)", _shot),
    _form(rf"{_WHO} (?:shoots?|fires?) (?P<what>.+?) (?:at|on) {_WHOM}", _shot),
    _form(rf"{_WHO} (?:shoots?|fires?)(?: at| on)? {_WHOM}", _shot),
    _form(r"(?P<who>.+?) (?:fights?|attacks?|charges?) (?P<whom>\S+)", _fight),
    _form(rf"{_WHO} (?:moves?|goes?|walks?|runs?|advances?) (?P<way>.+)", _move),
    _form(r"(?:check )?(?:the |all )?(?:units?|points)", _units),
)
