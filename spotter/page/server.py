"""The page's server in a thread of its own: nothing listens until it is started."""

import asyncio
import logging
import socket
import sys
import threading
from contextlib import suppress

import uvicorn
from starlette.applications import Starlette

from spotter.page.bounded_line import BoundedLine
from spotter.page.hub import Hub
from table.errors import UserError
from table.text_file import reason_of

HERE = "127.0.0.1"
EVERYWHERE = "0.0.0.0"  # noqa: S104 - only where the player wrote `--serve lan`
_START_S = 10.0


class PageServer:
    """The page at an address; `close` ends it."""

    def __init__(self, app: Starlette, hub: Hub, *, lan: bool = False, port: int) -> None:
        self._socket = _bound(EVERYWHERE if lan else HERE, port)
        self.port = int(self._socket.getsockname()[1])
        self.host = _lan_address() if lan else HERE
        config = uvicorn.Config(
            app,
            http=BoundedLine,
            log_level=logging.CRITICAL,
            access_log=False,
            server_header=False,
            lifespan="off",
            timeout_keep_alive=20,
            timeout_graceful_shutdown=1,
            limit_concurrency=400,
            h11_max_incomplete_event_size=16_384,
        )
        self._server = uvicorn.Server(config)
        self._hub = hub
        self._started = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True, name="page")
        self._thread.start()
        self._started.wait(_START_S)

    @property
    def url(self) -> str:
        """Where the page is."""
        return f"http://{self.host}:{self.port}/"

    def close(self) -> None:
        """End the server; phones try again by themselves when it is back."""
        self._server.should_exit = True
        self._server.force_exit = True
        self._thread.join(timeout=3.0)
        with suppress(OSError):
            self._socket.close()

    def _run(self) -> None:
        with suppress(SystemExit):
            asyncio.run(self._serve())
        self._started.set()

    async def _serve(self) -> None:
        self._hub.attach(asyncio.get_running_loop())
        self._started.set()
        await self._server.serve(sockets=[self._socket])


def _bound(host: str, port: int) -> socket.socket:
    """A socket that listens there; the next free port where that one is taken."""
    for tried in (port, 0):
        listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        if sys.platform != "win32":  # there it would let two programs share one port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, tried))
            listening.listen(100)  # before anybody is told the address
        except OSError as problem:
            listening.close()
            if tried == 0:
                raise UserError(
                    f"--serve: no port is free on {host}: {reason_of(problem)}"
                ) from None
        else:
            return listening
    raise AssertionError


def _lan_address() -> str:
    """This computer's address on the local network; itself where there is none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            # Nothing is sent: the system only says which of its addresses would be used.
            asking.connect(("192.0.2.1", 9))
            return str(asking.getsockname()[0])
        except OSError:
            return HERE
