"""What order cards on the table ask for.

A card's top edge points from the nearest own soldier to the target or in the direction meant.
A card acts once, when it appears or is turned; it is then left alone until it is taken away.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from table.directions import bearing_deg, between_deg, distance_in, step
from table.places import TablePoint
from table.scene import Order, Scene, Soldier

ORDERS = ("FIRE", "MOVE", "BLAST", "SIGHT", "HOLD", "NEXT", "UNDO")
NEAR_IN = 6.0  # a card lies beside the man it speaks of
AIM_DEG = 12.0  # how far off its line a card may point
BLAST_IN = 6.0  # where a blast is aimed that points at nobody
_SAME_IN, _SAME_DEG = 0.4, 15.0
_EXACT_IN, _EXACT_DEG = 0.1, 3.0
_MOST_MISSED = 12


@dataclass(frozen=True, slots=True)
class CardOrder:
    """An order: who, and at whom or where."""

    order: str
    soldier: str | None = None
    target: str | None = None
    aim: TablePoint | None = None


@dataclass(frozen=True, slots=True)
class CardsKnown:
    """The cards that lie on the table, and those that were there and are not seen now."""

    lying: tuple[Order, ...] = ()
    missed: tuple[Order, ...] = ()

    def looked(self, now: Iterable[Order]) -> "CardsKnown":
        """What is known after another look."""
        lying = tuple(now)
        before = (*self.lying, *self.missed)
        missed = tuple(old for old in before if not any(_is_near(old, card) for card in lying))
        return CardsKnown(lying, missed[:_MOST_MISSED])


def new_orders(known: CardsKnown, now: Iterable[Order]) -> tuple[Order, ...]:
    """The cards that were not there before, or were turned.

    A card that shows up again just where it lay was only missed for a while, in a hand's
    shadow: nobody lays it down again to the tenth of an inch.
    """
    return tuple(
        card
        for card in now
        if card.order in ORDERS
        and not any(_is_near(card, old) for old in known.lying)
        and not any(_is_near(card, old, _EXACT_IN, _EXACT_DEG) for old in known.missed)
    )


def _is_near(
    one: Order, other: Order, near_in: float = _SAME_IN, near_deg: float = _SAME_DEG
) -> bool:
    return (
        one.order == other.order
        and distance_in(one.place, other.place) <= near_in
        and between_deg(one.facing, other.facing) <= near_deg
    )


def card_order(card: Order, scene: Scene, side: str | None) -> CardOrder | str:
    """What the card asks for, or a sentence on why it asks for nothing."""
    if card.order in {"HOLD", "NEXT", "UNDO"}:
        return CardOrder(card.order)
    man = _nearest(card, scene, side)
    if man is None:
        whose = f"{side} " if side else ""
        return f"card {card.order}: no {whose}soldier within {NEAR_IN:g} in; lay it beside one"
    if card.order in {"MOVE", "SIGHT"}:
        return CardOrder(card.order, man.id)
    target = _pointed_at(card, man, scene)
    if card.order == "BLAST":
        named = None if target is None else target.id
        return CardOrder("BLAST", man.id, named, _aim(card, man, target))
    if target is None:
        return f"card FIRE: points at no enemy of {man.id}; turn its top edge toward one"
    return CardOrder("FIRE", man.id, target.id)


def _nearest(card: Order, scene: Scene, side: str | None) -> Soldier | None:
    near = [
        (distance_in(man.place, card.place), man.id)
        for man in scene.soldiers
        if side in {None, man.side} and distance_in(man.place, card.place) <= NEAR_IN
    ]
    return scene.soldier(min(near)[1]) if near else None


def _pointed_at(card: Order, man: Soldier, scene: Scene) -> Soldier | None:
    """The enemy nearest to the line from the man along the card's top edge."""
    off = [
        (between_deg(bearing_deg(man.place, enemy.place), card.facing), enemy.id)
        for enemy in scene.soldiers
        if enemy.side != man.side
    ]
    within = [entry for entry in off if entry[0] <= AIM_DEG]
    return scene.soldier(min(within)[1]) if within else None


def _aim(card: Order, man: Soldier, target: Soldier | None) -> TablePoint:
    return step(man.place, card.facing, BLAST_IN) if target is None else target.place
