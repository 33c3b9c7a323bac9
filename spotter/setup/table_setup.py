"""A table while it is set up: its folder, what is known of it already, and its camera."""

import shlex
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from spotter.files.table_folder import NAMES, TableFiles
from spotter.files.table_settings import Settings, read_settings, write_settings
from spotter.setup.setup_camera import SetupCamera
from table.errors import UserError
from table.text_file import is_there, make_folder


class TableSetup:
    """The folder that is made, and the camera that is held open while it is."""

    def __init__(
        self, folder: Path, program: Callable[[list[str]], int], camera: str | None = None
    ) -> None:
        """Make the folder if it is not there; `camera` is the source named on the command line.

        `program` runs another command of the program and gives its exit code.
        """
        self.folder, self.program, self.camera_named = folder, program, camera
        self._camera: SetupCamera | None = None
        make_folder(folder, "the table")

    @property
    def command(self) -> str:
        """What is typed to go on with this table."""
        here = self.folder == Path()
        return "spotter setup" if here else f"spotter setup {shlex.quote(str(self.folder))}"

    def path(self, key: str) -> Path:
        """Where the file of that sort is, or is to be."""
        return self.folder / NAMES[key]

    def has(self, key: str) -> bool:
        """Whether the file of that sort is there."""
        return is_there(self.path(key))

    @property
    def files(self) -> TableFiles:
        """The table's files as far as they are there."""
        optional = {
            key: self.path(key) if self.has(key) else None
            for key in ("lens", "empty", "calibration")
        }
        return TableFiles(self.path("table"), self.path("army"), **optional)

    @property
    def settings(self) -> Settings:
        """What spotter.toml says."""
        return read_settings(self.folder)

    def change(self, **known: object) -> None:
        """Write what has become known into spotter.toml."""
        write_settings(self.folder, replace(self.settings, **known))  # type: ignore[arg-type]  # fields of Settings

    def skip(self, step: str) -> None:
        """Remember that the player left a step out."""
        self.change(skipped=tuple(sorted({*self.settings.skipped, step})))

    @property
    def camera(self) -> SetupCamera:
        """The table's camera, opened when first asked for."""
        if self._camera is None:
            source = self.camera_named or self.settings.camera
            if source is None:
                raise UserError("the table has no camera yet; do the step camera first")
            self._camera = SetupCamera(source)
        return self._camera

    def take(self, camera: SetupCamera) -> None:
        """Go on with this camera."""
        self.let_go()
        self._camera = camera

    def let_go(self) -> None:
        """Close the camera, so that another command can open it."""
        if self._camera is not None:
            self._camera.close()
            self._camera = None
