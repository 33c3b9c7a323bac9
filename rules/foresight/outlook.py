"""What may come before the next blows: who moves, who strikes first, what each man can choose."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np

from rules.book.book import Book
from rules.foresight.exchange import Ballistics, EnemyCase, Standing, rested
from rules.foresight.options import MoveOption, deeds_on_the_spot, goings_of, limit_in
from rules.foresight.position import Choices
from rules.game.common_state import is_down
from rules.game.engine import game_rules, phase_now
from rules.game.game import Game, Phase
from rules.game.legs import began_at
from rules.game.victory import objectives
from table.directions import bearing_deg, distance_in, step
from table.places import Floats, TablePoint
from table.scene import Soldier

STRIKES = frozenset({"fired", "attacked", "named"})
# Turns in which sides may come near each other, or lie in wait, before one is pressed for time.
_PATIENCE = 3
_TRIES = 24  # places on which it is tried what a move makes of a man


@dataclass(frozen=True, eq=False)
class EnemyCases:
    """The enemies as they may stand when blows fall, case by case: this turn's, then the next's.

    `now`: own blows of this turn fall before they move, as they stand in the first case.
    """

    cases: tuple[EnemyCase, ...]
    now: bool = False

    @property
    def enemies(self) -> tuple[Soldier, ...]:
        """The enemies as they stand."""
        return self.cases[0].enemies

    @property
    def soon(self) -> int:
        """How many cases are of this turn."""
        return sum(not case.later for case in self.cases)

    def shares(self, coming: float, later: float) -> Floats:
        """How much each case counts: those of this turn 1 together."""
        soon = [1.0] if self.soon == 1 else [1.0 - coming, coming]
        return np.array([*soon, *[later] * (len(self.cases) - self.soon)])


def standing(game: Game) -> list[Soldier]:
    """The men who are not out of the fight already."""
    hit = {loss.id for loss in game.hit}
    return [man for man in game.scene.soldiers if man.id not in hit and not is_down(man)]


def cases_of(book: Book, game: Game, side: str, *, far: bool, later: bool) -> EnemyCases:
    """Enemies where they are; come nearer, if they move before they strike; and a turn later."""
    found = _soon(book, game, side, far=far)
    if not later:
        return found
    fresh = tuple(rested(enemy) for enemy in found.enemies)
    return replace(found, cases=(*found.cases, EnemyCase(fresh, later=True)))


def _soon(book: Book, game: Game, side: str, *, far: bool) -> EnemyCases:
    """The cases of this turn."""
    men = standing(game)
    enemies = tuple(man for man in men if man.side != side)
    own = [man for man in men if man.side == side]
    coming = _enemy_comes(book, game, side)
    first, last = strikes_first(book, game, side), strikes_last(book, game, side)
    here = EnemyCase(enemies, first=first, last=last)
    if not own or coming is None:
        return EnemyCases((here,))
    if coming >= len(game_rules(book).phases(game)) - game.phase:  # not in this turn
        here = replace(here, enemies=tuple(rested(enemy) for enemy in enemies))
    if not far:
        return EnemyCases((here,))
    nearer = tuple(_come_nearer(book, game, enemy, own) for enemy in here.enemies)
    shot_at = _are_shot_at_coming(book, game, side)
    there = replace(here, enemies=nearer, first=first or shot_at)
    return EnemyCases((here, there), now=_strikes_at_once(book, game, side))


def _come_nearer(book: Book, game: Game, enemy: Soldier, own: list[Soldier]) -> Soldier:
    """The enemy after a move straight toward the nearest man, as far as he may, not into him.

    Who has already moved in a phase that all share stays where he has come to.
    """
    if began_at(game, enemy.id) is not None:
        return enemy
    man = min(own, key=lambda one: distance_in(one.place, enemy.place))
    stride_in = limit_in(book, game, enemy, man.place)
    toward = bearing_deg(enemy.place, man.place)
    room_in = distance_in(enemy.place, man.place) - enemy.radius - man.radius
    place = step(enemy.place, toward, max(min(stride_in, room_in), 0.0))
    came = _as_moved(book, game, enemy, [place]) or enemy
    return replace(came, x=place.x, y=place.y, facing=toward, on=None, elevation=0.0)


def _as_moved(book: Book, game: Game, man: Soldier, places: Sequence[TablePoint]) -> Soldier | None:
    """The man with the state that a move leaves him in; None where he may not move now."""
    tried = goings_of(book, game, man, islice(reversed(places), _TRIES))
    going: MoveOption | None = next(tried, None)
    after = None if going is None else going.after.scene.soldier(man.id)
    return None if after is None else replace(man, state=after.state, facing=after.facing)


def ways_of(
    shots: Ballistics,
    game: Game,
    man: Soldier,
    places: Sequence[TablePoint] = (),
    *,
    stances: bool = False,
) -> tuple[Standing, ...]:
    """The man as he stands, as he might hold himself there, and as he would be at the places."""
    here = Standing(man, np.array([[man.x, man.y]]))
    held = _better_held(shots, game, here) if stances else None
    moved = _as_moved(shots.book, game, man, places)
    found = [here] if held is None else [here, held]
    if moved is not None:
        found.append(Standing(moved, np.array([[place.x, place.y] for place in places])))
    return tuple(found)


def _better_held(shots: Ballistics, game: Game, here: Standing) -> Standing | None:
    """The man after what he may do on the spot and what helps him most on open ground."""
    man = here.man
    enemy = next((one for one in standing(game) if one.side != man.side), None)
    if enemy is None:
        return None
    best, found = shots.stance(game.scene, man, enemy) + 1e-9, None
    for option in deeds_on_the_spot(shots.book, game, man):
        held = option.after.soldier(man.id)
        worth = shots.stance(game.scene, held, enemy)
        if worth > best:
            best, found = worth, Standing(held, here.xy, option)
    return found


def choices_of(
    shots: Ballistics, game: Game, ways: Sequence[Standing], cases: EnemyCases
) -> Choices:
    """What it means for a man to stay, the first of his ways, or to go to each of the places."""
    strikes, dangers = shots.blows(game.scene, ways, cases.cases)
    if cases.now:
        strikes[1 : cases.soon] = strikes[:1]
    ahead, behind = np.zeros(strikes.shape), np.zeros(strikes.shape)
    for number, case in enumerate(cases.cases):
        begin = 0
        for one in ways:
            rows = slice(begin, begin := begin + len(one.xy))
            ahead[number, rows], behind[number, rows] = _order(shots.book, one.man, case)
    man, xy = ways[0].man, np.concatenate([one.xy for one in ways])
    far_in = np.array([_wanted_in(game, man, TablePoint(*at)) for at in xy.tolist()])
    return Choices(man.id, xy, strikes, dangers, ahead, behind, far_in)


def _order(book: Book, man: Soldier, case: EnemyCase) -> tuple[Floats, Floats]:
    """The chance that a man's blow falls before each enemy's, and that the enemy's does."""
    fires_as = game_rules(book).fires_as
    if fires_as is None or case.first or case.last:
        sure = np.ones(len(case.enemies))
        return sure * case.first, sure * case.last
    own = fires_as(book, rested(man) if case.later else man)
    theirs = [fires_as(book, enemy) for enemy in case.enemies]
    ahead = np.array([1.0 if own < one else 0.5 if own == one else 0.0 for one in theirs])
    return ahead, 1.0 - ahead


