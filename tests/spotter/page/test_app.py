"""The page's server: keys, roles, origins, bounds, and pushed states, over a real socket."""

import contextlib
import gzip
import http.client
import json
import socket
import threading
import time
from collections import Counter
from contextlib import closing
from dataclasses import replace

import pytest

from spotter.page import app, bounded_line
from spotter.page.app import ServedTable, page_app
from spotter.page.desk import Reply, Wishes
from spotter.page.hub import MOST_LINES, Hub
from spotter.page.keys import Keys
from spotter.page.limits import MOST_BODY_BYTES, Rate
from spotter.page.server import EVERYWHERE, HERE, PageServer
from tests.spotter.running import PATIENCE_S


class NoAnswers:
    """A table of which nothing is known but its roles."""

    def scene(self):
        """As the page asks it."""
        return {"spotter": 1, "soldiers": []}

    def plan(self, wanted):
        """As the page asks it."""
        return gzip.compress(f"<svg><text>{wanted.role} {wanted.chosen}</text></svg>".encode())

    def man(self, role, soldier, at):
        """As the page asks it."""
        place = None if at is None or isinstance(at, str) else [at.x, at.y]
        return {"id": soldier, "for": role, "at": place or at}

    def shot(self, role, shooter, target, weapon):
        """As the page asks it."""
        return {"words": f"{shooter} {target} {weapon}", "rows": [], "role": role}

    def danger(self, soldier, place):
        """As the page asks it."""
        return {"words": f"{soldier} at {place and (place.x, place.y)}", "rows": []}

    def picture(self):
        """As the page asks it."""
        return

    def photo(self, guest, content, use):
        """As the page asks it."""
        return {"words": f"{guest.role} {len(content)} {use}"}


@pytest.fixture
def desk():
    def now():
        return 0.0  # however long the test takes, no try at the code comes back

    return ServedTable(
        Keys(("red", "blue")), Hub(), Wishes(), NoAnswers(), Rate(50, 100, now), Rate(1, 5, now)
    )


@pytest.fixture
def server(desk):
    running = PageServer(page_app(desk), desk.hub, port=0)
    yield running
    running.close()


def call(server, method, path, body=None, **headers):
    """One request: its status and its body, JSON where it is JSON."""
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_S)) as line:
        data = None if body is None else body if isinstance(body, bytes) else json.dumps(body)
        line.request(method, path, data, {k.replace("_", "-"): v for k, v in headers.items()})
        answer = line.getresponse()
        content = answer.read()
    is_json = "json" in (answer.headers["content-type"] or "")
    return answer.status, json.loads(content) if is_json else content.decode()


def joined(server, desk, role="red"):
    asked = {"code": desk.keys.join_key, "role": role, "name": "Ann"}
    status, guest = call(server, "POST", "/join", asked)
    assert status == 200, guest
    return guest["key"]


def test_nothing_is_told_without_a_key(server):
    """Every path but the page itself wants a key."""
    told = (
        "scene.json",
        "game.json",
        "events",
        "plan.svg",
        "picture.jpg",
        "man.json",
        "danger.json",
    )
    for path in (f"/{name}" for name in told):
        assert call(server, "GET", path)[0] == 401, path
    assert call(server, "POST", "/do", {"do": "next"})[0] == 401
    assert call(server, "GET", "/")[0] == 200


def test_who_has_the_wrong_code_does_not_join(server):
    """The code on the table is what lets a phone in, and guessing it is slow."""
    statuses = [
        call(server, "POST", "/join", {"code": "guess", "role": "red", "name": ""})[0]
        for _ in range(7)
    ]

    assert statuses[:5] == [403] * 5
    assert statuses[5:] == [429, 429]


def test_the_code_alone_tells_the_roles(server, desk):
    """Who typed it may choose a side too; who guesses learns nothing."""
    right, wrong = (
        call(server, "POST", "/join", {"code": code}) for code in (desk.keys.join_key, "guess")
    )

    assert right == (200, {"spotter": 1, "roles": ["red", "blue", "watch"]})
    assert wrong[0] == 403
    assert "blue" not in str(wrong)
    assert desk.keys.guests == ()


