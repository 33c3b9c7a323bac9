"""Plain rulebooks: what a player's own book.toml says, answered and played without any Python.

`docs/rulebook.md` tells how to write one; book_file.py reads it, and the other modules are its
questions and its game.
"""
