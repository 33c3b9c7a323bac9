"""The recorded tables are understood no worse than they once were.

Where a change makes them better, `python -m tests.bench.accuracy photos --keep
tests/bench/stored.json` remembers it.
"""

import json
from pathlib import Path

from fixtures.recorded import photo_names, recorded
from tests.bench.accuracy import looked_at
from tests.bench.accuracy_rows import kind_row, men_row, table_row, worse_rows
from tests.bench.cases import folder_case
from tests.bench.score import KindScore, TableScore

STORED = json.loads((Path(__file__).parent / "stored.json").read_text(encoding="utf-8"))


def rows_of(scores: dict[str, TableScore]):
    """The rows as they are stored: a picture each, a kind each, all men."""
    kinds: dict[str, KindScore] = {}
    for found in scores.values():
        for name, kind in found.kinds.items():
            kinds[name] = kinds[name] + kind if name in kinds else kind
    pictures = [table_row(name, found, 0.0) for name, found in scores.items()]
    men = [man for found in scores.values() for man in found.men]
    return [*pictures, *(kind_row(kind) for kind in kinds.values()), men_row(men)]


def test_recorded_tables_are_understood_as_well_as_before():
    """No man is lost or misnamed, no thing missed or invented, no place or outline worse."""
    cases = [folder_case(recorded(name).folder) for name in photo_names()]
    scores = {case.name: looked_at(case, lens=True, empty=False)[0] for case in cases}

    assert worse_rows(rows_of(scores), STORED) == []
