"""The right-click menu: what can be done and what can be set right at a place."""

from dataclasses import dataclass, replace

from overlay.marks.corrections import (
    Correction,
    HeightSet,
    KindSet,
    MeantSet,
    TagNamed,
    ThingDeleted,
    ThingDrawn,
    TurnedOver,
    soldier_at,
    thing_at,
    unexplained_at,
    unread_at,
)
from overlay.marks.marks import Box, Card
from overlay.strokes.card_strokes import card_size_in, row_at
from overlay.window.card_room import beside, not_to_be_covered
from overlay.window.sketch import KINDS_OF, SHAPES, Sketch, SketchShape
from rules.game.common_events import Removed
from rules.game.deed import Deed
from table.army import Army
from table.kinds import DEFAULT_HEIGHT_IN, KINDS
from table.places import TablePoint
from table.scene import Scene, Thing, Unexplained

ROW_IN = 0.32
_MORE = "more ..."
_STEPS_IN = (0.25, -0.25)
_WITHIN_IN = 3.0  # a menu that would lie on nobody only farther off covers somebody


@dataclass(frozen=True, slots=True)
class MenuLine:
    """One line of the menu and what it does, or the lines it opens."""

    words: str
    does: "Correction | Deed | Sketch | tuple[MenuLine, ...]"


_DRAW = MenuLine(
    "draw what lies here ...",
    tuple(MenuLine(words, Sketch(shape)) for shape, words in SHAPES.items()),
)


@dataclass(frozen=True, slots=True)
class Menu:
    """An open menu; `chosen` is the line under the mouse.

    It lies `at` a place beside that which it is `about`, and covers as little of what must be
    kept `clear` as it can: men, tags, markers, and the thing that is asked about.
    """

    about: TablePoint
    title: str
    entries: tuple[MenuLine, ...]
    clear: tuple[Box, ...] = ()
    at: TablePoint | None = None
    chosen: int | None = None
    row_in: float = ROW_IN  # how tall its capitals are
    outline: tuple[TablePoint, ...] = ()  # of what was drawn and is asked about


def menu_at(
    scene: Scene,
    at: TablePoint,
    army: Army | None,
    deeds: tuple[Deed, ...] = (),
    words: tuple[str, ...] = (),
) -> Menu | None:
    """What the man here can do, else what can be shot at or set right: an unread tag, the thing.

    `words` are what things can stand for under the rulebook.
    """
    clear = not_to_be_covered(scene, army)
    man = soldier_at(scene, at)
    if man is not None:  # he stands on top of whatever lies under him
        gone = Deed(f"{man.id} is off the table", Removed(soldier=man.id))
        entries = _deed_entries((*deeds, gone))
        return _fitted(Menu(at, man.id, entries, clear), scene)
    tag = unread_at(scene, at)
    if tag is not None:
        return _fitted(Menu(at, "This tag is", _tag_entries(scene, tag, army), clear), scene)
    stranger = unexplained_at(scene, at)
    if stranger is not None:
        return named_menu(scene, stranger, army)
    thing = thing_at(scene, at)
    if thing is None:
        return _fitted(Menu(at, "Here", (*_deed_entries(deeds), _DRAW), clear), scene)
    title = f"{thing.id}: {thing.kind}, {thing.height:g} in"
    entries = (*_deed_entries(deeds), *_thing_entries(thing, at, words))
    return _fitted(Menu(at, title, entries, (*clear, thing.footprint.bounds)), scene)


def named_menu(scene: Scene, one: Unexplained, army: Army | None) -> Menu:
    """What something on no list may be; whatever is picked is learnt."""
    likely: SketchShape = "circle" if one.is_round else "outline"
    entries = _kind_entries(likely, one.place, one.outline, named=True)
    clear = (*not_to_be_covered(scene, army), _box_of(one.outline))
    return _fitted(Menu(one.place, "What is this?", entries, clear), scene)


def drawn_menu(
    scene: Scene, sketch: Sketch, outline: tuple[TablePoint, ...], army: Army | None
) -> Menu:
    """What a drawn shape may be."""
    at = sketch.places[-1]
    entries = _kind_entries(sketch.shape, at, outline, named=False)
    clear = (*not_to_be_covered(scene, army), _box_of(outline))
    menu = Menu(at, "What did you draw?", entries, clear, outline=outline)
    return _fitted(menu, scene)


def _box_of(outline: tuple[TablePoint, ...]) -> Box:
    xs, ys = [place.x for place in outline], [place.y for place in outline]
    return (min(xs), min(ys), max(xs), max(ys))


