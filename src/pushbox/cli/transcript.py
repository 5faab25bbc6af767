"""``pushbox transcript``."""

from __future__ import annotations

import click

from ..play.transcript import transcript
from .common import ReadAs, file_argument, json_option, level_option, load_playable, read_as_options
from .output import print_json, write_data


@click.command("transcript")
@file_argument
@level_option
@click.option("--solution", metavar="TEXT", help="The moves; by default the first solution in FILE.")
@read_as_options
@json_option
def command(file: str, number: int, solution: str | None, read_as: ReadAs, as_json: bool) -> None:
    """Print picture, legal moves and outcome at each ply of a line of play.

    Example: pushbox transcript levels.xsb --level 2 --solution rrU
    """
    position = load_playable(file, number, read_as)
    if solution is None:
        solution = next((saved.text for saved in position.level.saved_moves), "")
    text = transcript(position, solution)
    if as_json:
        print_json({"file": file, "level": number, "transcript": text})
    else:
        write_data(text)
