"""`python -m tests.bench [--quick] [--only NAME ...] [--readme]`: all figures in one run.

Ratios are measured beside plain baselines in the same run, because computers differ. With
`--readme` the tables go between the README's bench marks.
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

from tests.bench.jobs import JOBS, markdown
from tests.bench.timing import on_one_thread

# In the order of the tables; importing a module registers its jobs.
MODULES = (
    "picture_bench",
    "delay_bench",
    "light_bench",
    "sight_bench",
    "tag_recall",
    "accuracy",
    "memory_bench",
)
README = Path(__file__).parent.parent.parent / "README.md"
START, END = "<!-- bench -->\n", "<!-- end of bench -->"


def main() -> int:
    """Run the jobs and print their tables."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    register()
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="about two minutes")
    parser.add_argument("--only", nargs="+", choices=JOBS, help="these jobs alone")
    parser.add_argument("--readme", action="store_true", help="put the tables in the README")
    args = parser.parse_args()
    on_one_thread()
    tables = [header()]
    print(tables[0], flush=True)
    for name in args.only or JOBS:
        began = time.monotonic()
        tables.append(markdown(JOBS[name], list(JOBS[name].rows(quick=args.quick))))
        print(tables[-1], flush=True)
        print(f"{name}: {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
    if args.readme:
        README.write_text(with_tables(README.read_text("utf-8"), "\n".join(tables)), "utf-8")
    return 0


def register() -> None:
    """Let every benchmark register its jobs."""
    for module in MODULES:
        import_module(f"tests.bench.{module}")


def header() -> str:
    """When and on what the figures were measured."""
    today = dt.datetime.now(tz=dt.UTC).date().isoformat()
    cores = os.cpu_count() or 1
    return (
        f"Measured by `make bench` on {today}, on {cores} cores of an ordinary server CPU: "
        "processor time, least of several runs, one thread, as ratios beside the plain way.\n"
    )


def with_tables(readme: str, tables: str) -> str:
    """The README's text with these tables between the bench marks."""
    before, rest = readme.split(START, 1)
    return before + START + tables + END + rest.split(END, 1)[1]


if __name__ == "__main__":
    sys.exit(main())
