"""`spotter phones` beside a running game: who is here, the code to print, keys withdrawn."""

import pytest

from spotter.cli import main
from spotter.page.keys import Keys


@pytest.fixture
def running(tmp_path):
    """The keys of a page that runs, Ann and Bob joined."""
    (tmp_path / "game").mkdir()
    keys = Keys(("red", "blue"), tmp_path / "game" / "page.json")
    keys.serve_at("http://192.0.2.7:8470/")
    for role, name in (("red", "Ann"), ("watch", "Bob")):
        keys.joined(keys.join_key, role, name)
    return keys


def test_it_tells_the_address_and_who_is_here(running, tmp_path, capsys):
    """The page's address with its code, and a line for each; keys are told to nobody."""
    assert main(["phones", str(tmp_path)]) == 0

    told = capsys.readouterr().out
    assert f"open {running.kept.url}" in told
    assert "Ann plays red" in told
    assert "Bob watches" in told
    assert not any(guest.key in told for guest in running.guests)


@pytest.mark.parametrize("who", ["Bob", "watch"])
def test_a_key_that_was_withdrawn_is_worth_nothing_to_the_running_page(running, tmp_path, who):
    """At once, without a word to the program that serves it."""
    ann, bob = running.guests

    assert main(["phones", str(tmp_path / "game"), "--withdraw", who]) == 0

    assert running.guest(bob.key) is None
    assert running.guest(ann.key) == ann


def test_a_new_code_sends_everybody_away(running, tmp_path):
    """The old code lets nobody in any more."""
    old = running.join_key

    assert main(["phones", str(tmp_path), "--new-code"]) == 0

    assert running.guests == ()
    assert running.joined(old, "red", "Eve") is None
    assert running.joined(running.join_key, "red", "Ann") is not None


@pytest.mark.usefixtures("running")
@pytest.mark.parametrize("name", ["join.svg", "join.png", "join.pdf"])
def test_the_code_is_printed(tmp_path, name):
    """As a file of any sort that a printer takes."""
    assert main(["phones", str(tmp_path), "-o", str(tmp_path / name)]) == 0

    assert (tmp_path / name).stat().st_size > 300


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--withdraw", "Zed"], "nobody of that name"),
        (["-o", "join.bmp"], "name a .svg, .png or .pdf file"),
    ],
)
def test_what_cannot_be_done_is_said(running, tmp_path, capsys, words, told):
    """In one line."""
    assert running.guests
    assert main(["phones", str(tmp_path), *words]) == 2
    assert told in capsys.readouterr().err


def test_where_no_page_was_served_that_is_said(tmp_path, capsys):
    """With what to do."""
    assert main(["phones", str(tmp_path)]) == 2
    assert "spotter play --serve" in capsys.readouterr().err
