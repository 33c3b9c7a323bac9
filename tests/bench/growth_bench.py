"""How time grows: with men, with things, with pixels, with the events of a journal.

Each table has its curve in docs/pictures, drawn anew when the figures are written.
"""

import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from calibration.corner_markers import corner_markers
from calibration.table_pose import table_pose
from rules.book.ask import ask
from rules.book.shelf import book_named
from rules.game.common_events import Seen
from spotter.game.journal import Journal
from spotter.game.journal_lines import written
from spotter.game.live_game import LiveGame, begun
from spotter.game.resuming import resumed
from table.scene import Scene, Soldier
from tests.bench.baselines import PASS, plain_pyzbar
from tests.bench.cases import virtual_case
from tests.bench.jobs import Row, job
from tests.bench.picture_bench import crowded_table
from tests.bench.sight_bench import answers, crowded_scene
from tests.bench.timing import Took, beside, timed, took
from tests.virtual.tag_sheet import tag_sheet
from vision.live.follow_tags import followed_tags
from vision.live.track import track
from vision.live.tracked import Watching
from vision.look import look
from vision.tags.read_tags import read_tags

SIZES_WH = ((1280, 720), (1920, 1080), (2560, 1440), (3840, 2160))
MS = "milliseconds: the median, the worst in brackets"
MEN = (Soldier("R1", "red", 4.0, 4.0, ("rifle",)), Soldier("B1", "blue", 30.0, 20.0, ("rifle",)))


@job(beside=PASS)
def growth_with_tags(*, quick: bool) -> Iterator[Row]:
    """Tags of ever more soldiers in a 1080p picture."""
    for count in (10, 40, 160) if quick else (10, 20, 40, 80, 160, 320):
        case = virtual_case(tag_sheet(9200, 1.6, n=count))
        size_wh = case.picture.shape[1], case.picture.shape[0]
        pose = table_pose(corner_markers(case.picture), case.spec, case.lens, size_wh)
        tags = read_tags(case.picture, pose, case.army, case.spec)
        where = (case.picture, pose, case.army, case.spec)
        works = {
            "read anew": partial(read_tags, *where),
            "followed": partial(followed_tags, *where, known=tags.soldiers),
        }
        plain = partial(plain_pyzbar, case.picture)
        told = beside(plain, works, 2 if quick else 5)
        yield {"soldiers": count, "named": len(tags.soldiers), **told}


@job(beside=PASS)
def growth_with_pixels(*, quick: bool) -> Iterator[Row]:
    """The same table of forty men by ever larger cameras, tags and things."""
    for size_wh in SIZES_WH[:2] if quick else SIZES_WH:
        case = virtual_case(crowded_table(size_wh))
        watching = Watching(case.spec, case.army, case.lens)
        known = track(None, case.picture, watching)
        fresh = partial(look, case.picture, case.spec, case.army, case.lens)
        still = partial(track, known, case.picture, watching)
        runs = 2 if quick else 5
        yield {
            "size": f"{size_wh[0]} x {size_wh[1]}",
            "named": f"{len(known.scene.soldiers)} of {len(case.truth.scene.soldiers)}",
            **beside(partial(plain_pyzbar, case.picture), {"fresh": fresh, "still": still}, runs),
            "fresh, ms": took(fresh, runs).ms(),
            "still, ms": took(still, runs).ms(),
        }


@job(beside=MS)
def growth_with_men(*, quick: bool) -> Iterator[Row]:
    """Rules with ever more soldiers among forty things: sight and shot of all pairs, one reach."""
    for count in (10, 40) if quick else (10, 20, 40, 80, 160, 320):
        yield {"soldiers": count, **_ruled(count, 40, runs=2 if quick else 3)}


@job(beside=MS)
def growth_with_things(*, quick: bool) -> Iterator[Row]:
    """Rules with ever more things among forty soldiers."""
    for count in (5, 20) if quick else (5, 10, 20, 40, 80):
        yield {"things": count, **_ruled(40, count, runs=2 if quick else 3)}


def _ruled(men: int, things: int, runs: int) -> Row:
    """The time for each answer about all pairs, and that of a reach, each time on a new table."""
    book, pairs, reaches = book_named("omog-advanced"), [], []
    for seed in range(1, runs + 1):
        scene = crowded_scene(men, things, seed)
        pairs.append(timed(lambda s=scene: answers(s))[1] / (2 * men * (men - 1)))
        for man in scene.soldiers[:5]:
            question = {"ask": "reach", "soldier": man.id}
            reaches.append(timed(lambda s=scene, q=question: ask(s, q, book))[1])
    return {"an answer": Took(tuple(pairs)).ms(), "a reach": Took(tuple(reaches)).ms()}


class _Lines:
    """A journal in memory."""

    def __init__(self) -> None:
        self.path = Path("journal.jsonl")
        self.lines: list[dict[str, Any]] = []

    def append(self, line: dict[str, Any]) -> None:
        self.lines.append(line)


@job(beside=MS)
def growth_with_events(*, quick: bool) -> Iterator[Row]:
    """A game of ever more events: one more event, and the game taken up again from its journal."""
    lines = _Lines()
    live = begun(lines, "omog-advanced", Scene(36.0, 24.0, MEN), ("red", "blue"), {})
    for count in (100, 1000) if quick else (100, 1000, 10_000, 100_000):
        while live.events < count:
            live.happen(_event(live), 1.0)
        more = Took(tuple(timed(lambda: live.happen(_event(live), 1.0))[1] for _ in range(9)))
        again = Took(tuple(_resumed_s(lines.lines) for _ in range(2 if quick else 3)))
        yield {"events": count, "one more": more.ms(), "taken up again": again.ms()}


def _event(live: LiveGame) -> Seen:
    """A man seen a little further on."""
    at = 4.0 + live.events % 50 / 10
    return Seen(soldiers=({"id": "R1", "x": at, "y": 4.0},))


def _resumed_s(lines: list[dict[str, Any]]) -> float:
    """Seconds to read a journal of these lines and to have its game again."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal.jsonl"
        path.write_bytes(b"".join(written(line, i) for i, line in enumerate(lines, start=1)))

        def again() -> None:
            with Journal(path, print) as journal:
                resumed(journal)

        return timed(again)[1]
