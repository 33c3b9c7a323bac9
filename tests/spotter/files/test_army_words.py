"""A mistyped weapon or role is named when the army is read, where its rulebook is known."""

import shutil

import pytest

from fixtures.recorded import recorded
from rules.book.shelf import NAMES, book_named
from spotter.cli import main
from spotter.files.army_words import army_slips, check_army
from table.army import Army, Enlisted, Side, TagStyle
from table.errors import UserError
from tests.spotter.running import ROOT


def army(*weapons, role=None):
    """An army of one man."""
    return Army(TagStyle(), (Side("red"),), (Enlisted("R02", "red", weapons, role=role),))


@pytest.mark.parametrize(
    ("book", "weapons", "role", "sentence"),
    [
        ("omog-advanced", ["rifel"], None, 'has the weapon "rifel"; did you mean "rifle"?'),
        ("omog-musket", ["knife", "muskett"], None, '"muskett"; did you mean "musket"?'),
        ("lgam", ["rifle", "binocular"], None, '"binocular"; did you mean "binoculars"?'),
        ("omniwar", ["mortr"], None, '"mortr"; did you mean "mortar"?'),
        ("combat", ["rifle"], "motorcyle", 'has the role "motorcyle"; did you mean "motorcycle"?'),
        ("omog-advanced", ["rifle"], "oficer", 'has the role "oficer"; did you mean "officer"?'),
    ],
)
def test_a_slip_of_the_pen(book, weapons, role, sentence, tmp_path):
    """The sentence names the man, his word and the word that was meant."""
    with pytest.raises(UserError, match=r'army\.toml: soldier "R02" ') as problem:
        check_army(army(*weapons, role=role), book_named(book), tmp_path / "army.toml")

    assert str(problem.value).endswith(sentence)


@pytest.mark.parametrize("book", NAMES)
def test_words_of_other_books_are_no_slips(book, tmp_path):
    """An army with every word of every book can be played under each."""
    books = [book_named(name) for name in NAMES]
    weapons = sorted({word for one in books for word in one.weapons} | {"shovel", "blunderbuss"})
    for role in [None, *{word for one in books for word in one.roles}]:
        check_army(army(*weapons, role=role), book_named(book), tmp_path)


def test_the_table_knows_its_book(tmp_path, capsys):
    """Looking at a table that is played by a book says the slip before anything else."""
    oak = recorded("oak-normal")
    for path in (oak.table, oak.photo):
        shutil.copyfile(path, tmp_path / path.name)
    text = oak.army.read_text(encoding="utf-8")
    (tmp_path / "army.toml").write_text(text.replace('"rifle"', '"rifel"'), encoding="utf-8")
    (tmp_path / "spotter.toml").write_text('rules = "omog-advanced"\n')

    assert main(["look", str(tmp_path)]) == 2
    assert 'has the weapon "rifel"; did you mean "rifle"?' in capsys.readouterr().err


def test_without_a_rulebook_a_slip_is_only_said(tmp_path):
    """A word like one of some book's is named; one like nothing may be of a book of one's own."""
    slips = army_slips(army("rifle", "rifel", "blunderbuss"), tmp_path / "army.toml")

    assert len(slips) == 1
    assert slips[0].endswith('no book has the weapon "rifel" of R02; did you mean "rifle"?')
    (slip,) = army_slips(army("rifle", role="oficer"), tmp_path / "army.toml")
    assert slip.endswith('no book has the role "oficer" of R02; did you mean "officer"?')
    assert not army_slips(army("rifle", role="cook"), tmp_path / "army.toml")


def test_every_role_of_a_book_is_made_use_of():
    """A book lists no role that its own rules never ask after."""
    for name in NAMES:
        folders = [ROOT / "rules" / name.replace("-", "_"), ROOT / "rules" / "omog"]
        files = [path for folder in folders for path in folder.iterdir() if path.is_file()]
        text = "\n".join(path.read_text(encoding="utf-8") for path in files)
        for role in book_named(name).roles:
            assert f'"{role}"' in text or f".{role}]" in text or f"\n{role} " in text, (name, role)
