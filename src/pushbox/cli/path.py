"""``pushbox path``."""

from __future__ import annotations

from typing import Literal

import click

from ..board import Board
from ..errors import PushboxError
from ..grid import Cell, cell_name, parse_cell
from ..path.push import push_paths
from ..play.verify import verify
from ..sentence import counted, listed, located, say, spoken
from . import common
from .output import print_line, print_result


@click.command("path")
@common.file_argument
@common.level_option
@click.option("--box", required=True, metavar="CELL", help="The box, as row,column from 0 or as on the rulers (C6).")
@click.option("--to", "target", metavar="CELL", help="The target; without it, list every cell that the box can reach.")
@common.choice_option("--order", ("pushes", "moves"), "What to keep smallest first.")
@common.read_as_options
@common.json_option
def command(
    file: str,
    number: int,
    box: str,
    target: str | None,
    order: Literal["pushes", "moves"],
    read_as: common.ReadAs,
    as_json: bool,
) -> None:
    """Push one box of a level to a cell while all others stay, and print the moves as a LURD line.

    Example: pushbox path levels.xsb --level 3 --box G3 --to C5
    """
    position = common.load_playable(file, number, read_as)
    board = position.level.board
    start = board.cell(*parse_cell(box))
    boxes = {piece.anchor for piece in board.of_kind("box")}
    if start not in boxes:
        raise PushboxError(located(common.level_place(file, number), say("no-box-at", cell=box)))
    solid = position.game.info.palette.solid
    free = [terrain.kind not in solid and cell not in boxes for cell, terrain in enumerate(board.terrain)]
    paths = push_paths(board.grid, [*free, False], start, board.of_kind("pusher")[0].anchor, order=order)
    head = {"file": file, "level": number}
    if target is None:
        cells = sorted(paths.cells)
        lines = (_line(board, cell, *paths.cost(cell)) for cell in cells)
        fields = head | {"cells": [board.rc(cell) for cell in cells]}
        print_result(fields, *lines, as_json=as_json)
        return
    end = board.cell(*parse_cell(target))
    if end not in paths.cells:
        unreachable = say("box-not-pushed", cell=box, target=target)
        print_line(located(common.level_place(file, number), unreachable), err=True)
        common.exit_with(common.Exit.NO)
    replay = verify(position, "".join(paths.grid.tiling.letters[direction] for direction in paths.path(end)))
    if replay.step:  # the game has rules that the way knows nothing of
        illegal = say("way-illegal", why=replay.message)
        print_line(located(common.level_place(file, number), illegal), err=True)
        common.exit_with(common.Exit.NO)
    pushes, moves = paths.cost(end)
    fields = head | {"moves_text": replay.text, "pushes": pushes, "moves": moves}
    print_result(fields, replay.text, as_json=as_json)


def _line(board: Board, cell: Cell, pushes: int, moves: int) -> str:
    row, column = board.rc(cell)
    counts = listed([counted(pushes, "push"), counted(moves, "move")])
    return f"{cell_name(row, column):>5}  {row},{column}  {spoken(counts)}"