def test_who_watches_does_nothing(server, desk):
    """Roles are checked by the server, whatever the phone shows."""
    key = joined(server, desk, "watch")

    status, said = call(server, "POST", "/do", {"do": "next"}, X_Spotter_Key=key)

    assert (status, "watches" in said["error"]) == (403, True)
    assert desk.wishes.taken() == ()


def test_a_withdrawn_key_is_worth_nothing(server, desk):
    """Also while its page is open."""
    key = joined(server, desk)
    assert call(server, "GET", "/scene.json", X_Spotter_Key=key)[0] == 200

    desk.keys.withdraw(lambda guest: guest.key == key)

    assert call(server, "GET", "/scene.json", X_Spotter_Key=key)[0] == 401


@pytest.mark.parametrize(
    "headers",
    [
        pytest.param({"Origin": "http://elsewhere.example"}, id="another origin"),
        pytest.param({"Origin": "null"}, id="a file or a sandboxed frame"),
        pytest.param({"Sec_Fetch_Site": "cross-site"}, id="a link from another site"),
    ],
)
def test_no_other_site_acts_with_a_phones_key(server, desk, headers):
    """Origin and fetch metadata are checked before anything else."""
    key = joined(server, desk)

    assert call(server, "POST", "/do", {"do": "next"}, X_Spotter_Key=key, **headers)[0] == 403


@pytest.mark.parametrize("place", ["x=1", "x=one&y=2", "x=nan&y=2", "x=1&y=inf", "x="])
def test_the_danger_of_no_place_is_refused(server, desk, place):
    """In a sentence; of a place it is told."""
    key = joined(server, desk)

    assert call(server, "GET", f"/danger.json?id=R01&{place}", X_Spotter_Key=key)[0] == 400
    told = call(server, "GET", "/danger.json?id=R01&x=9.5&y=2", X_Spotter_Key=key)
    assert told == (200, {"words": "R01 at (9.5, 2.0)", "rows": []})


@pytest.mark.parametrize(
    "host", ["elsewhere.example", "elsewhere.example:8470", "localhost.elsewhere.example", "", "["]
)
def test_a_name_that_is_not_this_computers_gets_nothing(server, desk, host):
    """A site whose name was made to point here is refused, the page itself included."""
    key = joined(server, desk)

    for method, path in (("GET", "/"), ("GET", "/game.json"), ("POST", "/do")):
        status, said = call(server, method, path, Host=host, X_Spotter_Key=key)
        assert (status, "error" in said) == (421, True), path


@pytest.mark.parametrize("host", ["127.0.0.1", "192.168.1.20:8470", "[::1]:80", "localhost:8470"])
def test_this_computer_is_asked_by_its_numbers_and_names(server, host):
    """However many addresses it has: no site elsewhere can make a number its own."""
    assert call(server, "GET", "/", Host=host)[0] == 200
    assert call(server, "GET", "/", Host=socket.gethostname().upper())[0] == 200


def test_the_page_may_run_its_own_scripts_alone(server):
    """A strict content policy: names from tags can never become code."""
    policy, page = policies(server, "/", {}), call(server, "GET", "/")[1]

    for path, headers in (("/nothing", {}), ("/", {"Origin": "http://elsewhere.example"})):
        assert policies(server, path, headers) == policy, "refusals too"
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert "<script>" not in page
    assert " style=" not in page


def policies(server, path, headers):
    """The content policy of an answer."""
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_S)) as line:
        line.request("GET", path, headers=headers)
        return line.getresponse().headers["content-security-policy"]


def test_a_request_that_is_too_large_is_refused(server, desk):
    """Sizes are bounded."""
    key = joined(server, desk)

    status, said = call(server, "POST", "/do", b"x" * (MOST_BODY_BYTES + 1), X_Spotter_Key=key)

    assert (status, "more than" in said["error"]) == (413, True)


