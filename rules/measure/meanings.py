"""What everyday things mean to one rulebook: a mug is a house, a napkin woods."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from table.errors import UserError, listed
from table.scene import Thing


@dataclass(frozen=True)
class Meanings:
    """What each kind and each `as` word of a scene means to a book.

    `kinds` says what a kind means; `words` are all `as` words the book knows; `same_as` folds
    words into one ("bunker" is a "house"). A man whose centre is in a thing of `lifting` stands
    at its height; in one of `lifting_inverted` only where the thing is upside down.
    """

    kinds: Mapping[str, str]
    words: frozenset[str]
    same_as: Mapping[str, str] = field(default_factory=dict)
    lifting: frozenset[str] = frozenset({"hill"})
    lifting_inverted: frozenset[str] = frozenset({"house"})

    def word(self, thing: Thing) -> str:
        """What the thing means; raises UserError where its `as` word is unknown."""
        word = self.kinds[thing.kind] if thing.meant_as is None else thing.meant_as
        if word not in self.words:
            raise UserError(
                f'scene: thing "{thing.id}" is as "{word}"; the words are {listed(self.words)}'
            )
        return self.same_as.get(word, word)

    def lifts(self, thing: Thing) -> bool:
        """Whether a man stands at this thing's height, not on the floor."""
        word = self.word(thing)
        return word in self.lifting or (thing.inverted and word in self.lifting_inverted)
