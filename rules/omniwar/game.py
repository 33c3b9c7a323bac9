"""OmniWar's turn: each side arrives, moves, attacks, drops troops and draws a card.

A turn of the game is one such round of every side. Events:

    placed    a teleporter or drop troops come onto the table
    moved     a unit goes along a path, `declare` {"exit": true} to leave a transport
    boarded   a unit gets into a transport
    attacked  `attackers` on one `target`, or a `shooter` at an `aim`; `rolls` or `saves`
    card      `does`: "drawn", "played" or "exchanged"
    debated   rival `readings`, settled by a `roll` for the rest of the game
"""

from typing import Any

from rules.book import Book
from rules.game.game import Event, EventRefusedError, Game, each_state
from rules.game.legs import forgotten
from rules.game.shots import thrown_number
from rules.game.turn_machine import GameRules, Throw, Told
from rules.omniwar.credit import victor
from rules.omniwar.set_up import out_of_place
from rules.omniwar.turn import DIE, phase_of, phases, scale_in
from rules.omniwar.turn_attacks import attacked
from rules.omniwar.turn_moves import boarded, moved, placed
from rules.omniwar.unit import step_of, unit_of
from rules.question import listed, shown
from table.scene import Soldier

CARD_CHANGES = {"drawn": 1, "played": -1, "exchanged": 0}


def begin(book: Book, game: Game, _: Throw | None) -> Told:
    """The first side's turn; cards are dealt where they are used, misplaced units are named."""
    wrong = out_of_place(book, game.scene, scale_in(book, game))
    lines = [f"outside their sides' strips (OW-SET-02): {', '.join(wrong)}"] if wrong else []
    if game.agreed.get("cards"):
        game = game.with_record(cards=_dealt(book, game))
    return Told(game, (*lines, f"turn 1: arrive, {game.order[0]}"))


def _dealt(book: Book, game: Game) -> dict[str, int]:
    """One more for who does not go first (OW-CARD-01), one for each unit that has its own."""
    cards = dict.fromkeys(game.order, int(step_of(book, "OW-CARD-01")))
    cards[game.order[0]] = 0
    each = int(step_of(book, "OW-ABL-11"))
    for man in game.scene.soldiers:
        own = each * unit_of(book, man).abilities.count("card")
        cards[man.side] = cards.get(man.side, 0) + own
    return cards


def card(_: Book, game: Game, event: Event, __: Throw | None) -> Told:
    """OW-CARD-01: the counter of a side's cards; what they do is not in the source."""
    does, side = event.get("does"), event.get("side") or phase_of(game).side
    if str(does) not in CARD_CHANGES or side not in game.sides:
        raise EventRefusedError(
            f"card does {shown(does)} for {shown(side)}; it is {listed(CARD_CHANGES)}"
        )
    cards = dict(game.record.get("cards") or dict.fromkeys(game.sides, 0))
    if cards.get(side, 0) <= 0 and does != "drawn":
        raise EventRefusedError(f"{side} has no card (OW-CARD-01)")
    cards[side] = cards.get(side, 0) + CARD_CHANGES[str(does)]
    return Told(game.with_record(cards=cards), (f"{side} has {cards[side]} cards",))


def debated(_: Book, game: Game, event: Event, throw: Throw | None) -> Told:
    """OW-DEB-01: a die decides between readings for the rest of the game."""
    readings = event.get("readings")
    if not isinstance(readings, list) or not 2 <= len(readings) <= 6:
        raise EventRefusedError("debated needs 'readings', two to six sentences")
    thrown = thrown_number(event, "roll", DIE, throw)
    settled = str(readings[(thrown - 1) * len(readings) // 6])
    note = {"about": str(event.get("about", "")), "settled": settled}
    kept = [*(game.record.get("debates") or ()), note]
    return Told(game.with_record(debates=kept), (f"settled for this game: {settled}",))


def end_phase(book: Book, game: Game, _: Throw | None) -> Told:
    """A drawn card; at the end of a side's turn who did nothing waits, and the next one begins."""
    game, parts = forgotten(game), phases(game)
    here = parts[game.phase]
    after = parts[(game.phase + 1) % len(parts)]
    if here.name == "card":
        game = card(book, game, {"does": "drawn", "side": here.side}, None).game
    if here.side == after.side and game.phase + 1 < len(parts):
        return Told(game)
    waits = each_state(game, lambda man: _waits(book, man) if man.side == here.side else {})
    fresh = each_state(waits, lambda man: _fresh(man) if man.side == after.side else {})
    return Told(fresh)


def _waits(book: Book, man: Soldier) -> dict[str, Any]:
    """OW-ATK-07: a unit that neither moved nor attacked."""
    unit = unit_of(book, man)
    idle = not unit.moved and unit.attacks == 0 and not man.state.get("dropped")
    return {"waiting": True} if idle else {}


def _fresh(man: Soldier) -> dict[str, Any]:
    """What the start of its side's turn takes away."""
    keys = ("moved", "attacks", "entered", "waiting", "dropped")
    return {key: None for key in keys if key in man.state}


def end_turn(_: Book, game: Game, __: Throw | None) -> Told:
    """The sides keep their order."""
    return Told(game)


def winner(_: Book, game: Game) -> str | None:
    """Who has the higher credit once a side has no units left."""
    return victor(game)


GAME = GameRules(
    phases=phases,
    events={
        "placed": placed,
        "moved": moved,
        "boarded": boarded,
        "attacked": attacked,
        "card": card,
        "debated": debated,
    },
    end_phase=end_phase,
    end_turn=end_turn,
    winner=winner,
    begin=begin,
)
