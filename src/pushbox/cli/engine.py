"""``pushbox engine``."""

from __future__ import annotations

import sys

import click

from .output import drop_buffered, write_data


@click.command("engine")
def command() -> None:
    r"""Speak the solver protocol on standard input and output, so that any program can use pushbox.

    Commands are lines: pbp 1, set NAME VALUE, level rle ROWS game KEY, level json OBJECT, position lurd MOVES, go
    objective NAME time MS nodes N memory MIB, stop and quit.  Answers end with: done status STATUS.  A line that is not
    understood is answered with info string and a sentence. See docs/protocol.md.

    Examples: pushbox solve levels.xsb --engine "pushbox engine"

    printf 'level rle 5#|#@$.#|5# game sokoban\ngo time 1000\n' | pushbox engine
    """
    from ..solver.engine.server import serve  # imports the native search, which --help has no use for

    def write(line: str) -> None:
        try:
            write_data(line + "\n")
        except BrokenPipeError:
            drop_buffered()
            raise

    serve(sys.stdin.fileno(), write)
