"""Plain players to measure against: each plays by one rule of thumb."""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

import numpy as np

from rules.book.book import Book
from rules.foresight.attacks import AttackOption, Hits, KnownShots, attempted, fights_of
from rules.foresight.exchange import Ballistics, EnemyCase, Standing
from rules.foresight.options import enemies_of, goings_of, places_around
from rules.foresight.outlook import STRIKES
from rules.foresight.player import NextDeed, PhaseMemory
from rules.game.engine import phase_now
from rules.game.game import Game
from table.directions import distance_in
from table.places import TablePoint
from table.scene import Soldier

Liked = Callable[[Book, Game, Soldier, list[TablePoint], Random], list[TablePoint]]
Rank = Callable[[Game, str, Hits, Random], float]


@dataclass
class Plain:
    """A player by one rule of thumb: which places he likes best, which attacks come first.

    He acts in the phases of his own side, and in those that all share.
    """

    side: str
    liked: Liked
    rank: Rank
    random: Random
    _memory: PhaseMemory = field(default_factory=PhaseMemory)
    _shots: KnownShots = field(default_factory=KnownShots)

    def choose(self, book: Book, game: Game) -> NextDeed | None:
        """What the side does next in this phase, None where it is done."""
        self._memory.turned(book, game)
        phase = phase_now(book, game)
        if phase.side not in {None, self.side}:
            return None
        men = [man for man in game.scene.soldiers if man.side == self.side]
        if phase.allows & STRIKES and (attack := self._shot(book, game, men)):
            return NextDeed(attack.event, attack.man, "")
        if "fought" in phase.allows:
            fight = next((one for man in men for one in fights_of(book, game, man)), None)
            if fight is not None:
                return NextDeed(fight.event, fight.man, "")
        return self._move(book, game, men) if "moved" in phase.allows else None

    def _shot(self, book: Book, game: Game, men: list[Soldier]) -> AttackOption | None:
        ordered = self._memory.ordered
        ready = (man for man in men if man.id not in ordered)
        found = [shot for man in ready for shot in self._shots.of(book, game, man)]
        found.sort(key=lambda shot: self.rank(game, shot.order.shooter, shot.hits, self.random))
        tried = (attempted(book, game, shot) for shot in found)
        attack = next((attack for attack in tried if attack is not None), None)
        if attack is not None:
            ordered[attack.man] = attack.hits
        return attack

    def _move(self, book: Book, game: Game, men: list[Soldier]) -> NextDeed | None:
        for man in men:
            if man.id in self._memory.thought:
                continue
            self._memory.thought.add(man.id)
            around = places_around(book, game, man, directions=10, steps=(0.5, 1.0))
            liked = self.liked(book, game, man, around, self.random) if around else []
            going = next(goings_of(book, game, man, liked), None)
            if going is not None:
                return NextDeed(going.event, man.id, "", going.place)
        return None


def _random_legal(side: str, random: Random) -> Plain:
    """Does something that is allowed, whatever it is."""
    return Plain(
        side,
        lambda _, __, ___, places, rng: rng.sample(places, len(places)),
        lambda _, __, ___, rng: rng.random(),
        random,
    )


def _nearest_enemy(side: str, random: Random) -> Plain:
    """Runs at the nearest enemy and shoots at the nearest one."""

    def liked(
        _: Book, game: Game, man: Soldier, places: list[TablePoint], __: Random
    ) -> list[TablePoint]:
        enemies = enemies_of(game.scene, man.side)
        return sorted(places, key=lambda p: min(distance_in(p, e.place) for e in enemies))

    def rank(game: Game, man: str, hits: Hits, _: Random) -> float:
        ends = [game.scene.soldier(name) for name in (man, hits[0][0])]
        return distance_in(ends[0].place, ends[1].place) if ends[0] and ends[1] else 0.0

    return Plain(side, liked, rank, random)


def _best_shot(side: str, random: Random) -> Plain:
    """Goes where its next shot is best, and makes the best shot there is."""
    known: list[Ballistics] = []

    def liked(
        book: Book, game: Game, man: Soldier, places: list[TablePoint], __: Random
    ) -> list[TablePoint]:
        enemies = enemies_of(game.scene, man.side)
        xy = np.array([[place.x, place.y] for place in places])
        if not known or known[0].agreed is not game.agreed:
            known[:] = [Ballistics(book, game.agreed)]
        strikes, _ = known[0].blows(game.scene, [Standing(man, xy)], [EnemyCase(enemies)])
        best = dict(zip(places, strikes[0].max(axis=1, initial=0.0).tolist(), strict=True))
        near = {p: min(distance_in(p, e.place) for e in enemies) for p in places}
        return sorted(places, key=lambda place: (-best[place], near[place]))

    return Plain(side, liked, lambda _, __, hits, ___: -sum(c for _, c in hits), random)


BASELINES = {"random": _random_legal, "nearest": _nearest_enemy, "shot": _best_shot}
