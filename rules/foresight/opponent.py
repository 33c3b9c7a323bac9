"""A computer opponent: a game and a side in, that side's next event and one sentence on it out.

It knows what stands on the table and what the book says, as a player of that side does. Where its
men go is planned together (see `position`), and anew after every move: hands may do otherwise.
"""

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from shapely import Point

from rules.book.answer import Units
from rules.book.ask import ask
from rules.book.book import Book
from rules.book.shots import Told
from rules.foresight.attacks import (
    AttackOption,
    Hits,
    KnownShots,
    Shooting,
    attempted,
    fights_of,
    shots_of,
)
from rules.foresight.exchange import Ballistics, Standing
from rules.foresight.levels import Level
from rules.foresight.options import (
    enemies_of,
    goings_of,
    happens,
    held,
    is_free,
    limit_in,
    places_around,
)
from rules.foresight.outlook import (
    STRIKES,
    EnemyCases,
    cases_of,
    choices_of,
    come_to,
    outnumbering,
    standing,
    urgency,
    ways_of,
    worths,
)
from rules.foresight.position import Choices, PositionWeights, SideChoices, best_places
from rules.game.engine import game_rules, phase_now
from rules.game.event import GameEvent
from rules.game.game import Game
from rules.game.victory import objectives
from table.directions import distance_in
from table.places import Floats, TablePoint
from table.scene import Scene, Soldier

_SAFER = 0.05  # so much less to be hit is worth a word
_BESIDE_IN = 1.5  # who stands so near to a thing stands by it
_MEETINGS = 100  # of men and enemies that are looked at before the first move is told
_STRAYS = 0.03  # what it costs, beside a man, that one is where his unit should not be
_TRIES = 12  # of his best places, and of his best shots: then he stays, or holds his fire


@dataclass(frozen=True, slots=True)
class NextDeed:
    """What a side does next, and why, in one sentence."""

    event: GameEvent
    man: str
    why: str
    place: TablePoint | None = None  # where a hand is to set him


@dataclass
class PhaseMemory:
    """What a player has done in this phase, which begins anew with the next one, and has seen."""

    phase: tuple[int, int] = (0, 0)
    thought: set[str] = field(default_factory=set)  # whose move was thought about
    held: dict[str, object] = field(default_factory=dict)  # who held his fire, how things stood
    ordered: dict[str, Hits] = field(default_factory=dict)  # whose fire is named, not fired
    enemies: dict[str, TablePoint] = field(default_factory=dict)  # where they stood, last looked at
    ways: dict[str, tuple[Standing, ...]] = field(default_factory=dict)  # where men may go

    def turned(self, book: Book, game: Game) -> None:
        """Forget another phase's deeds, and orders that were carried out."""
        if self.phase != (game.turn, game.phase):
            self.phase = (game.turn, game.phase)
            self.thought, self.held, self.ordered, self.ways = set(), {}, {}, {}
        if game_rules(book).due(game) is None:
            self.ordered = {}


