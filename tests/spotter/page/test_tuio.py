"""TUIO 1.1: what a program that listens for objects on a table is told, byte by byte."""

import socket
import struct
from dataclasses import replace
from math import pi

import pytest

from spotter.cli import main
from spotter.page.tuio import TuioSender
from table.army import Army, Enlisted, Side, TagStyle
from table.errors import UserError
from table.scene import Scene, Soldier
from tests.spotter.plain_desk import DESK_AT_FIRST, write_pictures, write_setup

MEN = tuple(Soldier(f"R{n:02d}", "red", 9.0 + n / 4, 6.0, (), facing=90.0) for n in range(20))
ARMY = Army(TagStyle(), (Side("red"),), tuple(Enlisted(man.id, "red", ()) for man in MEN))
SCENE = Scene(36.0, 24.0, soldiers=MEN[:2])


@pytest.fixture
def listener():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as made:
        made.bind(("127.0.0.1", 0))
        made.settimeout(30)
        yield made


@pytest.fixture
def sender(listener):
    made = TuioSender(f"127.0.0.1:{listener.getsockname()[1]}", ARMY)
    yield made
    made.close()


def heard(listener):
    """The messages of one packet, read as OSC has them."""
    packet = listener.recv(65536)
    assert packet[:16] == b"#bundle\0" + struct.pack(">Q", 1)
    at, messages = 16, []
    while at < len(packet):
        (size,) = struct.unpack_from(">i", packet, at)
        messages.append(read(packet[at + 4 : at + 4 + size]))
        at += 4 + size
    return messages


def read(content):
    path, at = text(content, 0)
    kinds, at = text(content, at)
    assert path == "/tuio/2Dobj"
    values = []
    for kind in kinds[1:]:
        if kind == "s":
            value, at = text(content, at)
        else:
            (value,) = struct.unpack_from(f">{kind}", content, at)
            at += 4
        values.append(value)
    return values


def text(content, at):
    end = content.index(b"\0", at)
    return content[at:end].decode(), at + (end - at) // 4 * 4 + 4


def test_the_men_are_told_as_objects(sender, listener):
    """Source, who is there, each with his place and turn, and the frame's number."""
    sender.tell(SCENE, 0.0)

    source, alive, first, second, frame = heard(listener)
    assert (source, alive, frame) == (["source", "spotter"], ["alive", 1, 2], ["fseq", 1])
    assert first[:3] == ["set", 1, 0]
    assert first[3:] == pytest.approx([0.25, 0.25, pi / 2, 0, 0, 0, 0, 0])
    assert second[:3] == ["set", 2, 1]


def test_who_comes_back_is_a_new_object(sender, listener):
    """And who is gone is not alive; what did not change is sent again after a second."""
    gone = replace(SCENE, soldiers=MEN[1:2])
    for scene, now_s in ((SCENE, 0.0), (SCENE, 0.5), (gone, 0.6), (SCENE, 0.7), (SCENE, 1.8)):
        sender.tell(scene, now_s)

    told = [heard(listener) for _ in range(4)]
    assert [messages[1] for messages in told] == [
        ["alive", 1, 2],
        ["alive", 2],
        ["alive", 3, 2],
        ["alive", 3, 2],
    ]
    assert [messages[-1] for messages in told] == [["fseq", n] for n in (1, 2, 3, 4)]


def test_many_men_go_in_several_packets(sender, listener):
    """None is larger than a network carries in one piece; all are of one frame."""
    sender.tell(replace(SCENE, soldiers=MEN), 0.0)

    told = [heard(listener) for _ in range(2)]
    assert [sum(one[0] == "set" for one in messages) for messages in told] == [16, 4]
    assert {messages[-1][1] for messages in told} == {1}


@pytest.mark.parametrize("address", ["3333", "127.0.0.1", "127.0.0.1:70000", ":3333", "h:x"])
def test_an_address_that_is_none_is_said(address):
    """With what one looks like."""
    with pytest.raises(UserError, match=r"like 127\.0\.0\.1:3333"):
        TuioSender(address, ARMY)


def test_a_game_sends_its_table(tmp_path, listener, monkeypatch):
    """`spotter play --tuio` tells who stands where as soon as the table is seen."""
    monkeypatch.chdir(tmp_path)
    write_setup(tmp_path)
    (tmp_path / "evening").mkdir()
    write_pictures(tmp_path / "evening", [DESK_AT_FIRST] * 2)
    where = f"127.0.0.1:{listener.getsockname()[1]}"
    how = ["--camera", "evening", "--pace", "0", "--no-window", "--rules", "omog-advanced"]

    assert main(["play", ".", *how, "--tuio", where]) == 0

    assert len(heard(listener)[1]) == 1 + len(DESK_AT_FIRST.men)
