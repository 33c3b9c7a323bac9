"""Hours of play in little time: memory holds steady, names and places stay."""

import gc
import os
import random

import pytest

from spotter.files.table_files import read_setup
from spotter.files.table_folder import TableFiles
from spotter.game.deeds import NextStep
from spotter.game.journal import Journal
from spotter.game.live_game import begun
from spotter.live.play_table import PlayTable
from table.observation import Observation
from tests.spotter.plain_desk import DESK_AT_FIRST, a_move, picture_of, write_setup
from vision.live.track import track
from vision.live.tracked import Watching

GROWTH = 0.05


def memory_bytes() -> int:
    """What the program holds in memory now."""
    gc.collect()
    with open(f"/proc/{os.getpid()}/statm") as file:  # noqa: PTH123 - no file of ours
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def pictures(moves: int, stills: int):
    """Men are moved a little to and fro, in turn; between two moves the table is still."""
    chance = random.Random(7)
    desk, number = DESK_AT_FIRST, 1
    yield desk, 0
    for move in range(moves):
        name = ("R01", "R02", "R03")[move % 3]
        home = DESK_AT_FIRST.men[name]
        x = home.x + 0.8 * (move // 3 % 3) + chance.uniform(0, 0.3)
        for shown in (*a_move(desk, name, x, home.y), *[desk.moved(name, x, home.y)] * stills):
            yield shown, number
            number += 1
        desk = desk.moved(name, x, home.y)


def soaked(folder, moves, stills, *, warm) -> float:
    """How much more memory is held after all the pictures than after the first `warm` moves."""
    write_setup(folder)
    setup = read_setup(TableFiles(folder / "table.toml", folder / "army.toml"))
    watching = Watching(setup.spec, setup.army)
    before, warmed = None, 0
    with Journal(folder / "journal.jsonl", print) as journal:
        table = PlayTable(
            setup.army,
            lambda scene, _: begun(journal, "omog-advanced", scene, ("red", "blue"), {}),
        )
        for desk, number in pictures(moves, stills):
            before = track(before, picture_of(desk, number % 50), watching, number / 2)
            table.see(Observation(before.scene, number * 1e-3, hand=before.hand))
            if table.live is None:
                table.do(NextStep(), number * 1e-3)
            if number == warm * (4 + stills):
                warmed = memory_bytes()
            assert {man.id for man in before.scene.soldiers} == set(DESK_AT_FIRST.men)
            for name in ("B01", "B02", "B03"):
                stood = DESK_AT_FIRST.men[name]
                man = before.scene.soldier(name)
                assert abs(man.x - stood.x) + abs(man.y - stood.y) < 0.06, name
        assert len(journal.lines) > moves / 2
    return memory_bytes() / warmed - 1


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="memory is read from /proc")  # noqa: PTH110
def test_memory_holds_steady(tmp_path):
    """Some minutes of play: hands, moves, stillness, and no growth to speak of."""
    assert soaked(tmp_path, 12, 4, warm=4) < GROWTH


@pytest.mark.slow
@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="memory is read from /proc")  # noqa: PTH110
def test_an_hour_of_play_holds_memory_steady(tmp_path):
    """An hour at two pictures a second, a move every ten seconds: growth under 5 %."""
    assert soaked(tmp_path, 360, 16, warm=30) < GROWTH
