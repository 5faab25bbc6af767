"""Titles of new levels, made of what they are about and how they are shaped."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from random import Random

from pushbox.board import WALL, Board
from pushbox.identity import canonical_id
from pushbox.level import Level

from .boards import is_inner
from .theme import GameThemes


def titles_of(game: GameThemes, levels: Iterable[Level], taken: set[str]) -> list[str]:
    """Return the titles of levels; those of new ones are made of what they are about and how they are shaped."""
    known = set(taken)
    titles = []
    for level in levels:
        title = level.title
        if not title:
            theme = next(theme for theme in game.themes if level.notes in theme.notes)
            first, second = theme.names or game.names, _PLACES[_shape(level.board)]
            random = Random(canonical_id(level))
            free = [f"{one} {two}" for one, two in product(first, second) if f"{one} {two}" not in known]
            title = random.choice(free)
        known.add(title)
        titles.append(title)
    return titles


_PLACES = {
    "wide": ("Lane", "Bridge", "Ferry", "Terrace", "Hall", "Dock", "Harbour", "Pass"),
    "tall": ("Tower", "Well", "Stairs", "Mill", "Vault", "Kiln", "Granary", "Gate"),
    "walled": ("Cellar", "Mine", "Archive", "Stable", "Chamber", "Study", "Corner", "Cabin"),
    "open": ("Court", "Garden", "Market", "Workshop", "Square", "Meadow", "Pond", "Field"),
}
"""Second words of titles by the shape of a board."""


def _shape(board: Board) -> str:
    """Return whether a board is wide or tall, and else whether walls are a quarter of what is within its frame."""
    if board.width != board.height and max(board.width, board.height) * 4 >= min(board.width, board.height) * 5:
        return "wide" if board.width > board.height else "tall"
    inner = [cell for place, cell in enumerate(board.terrain) if is_inner(board, place)]
    return "walled" if inner.count(WALL) * 4 >= len(inner) else "open"