def _wanted_in(game: Game, man: Soldier, place: TablePoint) -> float:
    """How far the place is from what his side wants: its objective, else the nearest enemy."""
    goal = objectives(game).get(man.side)
    if goal is not None:
        return distance_in(place, goal)
    enemies = [other for other in game.scene.soldiers if other.side != man.side]
    return min((distance_in(place, enemy.place) for enemy in enemies), default=0.0)


def urgency(game: Game, side: str) -> float:
    """0 while the game goes well by itself, more for every turn too many in which nothing was won.

    A side that is ahead lets the others come; one that is not must seek a decision.
    """
    lost = dict.fromkeys(game.sides, 0)
    for loss in (*game.losses, *game.hit):
        lost[loss.side] = lost.get(loss.side, 0) + 1
    others = min((count for name, count in lost.items() if name != side), default=0)
    if others > lost.get(side, 0):
        return 0.0
    last = max((loss.turn for loss in game.losses), default=0)
    return float(max(game.turn - last - _PATIENCE, 0))


def outnumbering(game: Game, side: str) -> float:
    """Own men to enemies: who has more may give as many as he takes."""
    men = standing(game)
    own = sum(man.side == side for man in men)
    return own / max(len(men) - own, 1)


def _enemy_comes(book: Book, game: Game, side: str) -> int | None:
    """After how many phases an enemy's next move comes; None if his next strike comes before it.

    In a phase of moves that all share he may come at once.
    """
    now = phase_now(book, game)
    if now.side is None and "moved" in now.allows:
        return 0
    for number, phase in enumerate(_later(book, game), 1):
        if phase.side == side:
            continue
        if _moves_in_a_row(book, game, phase):
            return None if phase.side is None else number
        if phase.allows & STRIKES:
            return None
    return None


