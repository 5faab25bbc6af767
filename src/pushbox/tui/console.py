"""The line game of the console exercise, byte for byte: welcome, board, prompt, ``Win!`` or ``Bye!``.

A command is a letter for the direction (``w`` up, ``a`` left, ``s`` down, ``d`` right, capitals too) and a number of
steps, which stop at the first that is blocked; ``e`` with anything after it ends the game, and so does the end of the
input.  Anything else is an ``Invalid command``, after which board and prompt come again.
"""

from __future__ import annotations

import re
from typing import TextIO

from ..formats.console import draw
from ..games.position import Position, position_of
from ..level import Level
from ..terminal import escaping
from ..tiling import DOWN, LEFT, RIGHT, UP, Direction

_DIRECTIONS: dict[str, Direction] = {"w": UP, "a": LEFT, "s": DOWN, "d": RIGHT}
_COMMAND = re.compile("([wasd])([0-9]+)")


def play(level: Level | Position, commands: TextIO, out: TextIO) -> None:
    """Play a level of Sokoban: read a command a line, write the game.

    Raises LevelError for a level that no state can hold.
    """
    position, out = position_of(level), escaping(out)
    print("Welcome to Sokoban!", file=out)
    while True:
        print(draw(position.view), file=out)
        if position.outcome.solved:
            print("Win!", file=out)
            return
        print("Enter command: ", end="", file=out, flush=True)
        line = commands.readline()
        command = line.rstrip("\r\n").lower()
        if not line or command.startswith("e"):
            print("Bye!", file=out)
            return
        if match := _COMMAND.fullmatch(command):
            # No line of steps in one direction is longer than the board, whatever number was typed.
            longest = max(position.view.width, position.view.height)
            digits = match[2].lstrip("0") or "0"
            steps = int(digits) if len(digits) <= len(str(longest)) else longest
            played = position.play_line([_DIRECTIONS[match[1]]] * steps)
            position = Position(position.game, played.state)
        else:
            print("Invalid command", file=out)
