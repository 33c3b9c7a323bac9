"""How a phone joins: the address as a QR code, in the terminal or as modules to draw."""

import io
from pathlib import Path

from table.errors import UserError
from table.text_file import write_whole

PHONE = "phone"  # what a player names as his camera


def join_words(url: str) -> str:
    """The address and its QR code, for a terminal."""
    import segno  # noqa: PLC0415 - most games have no page

    drawn = io.StringIO()
    segno.make(url, error="l", micro=False).terminal(drawn, border=2, compact=True)
    return f"{drawn.getvalue()}open {url}"


def join_modules(url: str) -> tuple[tuple[bool, ...], ...]:
    """The QR code's modules, dark ones true, with its quiet border."""
    import segno  # noqa: PLC0415

    code = segno.make(url, error="l", micro=False)
    return tuple(tuple(bool(dark) for dark in row) for row in code.matrix_iter(border=2))


def save_join_code(url: str, path: Path) -> None:
    """The QR code as a file to print: .svg, .png or .pdf, a hand's breadth wide."""
    import segno  # noqa: PLC0415

    kind = path.suffix.lower().lstrip(".")
    if kind not in {"svg", "png", "pdf"}:
        raise UserError(f"{path}: name a .svg, .png or .pdf file")
    made = io.BytesIO()
    segno.make(url, error="m", micro=False).save(made, kind=kind, scale=6, border=4)
    write_whole(path, made.getvalue())
