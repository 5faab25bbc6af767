"""Puzzles for the other games: boards at random, worked on until their shortest solution is long for their size.

A theme says what stands on a board.  Walls and pieces are moved about, and a change stays where the level becomes
better.  What a theme is about is needed: a level is taken only where it has no solution without it, or a longer one.
Its note says which of the two it is.  Or it is in the way: then the level has a shorter solution without it.

Each theme has levels on every stair of its game, so that a pack begins with a few moves and ends with many.  What a
pack has already stays in it as it is; it gets what its stairs are short of.
"""

from .games import GAMES
from .rating import rate
from .search import levels_of
from .titles import titles_of

__all__ = ["GAMES", "levels_of", "rate", "titles_of"]
