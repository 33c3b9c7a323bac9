"""`spotter play` until its window has painted the camera's first picture, then at once no more.

python -m tests.bench.first_picture play FOLDER ...
"""

import os
import sys

from spotter.cli import main


def shown_once() -> None:
    """Let the play window end the program once it shows a picture."""
    from spotter.live.play_window import PlayWindow  # noqa: PLC0415 - as late as the program does

    step = PlayWindow.step

    def until_shown(window: PlayWindow, vision_thread: object) -> None:
        step(window, vision_thread)  # type: ignore[arg-type]
        if window.window._live is not None:
            os._exit(0)

    PlayWindow.step = until_shown  # type: ignore[assignment,method-assign]


if __name__ == "__main__":
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    shown_once()
    sys.exit(main(sys.argv[1:]))
