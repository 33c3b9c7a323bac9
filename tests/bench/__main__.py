"""`python -m tests.bench [--quick] [--only NAME ...] [--readme]`: all figures in one run.

Ratios are measured beside plain baselines in the same run, because computers differ. With
`--readme` all tables go to docs/figures.md, and the few that matter most to the README.
"""

import argparse
import datetime as dt
import os
import sys
import time
from importlib import import_module
from pathlib import Path

# As the program does; numpy reads it when it is first imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from tests.bench.baselines import missing
from tests.bench.compact import compact
from tests.bench.curves import write_curves
from tests.bench.jobs import JOBS, Row, markdown
from tests.bench.timing import on_one_thread

# In the order of the tables; importing a module registers its jobs.
MODULES = (
    "picture_bench",
    "delay_bench",
    "click_bench",
    "page_bench",
    "light_bench",
    "sight_bench",
    "foresight_bench",
    "sure_bench",
    "growth_bench",
    "tag_recall",
    "accuracy",
    "incident_bench",
    "memory_bench",
    "start_bench",
)
ROOT = Path(__file__).parent.parent.parent
README, FIGURES = ROOT / "README.md", ROOT / "docs" / "figures.md"
CURVES = ROOT / "docs" / "pictures"
START, END = "<!-- bench -->\n", "<!-- end of bench -->"


def main() -> int:
    """Run the jobs and print their tables."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    register()
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="about two minutes")
    parser.add_argument("--only", nargs="+", choices=JOBS, help="these jobs alone")
    parser.add_argument(
        "--readme", action="store_true", help="put the figures in README.md and docs/figures.md"
    )
    args = parser.parse_args()
    if args.readme and (args.only or args.quick):
        parser.error("--readme takes a whole run")
    if missing():
        parser.exit(
            2, "bench: not measured, because this is missing: " + "; ".join(missing()) + "\n"
        )
    on_one_thread()
    print(header(), flush=True)
    found = {name: measured(name, quick=args.quick) for name in args.only or JOBS}
    if args.readme:
        write_figures(found)
    if not args.only and not args.quick:
        print(compact(found))
    return 0


def measured(name: str, *, quick: bool) -> list[Row]:
    """A job's rows, printed as a table; what it is at goes to standard error."""
    began = time.monotonic()
    job, rows = JOBS[name], []
    print(f"{job.title} ...", file=sys.stderr, flush=True)
    for row in job.rows(quick=quick):
        rows.append(row)
        took_s = time.monotonic() - began
        print(f"  {next(iter(row.values()))}, {took_s:.0f} s", file=sys.stderr, flush=True)
    print(markdown(job, rows), flush=True)
    return rows


def write_figures(found: dict[str, list[Row]]) -> None:
    """Put all tables in docs/figures.md and the short one between the README's marks."""
    curves = write_curves(found, CURVES)
    tables = "\n".join(_table(name, rows, curves.get(name)) for name, rows in found.items())
    FIGURES.write_text(f"# Figures\n\n{header()}\n{tables}", "utf-8")
    short = f"{header()}\n{compact(found)}\nAll tables: [docs/figures.md](docs/figures.md).\n"
    README.write_text(with_tables(README.read_text("utf-8"), short), "utf-8")


def _table(name: str, rows: list[Row], curve: Path | None) -> str:
    """A job's table, and its curve where it has one."""
    table = markdown(JOBS[name], rows)
    return table if curve is None else f"{table}\n![{JOBS[name].title}](pictures/{curve.name})\n"


def register() -> None:
    """Let every benchmark register its jobs."""
    for module in MODULES:
        import_module(f"tests.bench.{module}")


def header() -> str:
    """When and on what the figures were measured."""
    today = dt.datetime.now(tz=dt.UTC).date().isoformat()
    cores = os.cpu_count() or 1
    return (
        f"Measured by `make bench` on {today}, on {cores} cores of an ordinary server CPU.\n"
        "A figure beside something is a ratio measured in the same run: processor time on one "
        "thread, as many runs on both sides, in turns; the median, and in brackets the worst; "
        "below 1 is faster.\n"
    )


def with_tables(readme: str, tables: str) -> str:
    """The README's text with these tables between the bench marks."""
    before, rest = readme.split(START, 1)
    return before + START + tables + END + rest.split(END, 1)[1]


if __name__ == "__main__":
    sys.exit(main())
