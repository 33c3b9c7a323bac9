"""A scene in words a player understands."""

from collections.abc import Iterator

from table.natural_order import natural_order
from table.scene import Scene, Soldier, Thing


def scene_lines(scene: Scene) -> Iterator[str]:
    """What is on the table, line by line."""
    yield f"{scene.width:g} x {scene.height:g} in, {_count(len(scene.soldiers), 'soldier')}"
    for soldier in sorted(scene.soldiers, key=lambda one: natural_order(one.id)):
        yield f"  {_soldier_line(soldier)}"
    if scene.things:
        yield _count(len(scene.things), "thing")
    for thing in scene.things:
        yield f"  {_thing_line(thing)}"
    for order in scene.orders:
        yield f"order card {order.order} at ({order.x:.1f}, {order.y:.1f})"
    for place in scene.unread:
        yield f"a tag at ({place.x:.1f}, {place.y:.1f}) could not be read; bring it into the light"
    if scene.unknown:
        yield f"in no army: {', '.join(scene.unknown)}"


def _soldier_line(soldier: Soldier) -> str:
    carries = ", ".join(soldier.weapons) or "no weapon"
    stands = f" on {soldier.on}" if soldier.on else ""
    error = f" +- {soldier.error:.2f}" if soldier.error is not None else ""
    return (
        f"{soldier.id:<6} {soldier.side}, {carries}: at ({soldier.x:.1f}, {soldier.y:.1f}){error}"
        f"{stands}, facing {soldier.facing:.0f}"
    )


def _thing_line(thing: Thing) -> str:
    length_in, width_in = thing.sides_in
    centre = thing.footprint.centroid
    return (
        f"{thing.id:<10} at ({centre.x:.1f}, {centre.y:.1f}), "
        f"{length_in:.1f} x {width_in:.1f} in, {thing.height:g} in high"
        f" ({thing.confidence:.0%} sure)"
    )


def _count(number: int, word: str) -> str:
    return f"{number or 'no'} {word}{'' if number == 1 else 's'}"
