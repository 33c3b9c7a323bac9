"""A value inside a file together with its path there, so that every complaint says where.

`Entry("army.toml", "soldier[3]", {...}).need("id").text()` is the id, or a UserError like
`army.toml: soldier[3] has no id`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from math import isfinite
from reprlib import Repr
from typing import Any, NoReturn

from table.errors import UserError


@dataclass(frozen=True, slots=True)
class Entry:
    """One value of a file: which file, where in it, and what stands there."""

    file: str
    path: str
    value: Any

    def fail(self, sentence: str) -> NoReturn:
        """Refuse this value: `sentence` goes on after file and path."""
        raise UserError(f"{self.file}: {self.path} {sentence}".replace(":  ", ": "))

    def wrong(self, advice: str) -> NoReturn:
        """Refuse this value, quoting it."""
        self.fail(f"is {shown(self.value)}; {advice}")

    def get(self, key: str) -> "Entry | None":
        """The entry under a key, None where it is absent or null."""
        found = self._table().get(key)
        path = f"{self.path}.{key}" if self.path else key
        return None if found is None else Entry(self.file, path, found)

    def need(self, key: str, like: str) -> "Entry":
        """The entry under a key that must be there; `like` shows how to write it."""
        found = self.get(key)
        if found is None:
            place = self.path or "the file"
            raise UserError(f"{self.file}: {place} has no {key}; give it one, like {like}")
        return found

    def rows(self, key: str, most: int | None = None) -> "Iterator[Entry]":
        """The entries of a list under a key, none where it is absent, refused where too many."""
        found = self.get(key)
        if found is None:
            return
        if isinstance(found.value, dict) and self._is_toml:
            found.fail(f"is one table; write each as [[{key}]], with two brackets on either side")
        if not isinstance(found.value, list):
            found.wrong(f"write each as [[{key}]]" if self._is_toml else "write a list")
        if most is not None and len(found.value) > most:
            found.fail(f"has {len(found.value)} entries; the most is {most}")
        for index, value in enumerate(found.value):
            yield Entry(self.file, f"{found.path}[{index}]", value)

    def known_keys(self, known: Iterable[str]) -> None:
        """Refuse a key that looks like a slip of the pen; others may be somebody else's."""
        known = set(known)
        for key in self._table().keys() - known:
            near = get_close_matches(str(key), known, n=1, cutoff=0.75)
            if near:
                place = self.path or "the file"
                raise UserError(f"{self.file}: {place} has {key!r}; did you mean {near[0]!r}?")

    def number(self, lowest: float = -1e4, highest: float = 1e4) -> float:
        """A finite number between two limits."""
        value = self.value
        if isinstance(value, bool) or not isinstance(value, int | float):
            self.wrong(f"write a plain number, like {_example(lowest, highest):g}")
        if not (isinstance(value, int) or isfinite(value)) or not lowest <= value <= highest:
            self.wrong(f"write a number from {lowest:g} to {highest:g}")
        return float(value)

    def length(self, lowest: float = 0.0, highest: float = 1e4, like: float | None = None) -> float:
        """A number of inches; `like` is one that fits."""
        value = self.value
        if isinstance(value, bool) or not isinstance(value, int | float):
            like = _example(lowest, highest) if like is None else like
            self.wrong(f"write a plain number of inches, like {like:.1f}")
        return self.number(lowest, highest)

    def text(self, most: int = 200) -> str:
        """A short text of printable characters."""
        value = self.value
        if not isinstance(value, str) or not value.strip():
            self.wrong("write a text in quotes")
        if len(value) > most or not value.isprintable():
            self.wrong(f"write at most {most} printable characters")
        return value

    def texts(self) -> tuple[str, ...]:
        """A list of short texts."""
        if not isinstance(self.value, list):
            self.wrong('write a list of texts, like ["rifle"]')
        return tuple(
            Entry(self.file, f"{self.path}[{index}]", value).text()
            for index, value in enumerate(self.value)
        )

    def flag(self) -> bool:
        """True or false."""
        if not isinstance(self.value, bool):
            self.wrong("write true or false")
        return self.value

    def choice(self, choices: Iterable[str], what: str) -> str:
        """One of a closed set of words."""
        ordered = sorted(choices)
        if not isinstance(self.value, str) or self.value not in ordered:
            near = get_close_matches(self.value if isinstance(self.value, str) else "", ordered, 1)
            meant = f"did you mean {near[0]!r}? The" if near else "the"
            self.wrong(f"{meant} {what} are {', '.join(ordered)}")
        return self.value

    def pair(self) -> tuple[float, float]:
        """Two numbers of inches."""
        if not isinstance(self.value, list) or len(self.value) != 2:
            self.wrong("write two numbers of inches, like [-0.75, 0.0]")
        x, y = (
            Entry(self.file, f"{self.path}[{i}]", v).length(-1e4) for i, v in enumerate(self.value)
        )
        return x, y

    def table(self) -> dict[str, Any]:
        """The object itself, unchecked inside."""
        return self._table()

    def _table(self) -> dict[str, Any]:
        if not isinstance(self.value, dict):
            self._no_table()
        return self.value

    def _no_table(self) -> NoReturn:
        """Say how the file writes what belongs here."""
        place, is_shown = self.path or "the file", shown(self.value)
        if not self._is_toml or "." in place:
            if not self.path:
                self.fail(f"holds {is_shown} and no names with values; name another file")
            kind = "a table" if self._is_toml else "an object"
            raise UserError(f"{self.file}: {place} is {is_shown}; write {kind} there")
        name, in_list, _ = place.partition("[")
        head = f"[[{name}]]" if in_list else f"[{name}]"
        if isinstance(self.value, list) and any(isinstance(one, dict) for one in self.value):
            self.fail(f"is there as [[{name}]], which is for lists; write {head} once")
        self.fail(f"is {is_shown}; write {head} on a line of its own, and under it its keys")

    @property
    def _is_toml(self) -> bool:
        return self.file.endswith(".toml")


# What a file of a few bytes unfolds to may be far too long to write out and cut.
class _Quoted(Repr):
    def repr_int(self, x: int, level: int) -> str:
        """A whole number; Python writes out none of thousands of digits."""
        try:
            repr(x)
        except ValueError:
            return "a number without end"
        return super().repr_int(x, level)


_QUOTED = _Quoted()
_QUOTED.maxlevel = 3
_QUOTED.maxstring = _QUOTED.maxother = _QUOTED.maxlong = 80
_QUOTED.maxlist = _QUOTED.maxdict = 30


def shown(value: Any) -> str:
    """A value as it stands in the file, quoted and shortened, on one line."""
    text = "null" if value is None else _QUOTED.repr(value)
    text = "".join(c if c.isprintable() else "?" for c in text)
    return text if len(text) <= 60 else text[:57] + "..."


def _example(lowest: float, highest: float) -> float:
    return lowest if lowest > 0 else min(1.0, highest)
