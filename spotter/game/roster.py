"""Both sides' rosters: an army, a game and what is seen in, a row for every man out."""

from dataclasses import dataclass, replace

from overlay.marks.state_words import state_words
from rules.book.book import Book
from rules.game.engine import game_rules
from rules.game.game import Game
from table.army import Army, Enlisted
from table.scene import Scene, Soldier


@dataclass(frozen=True, slots=True)
class RosterRow:
    """One man: what he carries and how he is. `off` is out of the game, `missing` not come yet.

    `hit` is out of the game too, and his figure still lies there.
    """

    id: str
    weapons: tuple[str, ...]
    role: str | None = None
    status: tuple[str, ...] = ()
    hit: bool = False
    off: bool = False
    missing: bool = False


Rosters = dict[str, tuple[RosterRow, ...]]


def rosters(army: Army, game: Game | None, shown: Scene | None) -> Rosters:
    """Each side's rows, in the army's order; who came without being in it stands last."""
    seen = () if shown is None else shown.soldiers
    men = {man.id: man for man in (*seen, *(() if game is None else game.scene.soldiers))}
    on_table = {man.id: man for man in seen}
    known = {soldier.id for soldier in army.soldiers}
    out: list[Enlisted | Soldier] = [*army.soldiers]
    out += [man for man in men.values() if man.id not in known]
    lost = {} if game is None else {loss.id: loss.why for loss in game.losses}
    hit = set() if game is None else {loss.id for loss in game.hit}
    found: Rosters = {side.name: () for side in army.sides}
    for one in out:
        name, side = one.id, one.side
        row = RosterRow(name, one.weapons, one.role)
        if name in lost:
            row = replace(row, status=(lost[name],), off=True)
        elif name not in men:
            row = replace(row, status=("not on the table",), missing=True)
        else:
            flags = (*(("hit",) if name in hit else ()), *_seen_words(on_table.get(name)))
            status = (*flags, *state_words(men[name].state))
            row = replace(row, status=status, hit=name in hit)
        found[side] = (*found.get(side, ()), row)
    return found


def _seen_words(man: Soldier | None) -> tuple[str, ...]:
    if man is None:
        return ()
    return (*(("hidden",) if man.hidden else ()), *(("lifted",) if man.lifted else ()))


def standings(book: Book, game: Game | None, rows: Rosters) -> dict[str, str]:
    """How each side stands, with its points where the book counts some."""
    points = {} if game is None else game_rules(book).points(game)
    return {side: counted(men, points.get(side)) for side, men in rows.items()}


def counted(rows: tuple[RosterRow, ...], points: int | None = None) -> str:
    """How a side stands, in words.

    >>> counted((RosterRow("R01", ()), RosterRow("R02", (), off=True)))
    '1 of 2 lost'
    >>> counted((RosterRow("R01", (), hit=True), RosterRow("R02", (), missing=True)))
    '1 hit, 1 of 2 not on the table'
    >>> counted((RosterRow("R01", ()),), 12)
    '0 of 1 lost, 12 points'
    """
    lost, hit, missing = (
        sum(getattr(row, which) for row in rows) for which in ("off", "hit", "missing")
    )
    words = [f"{lost} of {len(rows)} lost"] if lost or not (hit or missing) else []
    words += [f"{hit} hit"] if hit else []
    words += [f"{missing} of {len(rows)} not on the table"] if missing else []
    words += [f"{points} points"] if points is not None else []
    return ", ".join(words)
