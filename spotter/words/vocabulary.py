"""What the words of a question can name: acts, directions, men and things, a book's weapons.

Names are matched whatever their case, soldiers without the noughts of their numbers, weapons
with or without their hyphens; what a player says in passing names nothing.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from rules.book.book import Book
from rules.book.question import shown
from table.errors import UserError
from table.places import TablePoint
from table.scene import Scene, Soldier

_ACTS = {
    "sight": "see sees seeing seen sight sights spot spots view views look looks visible los",
    "shoot": (
        "shoot shoots shooting shot fire fires firing fired snipe snipes hit hits hitting kill "
        "kills aim aims target targets engage engages"
    ),
    "burst": (
        "throw throws throwing thrown lob lobs burst bursts blast blasts bomb bombs shell shells"
    ),
    "move": "move moves moving go goes going walk walks run runs advance advances",
    "reach": "reach reaches movement",
    "fight": (
        "fight fights fighting fought attack attacks attacking attacked charge charges charging "
        "melee assault assaults stab stabs"
    ),
    "units": "units unit points army armies cost costs",
}
ACTS = {word: act for act, words in _ACTS.items() for word in words.split()}
WEAKLY = {  # asked where no act is named
    **dict.fromkeys(("far", "distance", "range", "away"), "sight"),
    **dict.fromkeys(("get", "gets"), "move"),
    **dict.fromkeys(("win", "wins", "beat", "beats"), "fight"),
}
DIRECTIONS = {
    word: ahead_right
    for words, ahead_right in (
        ("forward forwards ahead", (1, 0)),
        ("back backward backwards", (-1, 0)),
        ("left", (0, -1)),
        ("right", (0, 1)),
    )
    for word in words.split()
}
TOWARD = frozenset({"toward", "towards", "to"})
_IN_PASSING = """
    a an the his her its him and or & + to at on of in inch inches with using by from for via then
    over through into place what which who whom where how many much can could may might does do did
    will would must should need needs have has is are be please soldier man men figure chance roll
    against between line check all every legal ok okay valid
"""
SAID_BESIDE = {*_IN_PASSING.split(), *TOWARD, *ACTS, *WEAKLY}  # words that name nobody
# Phrases that say in several words what another says in one.
_PHRASES = (
    (re.compile(r"\b(?:hand[ -]to[ -]hand|close[ -]combat)\b", re.IGNORECASE), "melee"),
    (re.compile(r"\bline of sight\b", re.IGNORECASE), "sight"),
    (re.compile(r"\b(?:in (?:the )?sight of|visible (?:to|from|for))\b", re.IGNORECASE), "seen by"),
)
_ARTICLE = re.compile(r"^(?:the|a|an|his|her|its)\s+", re.IGNORECASE)
_LONGEST = 3  # words of a weapon's name


def one_word_each(text: str) -> str:
    """The sentence with each phrase said in the word that stands for it."""
    for phrase, word in _PHRASES:
        text = phrase.sub(word, text)
    return text


@dataclass(frozen=True)
class Vocabulary:
    """What the words of a sentence can name in this scene, under this book."""

    scene: Scene
    book: Book

    def named(self, word: str) -> str | None:
        """The soldier or thing that is meant, None where the word names nobody.

        A word with a number in it is a name though nobody here has it.
        """
        exact = next((name for name in self._names if name.lower() == word.lower()), None)
        alike = [name for name in self._names if _without_noughts(name) == _without_noughts(word)]
        called = [
            thing.id for thing in self.scene.things if word.lower() in (thing.kind, thing.name)
        ]
        for found in (alike, called):
            if exact is None and len(found) == 1:
                return found[0]
        return word if exact is None and any(map(str.isdigit, word)) else exact

    def is_exact(self, word: str) -> bool:
        """Whether a soldier or thing is called just so."""
        return word in self._names

    @property
    def _names(self) -> list[str]:
        men = [man.id for man in self.scene.soldiers]
        return [*men, *(thing.id for thing in self.scene.things)]

    def soldier(self, word: str) -> Soldier:
        """The soldier of that id."""
        found = self.scene.soldier(word)
        if found is None:
            raise self.nobody(word)
        return found

    def middle(self, name: str) -> TablePoint | None:
        """Where a soldier stands, or the middle of a thing; None where there is no such."""
        man = self.scene.soldier(name)
        if man is not None:
            return man.place
        thing = next((one for one in self.scene.things if one.id == name), None)
        return None if thing is None else TablePoint(*thing.footprint.centroid.coords[0])

    def weapons_of_first(self, words: Sequence[str]) -> Sequence[str]:
        """What he carries who is named first."""
        named = (self.scene.soldier(self.named(word) or "") for word in words)
        return next((man.weapons for man in named if man is not None), ())

    def nobody(self, word: str) -> UserError:
        """What is said where no soldier has that name."""
        have = ", ".join(man.id for man in self.scene.soldiers) or "nobody"
        return UserError(f"no soldier {shown(word)}; the scene has {have}")

    def weapon_at(
        self, words: Sequence[str], start: int, own: Sequence[str]
    ) -> tuple[str, int] | None:
        """The weapon whose name begins with that word, and in how many words it is said.

        Its last word is enough where that is clear, first of all among the man's own.
        """
        carried = (weapon for man in self.scene.soldiers for weapon in man.weapons)
        whole = {_bare(weapon): weapon for weapon in (*carried, *self.book.weapons)}
        known = _by_last_word(self.book.weapons) | _by_last_word(own) | whole
        for count in range(min(_LONGEST, len(words) - start), 0, -1):
            said = words[start : start + count]
            if count == 1 and (self.is_exact(said[0]) or said[0].lower() in SAID_BESIDE):
                continue
            bare = _bare("".join(said))
            found = known.get(bare) or known.get(bare.removesuffix("s"))
            if found is not None:
                return found, count
        return None

    def no_weapon(self, words: str) -> UserError:
        """What is said where no weapon has that name."""
        known = self.book.weapons
        name = _ARTICLE.sub("", words.strip()).lower().replace(" ", "-")
        near = get_close_matches(name, known, n=1)
        meant = f"did you mean {near[0]}? There" if near else "there"
        return UserError(f"no weapon {shown(name)}; {meant} are {', '.join(known)}")

    def asked_by(self, verb: str) -> str | None:
        """Which question a verb asks; one of the book's own verbs a move."""
        return "move" if self.declared(verb) is not None else ACTS.get(verb)

    def declared(self, word: str) -> tuple[str, str] | None:
        """What a verb declares besides: `runs` how he goes, where the book asks that."""
        for one in self.book.rows.declarations:
            for verb in one.verbs:
                if word in (verb, f"{verb}s"):
                    return one.key, verb
        return None


def _by_last_word(weapons: Iterable[str]) -> dict[str, str]:
    """The weapons whose last word no other has, by that."""
    last = [(weapon.rsplit("-", 1)[-1], weapon) for weapon in weapons]
    count = Counter(word for word, _ in last)
    return {word: weapon for word, weapon in last if count[word] == 1}


def _bare(name: str) -> str:
    return name.lower().replace("-", "").replace(" ", "")


def _without_noughts(name: str) -> str:
    return re.sub(r"(?<!\d)0+(?=\d)", "", name.lower())
