"""Live set-up: a film of a moving board, a projector and camera that see each other."""

import argparse
import threading
import time
from contextlib import contextmanager

import cv2
import numpy as np
import pygame
import pytest

from calibration.boards import Board
from calibration.projector_file import read_projector
from spotter.commands import calibrate_camera, calibrate_projector
from table.lens_file import read_lens, write_lens
from table.places import ProjectorPixel, TablePoint
from table.plane_map import PlaneMap
from tests.calibration.board_photos import HOLDS, LENS, board_picture, held, photo
from tests.calibration.virtual_projector import (
    PROJECTOR_WH,
    VirtualProcam,
    camera_pose,
    error_in,
    secret_map,
)
from tests.spotter.phone_camera import phone_camera

BOARD = Board()


def camera_args(source, out):
    return argparse.Namespace(
        what=str(source),
        camera=None,
        out=out,
        table=None,
        chessboard=None,
        board=None,
        square=None,
        marker=None,
        dictionary=None,
        markers=False,
        views=15,
    )


def test_film(tmp_path, capsys):
    """From a film one view is taken of each way in which the board is held."""
    path = tmp_path / "board.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, LENS.size_wh)
    paper = board_picture(BOARD)
    for number, hold in enumerate(HOLDS[:8]):
        for shot in range(3):
            writer.write(photo(paper, *held(BOARD, *hold), seed=10 * number + shot))
    writer.release()
    calibrate_camera.run(camera_args(path, tmp_path / "camera.yaml"))

    assert "8 views used" in capsys.readouterr().out
    assert read_lens(tmp_path / "camera.yaml").matrix[0, 0] == pytest.approx(830, rel=0.02)


@pytest.fixture
def small_screen():
    """A display that nobody sees, 1024 x 768."""
    pygame.display.init()
    yield pygame.display.get_desktop_sizes()[0]
    pygame.display.quit()


@contextmanager
def kept_up_to_date(phone, picture):
    """A camera whose pictures are made while others are still being sent."""

    def run():
        while phone.streaming:
            phone.picture = picture()

    worker = threading.Thread(target=run, daemon=True)
    worker.start()
    try:
        yield
    finally:
        phone.streaming = False
        worker.join(timeout=20)


@pytest.mark.slow
def test_live_projector(small_screen, tmp_path, monkeypatch, capsys):
    """The whole of it live: patterns on a display, a camera's stream, a map good to 0.15 in."""
    monkeypatch.setattr(calibrate_projector, "_LOOK_S", 0.0)
    scale = np.diag(
        [(small_screen[0] - 1) / PROJECTOR_WH[0], (small_screen[1] - 1) / PROJECTOR_WH[1], 1]
    )
    secret = PlaneMap(TablePoint, ProjectorPixel, scale @ secret_map().matrix)
    procam = VirtualProcam(secret, ambient=0.8)

    def table():
        surface = pygame.display.get_surface()
        if surface is None:
            return procam.picture(np.zeros((*small_screen[::-1], 3), np.uint8))
        shown = pygame.surfarray.array3d(surface).swapaxes(0, 1)[..., ::-1]
        return procam.picture(np.ascontiguousarray(shown))

    (tmp_path / "table.toml").write_text(
        "[table]\nwidth = 36.0\nheight = 24.0\ncorner_marker = 1.5\n"
    )
    write_lens(camera_pose().lens, tmp_path / "camera.yaml")
    with phone_camera(picture=table()) as phone, kept_up_to_date(phone, table):
        calibrate_projector.run(
            argparse.Namespace(
                what=phone.url,
                camera=str(tmp_path / "camera.yaml"),
                table=tmp_path / "table.toml",
                out=tmp_path / "projector.json",
                display=None,
                projector_size=None,
                patterns=None,
            )
        )
    found = read_projector(tmp_path / "projector.json")
    errors = error_in(found.projector_from_table, secret)

    assert found.size_wh == small_screen
    assert errors.mean() < 0.05
    assert errors.max() < 0.15
    assert "worst 0.0" in capsys.readouterr().out


@pytest.mark.slow
def test_live_camera(small_screen, tmp_path, capsys):
    """A board moved before a live camera: views are kept one by one until nothing is missing."""
    paper = board_picture(BOARD)
    photos = [photo(paper, *held(BOARD, *hold), seed=i) for i, hold in enumerate(HOLDS)]
    began = time.monotonic()

    def now():
        time.sleep(0.05)
        return photos[int((time.monotonic() - began) / 1.5) % len(photos)]

    args = camera_args("", tmp_path / "camera.yaml")
    args.views = 8
    with phone_camera(picture=photos[0]) as phone, kept_up_to_date(phone, now):
        args.what = phone.url
        calibrate_camera.run(args)

    assert small_screen
    assert "still missing" not in capsys.readouterr().out
    assert read_lens(tmp_path / "camera.yaml").matrix[0, 0] == pytest.approx(830, rel=0.02)
