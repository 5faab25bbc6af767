"""Notebooks: how values of pushbox show themselves in them, and a board that is played in one.

>>> import pushbox
>>> from pushbox.notebook import PlayWidget  # needs pushbox[notebook]
>>> PlayWidget(pushbox.builtin("lessons")[1])
<PlayWidget: <Session: <Level 'Round the corner': sokoban, 7 x 5, 1 pusher, 1 box>, 0 moves, 0 pushes, playing>>
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .widget import PlayWidget

__all__ = ["PlayWidget"]


def __getattr__(name: str) -> object:
    if name == "PlayWidget":  # what values show of themselves needs no widget
        return import_module(".widget", __name__).PlayWidget
    message = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(message)
