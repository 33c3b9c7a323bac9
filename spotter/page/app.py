"""The page's web application: who asks is known by his key, what he gets by his role.

Conventions for other programs, all JSON, version in `"spotter"`:

    GET  /scene.json            the table as `scene.json`
    GET  /game.json             turn, phase, side, clock, verdict, roster, log
    GET  /events                the same pushed as server-sent events, newest only
    GET  /plan.svg              the plan
    GET  /picture.jpg           the camera's picture: the play area straight from above
    GET  /man.json?id=R01       his weapons, whom he can hit at what number and why, what he
                                can do; `&with=B01` or `&x=9&y=12`: with him, or there
    GET  /danger.json?id=R01&x=9&y=12   how likely he would be hit there, and by whom
    POST /join                  {"code", "role", "name"} to {"key", "role"}; the code alone to
                                the roles that there are
    POST /do                    a wish: {"do": "shoot", ...} as stories have them; one that has a
                                name in "wish" is done once, however often it is sent
    POST /photo?as=look         a picture from a phone

The key goes in the header `X-Spotter-Key`, or as `?key=` where a browser cannot set headers.
"""

import asyncio
import gzip
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from math import isfinite, nan
from typing import Any, Protocol

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.base import BaseHTTPMiddleware, RequestResponseEndpoint
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from spotter.page.desk import Wishes
from spotter.page.hub import Hub, Lines
from spotter.page.kept_keys import Guest
from spotter.page.keys import Keys
from spotter.page.limits import MOST_BODY_BYTES, MOST_PHOTO_BYTES, Rate, Senders
from spotter.page.own_host import is_own_host
from spotter.page.snapshot import PlanOf
from table.places import TablePoint

_KEEP_ALIVE_S = 15.0
_ANSWER_S = 10.0
_BODY_S = 60.0  # a large photo over a slow line
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)
_HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


class Answers(Protocol):
    """What the page asks about the newest scene; called in worker threads."""

    def scene(self) -> Mapping[str, Any]:
        """The table as scene files have it."""

    def plan(self, wanted: PlanOf) -> bytes:
        """The plan as gzipped SVG, with what the chosen man can do."""

    def man(self, role: str, soldier: str, at: str | TablePoint | None) -> Mapping[str, Any]:
        """His weapons, whom he can hit, what else he can do, alone and there."""

    def shot(self, role: str, shooter: str, target: str, weapon: str | None) -> Mapping[str, Any]:
        """One shot with its sum."""

    def danger(self, soldier: str, place: TablePoint | None) -> Mapping[str, Any]:
        """How likely he would be hit at a place, and by whom; without one the shades' legend."""

    def picture(self) -> bytes | None:
        """The camera's newest picture from above (JPEG), None where there is none."""

    def photo(self, guest: Guest, content: bytes, use: str) -> Mapping[str, Any]:
        """What became of a photo from a phone, in words."""


@dataclass(frozen=True)
class ServedTable:
    """All that the application serves."""

    keys: Keys
    hub: Hub
    wishes: Wishes
    answers: Answers
    rate: Rate
    joins: Rate
    lines: Lines = field(default_factory=Lines)
    senders: Senders = field(default_factory=Senders)


Endpoint = Callable[[Request], Awaitable[Response]]


def page_app(desk: ServedTable) -> Starlette:
    """The application."""
    get = {
        "/": _static("page.html", "text/html; charset=utf-8"),
        "/page.js": _static("page.js", "text/javascript; charset=utf-8"),
        "/page.css": _static("page.css", "text/css; charset=utf-8"),
        "/scene.json": _scene,
        "/game.json": _game,
        "/events": _events,
        "/plan.svg": _plan,
        "/picture.jpg": _picture,
        "/man.json": _man,
        "/shot.json": _shot,
        "/danger.json": _danger,
    }
    routes = [Route(path, endpoint, methods=["GET"]) for path, endpoint in get.items()]
    post = {"/join": _join, "/do": _do, "/photo": _photo}
    routes += [Route(path, endpoint, methods=["POST"]) for path, endpoint in post.items()]
    app = Starlette(
        routes=routes,
        middleware=[Middleware(BaseHTTPMiddleware, dispatch=_guarded)],
        exception_handlers={HTTPException: _said, Exception: _broken},
    )
    app.router.redirect_slashes = False  # one address for each thing
    app.state.desk = desk
    return app


def _static(name: str, kind: str) -> Endpoint:
    content = files("spotter.page").joinpath("static", name).read_bytes()

    async def endpoint(_: Request) -> Response:
        return Response(content, media_type=kind)

    return endpoint


