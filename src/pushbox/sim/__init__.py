"""Thousands of boards of Sokoban that are played at once, for learning and for bulk runs.

All work is done in Rust, in buffers of the caller (bytearrays, NumPy arrays, tensors), without the GIL::

    from pushbox import builtin, sim

    batch = sim.Batch(builtin("campaign-01"), 4096)
    events = batch.step(bytes([sim.Action.LEFT]) * 4096)

The games of `pushbox.games` are the reference that a test holds them against.  NumPy is not needed: what a method
returns is a memoryview with the shape that it says, for ``numpy.asarray``.
"""

from .batch import Action, Batch, Event, Levels
from .tables import BOX, GOAL, PLANES, PLAYER, WALL, XSB, table

__all__ = ["BOX", "GOAL", "PLANES", "PLAYER", "WALL", "XSB", "Action", "Batch", "Event", "Levels", "table"]