def _kind_entries(
    shape: SketchShape, at: TablePoint, outline: tuple[TablePoint, ...], *, named: bool
) -> tuple[MenuLine, ...]:
    first = KINDS_OF[shape]
    kinds = (*first, *(kind for kind in KINDS if kind not in first))
    return tuple(
        MenuLine(f"a {kind}", ThingDrawn(kind, at, DEFAULT_HEIGHT_IN[kind], outline, named))
        for kind in kinds
    )


def _deed_entries(deeds: tuple[Deed, ...]) -> tuple[MenuLine, ...]:
    """A line for each deed; those of a group behind one line, where the first of them stands."""
    lines: dict[str, list[MenuLine]] = {}
    for deed in deeds:
        lines.setdefault(deed.group or deed.words, []).append(MenuLine(deed.words, deed))
    groups = {deed.group for deed in deeds}
    return tuple(
        MenuLine(words, tuple(entries)) if words in groups else entries[0]
        for words, entries in lines.items()
    )


def opened(menu: Menu, row: int, scene: Scene) -> Menu | None:
    """The lines that a line opens; None where it does something itself."""
    entry = menu.entries[row]
    if not isinstance(entry.does, tuple):
        return None
    return _fitted(replace(menu, title=entry.words, entries=entry.does, chosen=None), scene)


def readable(menu: Menu, least_in: float, scene: Scene) -> Menu:
    """The menu in words of at least that size."""
    row_in = max(ROW_IN, least_in)
    return menu if menu.row_in == row_in else _fitted(replace(menu, row_in=row_in), scene)


def _fitted(menu: Menu, scene: Scene) -> Menu:
    """The menu in its place on the table; lines for which there is no room behind one."""
    while len(menu.entries) > 2 and card_size_in(menu_card(menu))[1] > scene.height:
        menu = replace(menu, entries=_shorter(menu.entries))
    placed = beside(menu_card(menu), menu.about, scene, menu.clear, _WITHIN_IN)
    return replace(menu, at=placed.at)


def _shorter(entries: tuple[MenuLine, ...]) -> tuple[MenuLine, ...]:
    """One line less: the last ones behind "more ..."."""
    last = entries[-1]
    behind = last.does if last.words == _MORE and isinstance(last.does, tuple) else (last,)
    return (*entries[:-2], MenuLine(_MORE, (entries[-2], *behind)))


def _tag_entries(scene: Scene, tag: TablePoint, army: Army | None) -> tuple[MenuLine, ...]:
    """Every soldier of the army who is not on the table."""
    missing = [s for s in (army.soldiers if army else ()) if scene.soldier(s.id) is None]
    return tuple(MenuLine(f"{s.id} ({s.side})", TagNamed(tag, s.id)) for s in missing)


def _thing_entries(thing: Thing, at: TablePoint, words: tuple[str, ...]) -> tuple[MenuLine, ...]:
    kinds = tuple(
        MenuLine(f"a {kind}", KindSet(thing.id, at, kind)) for kind in KINDS if kind != thing.kind
    )
    heights = tuple(
        MenuLine(
            f"{thing.height + step_in:g} in high", HeightSet(thing.id, at, thing.height + step_in)
        )
        for step_in in _STEPS_IN
        if thing.height + step_in >= 0
    )
    return (
        MenuLine("it is something else ...", kinds),
        *heights,
        *_further(thing, at, words),
        MenuLine("nothing: delete it", ThingDeleted(thing.id, at)),
    )


def _further(thing: Thing, at: TablePoint, words: tuple[str, ...]) -> tuple[MenuLine, ...]:
    """What it stands for, where the rulebook has words for that; a mug's way up."""
    meant = tuple(MenuLine(word, MeantSet(thing.id, at, word)) for word in words)
    own = MenuLine(f"what a {thing.kind} always is", MeantSet(thing.id, at, None))
    made = (MenuLine("it stands for ...", (own, *meant)),) if words else ()
    if thing.kind == "mug":
        way_up = "upright" if thing.inverted else "upside down"
        made = (*made, MenuLine(way_up, TurnedOver(thing.id, at, not thing.inverted)))
    return made


def menu_card(menu: Menu) -> Card:
    """The menu as a card at its place."""
    rows = tuple((entry.words,) for entry in menu.entries) or (("nobody is missing",),)
    return Card(menu.title, rows, "chosen", menu.at, menu.row_in, menu.chosen)


def chosen_row(menu: Menu, at: TablePoint) -> int | None:
    """The menu's line under a place; None beside it."""
    row = row_at(menu_card(menu), at.x, at.y)
    return row if row is not None and row < len(menu.entries) else None