def test_photos_are_taken_one_at_a_time(server, desk, monkeypatch):
    """A phone sends one, and all together a few: nobody fills the memory with halves of photos."""
    monkeypatch.setattr("spotter.page.limits.MOST_SENDING", 2)
    keys = [joined(server, desk) for _ in range(3)]
    with contextlib.ExitStack() as lines:
        half = [lines.enter_context(half_a_photo(server, desk, key)) for key in keys[:2]]
        statuses = [call(server, "POST", "/photo", b"x", X_Spotter_Key=key)[0] for key in keys]
        assert statuses == [429, 429, 429]
        half[0].sendall(b"x")
        assert b" 200 " in half[0].recv(1000)
        freed = [call(server, "POST", "/photo", b"x", X_Spotter_Key=key)[0] for key in keys]

    assert freed == [200, 429, 200]


@contextlib.contextmanager
def half_a_photo(server, desk, key):
    """A line on which the first of two bytes has come."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_S) as line:
        head = f"Host: 127.0.0.1\r\nX-Spotter-Key: {key}\r\nContent-Length: 2\r\n"
        line.sendall(f"POST /photo HTTP/1.1\r\n{head}\r\nx".encode())
        ends_s = time.monotonic() + PATIENCE_S
        while key not in desk.senders.busy and time.monotonic() < ends_s:
            time.sleep(0.01)
        yield line


@pytest.mark.parametrize("body", [b"", b"[1]", b"{", b"[" * 9000])
def test_rubbish_gets_a_sentence(server, desk, body):
    """Never a traceback, and the server goes on."""
    key = joined(server, desk)

    status, said = call(server, "POST", "/do", body, X_Spotter_Key=key)

    assert status == 400
    assert "JSON" in said["error"]


def test_a_wish_is_answered_by_the_games_loop(server, desk):
    """What is refused comes back as its sentence; the server's thread touched nothing."""
    key = joined(server, desk, "blue")
    game = threading.Thread(target=refuse_one, args=(desk,))
    game.start()

    status, said = call(server, "POST", "/do", {"do": "next", "throws": [3]}, X_Spotter_Key=key)

    game.join()
    assert (status, said) == (409, {"said": [], "error": "blue waits", "number": 0})


def refuse_one(desk):
    while not (wishes := desk.wishes.taken()):
        time.sleep(0.005)
    assert wishes[0].value == {"do": "next", "throws": [3]}
    wishes[0].answer.set_result(Reply(error=f"{wishes[0].guest.role} waits"))


def test_a_side_is_shown_its_own_plans_alone(server, desk):
    """What one side plans never reaches the other, nor who watches."""
    desk.hub.publish({"turn": 1}, {"red": {"plans": {"R01": [3, 4]}}})

    seen = {
        role: call(server, "GET", "/game.json", X_Spotter_Key=joined(server, desk, role))[1]
        for role in ("red", "blue", "watch")
    }

    assert seen["red"]["plans"] == {"R01": [3, 4]}
    assert "plans" not in seen["blue"]
    assert "plans" not in seen["watch"]


def events(server, key, count, since=None):
    """The numbers of the next so many pushed states."""
    numbers = []
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_S)) as line:
        headers = {"X-Spotter-Key": key} | ({} if since is None else {"Last-Event-ID": str(since)})
        line.request("GET", "/events", headers=headers)
        answer = line.getresponse()
        while len(numbers) < count:
            text = answer.readline().decode()
            if text.startswith("data: "):
                numbers.append(json.loads(text.removeprefix("data: "))["turn"])
    return numbers


def test_states_are_pushed_and_caught_up_with(server, desk):
    """A phone that slept gets the newest state at once, not what it missed."""
    key = joined(server, desk)
    for turn in range(1, 6):
        desk.hub.publish({"turn": turn})

    assert events(server, key, 1) == [5]
    assert events(server, key, 1, since=f"{desk.hub.run}-3") == [5]
    # A program that was started anew counts from one again; an old number means nothing to it.
    assert events(server, key, 1, since="another-5") == [5]


