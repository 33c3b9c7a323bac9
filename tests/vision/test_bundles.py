"""Bundles in fixtures/bundles: every bug report that lies there is understood as its truth says."""

from pathlib import Path

import pytest

from spotter.files.bundle_file import PHOTO, TRUTH, unpack_bundle
from spotter.files.table_files import read_setup
from spotter.files.table_folder import NAMES, TableFiles
from table.scene import Scene
from tests.bench.score import read_truth, score
from vision.look import look
from vision.pictures.picture_file import read_picture

BUNDLES = sorted((Path(__file__).parents[2] / "fixtures/bundles").glob("*.zip"))
WORST_IN = 0.2
THINGS_FOUND = 0.75  # of those that are there, and of those found


def understood(folder: Path) -> Scene:
    """What today's program sees in the bundle's photo."""
    there = {key: folder / name for key, name in NAMES.items() if (folder / name).exists()}
    setup = read_setup(TableFiles(**there))
    photo = read_picture(folder / PHOTO)
    return look(photo, setup.spec, setup.army, lens=setup.lens, empty=setup.empty)


@pytest.mark.parametrize("bundle", [pytest.param(path, id=path.stem) for path in BUNDLES])
def test_a_bundle_is_understood(bundle, tmp_path):
    """Men are named and placed, things found; a bundle without truth has only to be read."""
    unpack_bundle(bundle, tmp_path)
    scene = understood(tmp_path)
    if not (tmp_path / TRUTH).exists():
        return
    truth = read_truth(tmp_path / TRUTH)
    result = score(scene, truth)

    assert not result.missed, result
    assert not result.wrong, result
    assert max((man.off_in for man in result.men), default=0.0) < WORST_IN
    matched = sum(len(kind.overlaps) for kind in result.kinds.values())
    assert matched >= THINGS_FOUND * max(len(scene.things), len(truth.scene.things)), result.kinds
