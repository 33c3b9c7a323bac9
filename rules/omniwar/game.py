"""OmniWar's turn: each side arrives, moves, attacks, drops troops and draws a card.

A turn of the game is one such round of every side; events.py says what may happen in it.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.book.book import Book
from rules.book.question import shown
from rules.game.common_state import carrier_of
from rules.game.dice_tray import DiceTray, Die, Throw
from rules.game.game import EventRefusedError, Game, each_state
from rules.game.legs import forgotten
from rules.game.shots import fall_now
from rules.game.turn_machine import GameRules, Handler, Told
from rules.omniwar.credit import ended, victor
from rules.omniwar.deeds import deeds
from rules.omniwar.events import Attacked, Boarded, CardCounted, Debated, Held, Moved, Placed
from rules.omniwar.holding import held, hold, refuse_holding
from rules.omniwar.orders import joint, shot
from rules.omniwar.passing import ends_for, passes
from rules.omniwar.record import record_of, terms_of
from rules.omniwar.set_up import out_of_place, points_told
from rules.omniwar.turn import DIE, phase_of, phases
from rules.omniwar.turn_attacks import attacked
from rules.omniwar.turn_moves import boarded, moved, placed, refuse_boarding, refuse_moving
from rules.omniwar.unit import STATE_KEYS, step_of, unit_of
from table.errors import listed
from table.scene import Soldier

CARD_CHANGES = {"drawn": 1, "played": -1, "exchanged": 0}
MOST_READINGS = 6


def begin(book: Book, game: Game, _: Throw | None) -> Told:
    """The first side's turn; points are compared, misplaced units named, cards dealt."""
    terms = terms_of(book, game)
    wrong = out_of_place(book, game.scene, terms.scale_in)
    told = points_told(book, game.scene)
    lines = [] if told is None else [told]
    lines += [f"outside their sides' strips (OW-SET-02): {', '.join(wrong)}"] if wrong else []
    first = _begins(book, game, terms.first or game.order[0])
    return Told(first, (*lines, f"turn 1: arrive, {first.order[0]}"))


def _begins(book: Book, game: Game, first: str) -> Game:
    """OW-SET-03: the game with that side first, and the cards dealt by it."""
    order = (first, *(side for side in game.order if side != first))
    game = replace(game, order=order)
    return game.with_record(cards=_dealt(book, game)) if terms_of(book, game).cards else game


def agree(book: Book, game: Game, terms: Mapping[str, Any]) -> Told:
    """Terms agreed at the table; who was ready first is said before anything has happened."""
    after = _same_phase(game, replace(game, agreed={**game.agreed, **terms}))
    uses_cards = terms_of(book, after).cards and not terms_of(book, game).cards
    if "first" not in terms:
        return Told(after.with_record(cards=_dealt(book, after)) if uses_cards else after)
    first = terms["first"]
    if first not in game.sides:
        raise EventRefusedError(f"first is {shown(first)}; the sides are {listed(game.sides)}")
    if (game.turn, game.phase) != (1, 0):
        raise EventRefusedError("who begins is said before the first side has moved (OW-SET-03)")
    begun = _begins(book, after, first)
    return Told(begun, (f"{first} was ready first and begins (OW-SET-03)",))


def _same_phase(before: Game, after: Game) -> Game:
    """The game in the part of the turn in which it was; drawing cards is one of its own."""
    here = [(part.name, part.side) for part in phases(before)[: before.phase + 1]]
    there = [(part.name, part.side) for part in phases(after)]
    known = [part for part in here if part in there]
    return replace(after, phase=there.index(known[-1]) if known else 0)


def _dealt(book: Book, game: Game) -> dict[str, int]:
    """One more for who does not go first (OW-CARD-01), one for each unit that has its own."""
    cards = dict.fromkeys(game.order, int(step_of(book, "OW-CARD-01")))
    cards[game.order[0]] = 0
    each, terms = int(step_of(book, "OW-ABL-11")), terms_of(book, game)
    here = {man.id: man for man in game.scene.soldiers}
    for man in here.values():
        own = each * unit_of(book, man).abilities.count("card")
        cards[man.side] = cards.get(man.side, 0) + own
    for side, name in ((side, name) for side, ids in terms.reserve.items() for name in ids):
        if name not in here:
            cards[side] = cards.get(side, 0) + each * terms.mods.get(name, ()).count("card")
    return cards


