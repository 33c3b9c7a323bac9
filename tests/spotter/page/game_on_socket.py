"""A game whose page is served on a real socket."""

import http.client
import json
import threading
import time
from contextlib import closing, contextmanager

from rules.book.shelf import book_named
from spotter.game.deeds import NextStep
from spotter.game.journal import Journal
from spotter.game.live_game import begun
from spotter.live.play_table import PlayTable
from spotter.page.live_page import LivePage
from spotter.page.photos import Photos
from tests.spotter.page.two_sides import ARMY, MEN, SPEC, seen
from tests.spotter.running import PATIENCE_S

BOOK = "omog-advanced"


class GameOnSocket:
    """A game that has begun, its page on a real socket, and a key of every role."""

    def __init__(self, folder, army=ARMY, men=MEN) -> None:
        self.folder = folder
        sides = tuple(side.name for side in army.sides)
        self._journal = Journal(folder / "journal.jsonl", print)
        table = PlayTable(
            army,
            lambda scene, now_s: begun(self._journal, BOOK, scene, sides, {}, began_s=now_s),
        )
        table.see(seen(*men))
        self.page = LivePage(
            table, book_named(BOOK), army, Photos(SPEC, army, folder), port=0,
            kept=folder / "page.json",
        )  # fmt: skip
        table.do(NextStep(), time.monotonic())
        keys = self.page.keys
        joined = {role: keys.joined(keys.join_key, role, role) for role in (*sides, "watch")}
        self.keys = {role: guest.key for role, guest in joined.items()}
        gone = keys.joined(keys.join_key, sides[0], "gone")
        keys.withdraw(lambda guest: guest.key == gone.key)
        self.keys.update(withdrawn=gone.key, code=keys.join_key)

    @contextmanager
    def played(self):
        """The game's loop goes on in a thread."""
        done = threading.Event()

        def play():
            while not done.wait(0.005):
                self.page.step(time.monotonic())

        thread = threading.Thread(target=play)
        thread.start()
        try:
            yield self
        finally:
            done.set()
            thread.join()
            self.page.close()
            self._journal.__exit__(None, None, None)

    def asked(self, method, path, headers=None, body=None):
        """One request; the names of keys stand for them."""
        sent = dict(headers or {})
        if (key := sent.get("X-Spotter-Key")) in self.keys:
            sent["X-Spotter-Key"] = self.keys[key]
        line = http.client.HTTPConnection("127.0.0.1", self.page.port, timeout=PATIENCE_S)
        with closing(line):
            line.request(method, path, None if body is None else json.dumps(body), sent)
            answer = line.getresponse()
            return answer.status, answer.read().decode()

    def kept(self):
        """All that the program remembers: the game, its questions and plans, who is here."""
        names = ("journal.jsonl", "page-asked.json", "page.json")
        files = {name: (self.folder / name) for name in names}
        return {name: one.read_text() for name, one in files.items() if one.exists()}
