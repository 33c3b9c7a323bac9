"""Whether nothing but the corner markers lies on a table that is to be remembered as empty.

A table remembered with its things on it hides them ever after: they look like the desk.
"""

from dataclasses import replace

from calibration.camera_pose import CameraPose
from table.army import Army, TagStyle
from table.errors import UserError
from table.picture import Picture
from table.table_spec import TableSpec
from vision.tags.read_tags import read_tags
from vision.things.unexplained import strangers

_NOBODY = Army(TagStyle(), (), ())
_MOST_TOLD = 3


def refuse_laid_table(picture: Picture, pose: CameraPose, spec: TableSpec, where: str) -> None:
    """Raise UserError where anything but the corner markers lies on the table."""
    found = lying_about(picture, pose, spec)
    if found:
        more = f" and {len(found) - _MOST_TOLD} more" if len(found) > _MOST_TOLD else ""
        told = "; ".join(found[:_MOST_TOLD])
        raise UserError(
            f"{where}: the table is not empty: {told}{more}; take off all but the corner markers"
        )


def lying_about(picture: Picture, pose: CameraPose, spec: TableSpec) -> list[str]:
    """What lies on the table besides the corner markers, in words, the largest first."""
    tags = read_tags(picture, pose, _NOBODY, spec)
    things = strangers(picture, pose, replace(spec, things=()), [], None)
    told = [
        f"{one.length_in:.0f} x {one.width_in:.0f} in at ({one.place.x:.0f}, {one.place.y:.0f})"
        for one in things
    ]
    count = len(tags.every) + len(tags.unread)
    return told + ([f"{count} tag{'' if count == 1 else 's'}"] if count else [])
