"""Environments for learning: Sokoban for Gymnasium, in the conventions of other packages or in its own.

They need ``pushbox[rl]``::

    import gymnasium
    import pushbox.env

    pushbox.env.register()

    env = gymnasium.make("pushbox/Sokoban-v0", levels="boxoban.txt", convention="gym-sokoban")
    envs = gymnasium.make_vec("pushbox/Sokoban-v0", num_envs=4096, levels="boxoban.txt")

Levels are of your own file, or any that pushbox makes or has; see `pushbox.env.vector.SokobanVectorEnv`.  The
conventions are those of `pushbox.env.conventions`, a curriculum is one of `pushbox.env.sources`.
"""

from __future__ import annotations

from .registration import register

__all__ = ["register"]
