"""Importing this registers the environments: ``gymnasium.make("pushbox.env.registered:pushbox/Sokoban-v0", ...)``.

A program that takes nothing but a name of Gymnasium is given this one.  Raises PushboxError without ``pushbox[rl]``.
"""

from __future__ import annotations

from .registration import register

register()
