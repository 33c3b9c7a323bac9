"""Setting up: who may be set down where, and who comes too late (LG-SCEN)."""

from collections import Counter

from rules.book.book import Book
from rules.game.game import Game
from rules.game.turn_machine import Placing
from rules.lgam.phases import SET_UP, phase_of
from rules.lgam.record import record_of
from rules.measure.field import Field, field_of
from table.scene import Soldier

MEETING = "attack-attack"


def placing(book: Book, game: Game, man: Soldier) -> Placing | None:
    """In set-up men are set down where they may stand; after it a scenario lets nobody come."""
    if phase_of(game).name == SET_UP:
        return Placing(_misplaced(book, game, man))
    late = game.agreed.get("scenario") is not None and game.scene.soldier(man.id) is None
    return Placing(f"{man.id}: {_why(book, 'LG-SCEN-07')}") if late else None


def _misplaced(book: Book, game: Game, man: Soldier) -> str | None:
    phase = phase_of(game)
    if phase.side not in {None, man.side}:
        # The defender is first; while the attacker sets up, he may only watch.
        is_attackers = record_of(game).set_up[-1].side == phase.side
        rule = "LG-SCEN-06" if is_attackers else "LG-SCEN-02"
        return f"{phase.side} sets up now, {man.id} waits ({rule})"
    if phase.clock_s is not None and game.used_s >= phase.clock_s:
        return f"{man.id}: {_why(book, 'LG-SCEN-07')}"
    if game.agreed.get("scenario") == MEETING and not _in_his_area(book, game, man):
        return f"{man.id} stands outside his side's area (LG-SCEN-08)"
    return None


def _why(book: Book, rule_id: str) -> str:
    return f"{book.rows[rule_id].why} ({rule_id})"


def _in_his_area(book: Book, game: Game, man: Soldier) -> bool:
    """LG-SCEN-08: the mat is that area; a table without mats has none."""
    field = field_of(game.scene, book.meanings)
    mats = [i for i in field.things_of("open") if field.thing(i).kind == "mat"]
    inside = set(field.holding(man.place)).intersection(mats)
    return not mats or any(_owner(field, mat, man) in {None, man.side} for mat in inside)


def _owner(field: Field, mat: int, newcomer: Soldier) -> str | None:
    """Whose area a mat is: as the table says, else of those who stand in it."""
    said = field.thing(mat).side
    if said is not None:
        return said
    others = (man for man in field.scene.soldiers if man.id != newcomer.id)
    there = Counter(man.side for man in others if mat in field.holding(man.place))
    return there.most_common(1)[0][0] if there else None
