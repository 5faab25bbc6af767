"""``pushbox play``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ..errors import PushboxError
from ..extras import install_command
from ..render.characters import Charset
from ..tui import console, plain
from .common import (
    Exit,
    exit_with,
    from_option,
    level_number,
    load_and_print_problems,
    load_playable,
)
from .completing import complete_file
from .output import game_streams, has_screen, has_screen_reader, holds_unicode
from .setting_options import database_option

if TYPE_CHECKING:
    from ..studies import Study
    from ..tui.fullscreen.app import TerminalGame


@click.command("play")
@click.argument("file", metavar="[FILE]", required=False, shell_complete=complete_file)
@click.option(
    "--level", "number", metavar="N", type=click.IntRange(1), help="Which level, from 1; by default where you were."
)
@click.option("--plain", "plainly", is_flag=True, help="Play line by line, with sentences and the game's notation.")
@click.option("--console", "as_console", is_flag=True, help="The line game of the console exercise: w2, a1, s3, d1, e.")
@click.option("--ascii", "in_ascii", is_flag=True, help="Draw the board with ASCII characters.")
@database_option(help="The library to use; by default the file in your data folder.")
@from_option
def command(
    file: str | None,
    number: int | None,
    plainly: bool,
    as_console: bool,
    in_ascii: bool,
    database: str | None,
    format_key: str | None,
) -> None:
    """Play over the whole screen of the terminal. FILE can be a study; pushbox levels lists what comes along.

    FILE opens at the level where you were in it. Without FILE, continue with what you played last.

    F1 lists the keys, the mouse actions and the rules. The library keeps everything you play. Without a terminal, or if
    TERM is dumb, you play line by line, as with --plain. If ACCESSIBLE, SCREEN_READER or ACCESSIBILITY_ENABLED is set
    and not 0, as for a screen reader, the game speaks in sentences without pictures.

    Example: pushbox play builtin:lessons --level 2
    """
    study = None if file is None or format_key is not None else _study(file)
    by_lines = plainly or as_console or not has_screen()
    if by_lines:
        if file is None:
            raise click.UsageError("play needs a FILE to play line by line, such as builtin:lessons")
        if study is not None:
            raise PushboxError(f"{file}: found a study, which is read over the whole screen; study prints it")
        position = load_playable(file, number or 1, format_key or ("console" if as_console else None))
        if as_console:
            console.play(position, *game_streams())
        else:
            plain.play(position, *game_streams(), pictures=not has_screen_reader())
    else:
        _full_screen(file, number, format_key, database, study, in_ascii=in_ascii).run_in_terminal()
    exit_with(Exit.YES)


def _full_screen(
    file: str | None,
    number: int | None,
    format_key: str | None,
    database: str | None,
    study: Study | None,
    *,
    in_ascii: bool,
) -> TerminalGame:
    """Return the terminal game, about to start.  Raises PushboxError without Textual, and for a bad file or level."""
    try:
        from ..tui.fullscreen.app import TerminalGame
    except ImportError as error:
        raise PushboxError.said("no-screen", module=error.name, command=install_command("tui")) from None
    charset: Charset = "ascii" if in_ascii or not holds_unicode() else "unicode"
    if file is None:
        return TerminalGame(database=database, charset=charset)
    if study is not None:
        return TerminalGame([study.level], 0, file, database=database, charset=charset, study=study)
    levels = load_and_print_problems(file, format_key).levels
    if number is not None or not levels:
        number = level_number(file, levels, number or 1) - 1
    return TerminalGame(levels, number, file, database=database, charset=charset)


def _study(file: str) -> Study | None:
    """Return the study of a file, None for any other.  Raises PushboxError for a study that cannot be read."""
    if not file.endswith(".study"):
        return None
    from .study import read_any

    return read_any(file, 1, None)