@dataclass
class Opponent:
    """One side's player.

    Two who play on one table under the same terms may share what they are `told`. Where hands set
    its men, they may be `spare_in` too far off and still not have gone farther than they may.
    """

    side: str
    level: Level
    told: dict[Hashable, Told] = field(default_factory=dict)  # see Ballistics
    spare_in: float = 0.0
    _memory: PhaseMemory = field(default_factory=PhaseMemory)
    _shots: Ballistics | None = None
    _choices: dict[str, Choices] = field(default_factory=dict)
    _cases: EnemyCases | None = None
    _seen: object = None
    _known: KnownShots = field(default_factory=KnownShots)

    def choose(self, book: Book, game: Game) -> NextDeed | None:
        """What the side does next in this phase, None where it is done."""
        self._memory.turned(book, game)
        phase = phase_now(book, game)
        if phase.side not in {None, self.side}:
            return self._reaction(book, game) if phase.opportunity else None
        self._memory.enemies = self._enemy_places(game)
        if phase.allows & STRIKES and (chosen := self._strike(book, game)):
            return chosen
        if "fought" in phase.allows and (chosen := self._fight(book, game)):
            return chosen
        return self._move(book, game) if "moved" in phase.allows else None

    def forget(self, man: str) -> None:
        """Think about a man again in this phase: what was planned for him did not come about."""
        self._memory.thought.discard(man)
        self._choices.pop(man, None)

    def _men(self, game: Game) -> list[Soldier]:
        return [man for man in standing(game) if man.side == self.side]

    # -- strikes

    def _strike(self, book: Book, game: Game) -> NextDeed | None:
        """The attack worth most of all men's; who had none waits until more is known."""
        memory = self._memory
        # An enemy who fires, or is hit, opens other shots: fire returned at him, or at another.
        now = len(game.hit), enemies_of(game.scene, self.side)
        # Where all fire at once, who is hit may still fire; the game refuses it where not.
        ready = [
            man
            for man in game.scene.soldiers
            if man.side == self.side
            and memory.held.get(man.id) != now
            and man.id not in memory.ordered
        ]
        attack = next(self._attacks(book, game, ready, now), None)
        if attack is not None:
            memory.ordered[attack.man] = attack.hits
            return self._told(attack, "shoots")
        memory.held |= {man.id: now for man in ready}
        return None

    def _attacks(
        self, book: Book, game: Game, men: Sequence[Soldier], now: object
    ) -> Iterator[AttackOption]:
        """Their shots that are worth something, the best first, as far as the game allows them."""
        shots = [shot for man in men for shot in self._known.of(book, game, man)]
        tried: Counter[str] = Counter()
        for _, shot in self._worthwhile(book, game, shots):
            man = shot.order.shooter
            tried[man] += 1
            attack = attempted(book, game, shot) if tried[man] <= _TRIES else None
            if attack is not None:
                yield attack
            elif tried[man] == _TRIES:
                self._memory.held[man] = now

    def _reaction(self, book: Book, game: Game) -> NextDeed | None:
        """A shot at an enemy who has just moved.

        The first blow takes a man and his own blow: less what he may give back, it may be half as
        good as the man's usual one.
        """
        memory, now = self._memory, self._enemy_places(game)
        came = [game.soldier(name) for name in now if now[name] != memory.enemies.get(name)]
        shots = [shot for man in self._men(game) for shot in shots_of(book, game, man, came)]
        for worth, shot in self._worthwhile(book, game, shots)[:_TRIES]:
            man = game.soldier(shot.order.shooter)
            usual = self._ballistics(book, game).power(game.scene, man, came[0])
            net = worth - self._given_back(book, game, shot)
            attack = attempted(book, game, shot) if 2.0 * net >= usual else None
            if attack is not None:
                return self._told(attack, "shoots")
        memory.enemies = now
        return None

    def _given_back(self, book: Book, game: Game, shot: Shooting) -> float:
        """What the shooter risks of those he shoots at, who may fire back, hit or not."""
        man, shots = game.soldier(shot.order.shooter), self._ballistics(book, game)
        own = self._worths(book, game).get(man.id, 1.0) * self._pressed(game).danger
        targets = [game.soldier(name) for name, _ in shot.hits]
        back = (shots.pair(game.scene, one, man) for one in targets if one.side != man.side)
        return own * max(back, default=0.0)

    def _enemy_places(self, game: Game) -> dict[str, TablePoint]:
        return {man.id: man.place for man in standing(game) if man.side != self.side}

    def _worthwhile(
        self, book: Book, game: Game, shots: Sequence[Shooting]
    ) -> list[tuple[float, Shooting]]:
        """Those that are worth something, with their worth, the best first."""
        found = [(self._worth(book, game, shot.hits), shot) for shot in shots]
        return sorted((one for one in found if one[0] > 0.0), key=lambda one: -one[0])

    def _fight(self, book: Book, game: Game) -> NextDeed | None:
        """A fight that is rather won than lost."""
        for man in self._men(game):
            for fight in fights_of(book, game, man):
                if (
                    fight.fails < 0.55
                    and self._worth(book, game, fight.hits) - 0.9 * fight.fails > 0.0
                ):
                    return self._told(fight, "fights")
        return None

    @staticmethod
    def _told(attack: AttackOption, verb: str) -> NextDeed:
        whom = ", ".join(f"{name} at {chance:.0%}" for name, chance in attack.hits)
        return NextDeed(attack.event, attack.man, f"{attack.man} {verb} {whom}")

    def _worth(self, book: Book, game: Game, hits: Hits) -> float:
        """Enemies an attack is expected to take that no order takes already, less friends."""
        alive = {man.id: man.side for man in standing(game)}
        worth = self._worths(book, game)
        gain = 0.0
        for name, chance in hits:
            if name in alive:
                fresh = chance * self._missed(name) * worth.get(name, 1.0)
                gain += fresh if alive[name] != self.side else -1.5 * fresh
        return gain

    def _missed(self, name: str) -> float:
        """The chance that all fire which is named and not yet fired misses him."""
        missed = 1.0
        for hits in self._memory.ordered.values():
            missed *= 1.0 - dict(hits).get(name, 0.0)
        return missed

    # -- moves

    def _move(self, book: Book, game: Game) -> NextDeed | None:
        """The next man's place in the plan, nearest to the enemy first; None once all went.

        Where there are many, some are planned before the others are looked at.
        """
        if not enemies_of(game.scene, self.side):
            return None
        while waiting := self._waiting(game):
            self._look_at(book, game, waiting[: _most_at_once(game, self.side)])
            side = self._looked(book, game)
            picked = best_places(side)
            for number, choices in enumerate(side.men):
                man = game.soldier(choices.man)
                if man.id in self._memory.thought:
                    continue
                self._memory.thought.add(man.id)
                worth = side.values(number, picked)
                there = self._as_planned(game, side, picked)
                better = self._better(book, game, there, man, choices, worth)
                chosen = self._gone(book, game, man, choices, better)
                if chosen is not None:
                    return chosen
                picked[number] = 0
        return None

    def look_on(self, book: Book, game: Game) -> bool:
        """Look at one man more of those whose move is to come; whether there was one."""
        self._memory.turned(book, game)
        enemies = enemies_of(game.scene, self.side)
        fresh = [man for man in self._waiting(game) if man.id not in self._memory.ways]
        if not enemies or not fresh or "moved" not in phase_now(book, game).allows:
            return False
        self._look_at(book, game, fresh[:1])
        self._looked(book, game)
        return True

    def _waiting(self, game: Game) -> list[Soldier]:
        """Who has not been thought about in this phase, nearest to the enemy first."""
        return [man for man in self._nearest_first(game) if man.id not in self._memory.thought]

    def _nearest_first(self, game: Game) -> list[Soldier]:
        enemies = enemies_of(game.scene, self.side)
        men = self._men(game)
        return sorted(men, key=lambda m: min(distance_in(m.place, e.place) for e in enemies))

    def _look_at(self, book: Book, game: Game, men: Sequence[Soldier]) -> None:
        """See where these may go: from now on the plan counts with them."""
        for man in men:
            self._ways_of(book, game, man)

    def _as_planned(self, game: Game, side: SideChoices, picked: Sequence[int]) -> Scene:
        """The table once all whose move is to come have gone where they plan to."""
        plans = [(choices, choices.xy[at]) for choices, at in zip(side.men, picked, strict=True)]
        men = (
            replace(game.soldier(choices.man), x=float(x), y=float(y))
            for choices, (x, y) in plans
            if choices.man not in self._memory.thought
        )
        return game.scene.with_soldiers(*men)

    def _better(  # noqa: PLR0913, PLR0917 - a man, his places, and how all others go
        self,
        book: Book,
        game: Game,
        there: Scene,
        man: Soldier,
        choices: Choices,
        worth: Floats,
    ) -> list[int]:
        """The rows of his places that are better than to stay, the best first.

        Who strays from his team, or leaves one behind, does so only where it is worth it.
        """
        question = {"ask": "units", **held(book, "units", game.agreed)}
        broken = np.array([self._broken(book, there, question, man, at) for at in choices.xy])
        net = worth - _STRAYS * broken
        order = np.argsort(-net, kind="stable")
        better: list[int] = order[net[order] > net[0] + 1e-9].tolist()
        return better

    def _broken(
        self, book: Book, there: Scene, question: Mapping[str, Any], man: Soldier, xy: Floats
    ) -> int:
        """How much is wrong with the side's units where the man stands at the place."""
        moved = there.with_soldiers(replace(man, x=float(xy[0]), y=float(xy[1])))
        answer = ask(moved, question, book)
        own = {one.id for one in moved.soldiers if one.side == self.side}
        problems = answer.problems if isinstance(answer, Units) else ()
        return sum(bool(own & {*problem.soldiers}) for problem in problems)

    def _gone(
        self, book: Book, game: Game, man: Soldier, choices: Choices, better: Sequence[int]
    ) -> NextDeed | None:
        """The first of these places that the game lets him get to; None where he is to stay."""
        ways = self._memory.ways.get(man.id, ())
        for row in better[:_TRIES]:
            why = self._why(game, choices, row)
            deed = ways[1].deed if len(ways) > row == 1 else None
            if deed is not None and happens(book, game, deed.event) is not None:
                self._choices.pop(man.id)
                return NextDeed(deed.event, man.id, f"{man.id} {deed.words}: {why}")
            place = TablePoint(*choices.xy[row].tolist())
            if deed is not None or not is_free(game.scene, man, place):
                continue
            if not self._has_room(book, game, man, place):
                continue
            going = next(goings_of(book, game, man, [place]), None)
            if going is not None:
                told = f"{man.id} to {_where(game.scene, place)}: {why}"
                return NextDeed(going.event, man.id, told, going.place)
        return None

    def _has_room(self, book: Book, game: Game, man: Soldier, place: TablePoint) -> bool:
        """Whether a hand may set him down beyond the place by all that is to spare."""
        far_in = distance_in(man.place, place) + self.spare_in
        return not self.spare_in or limit_in(book, game, man, place) >= far_in

    def _why(self, game: Game, choices: Choices, row: int) -> str:
        assert self._cases is not None, "who moves has looked at them"
        return _why(game, self.side, choices, self._cases, row)

    def _looked(self, book: Book, game: Game) -> SideChoices:
        """All men looked at in this phase with what they can choose, who is nearest first."""
        level = self.level
        # Where enemies may come to is guessed once a phase, not after every own move.
        seen = (self._memory.phase, enemies_of(game.scene, self.side), game.scene.things)
        if self._cases is None or seen != self._seen:
            later = level.weights.later > 0.0
            self._cases = cases_of(book, game, self.side, far=level.far, later=later)
            self._seen = seen
            self._choices = {}
        cases = self._cases
        known = (man for man in self._nearest_first(game) if man.id in self._memory.ways)
        men = [self._choices_of(book, game, man) for man in known]
        weights = self._pressed(game)
        share = cases.shares(weights.coming, weights.later)
        worth = self._worths(book, game)
        theirs = np.array([worth.get(enemy.id, 1.0) for enemy in cases.enemies])
        own = [worth.get(man.man, 1.0) for man in men]
        return SideChoices(men, share, weights, own, theirs, level.joint)

    def _worths(self, book: Book, game: Game) -> dict[str, float]:
        return worths(self._ballistics(book, game), game) if self.level.joint else {}

    def _choices_of(self, book: Book, game: Game, man: Soldier) -> Choices:
        assert self._cases is not None, "cases come first"
        known = self._choices.get(man.id)
        found = None if known is None else come_to(known, man)
        if known is not None and found is not None:
            return known if man.id not in self._memory.thought else found
        ways = self._ways_of(book, game, man)
        self._choices[man.id] = choices_of(self._ballistics(book, game), game, ways, self._cases)
        return self._choices[man.id]

    def _ways_of(self, book: Book, game: Game, man: Soldier) -> tuple[Standing, ...]:
        """Where he may go in this phase, the same as long as he stands there."""
        if man.id in self._memory.thought:
            return ways_of(self._ballistics(book, game), game, man)
        ways, level = self._memory.ways, self.level
        if man.id not in ways or ways[man.id][0].man != man:
            around = places_around(
                book,
                game,
                man,
                directions=level.directions,
                steps=level.steps,
                spare_in=self.spare_in,
            )
            shots = self._ballistics(book, game)
            ways[man.id] = ways_of(shots, game, man, around, stances=level.stances)
        return ways[man.id]

    def _pressed(self, game: Game) -> PositionWeights:
        """The weights as the game stands: who does not win by waiting must come."""
        more = urgency(game, self.side)
        weights = self.level.weights
        danger = weights.danger * 0.6**more / max(outnumbering(game, self.side), 0.5)
        return replace(weights, danger=danger, press=weights.press * (1.0 + 2.0 * more))

    def _ballistics(self, book: Book, game: Game) -> Ballistics:
        known = self._shots
        if known is None or known.book is not book or known.agreed is not game.agreed:
            known = self._shots = Ballistics(book, game.agreed, self.told)
        return known


