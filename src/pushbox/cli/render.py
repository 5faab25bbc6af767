"""``pushbox render``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from ..errors import PushboxError, naming
from ..level import Level
from ..render.animation import FORMATS as ANIMATIONS
from ..render.animation import Timing
from ..render.ansi import Depth
from ..render.registry import RENDERERS, render
from ..render.skins import SKINS
from ..render.svg import CELL_PIXELS, MAX_CELL_PIXELS, Look
from ..sentence import located, say, suggestion
from .common import (
    ReadAs,
    choice_option,
    file_argument,
    json_option,
    level_place,
    load_and_print_problems,
    read_as_options,
    select_levels,
)
from .completing import complete_skin
from .output import colour_depth, holds_unicode, print_json, print_line, write_coloured, write_data
from .render_files import Line, PictureWriter, read_skin, write_file
from .setting_options import SettingOption, origin_of

_SHEETS = ("pdf", "txt", "svg")
_TARGETS = ("svg", "png", *ANIMATIONS, "pdf", "txt")


@click.command("render")
@file_argument
@click.option("--level", "selection", metavar="LEVELS", default="1", show_default=True, help="Such as 3, 1-10 or 1-.")
@click.option("--solution", is_flag=True, help="Use the first solution in FILE.")
@click.option("--moves", metavar="TEXT", help="Use these moves, in the game's notation.")
@click.option(
    "--at", "ply", metavar="PLY", type=click.IntRange(0), help="Draw the position after this many of the moves."
)
@click.option(
    "--out", metavar="FILE", help=f"Where to, as its ending says: {', '.join(_TARGETS)}. Without it, as text."
)
@click.option("--skin", metavar="NAME", cls=SettingOption, setting="skin", shell_complete=complete_skin,
              help=f"{', '.join(SKINS)}, or an image of tiles in the common skin format.")  # fmt: skip
@click.option("--cell", metavar="PIXELS", type=click.IntRange(4, MAX_CELL_PIXELS), default=CELL_PIXELS,
              show_default=True, help="The side of a cell.")  # fmt: skip
@click.option("--rulers", is_flag=True, help="Draw letters and numbers along the board.")
@click.option("--checkerboard", is_flag=True, help="Draw every other floor cell a little darker.")
@click.option("--caption", metavar="TEXT", help="A line below the picture; by default the title of the level.")
@click.option("--counters", is_flag=True, help="Show moves and pushes below an animation.")
@click.option(
    "--speed", metavar="N", type=click.FloatRange(0.1, 50), default=6, show_default=True, help="Moves per second."
)
@click.option("--once", is_flag=True, help="Play the animation once instead of looping.")
@click.option("--per-page", metavar="N", type=click.IntRange(1, 100), default=6, show_default=True,
              help="Boards per page, for several levels.")  # fmt: skip
@choice_option("--colour", ("auto", "none", "16", "256", "true"), "Colours of a text on the terminal.", "--color")
@click.option("--ascii", "in_ascii", is_flag=True, help="Use only ASCII in a text picture.")
@read_as_options
@json_option
def command(
    file: str,
    selection: str,
    solution: bool,
    moves: str | None,
    ply: int | None,
    out: str | None,
    skin: str,
    cell: int,
    rulers: bool,
    checkerboard: bool,
    caption: str | None,
    counters: bool,
    speed: float,
    once: bool,
    per_page: int,
    colour: str,
    in_ascii: bool,
    read_as: ReadAs,
    as_json: bool,
) -> None:
    """Draw a level, a position after some moves, or a whole solution.

    For several levels, a PDF or SVG is a printable sheet. Bitmaps need pushbox[render], a PDF pushbox[pdf].

    Examples: pushbox render levels.xsb --level 2 --solution --out solution.gif;
    pushbox render levels.xsb --level 1- --per-page 12 --out sheet.pdf
    """
    collection = load_and_print_problems(file, read_as)
    chosen = list(select_levels(collection, selection))
    target = _target(out)
    if len(chosen) > 1 and target not in _SHEETS:
        raise PushboxError.said("one-level-for", count=len(chosen), target=target, sheets=", ".join(_SHEETS))
    lines = []
    for number, level in chosen:
        with naming(level_place(file, number), PushboxError):
            lines.append(Line.of(number, level, _moves_text(level, moves, solution=solution, ply=ply), ply))
    look = Look(read_skin(skin, origin_of("skin")), cell, rulers, checkerboard)
    writer = PictureWriter(look, caption, Timing(speed, not once), counters, per_page, collection.title)
    if out is None:
        depth: Depth = colour_depth() if colour == "auto" else colour  # type: ignore[assignment]
        text = writer.text(lines, depth, in_ascii=in_ascii or not holds_unicode())
        _print_text(file, text, depth, as_json=as_json)
        return
    if target in RENDERERS.brought:
        files = [write_file(Path(out), render(lines[0].last.board, target))]
    elif target == "txt":
        files = writer.write_text(Path(out), writer.text(lines, "none", in_ascii=in_ascii))
    else:
        files = writer.write(Path(out), target, lines)
    _print_files(file, files, target, len(lines), as_json=as_json)


def _print_files(file: str, files: Sequence[tuple[Path, int]], target: str, levels: int, *, as_json: bool) -> None:
    for path, size in files:
        if as_json:
            print_json({"file": file, "out": str(path), "format": target, "levels": levels, "bytes": size})
        else:
            print_line(located(path, say("number-of-bytes", number=size)))


def _target(out: str | None) -> str:
    if out is None:
        return "txt"
    ending = Path(out).suffix.lower().removeprefix(".")
    targets = (*_TARGETS, *RENDERERS.brought)
    if ending not in targets:
        close = suggestion(ending, targets)
        raise PushboxError(located(out, say("bad-ending", ending=ending, close=close, known=", ".join(targets))))
    return ending


def _moves_text(level: Level, moves: str | None, *, solution: bool, ply: int | None) -> str | None:
    """Return the moves to draw, None for the board alone.  Raises PushboxError for none where there should be some."""
    if moves is not None and solution:
        raise PushboxError.said("both-options", one="--moves", other="--solution")
    if moves is not None or not (solution or ply is not None):
        return moves
    if not level.saved_moves:
        raise PushboxError.said("no-solution-moves")
    return level.saved_moves[0].text


def _print_text(file: str, text: str, depth: Depth, *, as_json: bool) -> None:
    if as_json:
        print_json({"file": file, "format": "txt", "text": text})
    elif depth == "none":
        write_data(f"{text}\n")
    else:
        write_coloured(text)