def card(_: Book, game: Game, event: CardCounted, __: DiceTray) -> Told:
    """OW-CARD-01: the counter of a side's cards; what they do is not in the source."""
    side = event.side or phase_of(game).side
    if side not in game.sides:
        raise EventRefusedError(f"card is of side {shown(side)}; it is of {listed(game.sides)}")
    cards = {**dict.fromkeys(game.sides, 0), **record_of(game).cards}
    if cards[side] <= 0 and event.does != "drawn":
        raise EventRefusedError(f"{side} has no card (OW-CARD-01)")
    cards[side] += CARD_CHANGES[event.does]
    many = "1 card" if cards[side] == 1 else f"{cards[side]} cards"
    return Told(game.with_record(cards=cards), (f"{side} has {many}",))


def debated(book: Book, game: Game, event: Debated, dice: DiceTray) -> Told:
    """OW-DEB-01: a die decides between readings for the rest of the game."""
    count = len(event.readings)
    if not 2 <= count <= MOST_READINGS:
        raise EventRefusedError("debated needs 'readings', two to six sentences")
    why, rule = "which reading holds", book.rows["OW-DEB-01"]
    thrown = dice.take(Die(DIE, event.about or "the debate", why, reasons=(rule.reason(),)))
    settled = event.readings[(thrown - 1) * count // MOST_READINGS]
    kept = [*record_of(game).debates, {"about": event.about, "settled": settled}]
    return Told(game.with_record(debates=kept), (f"settled for this game: {settled}",))


def end_phase(book: Book, game: Game, _: Throw | None) -> Told:
    """A drawn card; at the end of a side's turn who did nothing waits, and the next one begins."""
    game, parts = forgotten(game), phases(game)
    here = parts[game.phase]
    after = parts[(game.phase + 1) % len(parts)]
    lines: tuple[str, ...] = ()
    if here.name == "card":
        drawn = card(book, game, CardCounted(does="drawn", side=here.side), DiceTray())
        game, lines = drawn.game, drawn.lines
    if here.side == after.side and game.phase + 1 < len(parts):
        return Told(ended(book, game), lines)
    waits = each_state(game, lambda man: _waits(book, man) if man.side == here.side else {})
    fresh = each_state(waits, lambda man: _fresh(man) if man.side == after.side else {})
    return Told(ended(book, fresh), lines)


def _waits(book: Book, man: Soldier) -> dict[str, Any]:
    """OW-ATK-07: a unit that neither moved nor attacked."""
    unit = unit_of(book, man)
    idle = not unit.moved and unit.attacks == 0 and not unit.dropped
    return {"waiting": True} if idle else {}


def _fresh(man: Soldier) -> dict[str, Any]:
    """What the start of its side's turn takes away."""
    keys = ("moved", "attacks", "entered", "waiting", "dropped")
    return {key: None for key in keys if key in man.state}


def ways_of(man: Soldier) -> tuple[Mapping[str, Any], ...]:
    """A carried unit that is set down gets out."""
    return ({},) if carrier_of(man) is None else ({"exit": True},)


def leaves(game: Game, man: Soldier) -> Told:
    """OW-ATK-11: what it carries is lost with it."""
    riders = tuple(one.id for one in game.scene.soldiers if carrier_of(one) == man.id)
    lines = tuple(f"{name} is lost with {man.id} (OW-ATK-11)" for name in riders)
    return Told(fall_now(game, riders, "lost with its transport", man.side), lines)


def end_turn(_: Book, game: Game, __: Throw | None) -> Told:
    """The sides keep their order."""
    return Told(game)


GAME = GameRules(
    phases=phases,
    handlers=(
        Handler(Placed, placed),
        Handler(Moved, moved, refuse_moving),
        Handler(Boarded, boarded, refuse_boarding),
        Handler(Attacked, attacked),
        Handler(CardCounted, card),
        Handler(Debated, debated),
        Handler(Held, held, refuse_holding),
    ),
    shoot=shot,
    fight=joint,
    deeds=deeds,
    agree=agree,
    end_phase=end_phase,
    end_turn=end_turn,
    winner=victor,
    begin=begin,
    ways_of=ways_of,
    reads=unit_of,
    state_keys=STATE_KEYS,
    leaves=leaves,
    passes=passes,
    ends_for=ends_for,
    hold=hold,
    points=lambda game: record_of(game).credit,
    shot=Attacked,
)
