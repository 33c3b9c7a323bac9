"""A shot at a man or a thing in both OMOG books: the answer decides, the number settles it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.book.answer import Shot
from rules.book.book import Book
from rules.game.dice_tray import DiceTray, Die
from rules.game.game import EventRefusedError, Game
from rules.game.orders import ShotOrder
from rules.game.shots import asked, succeeded
from rules.game.shots import fallen as who_falls
from table.scene import Soldier


@dataclass(frozen=True, slots=True)
class AimedShot:
    """Who shoots what at whom, and what is declared of it."""

    shooter: str
    target: str
    weapon: str
    declare: Mapping[str, Any]

    def question(self) -> dict[str, Any]:
        """The shot as a question."""
        plain = {"ask": "shoot", "shooter": self.shooter, "target": self.target}
        return {**plain, "weapon": self.weapon, "declare": dict(self.declare)}


@dataclass(frozen=True, slots=True)
class ShotOutcome:
    """What a shot did: whether it hit, who falls, and the words for it."""

    hit: bool
    fallen: tuple[str, ...]
    lines: tuple[str, ...]


def shot_outcome(book: Book, began: Game, aimed: AimedShot, dice: DiceTray) -> ShotOutcome:
    """What a shot does that is worked out in the game as it was when the phase began."""
    shot = asked(book, began, aimed.question())
    assert isinstance(shot, Shot), shot
    assert shot.roll is not None, shot
    dice.cite(shot.reasons)
    if shot.caught is not None and shot.band == "cone":
        fallen = who_falls(shot.caught, dice)
        return ShotOutcome(hit=True, fallen=fallen, lines=hit_words(fallen))
    why = f"{aimed.weapon} at {aimed.target}"
    thrown = dice.take(
        Die(shot.roll.dice, aimed.shooter, why, shot.roll.succeeds, reasons=shot.reasons)
    )
    throws = f"{aimed.shooter} throws {thrown} and"
    if not succeeded(shot.roll, thrown):
        return ShotOutcome(hit=False, fallen=(), lines=(f"{throws} misses {aimed.target}",))
    if began.scene.soldier(aimed.target) is not None:
        return ShotOutcome(
            hit=True, fallen=(aimed.target,), lines=(f"{throws} hits {aimed.target}",)
        )
    fallen = who_falls(shot.caught or (), dice)
    return ShotOutcome(hit=True, fallen=fallen, lines=hit_words(fallen) if fallen else ())


def hit_words(fallen: tuple[str, ...]) -> tuple[str, ...]:
    """Who is hit, a sentence each."""
    return tuple(f"{name} is hit" for name in fallen) or ("nobody is hit",)


def first_weapon(book: Book, man: Soldier) -> str:
    """The first word of what he carries that is a weapon."""
    found = next((word for word in man.weapons if word in book.rows.weapons), None)
    if found is None:
        raise EventRefusedError(f"{man.id} carries no weapon; name one")
    return found


def only_target(book: Book, order: ShotOrder) -> Any:
    """The one target of an order; these books do not split shots."""
    if len(order.targets) != 1:
        raise EventRefusedError(f"one man, one shot: {book.title} does not split shots")
    return order.targets[0]
