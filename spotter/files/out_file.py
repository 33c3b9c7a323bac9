"""Where a command writes: never over a file of another sort."""

from pathlib import Path

from spotter.files.table_folder import NAMES
from spotter.files.table_settings import NAME as SETTINGS
from table.errors import UserError

_TABLES_OWN = frozenset({*NAMES.values(), SETTINGS, "projector.json"})


def refuse_other_sort(path: Path, like: str) -> None:
    """Refuse to take the place of a file that is no such sort; `like` is the usual name of one.

    A name typed wrongly after -o would else cost the player his photo, or his list of things.
    """
    is_alike = path.suffix.lower() == Path(like).suffix
    is_the_tables = path.name in _TABLES_OWN and path.name != like
    if path.is_file() and (is_the_tables or not is_alike):
        raise UserError(f"{path}: is there, and no file like {like}; name another")