def _moves_in_a_row(book: Book, game: Game, phase: Phase) -> bool:
    """Whether a side moves in this phase, or in one of its own that follow it at once."""
    if "moved" in phase.allows or phase.side is None:
        return "moved" in phase.allows
    phases = game_rules(book).phases(game)
    follow = phases[phases.index(phase) :]
    for one in follow:
        if one.side != phase.side:
            return False
        if "moved" in one.allows:
            return True
    return False


def _are_shot_at_coming(book: Book, game: Game, side: str) -> bool:
    """Whether enemies may be shot at in their next moves."""
    coming = (phase for phase in _later(book, game) if phase.side != side)
    moves = next((phase for phase in coming if "moved" in phase.allows), None)
    return moves is not None and moves.opportunity


def strikes_first(book: Book, game: Game, side: str) -> bool:
    """Whether the side has a strike of its own before its enemies' next one."""
    return _next_to_strike(book, game) == side


def _strikes_at_once(book: Book, game: Game, side: str) -> bool:
    """Whether the side strikes before any enemy moves."""
    for phase in _later(book, game):
        if phase.side != side and "moved" in phase.allows:
            return False
        if phase.side == side and phase.allows & STRIKES and "moved" not in phase.allows:
            return True
    return False


def strikes_last(book: Book, game: Game, side: str) -> bool:
    """Whether an enemy strikes before the side does."""
    return _next_to_strike(book, game) not in {side, None}


def _next_to_strike(book: Book, game: Game) -> str | None:
    """Whose strike comes next; None where all strike at once.

    Phases of one name in a row are one part of the turn, in which a side speaks after the other.
    """
    coming = [phase for phase in _later(book, game) if "moved" not in phase.allows]
    for phase, after in zip(coming, [*coming[1:], None], strict=True):
        if phase.allows & STRIKES:
            at_once = after is not None and after.name == phase.name and after.side != phase.side
            return None if at_once else phase.side
    return None


def _later(book: Book, game: Game) -> tuple[Phase, ...]:
    """The rest of this turn and the next one."""
    phases = game_rules(book).phases(game)
    return (*phases[game.phase + 1 :], *phases)


def worths(shots: Ballistics, game: Game) -> dict[str, float]:
    """What it means to lose each man: 1 on the whole, more for who strikes better than most."""
    men = standing(game)
    powers = {}
    for man in men:
        enemy = next((other for other in men if other.side != man.side), None)
        powers[man.id] = 0.0 if enemy is None else shots.power(game.scene, man, enemy)
    mean = sum(powers.values()) / max(len(powers), 1)
    return {name: 0.5 + 0.5 * power / mean if mean else 1.0 for name, power in powers.items()}


def _row(xy: Floats, place: TablePoint) -> int | None:
    """The row of the place among these, None where it is none of them."""
    near = np.flatnonzero(np.abs(xy - np.array([place.x, place.y])).max(axis=1) < 1e-6)
    return int(near[0]) if len(near) else None


def come_to(choices: Choices, man: Soldier) -> Choices | None:
    """His choices where he has come to one of them; None where he stands elsewhere."""
    row = _row(choices.xy, man.place)
    return None if row is None else choices.only(row)
