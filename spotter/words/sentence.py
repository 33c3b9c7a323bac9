"""A question in words, read: what is asked, and what its words name, in the order they were said.

A word that names nothing and is not said in passing is kept as strange: it might change the
meaning.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rules.book.question import shown
from spotter.words.vocabulary import (
    DIRECTIONS,
    SAID_BESIDE,
    TOWARD,
    WEAKLY,
    Vocabulary,
    one_word_each,
)
from table.errors import UserError
from table.places import TablePoint

_NUMBER = r"-?\d+(?:\.\d+)?"
_PLACE = re.compile(rf"\(?\s*({_NUMBER})\s*,\s*({_NUMBER})(?![\w.])\s*\)?")
_WORD = re.compile(rf"{_PLACE.pattern}|[^\s,]+")
_INCHES = re.compile(r"^(\d+(?:\.\d+)?)(?:\"|''|in|inch|inches)?$")
_MARKS = ".?!:;"
_MOVING = frozenset({"move", "reach"})


@dataclass(frozen=True, slots=True)
class Part:
    """A word of the sentence, or several: what it names, the word before it, where it stands."""

    kind: str  # name, place, weapon, inches, way, declared or strange
    value: Any
    before: str
    at: int


@dataclass(frozen=True, slots=True)
class Sentence:
    """What is asked, and what the words name."""

    said: str
    ends: tuple[int, ...]  # of its words, in what was said
    known: Vocabulary
    act: str
    act_at: int
    parts: tuple[Part, ...]

    def of(self, *kinds: str) -> list[Part]:
        """The parts of these kinds, in the order in which they were said."""
        return [part for part in self.parts if part.kind in kinds]


def sentence_of(said: str, known: Vocabulary) -> Sentence | None:
    """What is asked and what the words name; None where nothing is asked."""
    text = one_word_each(said)
    fits = [*_WORD.finditer(text)]
    words = [fit.group().strip(_MARKS) for fit in fits]
    words = [re.sub(r"['\u2019]s$", "", word) for word in words]
    acts = _acts(words, known)
    if not acts:
        return None
    if len({act for act, _ in acts}) > 1:
        verbs = " and ".join(shown(words[at]) for _, at in acts)
        raise UserError(f"{verbs} are two questions; part them by a semicolon")
    act, at = acts[0]
    ends = tuple(fit.end() for fit in fits)
    return Sentence(text, ends, known, act, at, tuple(_parts(words, act, known)))


def _acts(words: Sequence[str], known: Vocabulary) -> list[tuple[str, int]]:
    """What is asked, by the verbs; a weapon alone asks for a shot, a distance for sight."""
    low = ["" if known.is_exact(word) else word.lower() for word in words]
    plain = [(act, i) for i, word in enumerate(low) if (act := known.asked_by(word)) is not None]
    own = known.weapons_of_first(words)
    armed = [("shoot", i) for i in range(len(words)) if known.weapon_at(words, i, own)]
    weak = [(WEAKLY[word], i) for i, word in enumerate(low) if word in WEAKLY]
    return plain or armed[:1] or weak[:1]


def _parts(words: Sequence[str], act: str, known: Vocabulary) -> Iterator[Part]:
    """What each word names."""
    own = known.weapons_of_first(words)
    anybody, after = False, 0
    for at, word in enumerate(words):
        if at < after:
            continue
        before = words[at - 1].lower() if at else ""
        weapon = known.weapon_at(words, at, own)
        if weapon is not None:
            after = at + weapon[1]
            yield Part("weapon", weapon[0], before, at)
            continue
        for kind, value in _meanings(word, before, act, known, anybody=anybody):
            anybody = anybody or kind == "name"
            yield Part(kind, value, before, at)


def _meanings(
    word: str, before: str, act: str, known: Vocabulary, *, anybody: bool
) -> Iterator[tuple[str, Any]]:
    """What a word names; nothing where it is said in passing. `anybody`: somebody was named."""
    low, place = word.lower(), _PLACE.fullmatch(word)
    moves = act in _MOVING
    inches = _INCHES.fullmatch(low) if moves and anybody and before not in TOWARD else None
    if place is not None and (act == "fight" or not anybody):  # two whose ids are numbers
        yield from (("name", known.named(number) or number) for number in place.groups())
    elif place is not None:
        yield "place", TablePoint(float(place[1]), float(place[2]))
    elif inches is not None:
        yield "inches", float(inches[1])
    elif known.is_exact(word):
        yield "name", word
    elif moves and (declared := known.declared(low)) is not None:
        yield "declared", declared
    elif moves and low in DIRECTIONS:
        yield "way", DIRECTIONS[low]
    elif low and low not in SAID_BESIDE:
        name = known.named(word)
        yield ("strange", word) if name is None else ("name", name)