async def _guarded(request: Request, call: RequestResponseEndpoint) -> Response:
    """No other site may use a phone's key, and nothing is ever cached or framed elsewhere."""
    response = _foreign(request) or await call(request)
    response.headers.update(_HEADERS)
    return response


def _foreign(request: Request) -> Response | None:
    """The refusal of what another site asks; None where it is the page's own."""
    if not is_own_host(request.headers.get("host", "")):
        return _error(421, "open the page by this computer's address, as its code has it")
    origin = request.headers.get("origin")
    own = f"{request.url.scheme}://{request.headers.get('host', '')}"
    foreign = request.headers.get("sec-fetch-site") in {"cross-site", "same-site"}
    is_page = request.method == "GET" and request.url.path == "/"
    if (origin is not None and origin != own) or (foreign and not is_page):
        return _error(403, "this page answers its own site alone")
    return None


def _error(status: int, sentence: str) -> JSONResponse:
    return JSONResponse({"error": sentence}, status)


async def _said(_: Request, problem: Exception) -> Response:
    assert isinstance(problem, HTTPException), problem
    return _error(problem.status_code, problem.detail)


async def _broken(_: Request, __: Exception) -> Response:
    return _error(500, "the program stumbled over this; it goes on")


def _desk(request: Request) -> ServedTable:
    desk: ServedTable = request.app.state.desk
    return desk


def _guest(request: Request) -> Guest:
    """Who asks; 401 without a good key, 429 where he asks too much."""
    key = request.headers.get("x-spotter-key") or request.query_params.get("key") or ""
    guest = _desk(request).keys.guest(key)
    if guest is None:
        raise HTTPException(401, "this key is not known here; join again with the code")
    if not _desk(request).rate.allows(guest.key):
        raise HTTPException(429, "too many requests; wait a second")
    return guest


async def _body(request: Request, most: int) -> bytes:
    parts, length = [], 0
    try:
        async with asyncio.timeout(_BODY_S):
            async for part in request.stream():
                length += len(part)
                if length > most:
                    raise HTTPException(413, f"that is more than {most:,} bytes")
                parts.append(part)
    except TimeoutError:
        raise HTTPException(408, "the line is too slow; try again") from None
    except ClientDisconnect:
        raise HTTPException(400, "the line broke") from None
    return b"".join(parts)


async def _object(request: Request) -> dict[str, Any]:
    try:
        value = json.loads(await _body(request, MOST_BODY_BYTES))
    except (ValueError, RecursionError):
        raise HTTPException(400, "the request is no JSON") from None
    if not isinstance(value, dict):
        raise HTTPException(400, "the request is no JSON object")
    return value


async def _join(request: Request) -> Response:
    desk = _desk(request)
    address = request.client.host if request.client else "?"
    if not desk.joins.allows(address):
        raise HTTPException(429, "too many tries; wait a minute")
    asked = await _object(request)
    words = [asked.get(name) for name in ("code", "role", "name")]
    code, role, name = (word if isinstance(word, str) else "" for word in words)
    if not desk.keys.opened_by(code):
        raise HTTPException(403, "this code is wrong; scan the newest one")
    if "role" not in asked:
        return JSONResponse({"spotter": 1, "roles": list(desk.keys.roles)})
    guest = desk.keys.joined(code, role, name)
    if guest is None:
        roles = ", ".join(desk.keys.roles)
        raise HTTPException(403, f"name a role, one of {roles}; or too many have joined")
    return JSONResponse({"spotter": 1, "key": guest.key, "role": guest.role, "name": guest.name})


async def _scene(request: Request) -> Response:
    _guest(request)
    return JSONResponse(await run_in_threadpool(_desk(request).answers.scene))


async def _game(request: Request) -> Response:
    guest = _guest(request)
    hub = _desk(request).hub
    return Response(hub.text(hub.state, guest.role), media_type="application/json")


async def _events(request: Request) -> Response:
    guest = _guest(request)
    last = request.headers.get("last-event-id") or request.query_params.get("since") or ""
    since = _number_known(_desk(request).hub, last)
    headers = {"X-Accel-Buffering": "no"}
    stream = _pushed(_desk(request), guest, since)
    return StreamingResponse(stream, media_type="text/event-stream", headers=headers)


def _number_known(hub: Hub, last: str) -> int:
    """The number of the newest state that a phone has; 0 where it has it of another program."""
    run, _, number = last.partition("-")
    return int(number) if run == hub.run and number.isdigit() and len(number) < 12 else 0


