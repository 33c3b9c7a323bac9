"""What a shot that hits does: to one man, to all in a blast, to the ground (LG-TURN-08).

The hit go down, and the tanks of those who carry some may explode (LG-ROLE-16).
"""

from collections.abc import Callable, Iterable

from shapely import Polygon

from rules.book.answer import Burst
from rules.book.book import Book
from rules.game.dice_tray import Die
from rules.game.game import EventRefusedError, Game
from rules.game.shots import asked
from rules.game.turn_machine import Told
from rules.lgam.attack_made import AttackMade, FiringEvent
from rules.lgam.blast import in_blast, smoke_screen
from rules.lgam.declared import declared_as
from rules.lgam.ground_work import after_blast, opened_by
from rules.lgam.roles import is_standing
from rules.lgam.smoke import laid_smoke
from rules.lgam.weapons import FUEL_TANKS, carries
from rules.measure.field import field_of
from rules.measure.template import Disk
from table.places import TablePoint
from table.scene import Soldier

Take = Callable[[Die], int]  # a die to the number that fell for it


def effect(attack: AttackMade, game: Game, one: FiringEvent, take: Take) -> tuple[Game, list[str]]:
    """What a shot that hits does to the ground, and whom it strikes."""
    struck = None if isinstance(one.at, TablePoint) else _struck(attack, one.at, take)
    if struck is not None and not one.bursts:
        return game, [struck]
    lands = one.at if isinstance(one.at, TablePoint) else game.soldier(str(struck)).place
    if attack.is_smoke:
        said = declared_as(attack.declare)
        screen = smoke_screen(attack.book, attack.shooter, lands, said)
        return laid_smoke(game, Polygon(screen.area()[0])), []
    assert attack.line.blast_in is not None, attack.weapon
    blast, harms = Disk(lands, attack.line.blast_in), "anti-armour" in attack.line.flags
    caught = in_blast(attack.book, attack.game.scene.soldiers, blast, harms_armour=harms)
    # Who is shot at himself is hit, however large his base.
    direct = [struck] if struck is not None and attack.event.aim is None else []
    after = after_blast(attack.book, game, blast.polygon, opened_by(attack.line))
    return after, [*direct, *(man.id for man in caught if man.hit)]


def _struck(attack: AttackMade, target: str, take: Take) -> str:
    """Who is hit: the target, in smoke a random man in it (LG-SMOKE-06)."""
    scene, event = attack.game.scene, attack.event
    if event.aim is not None:
        return target
    field = field_of(scene, attack.book.meanings)
    clouds = set(field.inside(attack.game.soldier(target), "smoke"))
    if not clouds:
        return target
    men = sorted(m.id for m in scene.soldiers if clouds & set(field.inside(m, "smoke")))
    if isinstance(event.random, str):
        if event.random not in men:
            raise EventRefusedError(
                f"{event.random} is not in the smoke; {', '.join(men)} are (LG-SMOKE-06)"
            )
        return event.random
    if len(men) == 1:
        return men[0]
    who = ", ".join(men)
    why = (attack.book.rows["LG-SMOKE-06"].reason(),)
    words = f"a random man in the smoke of {who}"
    die = Die(f"1d{len(men)}", attack.shooter.id, words, field="random", reasons=why)
    return men[take(die) - 1]


def fallen(book: Book, told: Told, hit: Iterable[str], take: Take) -> Told:
    """What was told, with these men down, and whom their tanks take with them."""
    game, said = told.game, list(told.lines)
    waiting = list(dict.fromkeys(hit))
    while waiting:
        man = game.soldier(waiting.pop(0))
        if not is_standing(man):
            continue
        game = game.with_state(man.id, down="shot")
        said.append(f"{man.id} is hit")
        if carries(man, FUEL_TANKS):
            burst = _tanks(book, game, man, take)
            said.append(f"{man.id}'s tanks " + ("hold" if burst.lands is None else "explode"))
            waiting += [other.id for other in burst.caught if other.hit]
            if burst.area:
                game = after_blast(book, game, Polygon(burst.area[0]), ("wire",))
    return Told(game, tuple(said))


def _tanks(book: Book, game: Game, man: Soldier, take: Take) -> Burst:
    """What the die does to the tanks on a flame thrower's back, and to those around him."""
    most = book.rows.tables["fuel_tanks"]["explode"]
    why = (book.rows["LG-ROLE-16"].reason(),)
    die = Die("1d6", man.id, f"tanks of {man.id}", f"{most}-", "tanks", man.id, why)
    question = {"ask": "burst", "shooter": man.id, "weapon": FUEL_TANKS, "roll": take(die)}
    burst = asked(book, game, question)
    assert isinstance(burst, Burst), burst
    return burst
