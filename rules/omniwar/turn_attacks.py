"""Attacks in the game: declared together, thrown, counted, and what they destroy."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rules.book.answer import Burst, Shot
from rules.book.book import Book
from rules.book.dice import Roll
from rules.book.reason import Reason
from rules.game.dice_tray import DiceTray, Die
from rules.game.game import EventRefusedError, Game
from rules.game.shots import asked, fallen, succeeded
from rules.game.turn_machine import Told
from rules.omniwar.attack import attacker
from rules.omniwar.credit import destroyed
from rules.omniwar.declared import Declarations
from rules.omniwar.events import Attacked
from rules.omniwar.record import terms_of
from rules.omniwar.turn import phase_of
from rules.omniwar.unit import unit_of
from table.places import TablePoint
from table.scene import Soldier


@dataclass(frozen=True, slots=True)
class Strike:
    """One attack of one unit on another, and what destroys it."""

    by: str
    on: str
    roll: Roll
    reasons: tuple[Reason, ...]

    @property
    def die(self) -> Die:
        """The die that is thrown for it."""
        why, needs = f"attack on {self.on}", self.roll.succeeds
        return Die(self.roll.dice, self.by, why, needs, reasons=self.reasons)


def attacked(book: Book, game: Game, event: Attacked, dice: DiceTray) -> Told:
    """Attacks declared together on one unit, or an area attack; out of turn by waiting units."""
    if event.aim is not None:
        return _struck_area(book, game, event, event.aim, dice)
    attackers = [game.soldier(name) for name in event.attackers]
    if not attackers or len(set(event.attackers)) < len(attackers):
        raise EventRefusedError("attacked needs 'attackers', none twice, or 'shooter' and 'aim'")
    _refuse_too_early(game, attackers)
    shots = attacks_of(book, game, event)
    strikes = _declared(book, game, event, shots)
    hit = {strike.on: None for strike in strikes if succeeded(strike.roll, dice.take(strike.die))}
    after = _after_attack(book, game, shots)
    lines = tuple(
        f"{name} is {'destroyed' if name in hit else 'missed'}"
        for name in dict.fromkeys(strike.on for strike in strikes)
    )
    return Told(destroyed(book, after, hit, attackers[0].side) if hit else after, lines)


def attacks_of(book: Book, game: Game, event: Attacked) -> dict[str, int]:
    """How many attacks each makes: all it has, what `shots` says, or one for each target."""
    said = Declarations(terms_of(book, game).scale_in)
    wanted = {event.attackers[0]: len(event.targets)} if event.targets else event.shots
    strangers = [name for name in wanted if name not in event.attackers]
    if strangers or (event.targets and len(event.attackers) > 1):
        raise EventRefusedError("shots are of those who attack; targets are of one attacker alone")
    found = {}
    for name in event.attackers:
        most = attacker(book, game.scene, unit_of(book, game.soldier(name)), said).shots
        # Who has none left is refused with all else that forbids him to attack.
        found[name] = wanted.get(name, max(1, most))
        if not 1 <= found[name] <= max(1, most):
            raise EventRefusedError(f"{name} has {most} attacks, not {found[name]} (OW-ATK-10)")
    return found


def _declared(
    book: Book, game: Game, event: Attacked, shots: Mapping[str, int]
) -> tuple[Strike, ...]:
    """OW-ATK-06: every attack, each allowed before any is thrown for."""
    pairs = [
        (name, on)
        for name, count in shots.items()
        for on in (event.targets or (_target(event),) * count)
    ]
    answers = {pair: _shot(book, game, event, *pair) for pair in dict.fromkeys(pairs)}
    against = [f"{name}: {told}" for (name, _), told in answers.items() if isinstance(told, str)]
    if against:
        raise EventRefusedError("; ".join(against))
    allowed = {pair: shot for pair, shot in answers.items() if isinstance(shot, Shot)}
    return tuple(_strike(*pair, allowed[pair]) for pair in pairs)


def _strike(by: str, on: str, shot: Shot) -> Strike:
    assert shot.roll is not None, shot
    return Strike(by, on, shot.roll, shot.reasons)


def _target(event: Attacked) -> str:
    if event.target is None:
        raise EventRefusedError("attacked needs 'target', the unit that is attacked")
    return event.target


def _shot(book: Book, game: Game, event: Attacked, name: str, on: str) -> Shot | str:
    """This attack as it is allowed, or the sentence on why it cannot be made."""
    question = {
        "ask": "shoot",
        "shooter": name,
        "target": on,
        "weapon": event.weapon,
        "declare": _declare(book, game, game.soldier(name)),
    }
    try:
        answer = asked(book, game, question)
    except EventRefusedError as problem:
        return str(problem)
    assert isinstance(answer, Shot), answer
    return answer


def _struck_area(
    book: Book, game: Game, event: Attacked, aim: str | TablePoint, dice: DiceTray
) -> Told:
    """OW-ABL-04: one hex and everything in it, own units too, each by its own throw."""
    shooter = game.soldier(event.shooter or "".join(event.attackers[:1]))
    _refuse_too_early(game, [shooter])
    question = {
        "ask": "burst",
        "shooter": shooter.id,
        "aim": aim if isinstance(aim, str) else [aim.x, aim.y],
        "weapon": event.weapon,
        "declare": _declare(book, game, shooter),
    }
    burst = asked(book, game, question)
    assert isinstance(burst, Burst), burst
    dice.cite(burst.reasons)
    lost = fallen(burst.caught, dice)
    after = _after_attack(book, game, {shooter.id: 1})
    lines = tuple(f"{name} is destroyed" for name in lost) or ("nobody is destroyed",)
    return Told(destroyed(book, after, lost, shooter.side), lines)


def _refuse_too_early(game: Game, attackers: Sequence[Soldier]) -> None:
    """OW-TURN-01: a side attacks after all its moves."""
    phase = phase_of(game)
    own = any(man.side == phase.side for man in attackers)
    if own and phase.name != "attack":
        raise EventRefusedError(f"attacks come after all moves, this is {phase.name} (OW-TURN-01)")


def _declare(book: Book, game: Game, man: Soldier) -> dict[str, object]:
    """What was agreed, and that a unit fires outside its own turn."""
    reaction = {"reaction": True} if man.side != phase_of(game).side else {}
    return {**terms_of(book, game).declare, **reaction}


def _after_attack(book: Book, game: Game, shots: Mapping[str, int]) -> Game:
    """Attacks are counted, waiting is over, scouts have shown themselves."""
    for name, count in shots.items():
        unit = unit_of(book, game.soldier(name))
        shown_now = {"revealed": True} if unit.has("scout") else {}
        game = game.with_state(name, attacks=unit.attacks + count, waiting=None, **shown_now)
    return game


def can_attack(book: Book, game: Game, men: Iterable[Soldier]) -> tuple[str, ...]:
    """Those of these units that have an attack left in this phase, whomever they reach."""
    phase, said = phase_of(game), Declarations(terms_of(book, game).scale_in)
    return tuple(
        man.id
        for man in men
        if (unit := unit_of(book, man)).carried_by is None
        and attacker(book, game.scene, unit, said).shots
        and (phase.name == "attack" if man.side == phase.side else unit.waiting)
    )
