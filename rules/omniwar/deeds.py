"""What OmniWar's players tell by the right-click menu: what no camera sees, and joint attacks."""

from collections.abc import Iterator

from rules.book.answer import Shot
from rules.book.ask import ask
from rules.book.book import Book
from rules.game.common_events import Agreed, StateSet
from rules.game.common_state import carrier_of
from rules.game.deed import Deed
from rules.game.game import Game
from rules.omniwar.events import Attacked, Boarded, CardCounted, Debated, Moved
from rules.omniwar.holding import hold
from rules.omniwar.record import terms_of
from rules.omniwar.turn import phase_of
from rules.omniwar.turn_attacks import can_attack
from rules.omniwar.unit import unit_of
from table.places import TablePoint
from table.scene import Scene, Soldier

DEPTHS = (("cover", "half submerged"), ("hidden", "dives"), (None, "surfaces"))
OVER_THE_EDGE_IN = 0.1


def deeds(book: Book, game: Game, man: Soldier, chosen: Soldier | None) -> Iterator[Deed]:
    """What this unit may do, and what the chosen one may do to it or with it."""
    if chosen is not None and chosen.id != man.id:
        if chosen.side == man.side:
            yield Deed(f"{chosen.id} gets in", Boarded(soldier=chosen.id, transport=man.id))
        else:
            yield from _attacks(book, game, chosen, man)
    yield from _begins(game, man)
    yield from _depths(book, man)
    yield Deed("leaves over the nearest edge", _over_the_edge(game.scene, man))
    yield from _cards(book, game, man)
    word = hold(game)
    if word is not None and word.side == man.side:
        yield Deed(f"all of {man.side} are done for this turn", word)
    readings = ("the first reading", "the second reading")
    yield Deed("a die settles two readings", Debated(readings=readings))


def _begins(game: Game, man: Soldier) -> Iterator[Deed]:
    """OW-SET-03, as long as nothing has happened."""
    if (game.turn, game.phase) == (1, 0) and man.side != game.order[0]:
        terms = {"first": man.side}
        yield Deed(f"{man.side} was ready first and begins", Agreed(terms=terms))


def _depths(book: Book, man: Soldier) -> Iterator[Deed]:
    """OW-ABL-12: how a submersible uses the water."""
    unit = unit_of(book, man)
    for depth, words in DEPTHS if unit.has("submersible") else ():
        if depth != unit.submerged:
            yield Deed(words, StateSet(soldier=man.id, state={"submerged": depth}))


def _cards(book: Book, game: Game, man: Soldier) -> Iterator[Deed]:
    if terms_of(book, game).cards:
        yield Deed(f"{man.side}: a card is drawn", CardCounted(does="drawn", side=man.side))
        yield Deed(f"{man.side}: a card is played", CardCounted(does="played", side=man.side))
        yield Deed(f"{man.side}: a card is exchanged", CardCounted(does="exchanged", side=man.side))


def _over_the_edge(scene: Scene, man: Soldier) -> Moved:
    """OW-MOVE-06: the straight way off the table, out of a transport where he sits in one."""
    out_in = OVER_THE_EDGE_IN
    ways = {
        man.x: TablePoint(-out_in, man.y),
        man.y: TablePoint(man.x, -out_in),
        scene.width - man.x: TablePoint(scene.width + out_in, man.y),
        scene.height - man.y: TablePoint(man.x, scene.height + out_in),
    }
    declare = {"exit": True} if carrier_of(man) is not None else {}
    return Moved(soldier=man.id, path=(man.place, ways[min(ways)]), declare=declare)


def _attacks(book: Book, game: Game, who: Soldier, target: Soldier) -> Iterator[Deed]:
    """All who can attack him together (OW-ATK-06), one attack of several, or its whole hex."""
    friends = [man for man in game.scene.soldiers if man.side == who.side]
    ready = can_attack(book, game, friends)
    can = [name for name in ready if _shots(book, game, name, target) > 0]
    if len(can) > 1 and who.id in can:
        yield Deed(f"{', '.join(can)} attack him together", _attack(target, *can))
    if _shots(book, game, who.id, target) > 1:
        once = Attacked(attackers=(who.id,), target=target.id, shots={who.id: 1})
        yield Deed(f"{who.id} attacks him once and keeps the rest", once)
    area = Attacked(shooter=who.id, aim=target.id)
    yield Deed(f"{who.id} strikes the whole hex he is in", area)


def _attack(target: Soldier, *attackers: str) -> Attacked:
    return Attacked(attackers=attackers, target=target.id)


def _shots(book: Book, game: Game, name: str, target: Soldier) -> int:
    """How many attacks it has on that unit, 0 where it may not."""
    reaction = {"reaction": True} if game.soldier(name).side != phase_of(game).side else {}
    question = {"ask": "shoot", "shooter": name, "target": target.id}
    declare = {**terms_of(book, game).declare, **reaction}
    answer = ask(game.scene, {**question, "declare": declare}, book)
    return answer.shots if isinstance(answer, Shot) else 0
