"""Attacks in the game: declared together, thrown, counted, and what they destroy."""

from collections.abc import Mapping
from typing import Any

from rules.answer import Burst, Fight
from rules.book import Book
from rules.game.game import Event, EventRefusedError, Game
from rules.game.shots import asked, fallen_of, thrown_numbers
from rules.game.turn_machine import Throw, Told
from rules.omniwar.attack import attacker, destroys
from rules.omniwar.credit import destroyed
from rules.omniwar.declared import Declared
from rules.omniwar.turn import DIE, declarations, phase_of, scale_in
from rules.omniwar.unit import unit_of
from rules.question import shown
from table.scene import Soldier


def attacked(book: Book, game: Game, event: Event, throw: Throw | None) -> Told:
    """Attacks declared together on one unit, or an area attack; out of turn by waiting units."""
    if "aim" in event:
        return _struck_area(book, game, event, throw)
    attackers = [game.soldier(str(name)) for name in event.get("attackers") or ()]
    _refuse_too_early(game, attackers)
    declare = declarations(game, reaction=_is_reaction(game, attackers))
    target = event.get("target")
    names = [man.id for man in attackers]
    question = {"ask": "fight", "attackers": names, "defender": target, "declare": declare}
    fight = asked(book, game, question)
    assert isinstance(fight, Fight), fight
    shots = _shots(book, game, event, attackers)
    numbers = _thrown(event, sum(shots.values()), throw)
    needed = [int(bonus.value) for bonus in fight.bonuses for _ in range(shots[bonus.id])]
    hit = any(
        destroys(number).chance == 1 or thrown <= number
        for thrown, number in zip(numbers, needed, strict=True)
    )
    after = _after_attack(book, game, shots)
    if not hit:
        return Told(after, (f"{target} is missed",))
    return Told(
        destroyed(book, after, (str(target),), attackers[0].side), (f"{target} is destroyed",)
    )


def _struck_area(book: Book, game: Game, event: Event, throw: Throw | None) -> Told:
    shooter = game.soldier(str(event.get("shooter")))
    _refuse_too_early(game, [shooter])
    question = {
        "ask": "burst",
        "shooter": shooter.id,
        "aim": event["aim"],
        "declare": declarations(game, reaction=_is_reaction(game, [shooter])),
    }
    burst = asked(book, game, question)
    assert isinstance(burst, Burst), burst
    fallen = fallen_of(burst.caught, event, throw)
    after = _after_attack(book, game, {shooter.id: 1})
    lines = tuple(f"{name} is destroyed" for name in fallen) or ("nobody is destroyed",)
    return Told(destroyed(book, after, fallen, shooter.side), lines)


def _refuse_too_early(game: Game, attackers: list[Soldier]) -> None:
    """OW-TURN-01: a side attacks after all its moves."""
    phase = phase_of(game)
    own = any(man.side == phase.side for man in attackers)
    if own and phase.name != "attack":
        raise EventRefusedError(f"attacks come after all moves, this is {phase.name} (OW-TURN-01)")


def _is_reaction(game: Game, attackers: list[Soldier]) -> bool:
    return any(man.side != phase_of(game).side for man in attackers)


def _shots(book: Book, game: Game, event: Event, attackers: list[Soldier]) -> dict[str, int]:
    """How many attacks each makes: all it has, or what the event's `shots` says."""
    wanted: Any = event.get("shots") or {}
    said = Declared(scale_in(book, game))
    found = {}
    for man in attackers:
        most = attacker(book, game.scene, unit_of(book, man), said).shots
        count = wanted.get(man.id, most) if isinstance(wanted, Mapping) else most
        if not isinstance(count, int) or not 1 <= count <= most:
            raise EventRefusedError(f"{man.id} has {most} attacks, not {shown(count)} (OW-ATK-10)")
        found[man.id] = count
    return found


def _thrown(event: Event, count: int, throw: Throw | None) -> tuple[int, ...]:
    numbers = thrown_numbers(event, count, DIE, throw)
    if not all(1 <= number <= 6 for number in numbers):
        raise EventRefusedError(f"{shown(list(numbers))} cannot be thrown on {DIE}")
    return numbers


def _after_attack(book: Book, game: Game, shots: Mapping[str, int]) -> Game:
    """Attacks are counted, waiting is over, scouts have shown themselves."""
    for name, count in shots.items():
        unit = unit_of(book, game.soldier(name))
        shown_now = {"revealed": True} if unit.has("scout") else {}
        game = game.with_state(name, attacks=unit.attacks + count, waiting=None, **shown_now)
    return game
