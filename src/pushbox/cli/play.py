"""``pushbox play``."""

from __future__ import annotations

import click

from ..tui import console, plain
from .common import Exit, exit_with, file_argument, from_option, level_option, load_playable
from .output import game_streams


@click.command("play")
@file_argument
@level_option
@click.option("--plain", "plainly", is_flag=True, help="Play line by line, in the game's notation.")
@click.option("--console", "as_console", is_flag=True, help="The line game of the console exercise: w2, a1, s3, d1, e.")
@from_option
def command(file: str, number: int, plainly: bool, as_console: bool, format_key: str | None) -> None:
    """Play a level in the terminal.

    Example: pushbox play builtin:lessons --level 2
    """
    del plainly  # the only other way there is
    position = load_playable(file, number, format_key or ("console" if as_console else None))
    (console if as_console else plain).play(position, *game_streams())
    exit_with(Exit.YES)
