"""Tables that say what a batch writes for each cell: one byte or several for each kind of cell."""

from __future__ import annotations

from collections.abc import Iterable

from ..arguments import refused

WALL, GOAL, BOX, PLAYER = 1, 2, 4, 8  # the bits of a cell
KINDS = 16  # of cells: sums of these

Entry = int | Iterable[int]  # a byte, or several


def table(  # one for each kind of cell
    *,
    wall: Entry,
    floor: Entry,
    goal: Entry,
    box: Entry,
    box_on_goal: Entry,
    player: Entry,
    player_on_goal: Entry,
) -> bytes:
    """Return a table for `Batch.observe`, from what stands for each kind of cell: a byte each, or as many bytes each.

    >>> len(table(wall=0, floor=1, goal=2, box=3, box_on_goal=4, player=5, player_on_goal=6))
    16

    Raises ArgumentError where they are not equally many, or no bytes.
    """
    given = {
        WALL: wall,
        0: floor,
        GOAL: goal,
        BOX: box,
        BOX | GOAL: box_on_goal,
        PLAYER: player,
        PLAYER | GOAL: player_on_goal,
    }
    try:
        rows = {bits: bytes([entry] if isinstance(entry, int) else entry) for bits, entry in given.items()}
    except (TypeError, ValueError):
        raise refused("table", [*given.values()], "bytes from 0 to 255") from None
    if len({*map(len, rows.values())}) != 1 or not rows[0]:
        raise refused("table", [*given.values()], "as many bytes for each kind of cell")
    nothing = bytes(len(rows[0]))
    return b"".join([rows.get(bits, nothing) for bits in range(KINDS)])


XSB = table(
    wall=ord("#"),
    floor=ord(" "),
    goal=ord("."),
    box=ord("$"),
    box_on_goal=ord("*"),
    player=ord("@"),
    player_on_goal=ord("+"),
)
"""The signs of XSB."""

PLANES = table(
    wall=(1, 0, 0, 0),
    floor=(0, 0, 0, 0),
    goal=(0, 1, 0, 0),
    box=(0, 0, 1, 0),
    box_on_goal=(0, 1, 1, 0),
    player=(0, 0, 0, 1),
    player_on_goal=(0, 1, 0, 1),
)
"""Four bytes, 1 or 0: is there a wall, a goal, a box, the player?"""
