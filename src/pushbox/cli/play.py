"""``pushbox play``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ..errors import PushboxError, naming, with_notes
from ..extras import install_command
from ..play.validate import require_playable
from ..render.characters import Charset
from ..sentence import located, say
from ..tui import console, plain
from ..tui.playlist import Entry, FilePlaylist, Playlist
from .common import (
    Exit,
    ReadAs,
    exit_with,
    level_number,
    level_place,
    load_and_print_problems,
    load_playable,
    read_as_options,
)
from .completing import complete_file
from .output import game_streams, has_screen, has_screen_reader, holds_unicode, print_line, reads_terminal
from .setting_options import database_option, was_given

if TYPE_CHECKING:
    from ..studies import Study
    from ..tui.fullscreen.app import TerminalGame
    from ..tui.shelf import Shelf


@click.command("play")
@click.argument("file", metavar="[FILE]", required=False, shell_complete=complete_file)
@click.option(
    "--level", "number", metavar="N", type=click.IntRange(1), help="Which level, from 1; by default where you were."
)
@click.option("--plain", "plainly", is_flag=True, help="Play line by line, with sentences and the game's notation.")
@click.option("--console", "as_console", is_flag=True, help="The line game of the console exercise: w2, a1, s3, d1, e.")
@click.option("--ascii", "in_ascii", is_flag=True, help="Draw the board with ASCII characters.")
@database_option(help="The library to use; by default the file in your data folder.")
@read_as_options
def command(
    file: str | None,
    number: int | None,
    plainly: bool,
    as_console: bool,
    in_ascii: bool,
    database: str | None,
    read_as: ReadAs,
) -> None:
    """Play over the whole screen of the terminal. FILE can be a study; pushbox levels lists what comes along.

    FILE opens at the level where you were in it. Without FILE, continue with what you played last.

    Line by line, from a pipe, nothing is kept and FILE begins anew, unless --database names the library.

    F1 lists the keys, the mouse actions and the rules. The library keeps everything you play. Without a terminal, or if
    TERM is dumb, you play line by line, as with --plain. If ACCESSIBLE, SCREEN_READER or ACCESSIBILITY_ENABLED is set
    and not 0, as for a screen reader, the game speaks in sentences without pictures.

    Example: pushbox play builtin:lessons --level 2
    """
    study = None if file is None or read_as.format is not None else _study(file)
    by_lines = plainly or as_console or not has_screen()
    if by_lines:
        keeps = not as_console and (was_given("database") or reads_terminal())
        if file is None and not keeps:
            raise click.UsageError(say("play-by-lines"))
        if study is not None:
            raise PushboxError(located(file, say("study-on-screen")))
        if file is not None and as_console:
            as_map = read_as._replace(format=read_as.format or "console")
            console.play(load_playable(file, number or 1, as_map), *game_streams())
        else:
            _line_by_line(file, number, read_as, database, keeps=keeps)
    else:
        _full_screen(file, number, read_as, database, study, in_ascii=in_ascii).run_in_terminal()
    exit_with(Exit.YES)


def _line_by_line(file: str | None, number: int | None, read_as: ReadAs, database: str | None, *, keeps: bool) -> None:
    """Play the levels of a file line by line.  Raises PushboxError for a bad file or level."""
    shelf = _shelf(database) if keeps else None
    if file is None:
        if shelf is None:
            raise click.UsageError(say("play-no-library"))
        playlist: Playlist = shelf.where_they_were()
    else:
        levels = load_and_print_problems(file, read_as).levels
        index = None if number is None and levels else level_number(file, levels, number or 1) - 1
        playlist = FilePlaylist(levels, index or 0, file, lambda _: False)
        playlist = playlist if shelf is None else shelf.of_file(levels, index, file)

    def begin(entry: Entry) -> plain.OpenPlay:
        with naming(level_place(entry.collection, entry.number), PushboxError):
            position = require_playable(entry.level)
            return plain.UnkeptPlay(position) if shelf is None else shelf.begin(entry, _on_written)

    try:
        plain.play_list(playlist, begin, *game_streams(), pictures=not has_screen_reader())
    finally:
        if shelf is not None:
            shelf.close()


def _shelf(database: str | None) -> Shelf | None:
    """Return the player's library, None where what it needs is not installed.  Raises StoreError."""
    try:
        from ..tui.shelf import Shelf
    except ModuleNotFoundError as error:
        print_line(say("nothing-kept", module=error.name, command="pip install 'pushbox[library]'"), err=True)
        return None
    return Shelf.open(database)


def _on_written(result: object) -> None:
    if isinstance(result, PushboxError):
        print_line(say("not-saved-yet", why=with_notes(result)), err=True)


def _full_screen(
    file: str | None,
    number: int | None,
    read_as: ReadAs,
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
    levels = load_and_print_problems(file, read_as).levels
    if number is not None or not levels:
        number = level_number(file, levels, number or 1) - 1
    return TerminalGame(levels, number, file, database=database, charset=charset)


def _study(file: str) -> Study | None:
    """Return the study of a file, None for any other.  Raises PushboxError for a study that cannot be read."""
    if not file.endswith(".study"):
        return None
    from .study import read_any

    return read_any(file, 1, ReadAs())
