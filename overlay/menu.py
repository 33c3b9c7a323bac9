"""The right-click menu: what can be set right at a place."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from overlay.card_strokes import card_size_in, row_at
from overlay.corrections import (
    Correction,
    HeightSet,
    KindSet,
    MeantSet,
    TagNamed,
    ThingDeleted,
    TurnedOver,
    soldier_at,
    thing_at,
    unread_at,
)
from overlay.marks import Card
from table.army import Army
from table.kinds import KINDS
from table.places import TablePoint
from table.scene import Scene, Thing

ROW_IN = 0.32
_STEPS_IN = (0.25, -0.25)


@dataclass(frozen=True, slots=True)
class Deed:
    """What a man can do now that no camera sees: the words, and the event for the game."""

    words: str
    event: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the menu and what it does, or the lines it opens."""

    words: str
    does: "Correction | Deed | tuple[Entry, ...]"


@dataclass(frozen=True, slots=True)
class Menu:
    """An open menu; `chosen` is the line under the mouse."""

    at: TablePoint
    title: str
    entries: tuple[Entry, ...]
    chosen: int | None = None


def menu_at(
    scene: Scene,
    at: TablePoint,
    army: Army | None,
    deeds: tuple[Deed, ...] = (),
    words: tuple[str, ...] = (),
) -> Menu | None:
    """What the man here can do, else what can be set right: an unread tag or the thing.

    `words` are what things can stand for under the rulebook.
    """
    man = soldier_at(scene, at)
    if man is not None and deeds:
        entries = tuple(Entry(deed.words, deed) for deed in deeds)
        return _fitted(Menu(at, man.id, entries), scene)
    tag = unread_at(scene, at)
    if tag is not None:
        return _fitted(Menu(at, "This tag is", _tag_entries(scene, tag, army)), scene)
    thing = thing_at(scene, at)
    if thing is None:
        return None
    title = f"{thing.id}: {thing.kind}, {thing.height:g} in"
    return _fitted(Menu(at, title, _thing_entries(thing, at, words)), scene)


def opened(menu: Menu, row: int, scene: Scene) -> Menu | None:
    """The lines that a line opens; None where it does something itself."""
    entry = menu.entries[row]
    if not isinstance(entry.does, tuple):
        return None
    return _fitted(Menu(menu.at, entry.words, entry.does), scene)


def _fitted(menu: Menu, scene: Scene) -> Menu:
    """The menu moved so that it ends on the table."""
    width, height = card_size_in(menu_card(menu))
    x = max(0.0, min(menu.at.x, scene.width - width))
    return replace(menu, at=TablePoint(x, max(0.0, min(menu.at.y, scene.height - height))))


def _tag_entries(scene: Scene, tag: TablePoint, army: Army | None) -> tuple[Entry, ...]:
    """Every soldier of the army who is not on the table."""
    missing = [s for s in (army.soldiers if army else ()) if scene.soldier(s.id) is None]
    return tuple(Entry(f"{s.id} ({s.side})", TagNamed(tag, s.id)) for s in missing)


def _thing_entries(thing: Thing, at: TablePoint, words: tuple[str, ...]) -> tuple[Entry, ...]:
    kinds = tuple(
        Entry(f"a {kind}", KindSet(thing.id, at, kind)) for kind in KINDS if kind != thing.kind
    )
    heights = tuple(
        Entry(
            f"{thing.height + step_in:g} in high", HeightSet(thing.id, at, thing.height + step_in)
        )
        for step_in in _STEPS_IN
        if thing.height + step_in >= 0
    )
    return (
        *kinds,
        *heights,
        *_further(thing, at, words),
        Entry("nothing: delete it", ThingDeleted(thing.id, at)),
    )


def _further(thing: Thing, at: TablePoint, words: tuple[str, ...]) -> tuple[Entry, ...]:
    """What it stands for, where the rulebook has words for that; a mug's way up."""
    meant = tuple(Entry(word, MeantSet(thing.id, at, word)) for word in words)
    own = Entry(f"what a {thing.kind} always is", MeantSet(thing.id, at, None))
    made = (Entry("it stands for ...", (own, *meant)),) if words else ()
    if thing.kind == "mug":
        way_up = "upright" if thing.inverted else "upside down"
        made = (*made, Entry(way_up, TurnedOver(thing.id, at, not thing.inverted)))
    return made


def menu_card(menu: Menu) -> Card:
    """The menu as a card at its place."""
    rows = tuple((entry.words,) for entry in menu.entries) or (("nobody is missing",),)
    return Card(menu.title, rows, "chosen", menu.at, ROW_IN, menu.chosen)


def chosen_row(menu: Menu, at: TablePoint) -> int | None:
    """The menu's line under a place; None beside it."""
    row = row_at(menu_card(menu), at.x, at.y)
    return row if row is not None and row < len(menu.entries) else None