def _most_at_once(game: Game, side: str) -> int:
    """How many men are looked at before one of them moves."""
    return max(_MEETINGS // max(len(enemies_of(game.scene, side)), 1), 1)


def _why(game: Game, side: str, seen: Choices, cases: EnemyCases, row: int) -> str:
    """What a move is for: whom he strikes from there, and what he risks there and here."""
    soon, later = slice(cases.soon), slice(cases.soon, None)
    blows = [
        (f"{when}{cases.enemies[int(chances.argmax())].id} at {chances.max():.0%}")
        for when, turn in (("", soon), ("next turn ", later))
        if seen.strikes[turn, row].size
        and (chances := seen.strikes[turn, row].mean(axis=0)).max() > 0.0
    ]
    parts = blows[:1]
    dangers: Floats = seen.dangers[soon, row].mean(axis=0)
    by = [enemy.id for enemy, chance in zip(cases.enemies, dangers, strict=True) if chance > 0.0]
    hit, stays = _hit(dangers), _hit(seen.dangers[soon, 0].mean(axis=0))
    if by:
        saved = f", {stays:.0%} where he stands" if stays > hit + _SAFER else ""
        parts.append(f"hit there by {', '.join(by)} at {hit:.0%}{saved}")
    elif parts or stays > _SAFER:
        parts.append("nobody hits him there")
    if not blows and seen.far_in[row] < seen.far_in[0]:
        goal = "his goal" if side in objectives(game) else "the enemy"
        parts.append(f"nearer {goal}, {seen.far_in[row]:.0f} in off")
    return "; ".join(parts) or "out of reach"


def _hit(dangers: Floats) -> float:
    """The chance that any of these blows hits."""
    return 1.0 - float(np.prod(1.0 - dangers))


def _where(scene: Scene, place: TablePoint) -> str:
    """The place in words: its inches, and what it lies in or beside."""
    told = f"({place.x:.1f}, {place.y:.1f})"
    at = Point(place.x, place.y)
    away = [(thing.footprint.distance(at), thing.kind) for thing in scene.things]
    off_in, kind = min(away, default=(_BESIDE_IN, ""))
    if off_in >= _BESIDE_IN:
        return told
    return f"{told}, {'on' if off_in == 0.0 else 'by'} the {kind}"
