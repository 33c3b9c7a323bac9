"""Why a man goes where he goes, in one sentence for those who watch.

Every number in it is that of one case: enemies as they stand, come nearer, or of the next turn.
"""

from shapely import Point

from rules.foresight.outlook import EnemyCases
from rules.foresight.position import Choices
from rules.game.game import Game
from rules.game.victory import objectives
from table.places import Floats, TablePoint
from table.scene import Scene, Thing

_SAFER = 0.05  # so much less to be hit is worth a word
_BESIDE_IN = 1.5  # who stands so near to a thing stands by it
_NAMED = 3  # who hit him most easily; the others are counted


def reason_to_go(game: Game, side: str, seen: Choices, cases: EnemyCases, row: int) -> str:
    """What a move is for: whom he strikes from there, and what he risks there and here."""
    blow = _blow(seen, cases, row)
    risk = _risk(seen, cases, row)
    if risk is None and (blow or _worst(seen, cases, 0)[1] > _SAFER):
        risk = f"nobody hits him there{_saved(_worst(seen, cases, 0)[1], 0.0)}"
    goal = "his goal" if side in objectives(game) else "the enemy"
    is_nearer = not blow and seen.far_in[row] < seen.far_in[0]
    nearer = f"nearer {goal}, {seen.far_in[row]:.0f} in off" if is_nearer else None
    return "; ".join(part for part in (blow, risk, nearer) if part) or "out of reach"


def _blow(seen: Choices, cases: EnemyCases, row: int) -> str | None:
    """His best blow in the first case in which he has one."""
    for number, case in enumerate(cases.cases):
        chances = seen.strikes[number, row]
        if chances.max(initial=0.0) > 0.0:
            told = f"{cases.enemies[int(chances.argmax())].id} at {_percent(chances.max())}"
            if case.later:
                return f"next turn {told}"
            return told if number == 0 else f"{told} if he comes nearer"
    return None


def _risk(seen: Choices, cases: EnemyCases, row: int) -> str | None:
    """Who hits him there in the worse of this turn's cases; None where nobody does."""
    number, hit = _worst(seen, cases, row)
    if hit == 0.0:
        return None
    dangers = seen.dangers[number, row]
    by = [cases.enemies[i].id for i in (-dangers).argsort(kind="stable") if dangers[i] > 0.0]
    more = f" and {len(by) - _NAMED} more" if len(by) > _NAMED else ""
    coming = f" if {'he comes' if len(by) == 1 else 'they come'} nearer" if number else ""
    saved = _saved(_hit(seen.dangers[number, 0]), hit)
    return f"hit there by {', '.join(by[:_NAMED])}{more} at {_percent(hit)}{coming}{saved}"


def _worst(seen: Choices, cases: EnemyCases, row: int) -> tuple[int, float]:
    """The case of this turn in which he is hit most easily at the place, and how easily."""
    hits = [_hit(seen.dangers[number, row]) for number in range(cases.soon)]
    worst = max(range(len(hits)), key=lambda number: hits[number], default=0)
    return worst, hits[worst] if hits else 0.0


def _saved(stays: float, hit: float) -> str:
    return f", {_percent(stays)} where he stands" if stays > hit + _SAFER else ""


def _hit(dangers: Floats) -> float:
    """The chance that any of these blows hits."""
    return 1.0 - float((1.0 - dangers).prod())


def _percent(chance: float) -> str:
    """In whole hundredths; what is not sure is not told as if it were."""
    return f"{chance if chance == 1.0 else min(chance, 0.99):.0%}"


def where(scene: Scene, place: TablePoint) -> str:
    """The place in words: its inches, and what it lies in or beside."""
    told = f"({place.x:.1f}, {place.y:.1f})"
    at = Point(place.x, place.y)
    away = [(thing.footprint.distance(at), thing) for thing in scene.things]
    off_in, thing = min(away, key=lambda one: one[0], default=(_BESIDE_IN, None))
    if thing is None or off_in >= _BESIDE_IN:
        return told
    return f"{told}, {'by' if off_in > 0.0 else _within(thing)} the {thing.kind}"


def _within(thing: Thing) -> str:
    """A man stands on what is flat; whether in or on what is high is for the book to say."""
    return "on" if thing.height == 0.0 else "at"
