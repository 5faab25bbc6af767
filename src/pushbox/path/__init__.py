"""Paths over a board: where can the player go, where can this box go, and how.

Both take a `Grid` and what is free on it, and know no rules: a game says which cells are free for whom.
"""