def test_a_wish_for_another_run_of_the_program_is_not_done(server, desk):
    """Who pressed before the program was started anew looks at the table first."""
    key = joined(server, desk)
    wish = {"do": "next", "run": "another", "wish": "a1"}

    status, said = call(server, "POST", "/do", wish, X_Spotter_Key=key)

    assert (status, "started anew" in said["error"]) == (409, True)
    assert desk.wishes.taken() == ()


def test_the_clock_goes_on_without_new_states(server, desk):
    """How long it still runs is told to who asks later, with no state in between."""
    key = joined(server, desk)
    desk.hub.publish({"clock_ends_s": time.monotonic() - 5})
    assert call(server, "GET", "/game.json", X_Spotter_Key=key)[1]["clock_left_s"] == 0
    desk.hub.publish({"clock_ends_s": time.monotonic() + 1000})
    told = call(server, "GET", "/game.json", X_Spotter_Key=key)[1]

    assert 0 < told["clock_left_s"] <= 1000
    assert desk.hub.state.number == 2


def test_a_stalled_phone_slows_nobody_and_holds_little(server, desk, monkeypatch):
    """Others get every state while one does not read; for him no more are made than fit a line."""
    made, plain = Counter(), desk.hub.text
    monkeypatch.setattr(
        desk.hub, "text", lambda state, role: made.update([role]) or plain(state, role)
    )
    stalled = listening(server, joined(server, desk, "watch"))
    desk.hub.publish({"turn": 0})
    while not made["watch"]:
        time.sleep(0.005)
    with closing(listening(server, joined(server, desk, "red"))) as line:
        answer = line.getresponse()
        assert next_turn(answer) == 0
        for turn in range(1, 301):
            desk.hub.publish({"turn": turn, "log": "x" * 100_000})
            assert next_turn(answer) == turn

    assert made["red"] == 301
    assert made["watch"] < 200
    stalled.close()


def half_a_request(server, before=b""):
    """A connection on which a request begins and does not go on, after a whole one or none."""
    line = socket.create_connection(("127.0.0.1", server.port), PATIENCE_S)
    line.sendall(before)
    answer = b""
    while before and b"Not Found" not in answer.partition(b"\r\n\r\n")[2]:
        answer += line.recv(65536)
    with contextlib.suppress(ConnectionError):  # it may be cut at once
        line.sendall(b"GET /game.json HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ")
    return line


@pytest.mark.parametrize(
    "before", [b"", b"GET /nothing HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"], ids=["first", "second"]
)
def test_half_a_request_does_not_hold_a_line(server, desk, monkeypatch, before):
    """The line is cut after a while, and one on which states come is not."""
    monkeypatch.setattr(bounded_line, "HEAD_S", 0.2)
    desk.hub.publish({"turn": 1})
    with closing(listening(server, joined(server, desk))) as watching:
        answer = watching.getresponse()
        assert next_turn(answer) == 1
        with closing(half_a_request(server, before)) as line:
            assert is_cut(line), "the server ends it, nobody else does"
        desk.hub.publish({"turn": 2})
        assert next_turn(answer) == 2


def is_cut(line):
    """Whether the server ends it, whatever it answered before."""
    with contextlib.suppress(ConnectionError):
        while line.recv(65536):
            pass
    return True


def test_one_address_has_a_bounded_number_of_lines(server, desk, monkeypatch):
    """The next one is cut at once; those that are there are kept."""
    monkeypatch.setattr(bounded_line, "MOST_OF_ONE", 3)
    key = joined(server, desk)
    while server._server.server_state.connections:
        time.sleep(0.005)
    with contextlib.ExitStack() as lines:
        kept = [lines.enter_context(closing(half_a_request(server))) for _ in range(3)]
        assert is_cut(lines.enter_context(closing(half_a_request(server))))
        kept[0].sendall(b"1\r\nX-Spotter-Key: " + key.encode() + b"\r\n\r\n")

        assert kept[0].recv(12) == b"HTTP/1.1 200"


