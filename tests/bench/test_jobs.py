"""The benchmark's jobs and their place in the README."""

from pathlib import Path

from tests.bench.__main__ import END, MODULES, README, START, register, with_tables
from tests.bench.jobs import JOBS, Job, markdown

HERE = Path(__file__).parent


def test_no_benchmark_is_skipped():
    """Every module that registers a job is run."""
    register()
    with_jobs = {p.stem for p in HERE.glob("*.py") if "\n@job(" in p.read_text(encoding="utf-8")}

    assert with_jobs == set(MODULES)
    assert all(job.title and job.beside for job in JOBS.values())


def test_rows_become_a_markdown_table():
    """Columns are those of all rows; what a row lacks stays empty."""
    job = Job("x", "Fast things", "in plain passes", lambda *, quick: iter(()))  # noqa: ARG005
    text = markdown(job, [{"a": 1, "b": 0.12345}, {"a": "x", "c": 1234.5}])

    assert text.splitlines() == [
        "**Fast things** (in plain passes)",
        "",
        "| a | b | c |",
        "| --- | --- | --- |",
        "| 1 | 0.123 |  |",
        "| x |  | 1234 |",
    ]


def test_readme_tables_are_replaced():
    """What stood between the marks goes, what stands around them stays."""
    assert with_tables(f"a\n{START}old\n{END}\nb", "new\n") == f"a\n{START}new\n{END}\nb"
    assert START in README.read_text(encoding="utf-8")
