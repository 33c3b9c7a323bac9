"""Every rule case of every book, ours and, where it is at hand, the shared ones."""

from pathlib import Path

import pytest

from tests.rules.case_check import case_differences, read_case

HERE = Path(__file__).parent / "cases"
ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared" / "cases"


def _cases(folder: Path) -> list[object]:
    return [
        pytest.param(path, id=f"{path.parent.name}/{path.stem}")
        for path in sorted(folder.rglob("*.json"))
    ]


@pytest.mark.parametrize("path", _cases(HERE))
def test_own_case(path: Path) -> None:
    """The answers are what the ledger says they are."""
    case = read_case(path)

    assert case_differences(case) == []


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared cases are not here")
@pytest.mark.parametrize("path", _cases(SHARED))
def test_shared_case(path: Path) -> None:
    """The examples that come with the contract are answered as they expect."""
    case = read_case(path)

    assert case_differences(case) == []
