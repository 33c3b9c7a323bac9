"""Units and hand-to-hand as marks: links between team mates, the broken ones marked."""

from collections.abc import Sequence

import numpy as np

from overlay.marks.marks import Arrow, Icon, Label, Line, Mark, Ring
from overlay.marks.words import chance_words
from rules.book.answer import Fight, Units
from table.directions import bearing_deg, distance_in, step
from table.scene import Scene, Soldier

_SHORT = 24  # letters; a longer problem is told on the card, here only its rule


def unit_marks(scene: Scene, answer: Units) -> tuple[Mark, ...]:
    """Each team's links; whoever has a problem is ringed, and his link is broken."""
    troubled = {soldier for problem in answer.problems for soldier in problem.soldiers}
    alone = {p.soldiers[0] for p in answer.problems if len(p.soldiers) == 1}
    return (*link_marks(scene, frozenset(alone)), *_problems(scene, answer, troubled))


def link_marks(scene: Scene, alone: frozenset[str] = frozenset()) -> tuple[Mark, ...]:
    """The shortest chain through each team; links of lonely men are broken."""
    teams: dict[tuple[str, str], list[Soldier]] = {}
    for soldier in scene.soldiers:
        if soldier.team is not None:
            teams.setdefault((soldier.side, soldier.team), []).append(soldier)
    return tuple(
        mark
        for men in teams.values()
        for one, other in _chain(men)
        for mark in _link(one, other, alone)
    )


def _chain(men: Sequence[Soldier]) -> list[tuple[Soldier, Soldier]]:
    """Links that join all men with the least length in all."""
    if len(men) < 2:
        return []
    xy = np.array([(m.x, m.y) for m in men])
    gaps = np.hypot(*(xy[:, None] - xy[None]).transpose(2, 0, 1))
    joined, links = [0], []
    while len(joined) < len(men):
        rest = [i for i in range(len(men)) if i not in joined]
        part = gaps[np.ix_(joined, rest)]
        a, b = np.unravel_index(int(part.argmin()), part.shape)
        links.append((men[joined[a]], men[rest[b]]))
        joined.append(rest[int(b)])
    return links


def _link(one: Soldier, other: Soldier, alone: frozenset[str]) -> tuple[Mark, ...]:
    away_in = distance_in(one.place, other.place)
    if away_in <= one.radius + other.radius:
        return ()
    bearing = bearing_deg(one.place, other.place)
    start = step(one.place, bearing, one.radius)
    end = step(one.place, bearing, away_in - other.radius)
    if not {one.id, other.id} & alone:
        return (Line((start, end), "link"),)
    middle = step(one.place, bearing, away_in / 2)
    words = Label(middle, f"{away_in:.1f} in", "broken", 0.35, rank=4)
    return (Line((start, end), "broken"), Icon(middle, "broken", 0.45), words)


def _problems(scene: Scene, answer: Units, troubled: set[str]) -> tuple[Mark, ...]:
    rings = tuple(
        Ring(s.place, s.radius + 0.15, "broken") for s in scene.soldiers if s.id in troubled
    )
    words = []
    for problem in answer.problems:
        first = scene.soldier(problem.soldiers[0]) if problem.soldiers else None
        if first is not None:
            told = problem.why if len(problem.why) <= _SHORT else problem.rule
            words.append(Label(first.place, told, "broken", first.radius + 0.2, rank=5))
    return (*rings, *words)


def fight_marks(
    scene: Scene, attackers: Sequence[str], defender: Soldier, answer: Fight
) -> tuple[Mark, ...]:
    """Who goes for whom, what each adds, and the chance."""
    ink = "hit" if answer.allowed else "blocked"
    bonus = {b.id: b.value for b in answer.bonuses}
    made: list[Mark] = []
    for attacker in (scene.soldier(name) for name in attackers):
        if attacker is not None:
            made += _attack(attacker, defender, ink)
            if attacker.id in bonus:
                words = f"{bonus[attacker.id]:+g}"
                made.append(Label(attacker.place, words, ink, attacker.radius + 0.1, rank=6))
    words = "no fight" if not answer.allowed else "hand to hand"
    if answer.chance is not None:
        words = f"falls {chance_words(answer.chance)}"
    made.append(Label(defender.place, words, ink, defender.radius + 0.2, rank=9, height_in=0.35))
    return tuple(made)


def _attack(attacker: Soldier, defender: Soldier, ink: str) -> list[Mark]:
    ring = Ring(attacker.place, attacker.radius + 0.1, ink)
    away_in = distance_in(attacker.place, defender.place)
    gap_in = away_in - attacker.radius - defender.radius
    if gap_in < 0.5:
        return [ring]
    bearing = bearing_deg(attacker.place, defender.place)
    start = step(attacker.place, bearing, attacker.radius + 0.1)
    return [ring, Arrow((start, step(attacker.place, bearing, away_in - defender.radius)), ink)]
