"""The tags found so far in one picture: one place for each tag, one tag for each man."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from table.army import Army
from table.places import CameraXY, Floats
from vision.tags.tags_seen import ORDER_SIGN, SeenTag, TagsSeen

_APART = 0.55  # of a tag's side: two tags cannot lie nearer to each other
_CORNER_BEFORE = [3, 0, 1, 2]
_LONGEST_TEXT = 20  # of a tag's or order card's letters; an address on a poster has more


@dataclass(frozen=True, eq=False)
class Find:
    """A tag and what speaks for its text: how far it leads the next best one."""

    tag: SeenTag
    lead: float


@dataclass(frozen=True, eq=False)
class Finds:
    """All finds, the surest for each place and for each text."""

    found: tuple[Find, ...] = ()
    untried: int = 0  # places with a tag's detail that had no turn though men were missing

    def near(self, middles: CameraXY) -> NDArray[np.bool_]:
        """Which of these pixels lie on a tag that was found."""
        return _on_any(np.asarray(middles), [find.tag for find in self.found])

    def read(self) -> "Finds":
        """Those whose text is known."""
        return Finds(tuple(find for find in self.found if find.tag.text is not None))

    def texts(self) -> frozenset[str]:
        """The texts that were read."""
        return frozenset(find.tag.text for find in self.found if find.tag.text is not None)

    def with_finds(self, more: Iterable[Find]) -> "Finds":
        """These and more; of two at one place, or with one name, the surer stays.

        The other place of a name that was read twice is an unread tag.
        """
        more = tuple(more)
        if not more:
            return self
        ranked = sorted((*self.found, *more), key=_doubt)
        kept: list[Find] = []
        names: set[str] = set()
        for find, hidden in zip(ranked, _behind_others([f.tag for f in ranked]), strict=True):
            text = find.tag.text
            once_more = text in names and not str(text).startswith(ORDER_SIGN)
            if not hidden:
                kept.append(_once_more(find) if once_more else find)
            if text is not None:
                names.add(text)
        return replace(self, found=tuple(kept))

    def without(self, some: Sequence[Find]) -> "Finds":
        """These but for some."""
        left = (find for find in self.found if not any(find is one for one in some))
        return replace(self, found=tuple(left))


def _once_more(find: Find) -> Find:
    """A find whose text was read more surely elsewhere."""
    return Find(replace(find.tag, text=None, again=find.tag.text), 0.0)


def _middles_and_sides(tags: Sequence[SeenTag]) -> tuple[Floats, Floats]:
    quads = np.array([tag.quad for tag in tags]).reshape(-1, 4, 2)
    right, down = np.moveaxis(quads - quads[:, _CORNER_BEFORE], 2, 0)
    return quads.mean(axis=1), np.sqrt(right * right + down * down).mean(axis=1)


def _squared_gaps(some: Floats, others: Floats) -> Floats:
    """The square of how far each place is from each other one."""
    right = some[:, 0, None] - others[:, 0]
    down = some[:, 1, None] - others[:, 1]
    return np.asarray(right * right + down * down)


def _on_any(middles: Floats, tags: Sequence[SeenTag]) -> NDArray[np.bool_]:
    centres, sides = _middles_and_sides(tags)
    return np.asarray((_squared_gaps(middles, centres) < (_APART * sides) ** 2).any(axis=1))


def _behind_others(tags: Sequence[SeenTag]) -> NDArray[np.bool_]:
    """Which tags lie where an earlier one lies that itself stays."""
    centres, sides = _middles_and_sides(tags)
    near = (_APART * np.minimum(sides[:, None], sides)) ** 2
    close = _squared_gaps(centres, centres) < near
    behind = np.zeros(len(tags), bool)
    # Few lie close to another: only those are gone through, the earlier ones first.
    for i in np.flatnonzero(close.sum(axis=1) > 1):
        behind[i] = (close[i, :i] & ~behind[:i]).any()
    return behind


def _doubt(find: Find) -> tuple[bool, float]:
    return find.tag.text is None, -find.lead


def confidence_of(lead: float) -> float:
    """How sure a name is that leads the next best by this much.

    Foreign tags and clutter reach a lead of 0.17 about once in a thousand; each further 0.08
    makes that ten times rarer.
    """
    return min(max(1.0 - 0.5 * 10 ** (-(lead - 0.1) / 0.12), 0.0), 0.999)


def finds_seen(finds: Finds, army: Army) -> TagsSeen:
    """The finds sorted into soldiers, orders, other people's tags, unread ones and posters."""
    tags = [find.tag for find in finds.found]
    texts = [tag for tag in tags if tag.text is not None]
    read = [tag for tag in texts if _is_tag(str(tag.text))]
    theirs = [(tag, army.soldier(str(tag.text))) for tag in read]
    return TagsSeen(
        soldiers=tuple(replace(tag, size_in=man.tag.size) for tag, man in theirs if man),
        orders=tuple(t for t in read if str(t.text).startswith(ORDER_SIGN)),
        unknown=tuple(
            t
            for t in read
            if army.soldier(str(t.text)) is None and not str(t.text).startswith(ORDER_SIGN)
        ),
        unread=tuple(t for t in tags if t.text is None),
        posters=tuple(t for t in texts if not _is_tag(str(t.text))),
        untried=finds.untried,
    )


def _is_tag(text: str) -> bool:
    """Whether a text can be a tag's: a poster's web address is nobody's name."""
    letters = text.removeprefix(ORDER_SIGN)
    return 0 < len(letters) <= _LONGEST_TEXT and all(c.isalnum() or c in "-_ ." for c in letters)


def quad_of(corners: Floats, halvings: int) -> CameraXY:
    """Corners of the halved picture as pixels of the whole one."""
    return CameraXY((corners + 0.5) * 2**halvings - 0.5)
