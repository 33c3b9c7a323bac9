"""Why a man goes where he goes, in one sentence for those who watch."""

import numpy as np
from shapely import Point

from rules.foresight.outlook import EnemyCases
from rules.foresight.position import Choices
from rules.game.game import Game
from rules.game.victory import objectives
from table.places import Floats, TablePoint
from table.scene import Scene

_SAFER = 0.05  # so much less to be hit is worth a word
_BESIDE_IN = 1.5  # who stands so near to a thing stands by it


def reason_to_go(game: Game, side: str, seen: Choices, cases: EnemyCases, row: int) -> str:
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


def where(scene: Scene, place: TablePoint) -> str:
    """The place in words: its inches, and what it lies in or beside."""
    told = f"({place.x:.1f}, {place.y:.1f})"
    at = Point(place.x, place.y)
    away = [(thing.footprint.distance(at), thing.kind) for thing in scene.things]
    off_in, kind = min(away, default=(_BESIDE_IN, ""))
    if off_in >= _BESIDE_IN:
        return told
    return f"{told}, {'on' if off_in == 0.0 else 'by'} the {kind}"
