"""A virtual table on which the men of a given army stand: for whoever set his own table up."""

from dataclasses import replace

from table.army import Army
from tests.virtual.random_table import random_table
from tests.virtual.virtual_table import VirtualTable


def mustered_table(army: Army, seed: int, kinds: tuple[str, ...], **wish: object) -> VirtualTable:
    """A plain table with one thing of each kind at most and all men of the army who find room."""
    drawn = random_table(
        seed, "easy", men=len(army.soldiers), helmets=False, size_wh=(1920, 1080), **wish
    )
    things = [next((t for t in drawn.scene.things if t.kind == kind), None) for kind in kinds]
    kept = tuple(thing for thing in things if thing is not None)
    there = {thing.id for thing in kept}
    pairs = list(zip(drawn.scene.soldiers, army.soldiers, strict=False))
    soldiers = tuple(
        replace(
            stands,
            id=man.id,
            side=man.side,
            weapons=man.weapons,
            on=stands.on if stands.on in there else None,
            elevation=stands.elevation if stands.on in there else 0.0,
        )
        for stands, man in pairs
    )
    poses = {
        man.id: replace(
            drawn.tags[stands.id], z=0.0 if stands.on not in there else stands.elevation
        )
        for stands, man in pairs
    }
    scene = replace(drawn.scene, soldiers=soldiers, things=kept, orders=(), unknown=())
    return replace(drawn, army=army, scene=scene, tags=poses, decoys=(), clutter=(), hand=None)
