"""Whom a side shoots or fights now: of all its men's attacks the one that is worth most."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from rules.foresight.attacks import (
    AttackOption,
    Hits,
    KnownShots,
    Shooting,
    attempted,
    fights_of,
    shots_of,
)
from rules.foresight.outlook import standing
from rules.foresight.player import NextDeed, PhaseMemory
from rules.foresight.side_view import SideView
from table.scene import Soldier

_TRIES = 12  # of a man's best shots: then he holds his fire
_FRIEND = 1.5  # what hitting a friend costs beside an enemy
_LOST_FIGHT = 0.9  # what it costs to fall in a fight, beside an enemy
_LIKELY_LOST = 0.55  # a fight lost so often is not begun


@dataclass
class Strikes:
    """A side's attacks; what was ordered and who holds his fire is kept in the memory."""

    memory: PhaseMemory
    _known: KnownShots = field(default_factory=KnownShots)

    def shot(self, view: SideView) -> NextDeed | None:
        """The shot worth most of all men's; who had none waits until more is known."""
        memory, game = self.memory, view.game
        # An enemy who fires, or is hit, opens other shots: fire returned at him, or at another.
        now = len(game.hit), view.enemies
        # Where all fire at once, who is hit may still fire; the game refuses it where not.
        ready = [
            man
            for man in game.scene.soldiers
            if man.side == view.side
            and memory.held.get(man.id) != now
            and man.id not in memory.ordered
        ]
        attack = next(self._attacks(view, ready, now), None)
        if attack is not None:
            memory.ordered[attack.man] = attack.hits
            return _told(attack, "shoots")
        memory.held |= {man.id: now for man in ready}
        return None

    def reaction(self, view: SideView) -> NextDeed | None:
        """A shot at an enemy who has just moved.

        The first blow takes a man and his own blow: less what he may give back, it may be half as
        good as the man's usual one.
        """
        memory, game, now = self.memory, view.game, view.enemy_places
        came = [game.soldier(name) for name in now if now[name] != memory.enemies.get(name)]
        shots = [shot for man in view.men for shot in shots_of(view.book, game, man, came)]
        for worth, shot in self._worthwhile(view, shots)[:_TRIES]:
            man = game.soldier(shot.order.shooter)
            usual = view.shots.power(game.scene, man, came[0])
            net = worth - _given_back(view, shot)
            attack = attempted(view.book, game, shot) if 2.0 * net >= usual else None
            if attack is not None:
                return _told(attack, "shoots")
        memory.enemies = now
        return None

    def fight(self, view: SideView) -> NextDeed | None:
        """A fight that is rather won than lost."""
        fights = (fight for man in view.men for fight in fights_of(view.book, view.game, man))
        return next((_told(one, "fights") for one in fights if self._is_won(view, one)), None)

    def _is_won(self, view: SideView, fight: AttackOption) -> bool:
        net = self._worth(view, fight.hits) - _LOST_FIGHT * fight.fails
        return fight.fails < _LIKELY_LOST and net > 0.0

    def _attacks(
        self, view: SideView, men: Sequence[Soldier], now: object
    ) -> Iterator[AttackOption]:
        """Their shots that are worth something, the best first, as far as the game allows them."""
        shots = [shot for man in men for shot in self._known.of(view.book, view.game, man)]
        tried: Counter[str] = Counter()
        for _, shot in self._worthwhile(view, shots):
            man = shot.order.shooter
            tried[man] += 1
            attack = attempted(view.book, view.game, shot) if tried[man] <= _TRIES else None
            if attack is not None:
                yield attack
            elif tried[man] == _TRIES:
                self.memory.held[man] = now

    def _worthwhile(
        self, view: SideView, shots: Sequence[Shooting]
    ) -> list[tuple[float, Shooting]]:
        """Those that are worth something, with their worth, the best first."""
        found = [(self._worth(view, shot.hits), shot) for shot in shots]
        return sorted((one for one in found if one[0] > 0.0), key=lambda one: -one[0])

    def _worth(self, view: SideView, hits: Hits) -> float:
        """Enemies an attack is expected to take that no order takes already, less friends."""
        alive = {man.id: man.side for man in standing(view.game)}
        gain = 0.0
        for name, chance in hits:
            if name in alive:
                fresh = chance * self._missed(name) * view.worths.get(name, 1.0)
                gain += fresh if alive[name] != view.side else -_FRIEND * fresh
        return gain

    def _missed(self, name: str) -> float:
        """The chance that all fire which is named and not yet fired misses him."""
        missed = 1.0
        for hits in self.memory.ordered.values():
            missed *= 1.0 - dict(hits).get(name, 0.0)
        return missed


def _given_back(view: SideView, shot: Shooting) -> float:
    """What the shooter risks of those he shoots at, who may fire back, hit or not."""
    scene, man = view.game.scene, view.game.soldier(shot.order.shooter)
    targets = [view.game.soldier(name) for name, _ in shot.hits]
    back = (view.shots.pair(scene, one, man) for one in targets if one.side != man.side)
    return view.worths.get(man.id, 1.0) * view.weights.danger * max(back, default=0.0)


def _told(attack: AttackOption, verb: str) -> NextDeed:
    whom = ", ".join(f"{name} at {chance:.0%}" for name, chance in attack.hits)
    return NextDeed(attack.event, attack.man, f"{attack.man} {verb} {whom}")
