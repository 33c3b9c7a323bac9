"""A camera on the network that shows a plain desk and fails on command."""

import threading
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Literal

import cv2
import numpy as np

from tests.spotter.plain_desk import Desk, picture_of

Fault = Literal["frozen", "black", "small", "stalled", "gone"]
PICTURES_HZ = 8
QUALITY = 90


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    allow_reuse_address = True
    desk: Desk
    fault: Fault | None = None
    shown = 0
    last = b""

    def handle_error(self, *_):
        """A reader that goes away is no error."""


class _Handler(BaseHTTPRequestHandler):
    server: _Server

    def do_GET(self):
        if self.server.fault == "gone":
            return
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        while self.server.fault != "gone" and self._sends_one():
            time.sleep(1 / PICTURES_HZ)

    def _sends_one(self) -> bool:
        if self.server.fault == "stalled":
            return True
        data = _jpeg(self.server)
        head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(data)}\r\n\r\n"
        try:
            self.wfile.write(head.encode() + data + b"\r\n")
        except OSError:
            return False
        return True

    def log_message(self, *_):
        pass


def _jpeg(server: _Server) -> bytes:
    """The next picture, as the fault leaves it."""
    if server.fault == "frozen" and server.last:
        return server.last
    server.shown += 1
    picture = picture_of(server.desk, server.shown)
    if server.fault == "black":
        picture = np.zeros_like(picture)
    if server.fault == "small":
        picture = cv2.resize(picture, (640, 480), interpolation=cv2.INTER_AREA)
    server.last = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()
    return server.last


@contextmanager
def faulty_camera(desk: Desk):
    """The camera; set its `desk` and its `fault`, its `url` is what to play with."""
    server = _Server(("127.0.0.1", 0), _Handler)
    server.desk = desk
    server.url = f"http://127.0.0.1:{server.server_address[1]}/video"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server
    finally:
        server.fault = "gone"
        server.shutdown()
        server.server_close()
