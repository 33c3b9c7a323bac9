"""A small server that streams JPEG pictures as cameras on a network and phone apps do."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TypeVar

import cv2

from table.picture import Picture


class PictureStream(ThreadingHTTPServer):
    """Whoever connects gets picture after picture until `streaming` is false."""

    daemon_threads = True
    allow_reuse_address = True
    pause_s = 0.02  # between two pictures
    streaming = True

    def __init__(self, port: int = 0) -> None:
        super().__init__(("127.0.0.1", port), _Handler)
        self.url = f"http://127.0.0.1:{self.server_address[1]}/video"

    def next_jpeg(self, number: int) -> bytes | None:
        """What is sent as a reader's next picture; None while nothing comes."""
        raise NotImplementedError

    def handle_error(self, *_: object) -> None:
        """A reader that goes away is no error."""


class _Handler(BaseHTTPRequestHandler):
    server: PictureStream

    def do_GET(self):
        if not self.server.streaming:
            return
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        number = 0
        while self.server.streaming and self._sent(self.server.next_jpeg(number)):
            number += 1
            time.sleep(self.server.pause_s)

    def _sent(self, data: bytes | None) -> bool:
        """Whether the reader is still there."""
        if data is None:
            return True
        head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(data)}\r\n\r\n"
        try:
            self.wfile.write(head.encode() + data + b"\r\n")
        except OSError:
            return False
        return True

    def log_message(self, *_: object) -> None:
        """Nothing is said."""


def jpeg(picture: Picture, quality: int) -> bytes:
    """A picture as it is sent."""
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()


Stream = TypeVar("Stream", bound=PictureStream)


@contextmanager
def served(server: Stream) -> Iterator[Stream]:
    """The stream for as long as it is used."""
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server
    finally:
        server.streaming = False
        server.shutdown()
        server.server_close()