def test_a_body_that_does_not_come_is_not_waited_for(server, desk, monkeypatch):
    """It is said, and the line is free."""
    monkeypatch.setattr(app, "_BODY_S", 0.1)
    key = joined(server, desk).encode()
    head = b"POST /do HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Spotter-Key: " + key
    with closing(socket.create_connection(("127.0.0.1", server.port), PATIENCE_S)) as line:
        line.sendall(head + b"\r\nContent-Length: 50\r\n\r\n{")

        assert line.recv(12) == b"HTTP/1.1 408"


def listening(server, key):
    """A line on which states come."""
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_S)
    line.connect()
    line.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 100_000)
    line.request("GET", "/events", headers={"X-Spotter-Key": key})
    return line


def next_turn(answer):
    while not (text := answer.readline()).startswith(b"data: "):
        assert text, "the line ended"
    return json.loads(text.removeprefix(b"data: "))["turn"]


def test_a_key_keeps_its_newest_lines_alone(server, desk):
    """One phone cannot use up the server: its oldest line is cut when it opens one too many."""
    key = joined(server, desk)
    desk.hub.publish({"turn": 1})
    lines = []
    for _ in range(MOST_LINES + 1):
        line = listening(server, key)
        answer = line.getresponse()
        assert next_turn(answer) == 1
        lines.append((line, answer))

    assert ended(lines[0][1])
    desk.hub.publish({"turn": 2})
    assert [next_turn(answer) for _, answer in lines[1:]] == [2] * MOST_LINES
    for line, _ in lines:
        line.close()


def ended(answer):
    """Whether nothing more comes on that line."""
    try:
        while answer.readline():
            pass
    except (OSError, http.client.HTTPException):
        return True
    return True


def test_the_same_state_is_not_pushed_twice(desk):
    """A state that says what the newest says is no news."""
    assert desk.hub.publish({"turn": 1})
    assert not desk.hub.publish({"turn": 1})
    assert desk.hub.state.number == 1


@pytest.mark.parametrize(("lan", "where"), [(False, HERE), (True, EVERYWHERE)])
def test_only_who_says_lan_is_reached_from_elsewhere(desk, lan, where):
    """The socket itself is bound to this computer alone."""
    running = PageServer(page_app(desk), desk.hub, lan=lan, port=0)
    bound = running._socket.getsockname()[0]
    running.close()

    assert bound == where


def test_who_asks_too_much_or_guesses_codes_is_told_to_wait(desk):
    """A key has so many requests in a second, an address so many tries at the code."""
    still = replace(desk, rate=Rate(0, 2, lambda: 0.0), joins=Rate(0, 3, lambda: 0.0))
    running = PageServer(page_app(still), still.hub, port=0)
    key = joined(running, still)

    asked = [call(running, "GET", "/game.json", X_Spotter_Key=key)[0] for _ in range(3)]
    tried = [call(running, "POST", "/join", {"code": "x", "role": "red"})[0] for _ in range(3)]
    running.close()

    assert asked == [200, 200, 429]
    assert tried == [403, 403, 429]


def test_tokens_come_back_with_time():
    """A burst is let, then only as much as time gives."""
    now = [0.0]
    rate = Rate(per_s=2.0, burst=3.0, clock=lambda: now[0])

    assert [rate.allows("a") for _ in range(4)] == [True, True, True, False]
    assert rate.allows("b"), "each name has its own"
    now[0] = 0.5
    assert [rate.allows("a") for _ in range(2)] == [True, False]


def test_a_port_that_is_taken_is_passed_over(server, desk):
    """The page comes up on another one, and its address says which."""
    second = PageServer(page_app(desk), desk.hub, port=server.port)

    assert second.port != server.port
    assert str(second.port) in second.url
    second.close()
