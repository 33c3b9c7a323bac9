"""`spotter play --camera phone`: the page is there before any photo, and the game ends clean."""

import os
import signal
from urllib.request import urlopen

from spotter.cli import main
from tests.spotter.plain_desk import write_setup
from tests.spotter.running import NO_SIGNALS, running


@NO_SIGNALS
def test_it_waits_for_photos(tmp_path):
    """Its address is told, the page answers, and told to stop it stops without a complaint."""
    write_setup(tmp_path)
    words = ("play", tmp_path, "--camera", "phone", "--serve", "--port", "0", "--no-window")
    with running(*words, "--rules", "omog-advanced") as program:
        program.wait_for("open http://127.0.0.1:")
        line = next(line for _, line in program.lines if "open http://" in line)
        with urlopen(line.split("open ")[1].split()[0]) as page:  # noqa: S310 - our own address
            assert page.status == 200
        os.kill(program.process.pid, signal.SIGINT)
        program.end()

    assert "Traceback" not in program.said


def test_without_the_page_it_is_refused(tmp_path, capsys):
    """One line says that photos come by the page."""
    write_setup(tmp_path)

    assert main(["play", str(tmp_path), "--camera", "phone", "--rules", "combat"]) == 2
    assert "add --serve" in capsys.readouterr().err
