"""Photographs from files."""

import struct
import sys
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from table.errors import UserError
from tests.devices import device
from vision.pictures.picture_file import read_picture
from vision.pictures.picture_size import claimed_size

HEIC = Path(__file__).with_name("two_colours.heic")
GREEN = np.full((40, 60, 3), (40, 160, 40), np.uint8)


def written(path: Path, picture: np.ndarray) -> Path:
    assert cv2.imwrite(str(path), picture)
    return path


@pytest.mark.parametrize(
    "picture",
    [
        pytest.param(GREEN, id="colour"),
        pytest.param(np.dstack([GREEN, np.full((40, 60), 128, np.uint8)]), id="alpha"),
        pytest.param(GREEN.astype(np.uint16) * 257, id="16 bits"),
    ],
)
def test_formats(tmp_path, picture):
    """Alpha and 16 bits come out as 8-bit blue, green, red."""
    read = read_picture(written(tmp_path / "photo.png", picture))

    assert read.dtype == np.uint8
    assert read.shape == (40, 60, 3)
    assert np.abs(read.astype(int) - GREEN).max() <= 1


def test_grey(tmp_path):
    """A grey picture has three equal channels."""
    read = read_picture(written(tmp_path / "photo.png", GREEN[:, :, 1].copy()))

    assert read.shape == (40, 60, 3)
    assert (read == 160).all()


def test_turned_camera(tmp_path):
    """A JPEG whose EXIF mark says the camera was held sideways comes out upright."""
    path = written(tmp_path / "photo.jpg", GREEN)
    entry = struct.pack("<HHII", 0x0112, 3, 1, 6)
    exif = b"Exif\0\0II*\0\x08\0\0\0\x01\0" + entry + b"\0\0\0\0"
    plain = path.read_bytes()
    path.write_bytes(plain[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + plain[2:])

    assert read_picture(path).shape == (60, 40, 3)


def test_a_phones_own_format():
    """A HEIC photo is read where its reader is installed: red to the left, blue to the right."""
    pytest.importorskip("pi_heif", reason="the extra heic is not installed")
    picture = read_picture(HEIC).astype(int)

    assert picture.shape == (64, 96, 3)
    assert picture[32, 20] == pytest.approx((30, 30, 200), abs=12)
    assert picture[32, 76] == pytest.approx((200, 60, 30), abs=12)


def test_a_phones_picture_stays():
    """A HEIC picture's pixels are its own: its reader's memory may go."""
    pytest.importorskip("pi_heif", reason="the extra heic is not installed")
    picture = read_picture(HEIC)

    assert picture.flags.owndata
    assert picture.flags.writeable
    assert picture.flags.c_contiguous


def test_a_phones_own_format_without_its_reader(tmp_path, monkeypatch):
    """A HEIC photo is called by its name, whatever the file's, with what to install."""
    monkeypatch.setitem(sys.modules, "pi_heif", None)
    path = tmp_path / "photo.jpg"
    path.write_bytes(HEIC.read_bytes())

    with pytest.raises(UserError, match=r"is a HEIC photo; install its reader .* save it as JPEG"):
        read_picture(path)


@pytest.mark.parametrize("kept", [24, 200, 480])
def test_a_phones_own_format_cut_off(tmp_path, kept):
    """What is left of a HEIC photo is refused in one line."""
    pytest.importorskip("pi_heif", reason="the extra heic is not installed")
    path = tmp_path / "photo.heic"
    path.write_bytes(HEIC.read_bytes()[:kept])

    with pytest.raises(UserError, match="is damaged; copy it again"):
        read_picture(path)


@pytest.mark.parametrize("name", ["photo.jpg", "photo.png"])
def test_cut_off(tmp_path, name):
    """A file that lost its end is refused, not filled with grey."""
    noise = np.random.default_rng(1).integers(0, 255, (200, 200, 3), dtype=np.uint8)
    path = written(tmp_path / name, noise)
    path.write_bytes(path.read_bytes()[:-2000])

    with pytest.raises(UserError, match="cut off"):
        read_picture(path)


def test_decompression_bomb(tmp_path):
    """A small file that claims a billion pixels is refused by its header."""

    def chunk(kind, body):
        check = zlib.crc32(kind + body)
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", check)

    header = chunk(b"IHDR", struct.pack(">IIBBBBB", 40000, 40000, 8, 2, 0, 0, 0))
    path = tmp_path / "photo.png"
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + header + chunk(b"IDAT", b"") + chunk(b"IEND", b""))

    with pytest.raises(UserError, match="40000 x 40000"):
        read_picture(path)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        pytest.param(None, "no such file", id="missing"),
        pytest.param(b"", "empty", id="empty"),
        pytest.param(b"hello, this is no picture", "not a picture", id="text"),
    ],
)
def test_no_picture(tmp_path, content, says):
    """What is no picture gets one line that names the file."""
    path = tmp_path / "photo.jpg"
    if content is not None:
        path.write_bytes(content)

    with pytest.raises(UserError, match=f"photo.jpg: .*{says}"):
        read_picture(path)


def test_folder(tmp_path):
    """A folder is not a photo."""
    with pytest.raises(UserError, match="folder"):
        read_picture(tmp_path)


@pytest.mark.parametrize("name", ["a.jpg", "a.png", "a.bmp", "a.gif", "a.webp", "a.tiff"])
def test_size_by_header(tmp_path, name):
    """Every kind of file that is read says its size before it is unpacked."""
    path = written(tmp_path / name, GREEN)

    assert claimed_size(path.read_bytes()) == (60, 40)
    assert read_picture(path).shape == (40, 60, 3)


def test_decoders_are_silent(tmp_path, capfd):
    """A damaged file is told of in our one line, not in a decoder's."""
    path = written(tmp_path / "photo.png", GREEN)
    whole = bytearray(path.read_bytes())
    whole[60] ^= 255
    path.write_bytes(whole)

    with pytest.raises(UserError, match="damaged"):
        read_picture(path)
    assert capfd.readouterr().err == ""


def test_a_jpeg_of_hundreds_of_layers(tmp_path):
    """A small file that asks for hundreds of passes over its pixels is refused at once."""
    path = written(tmp_path / "photo.jpg", GREEN)
    plain = path.read_bytes()
    path.write_bytes(plain[:-2] + plain[plain.index(b"\xff\xda") : -2] * 300 + b"\xff\xd9")

    with pytest.raises(UserError, match="hundreds of layers"):
        read_picture(path)


def test_a_device_that_never_ends(tmp_path):
    """No more is read than a photo may have."""
    path = device(tmp_path / "photo.jpg", "/dev/zero")

    with pytest.raises(UserError, match="larger than 200 MB"):
        read_picture(path)
