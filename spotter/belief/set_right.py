"""What is believed, set right by the players: things that are others, tags they can read."""

from collections.abc import Iterable
from dataclasses import replace

from overlay.marks.corrections import Correction, TagNamed, corrected
from spotter.belief.belief import Belief
from table.army import Army


def set_right(belief: Belief, corrections: Iterable[Correction], army: Army | None) -> Belief:
    """The belief as the players say it is.

    A tag that nobody but they can read is the man's own, wherever he was believed to be.
    """
    corrections = tuple(corrections)
    named = {one.soldier for one in corrections if isinstance(one, TagNamed)} & belief.missed
    scene = corrected(belief.scene.without_soldiers(frozenset(named)), corrections, army)
    left = tuple(
        man for man in belief.scene.soldiers if man.id in named and scene.soldier(man.id) is None
    )
    return replace(belief, scene=replace(scene, soldiers=(*scene.soldiers, *left)))
