"""A game of two men that has not begun, nothing of which is kept on the disk."""

from spotter.game.live_game import begun
from spotter.live.play_table import PlayTable
from table.army import Army, Enlisted, Side, TagStyle
from table.scene import Scene, Soldier
from tests.spotter.game.kept_lines import Lines

MEN = (Soldier("R01", "red", 10.0, 10.0, ("rifle",)), Soldier("B01", "blue", 20.0, 10.0))
SCENE = Scene(36.0, 24.0, MEN)


def bare_game():
    """The table before its game."""
    enlisted = tuple(Enlisted(man.id, man.side, man.weapons) for man in MEN)
    army = Army(TagStyle(), (Side("red"), Side("blue")), enlisted)

    def begin(scene, now_s):
        return begun(Lines(), "omog-advanced", scene, ("red", "blue"), {}, began_s=now_s)

    return PlayTable(army, begin)
