"""The files that describe one table, and what they say."""

from dataclasses import dataclass

from rules.book.shelf import book_named
from spotter.files.army_words import check_army
from spotter.files.saved_pose import SavedPose, read_saved_pose
from spotter.files.table_folder import NamedTable, TableFiles
from table.army import Army
from table.army_file import read_army
from table.lens import Lens
from table.lens_file import read_lens
from table.picture import Picture
from table.table_file import read_table
from table.table_spec import TableSpec
from vision.pictures.picture_file import read_picture


@dataclass(frozen=True, eq=False)
class Setup:
    """What the files say: all that vision needs besides a picture."""

    spec: TableSpec
    army: Army
    lens: Lens | None = None
    empty: Picture | None = None
    saved: SavedPose | None = None


def read_setup(files: TableFiles) -> Setup:
    """The contents of the files."""
    spec = read_table(files.table)
    return Setup(
        spec,
        read_army(files.army),
        None if files.lens is None else read_lens(files.lens),
        None if files.empty is None else read_picture(files.empty),
        None if files.calibration is None else read_saved_pose(files.calibration, spec),
    )


def named_setup(named: NamedTable) -> Setup:
    """What the files of the table say, the army's words checked where its rulebook is known."""
    files = named.files()
    setup = read_setup(files)
    if named.rules is not None:
        check_army(setup.army, book_named(named.rules), files.army)
    return setup


def named_lens(named: NamedTable) -> Lens | None:
    """The lens that was named or lies in the table's folder."""
    path = named.path("lens")
    return None if path is None else read_lens(path)


def read_lens_of(files: TableFiles) -> Lens | None:
    """The lens of a table, None where it is not known."""
    return None if files.lens is None else read_lens(files.lens)
