"""A recorded table as `spotter teach` has it, with a list of things of the test's own."""

from pathlib import Path

from fixtures.recorded import Recorded
from spotter.files.table_folder import TableFiles
from spotter.setup.teaching import PhotographedTable, desk_in
from vision.pictures.picture_file import read_picture


def photographed(recorded: Recorded, table: Path) -> PhotographedTable:
    """The recorded photo under another table.toml."""
    files = TableFiles(table, recorded.army, recorded.camera)
    return desk_in(read_picture(recorded.photo), str(recorded.photo), files)
