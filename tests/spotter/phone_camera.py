"""A phone as a webcam: a small server that streams JPEG pictures as camera apps do."""

import threading
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import cv2
import numpy as np

PICTURE_WH = (320, 240)


def numbered(number):
    """A picture whose brightness tells its number."""
    return np.full((PICTURE_WH[1], PICTURE_WH[0], 3), 40 + number % 150, np.uint8)


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        number = 0
        while self.server.streaming:
            shown = self.server.picture
            shown = numbered(number) if shown is None else shown() if callable(shown) else shown
            data = cv2.imencode(".jpg", shown, [cv2.IMWRITE_JPEG_QUALITY, 95])[1].tobytes()
            head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(data)}\r\n\r\n"
            try:
                self.wfile.write(head.encode() + data + b"\r\n")
            except OSError:
                return
            number += 1
            time.sleep(0.02)

    def log_message(self, *_):
        pass


@contextmanager
def phone_camera(port=0, picture=None):
    """The server; it shows `picture` (or what it returns); `streaming` set to False ends it."""
    server = ThreadingHTTPServer(("127.0.0.1", port), _Handler)
    server.daemon_threads = True
    server.streaming = True
    server.picture = picture
    server.address_text = f"http://127.0.0.1:{server.server_address[1]}/video"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server
    finally:
        server.streaming = False
        server.shutdown()
        server.server_close()
