"""The steps that choose the rulebook and muster the army."""

from pathlib import Path

from rules.book.book import Book
from rules.book.shelf import FIRST, NAMES, book_named
from spotter.setup.army_check import checked_army
from spotter.setup.army_csv import COLUMNS, army_of_csv
from spotter.setup.army_text import SIDES, army_of, example
from spotter.setup.steps.usual import Usual
from spotter.setup.table_setup import TableSetup
from spotter.setup.talk import Talk
from table.army import Army
from table.army_file import read_army, write_army
from table.errors import UserError
from table.text_file import is_there, read_text

_CSV = "paste a table (CSV)"
_MOST_LINES = 200


def rules_are_chosen(table: TableSetup) -> bool:
    """Whether the table has a rulebook."""
    return table.settings.rules is not None


def choose_rules(table: TableSetup, talk: Talk) -> None:
    """Which of the books is played."""
    titles = [book_named(name).title for name in NAMES]
    while True:
        said = talk.ask("rulebook", titles, default=book_named(FIRST).title)
        name = dict(zip(titles, NAMES, strict=True)).get(said, said)
        try:
            book = book_named(name)
            break
        except UserError as problem:
            talk.tell(str(problem))
    table.change(rules=name)
    talk.tell(f"{book.title}; spotter rules {name} tells its weapons and terrain")


def _book(table: TableSetup) -> Book:
    return book_named(table.settings.rules or FIRST)


def is_mustered(table: TableSetup) -> bool:
    """Whether there is an army."""
    return table.has("army")


def muster(table: TableSetup, talk: Talk) -> None:
    """Ask for the army until the players take it, with what the book says of it."""
    book = _book(table)
    kept = _kept(table, talk, book)
    while True:
        try:
            army = _asked(talk, book, kept)
        except UserError as problem:
            talk.tell(str(problem))
            continue
        if army is kept and army is not None:
            return
        talk.tell(*_roster_lines(army), *checked_army(army, book).lines)
        if not checked_army(army, book).problems or _takes_it(talk):
            break
    write_army(army, table.path("army"))


def _kept(table: TableSetup, talk: Talk, book: Book) -> Army | None:
    """The army that is there already, shown with what the book says of it."""
    if not table.has("army"):
        return None
    army = read_army(table.path("army"))
    talk.tell(*_roster_lines(army), *checked_army(army, book).lines)
    return army


def _takes_it(talk: Talk) -> bool:
    return talk.ask("take it all the same", ("yes", "no"), default="no").startswith("y")


def _asked(talk: Talk, book: Book, kept: Army | None) -> Army:
    """An army as the player names it: kept, a sample, men in words, a table of commas."""
    samples = _samples(book)
    keep = ["keep this army"] if kept is not None else []
    options = [*keep, *samples, _CSV]
    said = talk.ask(f'army (or men like "{example(book)}")', options, default=options[0])
    if kept is not None and said in keep:
        return kept
    if said == _CSV:
        return _pasted(talk, book)
    if said.endswith(".csv") and is_there(Path(said)):
        return army_of_csv(read_text(Path(said)), book, said)
    if said in samples:
        return _alike(samples[said], book)
    return _typed(talk, book, said)


def _samples(book: Book) -> dict[str, str]:
    """Each sample army: how it is offered, and its men."""
    return {f"{sample.name}: {sample.men}": sample.men for sample in book.rows.samples}


def _alike(men: str, book: Book) -> Army:
    return army_of([(side, men) for side in SIDES], book)


def _typed(talk: Talk, book: Book, said: str) -> Army:
    """Men in words: the first side's, then the other's; "green: 4 rifle" names the side."""
    first = _named(said, SIDES[0])
    army_of([first], book)  # a slip is said before the other side is asked for
    other = _named(talk.ask(f"the men of the other side than {first[0]}", default="the same"), "")
    men = first[1] if other[1] == "the same" else other[1]
    name = other[0] or next(side for side in SIDES if side != first[0])
    return army_of([first, (name, men)], book)


def _named(text: str, usual: str) -> tuple[str, str]:
    side, colon, men = text.partition(":")
    return (side.strip().lower(), men.strip()) if colon else (usual, text)


def _pasted(talk: Talk, book: Book) -> Army:
    talk.tell(f"one man a line: {','.join(COLUMNS)}; an empty line ends it")
    lines: list[str] = []
    while len(lines) < _MOST_LINES and (line := talk.ask("")):
        lines.append(line)
    return army_of_csv("\n".join(lines), book, "pasted")


def _roster_lines(army: Army) -> list[str]:
    """Each side's men, those with the same weapons told together."""
    lines = []
    for side in army.sides:
        men = [man for man in army.soldiers if man.side == side.name]
        groups: dict[str, list[str]] = {}
        for man in men:
            what = " ".join(filter(None, ("+".join(man.weapons), man.role))) or "unarmed"
            groups.setdefault(what, []).append(man.id)
        told = "; ".join(f"{what} {_span(ids)}" for what, ids in groups.items())
        lines.append(f"{side.name}, {len(men)} men: {told}")
    return lines


def _span(ids: list[str]) -> str:
    return ids[0] if len(ids) == 1 else f"{ids[0]} to {ids[-1]}"


def _army_words(table: TableSetup) -> str:
    """The army that is there, or the book's first sample."""
    if table.has("army"):
        return "; ".join(_roster_lines(read_army(table.path("army"))))
    return next(iter(_samples(_book(table))))


def _take_sample(table: TableSetup) -> None:
    book = _book(table)
    write_army(_alike(book.rows.samples[0].men, book), table.path("army"))


USUAL_RULES = Usual(lambda table: _book(table).title, lambda table: table.change(rules=FIRST))
USUAL_ARMY = Usual(_army_words, _take_sample)
