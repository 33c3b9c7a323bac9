"""What players of L.G.A.M. may agree on before a game, each term checked (see victory.py)."""

from rules.book.terms import (
    Term,
    a_side,
    an_object,
    known_soldier,
    of_each,
    on_table,
    one_of,
    places,
    states,
    whole_number,
)
from table.army import Army
from table.entry import Entry
from table.table_spec import TableSpec

MOST_MEN = 1000
_BROUGHT = '{"red": {"who": "R09", "to": [50, 20]}}'
_REACHED = '{"red": {"area": [[40, 0], [60, 0], [60, 40]], "men": 5}}'
_GONE = '{"red": ["B09"]}'


def _brought(term: Entry, army: Army, spec: TableSpec) -> None:
    """Who is to be brought where."""
    for side, entry in of_each(term, army, _BROUGHT):
        an_object(entry, _BROUGHT)
        entry.known_keys(("who", "to"))
        who = entry.need("who", '"R09"')
        known_soldier(who, who.text(), army)
        on_table(entry.need("to", "[50, 20]"), spec, f"{side}'s goal")


def _reached(term: Entry, army: Army, spec: TableSpec) -> None:
    """Which area is to be reached by how many."""
    for side, entry in of_each(term, army, _REACHED):
        an_object(entry, _REACHED)
        entry.known_keys(("area", "men"))
        corners = list(entry.rows("area", 1000))
        if len(corners) < 3:
            entry.fail(f"write {side}'s area like {_REACHED}")
        for corner in corners:
            on_table(corner, spec, f"{side}'s area")
        men = entry.get("men")
        if men is not None:
            whole_number(MOST_MEN)(men, army, spec)


def _gone(term: Entry, army: Army, _: TableSpec) -> None:
    """Who or what is to be destroyed: soldiers, vehicles, things."""
    for _side, entry in of_each(term, army, _GONE):
        if not entry.texts():
            entry.wrong(f"write it like {_GONE}")


TERMS: dict[str, Term] = {
    "scenario": one_of(("attack-attack", "attack-defend"), "scenarios"),
    "attacker": a_side,
    "roll": whole_number(6),
    "flags": places,
    "escort": _brought,
    "recover": _brought,
    "escape": _reached,
    "overrun": _reached,
    "destroy": _gone,
    "leader": _gone,
    "won": a_side,
    "state": states,
}
