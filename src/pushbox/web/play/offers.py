"""The optional commands of a level, for the page."""

from __future__ import annotations

from contextlib import suppress

from ...errors import LevelError
from ...play.reverse import reverse_level
from .game_view import PlayView

OPTIONAL = ("reverse", "hint", "bound", "dead", "next", "previous")


def offered_commands(view: PlayView, *, reverse: bool) -> list[str]:
    """Return the commands of `OPTIONAL` that a play has; `reverse` if it is played backwards."""
    session, can_preview = view.session, view.can_preview
    start = session.start
    has_several = len(session.focusable) > 1
    offered = {
        "reverse": reverse or _is_reversible(view),
        "hint": can_preview,
        "bound": can_preview and not reverse,
        "dead": can_preview and not reverse and bool(start.rules.dead_squares(start.state)),
        "next": has_several,
        "previous": has_several,
    }
    return [name for name in OPTIONAL if offered[name]]


def _is_reversible(view: PlayView) -> bool:
    with suppress(LevelError):
        return bool(reverse_level(view.session.level))
    return False
