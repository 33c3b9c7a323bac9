"""Sheets on which every other tag is a stranger's whose name is nearly a soldier's."""

from dataclasses import replace

import numpy as np

from table.army import Enlisted
from tests.bench.cases import Case
from tests.bench.score import Truth

_DIGITS, _CAPITALS = "0123456789", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def with_near_names(case: Case, seed: int) -> Case:
    """The picture as it is; every other man is struck from the army and so a stranger.

    In his place a man is enlisted who is not on the table, and whose name differs from his in
    one letter, in one of four in two.
    """
    chance = np.random.default_rng([seed, 1])
    names = {man.id for man in case.army.soldiers} | set(case.truth.scene.unknown)
    men = []
    for i, man in enumerate(case.army.soldiers):
        name = _near_name(chance, man.id, names) if i % 2 else man.id
        names.add(name)
        men.append(replace(man, id=name))
    return replace(case, army=replace(case.army, soldiers=tuple(men)), truth=_truth(case, men))


def _near_name(chance: np.random.Generator, name: str, taken: set[str]) -> str:
    """A name like this one that nobody has."""
    near = name
    while near in taken:
        letters = list(name)
        for place in chance.choice(len(name), chance.choice([1, 1, 1, 2]), replace=False):
            kind = _DIGITS if name[place].isdigit() else _CAPITALS
            letters[place] = str(chance.choice(list(kind)))
        near = "".join(letters)
    return near


def _truth(case: Case, men: list[Enlisted]) -> Truth:
    """The truth for this army: who is not in it is a stranger."""
    ids, scene = {man.id for man in men}, case.truth.scene
    theirs = tuple(man for man in scene.soldiers if man.id in ids)
    strangers = tuple(man.id for man in scene.soldiers if man.id not in ids)
    unknown = tuple(sorted((*scene.unknown, *strangers)))
    return replace(case.truth, scene=replace(scene, soldiers=theirs, unknown=unknown))
