"""The benchmark's jobs, registered by decorator so that none can be silently skipped.

A job is a function that yields rows; its docstring is the table's title, `beside` says what
its ratios are measured against in the same run. `python -m tests.bench` runs them all.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

Row = dict[str, float | str]


class Rows(Protocol):
    """What a job is: rows, as many as a quick or a whole run gives."""

    __name__: str

    def __call__(self, *, quick: bool) -> Iterator[Row]:
        """The rows of one table."""
        ...


@dataclass(frozen=True, slots=True)
class Job:
    """One table of the benchmark."""

    name: str
    title: str
    beside: str
    rows: Rows


JOBS: dict[str, Job] = {}


def job(beside: str) -> Callable[[Rows], Rows]:
    """Register a job under its function's name."""

    def registered(rows: Rows) -> Rows:
        title = (rows.__doc__ or "").splitlines()[0].rstrip(".")
        assert title, f"{rows.__name__} has no docstring, its table no title"
        assert rows.__name__ not in JOBS, f"two jobs are called {rows.__name__}"
        JOBS[rows.__name__] = Job(rows.__name__, title, beside, rows)
        return rows

    return registered


def markdown(job: Job, rows: Sequence[Row]) -> str:
    """A job's rows as a Markdown table under its title."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    lines = [_line(names), _line(["---"] * len(names))]
    lines += [_line([_text(row.get(name, "")) for name in names]) for row in rows]
    beside = f" ({job.beside})" if job.beside else ""
    return f"**{job.title}**{beside}\n\n" + "\n".join(lines) + "\n"


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _text(value: float | str) -> str:
    if isinstance(value, str | int):
        return str(value)
    return f"{value:.3g}" if abs(value) < 100 else f"{value:.0f}"
