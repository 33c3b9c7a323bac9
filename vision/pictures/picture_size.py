"""Width and height by a picture file's own header, before anything is unpacked.

A file of a few bytes may claim to be as large as a house; a decoder would believe it.
"""

import struct
from collections.abc import Callable, Iterator

SizeWH = tuple[int, int]


def claimed_size(content: bytes) -> SizeWH | None:
    """Width and height, None where the file is of no known kind or has no whole header."""
    for start, size in _KINDS.items():
        if content.startswith(start):
            try:
                return size(content)
            except (struct.error, IndexError):
                return None
    return None


def _png(content: bytes) -> SizeWH:
    return _two(">II", content, 16)


def _jpeg(content: bytes) -> SizeWH | None:
    for kind, at in _jpeg_parts(content):
        if 0xC0 <= kind <= 0xCF and kind not in (0xC4, 0xC8, 0xCC):
            down, across = _two(">HH", content, at + 3)
            return across, down
    return None


def _jpeg_parts(content: bytes) -> Iterator[tuple[int, int]]:
    """Each part's kind and where its length stands."""
    at = 2
    while at + 4 <= len(content) and content[at] == 0xFF:
        if content[at + 1] == 0xFF:  # padding
            at += 1
            continue
        yield content[at + 1], at + 2
        at += 2 + int.from_bytes(content[at + 2 : at + 4], "big")


def _bmp(content: bytes) -> SizeWH:
    if content[14] == 12:  # the oldest header
        return _two("<HH", content, 18)
    across, down = _two("<ii", content, 18)
    return abs(across), abs(down)


def _gif(content: bytes) -> SizeWH:
    return _two("<HH", content, 6)


def _webp(content: bytes) -> SizeWH | None:
    if content[8:12] != b"WEBP":
        return None
    kind = content[12:16]
    if kind == b"VP8X":
        across, down = (int.from_bytes(content[i : i + 3], "little") for i in (24, 27))
        return across + 1, down + 1
    if kind == b"VP8L":
        (bits,) = struct.unpack_from("<I", content, 21)
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    across, down = _two("<HH", content, 26)
    return across & 0x3FFF, down & 0x3FFF


def _tiff(content: bytes) -> SizeWH | None:
    order = "<" if content.startswith(b"II") else ">"
    (at,) = struct.unpack_from(f"{order}I", content, 4)
    (count,) = struct.unpack_from(f"{order}H", content, at)
    found: dict[int, int] = {}
    for entry in range(at + 2, at + 2 + 12 * count, 12):
        tag, kind = _two(f"{order}HH", content, entry)
        if tag in (256, 257):
            (found[tag],) = struct.unpack_from(
                f"{order}{'H' if kind == 3 else 'I'}", content, entry + 8
            )
    return (found[256], found[257]) if len(found) == 2 else None


def _two(layout: str, content: bytes, at: int) -> SizeWH:
    first, second = struct.unpack_from(layout, content, at)
    return int(first), int(second)


_KINDS: dict[bytes, Callable[[bytes], SizeWH | None]] = {
    b"\xff\xd8": _jpeg,
    b"\x89PNG": _png,
    b"BM": _bmp,
    b"GIF8": _gif,
    b"RIFF": _webp,
    b"II*\x00": _tiff,
    b"MM\x00*": _tiff,
}
