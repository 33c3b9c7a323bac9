"""The few figures a player wants first, out of all tables of a run."""

from collections.abc import Callable, Mapping, Sequence
from statistics import median

from tests.bench.baselines import READERS
from tests.bench.jobs import Row
from tests.bench.timing import first_number, worst_number

Tables = Mapping[str, Sequence[Row]]


def compact(found: Tables) -> str:
    """One table: what was measured, how much, beside what."""
    lines = ["| what | measured | beside |", "| --- | --- | --- |"]
    lines += [f"| {what} | {row(found)} | {beside} |" for what, row, beside in _LINES]
    return "\n".join(lines) + "\n"


def _span(rows: Sequence[Row], *columns: str) -> str:
    """The least and the most of the medians in some columns, and the worst there is."""
    told = [row[column] for row in rows for column in columns if column in row]
    least, most = (_short(pick(map(first_number, told))) for pick in (min, max))
    worst = _short(max(map(worst_number, told)))
    span = least if least == most else f"{least} to {most}"
    return span if worst == most else f"{span}, at worst {worst}"


def _short(value: float) -> str:
    return f"{value:.2g}" if abs(value) < 100 else f"{value:.0f}"


def _of_size(found: Tables, size: str) -> list[Row]:
    return [row for row in found["fresh_pictures"] if row["size"] == size]


def _row(found: Tables, job: str, column: str, value: object) -> Row:
    return next(row for row in found[job] if row[column] == value)


def _decoders(found: Tables) -> str:
    """Who names how many men, and in what time beside ours."""
    rows = found["tags_beside_decoders"]
    men = sum(int(row["men"]) for row in rows)
    told = []
    for name in ("ours", *READERS):
        named = sum(int(str(row[name]).split(":")[-1]) for row in rows)
        ms = median(first_number(row[name]) for row in rows)
        told.append(f"{name} {named} in {_short(ms)} ms")
    return f"of {men}: {'; '.join(told)}"


def _delay(found: Tables) -> str:
    first, moved, *_ = found["delay"]
    return f"{first['seconds']} s at rest, {moved['seconds']} s after a move"


def _start(found: Tables) -> str:
    return "; ".join(f"{row['command']} {row['seconds']} s" for row in found["start"])


def _pace(found: Tables) -> str:
    rows = found["pictures_per_second"]
    told = []
    for size in dict.fromkeys(str(row["size"]) for row in rows):
        each = (f"{r['pictures a second']} {r['table']}" for r in rows if r["size"] == size)
        told.append(f"{size}: {', '.join(each)}")
    return "; ".join(told)


def _accuracy(found: Tables) -> str:
    row = next(r for r in found["accuracy"] if r["pictures"] == "all, with lens and empty picture")
    return (
        f"men: {row['men named']} named, {row['wrong']} wrong, half within {row['median_in']} in, "
        f"95 % within {row['p95_in']} in; things: {row['things found']} found, "
        f"{row['invented']} invented, overlap {row['overlap']}"
    )


def _incidents(found: Tables) -> str:
    row = _row(found, "incidents", "what happens", "all")
    return (
        f"{row['times']} incidents: {row['wrong events']} wrong events, "
        f"{row['moves known within 1 s']} moves known within 1 s of the hand's leaving"
    )


_PASS = "one plain `pyzbar.decode` of the picture"  # noqa: S105 - no password
_LINES: tuple[tuple[str, Callable[[Tables], str], str], ...] = (
    ("rendered photos, with lens and empty table", _accuracy, "their truth"),
    ("men named by the tags of a fresh picture", _decoders, "plain decoders"),
    (
        "a fresh 1080p photo, tags and things",
        lambda found: _span(_of_size(found, "1920 x 1080"), "tags and things"),
        _PASS,
    ),
    (
        "a live picture, a man was set down",
        lambda found: _span(found["live_pictures"], "a man set down"),
        _PASS,
    ),
    ("live pictures a second, 40 men and 15 things", _pace, "a webcam's 30"),
    ("camera's picture to painted answer", _delay, "the clock"),
    ("hands, paper, shadows, pushes at live tables", _incidents, "what is true"),
    ("from the shell to an answer, to a picture", _start, "processor time"),
    (
        "memory of any command, 4K included",
        lambda found: f"{_span(found['memory'], 'MB')} MB at most",
        "600 MB",
    ),
)
