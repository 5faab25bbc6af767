"""``pushbox explain``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..board import Board
from ..errors import PushboxError, naming
from ..games.position import Position
from ..render.text import text
from ..sentence import counted, located, say, translate, word
from ..solver.api import Limit
from . import common
from .output import holds_unicode, print_json, print_line, write_data
from .progress import bar
from .render_files import MARKED_PICTURES, draw_marked, picture_ending
from .results import describe_search, limit_options

if TYPE_CHECKING:
    from ..sentence import Language

_CODES = {"winnable": common.Exit.YES, "lost": common.Exit.NO, "unknown": common.Exit.LIMIT}


@click.command("explain")
@common.file_argument
@common.level_option
@click.option("--moves", metavar="TEXT", help="Play these moves first, in the game's notation.")
@click.option("--at", "ply", metavar="PLY", type=click.IntRange(0), help="Play only this many of the moves.")
@click.option("--hint", "rung", metavar="N", type=click.IntRange(1, 5),
              help="If it can be won, a hint: 2 where, 3 which box, 4 its target, 5 the moves.")  # fmt: skip
@common.lang_option("The language of the sentences.")
@click.option(
    "--out", metavar="FILE", help=f"Draw the board with marks: {', '.join(MARKED_PICTURES)}, as the ending says."
)
@limit_options
@common.read_as_options
@common.json_option
def command(
    file: str,
    number: int,
    moves: str | None,
    ply: int | None,
    rung: int | None,
    lang: Language,
    out: str | None,
    read_as: common.ReadAs,
    *,
    as_json: bool,
    limit: Limit,
) -> None:
    """Say whether a level can still be won after some moves, which move lost it, and why.

    A separate checker has verified the witness of every deadlock. A solution stays hidden; --hint 1 to 5 reveals more
    and more of it.

    Exit codes: 0 if it can be won, 1 if not, 3 if a limit was reached first.

    Examples: pushbox explain levels.xsb --level 3 --moves rrUdL;
    pushbox explain levels.xsb --out why.svg --lang de
    """
    picture = picture_ending(out)
    position = common.load_playable(file, number, read_as)
    with naming(common.level_place(file, number), PushboxError):
        line = _line(position, moves, ply)
    from ..analysis.explanation import (  # import the native search, which --help has no use for
        explain_line,
        explanation_to_json,
    )
    from ..analysis.hint_ladder import hint_ladder

    with bar(1) as progress:
        report = progress.level(number, describe_search)
        explanation = explain_line(line, limit=limit, progress=report, solutions=position.level)
    board = explanation.board
    ladder = hint_ladder(line[-1], explanation.verdict.verdict) if rung else None
    hint = ladder.sentence(rung, board, lang) if ladder and rung else None
    fields = explanation_to_json(explanation, lang) | {"hint": hint}
    _print(file, number, line, board, fields, lang, as_json=as_json)
    if out is not None:
        marks = explanation.annotations if ladder is None or not rung else ladder.annotations(rung, board)
        size = draw_marked(Path(out), picture, board, marks, fields["sentence"])
        print_line(located(out, say("number-of-bytes", number=size)), err=as_json)
    common.exit_with(_CODES[fields["status"]])


def _line(position: Position, moves: str | None, ply: int | None) -> list[Position]:
    """Return the positions of a line of moves, the first included.  Raises PushboxError where it cannot be played."""
    from ..analysis.explanation import positions_of

    parsed = position.parse(moves or "")
    if ply is not None and ply > len(parsed):
        raise PushboxError.said("at-beyond", ply=ply, moves=counted(len(parsed), "move"))
    return positions_of(position, parsed if ply is None else parsed[:ply])


def _print(
    file: str,
    number: int,
    line: list[Position],
    board: Board,
    fields: common.Fields,
    lang: Language,
    *,
    as_json: bool,
) -> None:
    """Print an explanation with its board, or as JSON."""
    if as_json:
        title, game = line[0].level.title, line[0].game.info.key
        print_json({"file": file, "level": number, "title": title, "game": game, "moves": len(line) - 1, **fields})
        return
    picture = text(board, charset="unicode" if holds_unicode() else "ascii", rulers=True, legend=False)
    write_data(f"{picture}\n")
    print_line()
    print_line(fields["sentence"])
    for deadlock in fields["deadlocks"] or ():
        print_line(f"{translate(word('deadlock-kind', deadlock['kind']), lang)}: {deadlock['sentence']}")
    for name in ("message", "hint"):
        if fields[name]:
            print_line(fields[name])
