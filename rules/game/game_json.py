"""A game as JSON and back, for saving."""

from dataclasses import asdict
from typing import Any

from rules.game.game import Game, Loss
from table.scene_file import scene_from_json, scene_json


def game_json(game: Game) -> dict[str, Any]:
    """The game as plain JSON."""
    return {
        "scene": scene_json(game.scene),
        "sides": list(game.sides),
        "order": list(game.order),
        "turn": game.turn,
        "phase": game.phase,
        "used_s": game.used_s,
        "hit": [asdict(loss) for loss in game.hit],
        "losses": [asdict(loss) for loss in game.losses],
        "agreed": dict(game.agreed),
        "record": dict(game.record),
        "winner": game.winner,
    }


def game_from_json(value: dict[str, Any], file: str) -> Game:
    """The game that `game_json` wrote."""
    return Game(
        scene=scene_from_json(value["scene"], file),
        sides=tuple(value["sides"]),
        order=tuple(value["order"]),
        turn=value["turn"],
        phase=value["phase"],
        used_s=value["used_s"],
        hit=tuple(Loss(**loss) for loss in value["hit"]),
        losses=tuple(Loss(**loss) for loss in value["losses"]),
        agreed=value["agreed"],
        record=value["record"],
        winner=value["winner"],
    )