async def _pushed(desk: ServedTable, guest: Guest, since: int) -> AsyncIterator[bytes]:
    """States as they come on one of the guest's few lines."""
    with desk.lines.opened(guest.key):
        async for text in _states(desk, guest, since):
            yield text


async def _states(desk: ServedTable, guest: Guest, since: int) -> AsyncIterator[bytes]:
    """States as they come; a sign of life now and then, so that a dead line is noticed."""
    hub, number = desk.hub, since
    yield b"retry: 1000\n\n"
    while True:
        state = await hub.newer(number, _KEEP_ALIVE_S)
        if desk.keys.guest(guest.key) is None:
            yield b"event: withdrawn\ndata: {}\n\n"
            return
        if state is None:
            yield b"event: here\ndata: {}\n\n"
            continue
        number = state.number
        yield f"id: {hub.run}-{number}\ndata: {hub.text(state, guest.role)}\n\n".encode()


async def _plan(request: Request) -> Response:
    guest = _guest(request)
    asked = request.query_params
    wanted = PlanOf(
        guest.role,
        asked.get("chosen"),
        danger=asked.get("danger") == "1",
        over_picture=asked.get("over") == "picture",
        large_words=asked.get("words") == "large",
    )
    svg = await run_in_threadpool(_desk(request).answers.plan, wanted)
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(gzip.decompress(svg), media_type="image/svg+xml")
    return Response(svg, media_type="image/svg+xml", headers={"Content-Encoding": "gzip"})


async def _picture(request: Request) -> Response:
    _guest(request)
    content = await run_in_threadpool(_desk(request).answers.picture)
    if content is None:
        raise HTTPException(404, "the camera shows nothing now")
    return Response(content, media_type="image/jpeg")


async def _man(request: Request) -> Response:
    guest = _guest(request)
    asked = request.query_params
    place = _place(asked.get("x", ""), asked.get("y", "")) if asked.keys() & {"x", "y"} else None
    at = asked.get("with") or place
    answers = _desk(request).answers
    found = await run_in_threadpool(answers.man, guest.role, asked.get("id", ""), at)
    return JSONResponse(found)


async def _shot(request: Request) -> Response:
    guest = _guest(request)
    asked = request.query_params
    return JSONResponse(
        await run_in_threadpool(
            _desk(request).answers.shot,
            guest.role,
            asked.get("shooter", ""),
            asked.get("target", ""),
            asked.get("weapon"),
        )
    )


async def _danger(request: Request) -> Response:
    _guest(request)
    asked = request.query_params
    place = _place(asked.get("x", ""), asked.get("y", "")) if asked.keys() & {"x", "y"} else None
    answers = _desk(request).answers
    return JSONResponse(await run_in_threadpool(answers.danger, asked.get("id", ""), place))


def _place(x: str, y: str) -> TablePoint:
    try:
        place = TablePoint(float(x), float(y))
    except ValueError:
        place = TablePoint(nan, nan)
    if not (isfinite(place.x) and isfinite(place.y)):
        raise HTTPException(400, "name a place on the table, like x=9.5&y=12")
    return place


async def _do(request: Request) -> Response:
    guest = _guest(request)
    if not guest.is_player:
        raise HTTPException(403, "who watches does nothing; join as a side to play")
    asked = await _object(request)
    name, run = asked.pop("wish", None), asked.pop("run", None)
    if run is not None and run != _desk(request).hub.run:
        raise HTTPException(409, "the program was started anew; look at the table and press again")
    named = name[:40] if isinstance(name, str) else None
    answer = asyncio.wrap_future(_desk(request).wishes.make(guest, asked, named))
    try:
        done = await asyncio.wait_for(asyncio.shield(answer), _ANSWER_S)
    except TimeoutError:
        raise HTTPException(503, "the program did not answer; look at the table") from None
    number = _desk(request).hub.state.number
    body = {"said": list(done.said), "error": done.error, "number": number}
    return JSONResponse(body, 200 if done.error is None else 409)


async def _photo(request: Request) -> Response:
    guest = _guest(request)
    if not guest.is_player:
        raise HTTPException(403, "who watches sends no photos; join as a side to play")
    desk, use = _desk(request), request.query_params.get("as", "look")
    with desk.senders.sending(guest.key) as may:
        if not may:
            raise HTTPException(429, "photos are on their way already; wait a moment")
        content = await _body(request, MOST_PHOTO_BYTES)
        return JSONResponse(await run_in_threadpool(desk.answers.photo, guest, content, use))
