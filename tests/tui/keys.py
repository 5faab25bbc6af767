"""What a player presses for a move, by the names that Textual has for keys."""

from __future__ import annotations

from typing import Any

from pushbox.games.api import KEYS, PlayerAction
from pushbox.play.session import Session

NAMES = {"act": "space", "next": "full_stop", "previous": "comma"}


def keys_for(session: Session, move: Any) -> list[str]:
    """Return what to press for a move: for both players at once, or for the piece that is steered, or another one."""
    if session.game.info.players > 1:
        for key in KEYS[:4]:
            for letter, second in zip("awds", KEYS[:4], strict=True):
                actions = {1: session.resolve_key(key, 1).action, 2: session.resolve_key(second, 2).action}
                if session.game.controls.joint_move(session.state, actions) == move:
                    return [key, letter]
        raise AssertionError("no two keys make this move")
    steered = session.focus
    for turns in range(len(session.focusable) + 1):
        for key in KEYS:
            meaning = session.resolve_key(key)
            if meaning == move and not isinstance(meaning, PlayerAction):
                session.steer(steered)
                return ["full_stop"] * turns + [NAMES.get(key, key)]
        session.press("next")
    raise AssertionError(f"no key makes the move {move}")
