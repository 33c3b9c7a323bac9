"""Phones in a process of their own: they listen, fetch the plan as the page does, and press."""

import asyncio
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection

_PLAIN = "Accept-Encoding: gzip\r\nConnection: close\r\n"


@dataclass
class Heard:
    """What the phones noted: when a state came to whom, and each press with its answer."""

    states: dict[str, list[tuple[float, int]]] = field(default_factory=dict)  # by key: when, which
    presses: list[tuple[float, float, int]] = field(default_factory=list)  # sent, answered, state

    def delays_s(self) -> list[float]:
        """From each press to each phone's first state that has it; none may be missing."""
        return [
            min(at_s for at_s, shown in states if shown >= number) - sent_s
            for sent_s, _, number in self.presses
            for states in self.states.values()
        ]


@dataclass(frozen=True, slots=True)
class Phones:
    """Who listens, who is connected and never reads, and what is pressed how often."""

    port: int
    keys: Sequence[str]
    stalled: Sequence[str]
    wishes: Sequence[str]
    pace_s: float

    def run(self, told: Connection) -> None:
        """Until every wish was pressed and heard of; what they noted goes to `told`."""
        told.send(asyncio.run(self._heard()))

    async def _heard(self) -> Heard:
        heard, port = Heard(), self.port
        lines = [await _line(port, f"GET /events?key={key} HTTP/1.1") for key in self.stalled]
        listening = [asyncio.create_task(_listen(port, key, heard)) for key in self.keys]
        await asyncio.sleep(1.0)
        for number, wish in enumerate(self.wishes):
            began_s = time.monotonic()
            body = json.dumps({"do": wish}).encode()
            answer = json.loads(await _asked(port, self.keys[number % 2], "POST /do", body))
            heard.presses.append((began_s, time.monotonic(), answer["number"]))
            await asyncio.sleep(max(0.0, self.pace_s - (time.monotonic() - began_s)))
        await asyncio.sleep(1.0)
        for task in listening:
            task.cancel()
        for _, writer in lines:
            writer.close()
        return heard


async def _listen(port: int, key: str, heard: Heard) -> None:
    """States as they come; with a new drawing of the table the plan is fetched, one at a time."""
    reader, _ = await _line(port, f"GET /events?key={key} HTTP/1.1")
    plan, states = None, heard.states.setdefault(key, [])
    drawing: asyncio.Task[bytes] | None = None
    while text := await reader.readline():
        if text.startswith(b"data: {"):
            came_s, state = time.monotonic(), json.loads(text[6:])
            states.append((came_s, state.get("number", 0)))
            if state.get("plan", plan) != plan and (drawing is None or drawing.done()):
                plan = state["plan"]
                drawing = asyncio.create_task(_asked(port, key, "GET /plan.svg"))


async def _line(
    port: int, what: str, headers: str = "", body: bytes = b""
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 24)
    writer.write(f"{what}\r\nHost: 127.0.0.1:{port}\r\n{headers}\r\n".encode() + body)
    await writer.drain()
    return reader, writer


async def _asked(port: int, key: str, what: str, body: bytes = b"") -> bytes:
    headers = f"X-Spotter-Key: {key}\r\nContent-Length: {len(body)}\r\n{_PLAIN}"
    reader, writer = await _line(port, f"{what} HTTP/1.1", headers, body)
    answer = await reader.read()
    writer.close()
    return answer.partition(b"\r\n\r\n")[2]
