"""Sokoban on boards that are not made of squares: known by name, and refused, as there is no such board yet.

Their text looks like XSB, and would read as a wrong level.  Source: sokoenginepy; the SOK format, `Game:`.
"""

from __future__ import annotations

from pathlib import PurePath

from ...sentence import say

_GAMES = ("hexoban", "trioban", "octoban")
_ENDINGS = {".hsb": "hexoban", ".tsb": "trioban", ".osb": "octoban"}


def of_file(name: str) -> str:
    """Return the game named by the ending of a file, or an empty string."""
    return _ENDINGS.get(PurePath(name).suffix.lower(), "")


def refusal(game: str) -> str:
    """Return the reason to refuse a level of one of these games, or an empty string."""
    return say("found-game", game=game.lower()) if game.lower() in _GAMES else ""


EXPECTED = say("on-squares")
