"""One picture understood, or a sentence on why not: a bad picture never ends a game."""

from spotter.files.table_files import Setup
from spotter.files.vision_fault import FaultKeeper
from table.errors import UserError
from table.picture import Picture
from vision.live.evidence import STILLS, Patience
from vision.live.merge import DeadBand
from vision.live.tracked import DEAD_BAND, Tracked, Watching
from vision.surface.flat_table import Pixels

PATIENCE_S = 1.2  # so long pictures may show nothing sure before it is said


def watching_of(
    setup: Setup,
    dead_band: DeadBand = DEAD_BAND,
    patience: Patience = STILLS,
    *,
    shown: bool = True,
) -> Watching:
    """What pictures of this table are watched with; `shown` where a window shows them too."""
    saved = setup.saved
    return Watching(
        setup.spec,
        setup.army,
        setup.lens,
        setup.empty,
        dead_band,
        None if saved is None else saved.pose,
        None if saved is None else saved.words,
        patience,
        shown,
    )


def understood(  # noqa: PLR0913 - the last are named, or left out, at every call
    before: Tracked | None,
    picture: Picture,
    watching: Watching,
    at_s: float,
    lit: Pixels | None = None,
    *,
    faults: FaultKeeper | None = None,
) -> tuple[Tracked | None, str | None]:
    """What is known after the picture; with a sentence it is what was known before it.

    What vision stumbles over is kept with `faults`.
    """
    # It loads all that finds things: the window opens meanwhile.
    from vision.live.track import track  # noqa: PLC0415

    try:
        tracked = track(before, picture, watching, at_s, lit)
    except UserError as problem:
        return before, str(problem)
    except Exception as problem:  # noqa: BLE001 - whatever vision stumbles over, the game stays up
        pictures = [picture] if before is None else [before.known.picture, picture]
        kept = None if faults is None else faults.keep(problem, pictures)
        word = type(problem).__name__ + ("" if kept is None else f", kept in {kept}")
        return before, f"picture: cannot be understood ({word}); the next one is tried"
    return tracked, _trouble(tracked, at_s)


def _trouble(tracked: Tracked, at_s: float) -> str | None:
    """Why nothing is seen, once that is no matter of a picture or two."""
    since_s = tracked.camera.spoilt_since_s
    if tracked.spoilt is None or since_s is None:
        return None
    lasting = at_s - since_s >= PATIENCE_S or tracked.camera.state == "lost"
    return tracked.spoilt if lasting else None
