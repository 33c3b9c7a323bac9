"""Who has joined stays joined, and can be sent away."""

import os

from spotter.page.keys import Keys
from tests.spotter.page.two_sides import SIDES
from tests.spotter.page.wishes import state, wished

GUESTS = (("red", "Ann"), ("blue", "Bob"), ("watch", "Eve"))


def test_a_phone_that_joined_stays_joined_when_the_game_goes_on(tmp_path):
    """The keys are kept in the game's folder, for this user alone; a damaged file costs a scan."""
    path = tmp_path / "page.json"
    first = Keys(SIDES, path)
    ann = first.joined(first.join_key, "red", "Ann")
    assert path.stat().st_mode & 0o077 == 0 or os.name != "posix"

    again = Keys(SIDES, path)
    assert (again.join_key, again.guest(ann.key)) == (first.join_key, ann)

    path.write_text('{"join": 3}')
    assert Keys(SIDES, path).guest(ann.key) is None


def test_what_another_program_withdraws_is_withdrawn(tmp_path):
    """The running page looks at the file before it believes a key."""
    running = Keys(SIDES, tmp_path / "page.json")
    ann = running.joined(running.join_key, "red", "Ann")
    bob = running.joined(running.join_key, "watch", "Bob")

    Keys(SIDES, tmp_path / "page.json").withdraw(lambda guest: guest.name == "Bob")

    assert running.guest(bob.key) is None
    assert running.guest(ann.key) == ann


def test_a_side_sends_away_who_watches_but_not_the_other_side(page):
    """Badges name phones; nobody is told a key."""
    keys = page.keys
    ann, bob, eve = (keys.joined(keys.join_key, r, n) for r, n in GUESTS)

    assert wished(page, ann, do="send away", badge=eve.badge).error is None
    assert "blue's" in wished(page, ann, do="send away", badge=bob.badge).error

    assert keys.guests == (ann, bob)
    assert not any(guest.key in str(state(page, "red")) for guest in (ann, bob))
