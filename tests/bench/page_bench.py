"""Phones beside a live table: from a press to every phone and to the journal.

python -m tests.bench --only page
"""

import multiprocessing
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from statistics import median, quantiles
from typing import Self

from fixtures.recorded import photo_names, recorded
from rules.book.shelf import book_named
from spotter.game.journal import Journal
from spotter.game.live_game import begun
from spotter.live.play_table import PlayTable
from spotter.page.live_page import LivePage
from spotter.page.photos import Photos
from table.observation import Observation
from table.scene_file import read_scene
from tests.bench.cases import folder_case
from tests.bench.click_bench import LiveLoop
from tests.bench.jobs import Row, job
from tests.bench.page_clients import Heard, Phones

BOOK = "omog-advanced"
_STEP_S = 0.03  # as the game's loop waits at most
_MOVES_S = 0.3  # somebody is moved so often, 200 times a minute
_LOADS = ((10, 60), (20, 200))  # phones, presses a minute


class Hosted:
    """A game on a recorded table with its page, its loop in a thread of its own."""

    def __init__(self, name: str, folder: Path) -> None:
        case = folder_case(recorded(name).folder)
        sides = tuple(side.name for side in case.army.sides)
        self._journal = Journal(folder / "journal.jsonl", lambda _: None)
        self._table = PlayTable(
            case.army,
            lambda scene, now_s: begun(self._journal, BOOK, scene, sides, {}, began_s=now_s),
        )
        self._scene = read_scene(recorded(name).truth)
        self._table.see(Observation(self._scene, time.monotonic()))
        photos = Photos(case.spec, case.army, folder)
        self.page = LivePage(self._table, book_named(BOOK), case.army, photos, port=0)
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._play, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        self._thread.join()
        self.page.close()
        self._journal.__exit__(None, None, None)

    def _play(self) -> None:
        """Somebody is always at work on the desk, so that the plan is drawn anew all the time."""
        first, *others = self._scene.soldiers
        while not self._done.wait(_STEP_S):
            now_s = time.monotonic()
            place = replace(first, x=first.x + int(now_s / _MOVES_S) % 2)
            self._table.see(Observation(replace(self._scene, soldiers=(place, *others)), now_s))
            self._table.tick(now_s)
            self.page.step(now_s)

    def keys(self, count: int) -> list[str]:
        """Keys of so many phones: both sides' first, then who watches."""
        keys = self.page.keys
        roles = (*keys.sides[:2], *["watch"] * (count - 2))
        joined = [keys.joined(keys.join_key, role, "") for role in roles]
        return [guest.key for guest in joined if guest is not None]


def heard(hosted: Hosted, count: int, presses: int, pace_s: float) -> Heard:
    """What so many phones, and one that never reads, note of so many presses."""
    spawned = multiprocessing.get_context("spawn")
    ours, theirs = spawned.Pipe()
    wishes = ["next"] * presses
    keys = hosted.keys(count)
    phones = Phones(hosted.page.port, keys, keys[-1:], wishes, pace_s)
    process = spawned.Process(target=phones.run, args=(theirs,))
    process.start()
    found: Heard = ours.recv()
    process.join()
    return found


@job(beside="milliseconds by the clock, on the loopback, one phone more that never reads")
def page(*, quick: bool) -> Iterator[Row]:
    """From a press on a phone to the journal and to every phone, beside a live table."""
    name = photo_names()[0]
    for count, a_minute in _LOADS:
        with tempfile.TemporaryDirectory() as folder, Hosted(name, Path(folder)) as hosted:
            live = LiveLoop(name, pace_s=0.0)
            began_s = time.monotonic()
            with live:
                found = heard(hosted, count, 20 if quick else 100, 60.0 / a_minute)
            pictures = live.looked / (time.monotonic() - began_s)
        to_journal = [1000 * (answered - sent) for sent, answered, _ in found.presses]
        to_phones = [1000 * delay for delay in found.delays_s()]
        yield {
            "phones": count,
            "presses a minute": a_minute,
            "to the journal, median": median(to_journal),
            "95 of 100": quantiles(to_journal, n=20)[-1],
            "to every phone, median": median(to_phones),
            "95 of 100 ": quantiles(to_phones, n=20)[-1],
            "pictures a second meanwhile": pictures,
        }
