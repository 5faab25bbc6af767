"""``pushbox reconstruct``."""

from __future__ import annotations

from dataclasses import replace

import click

from .. import formats
from ..analysis.reconstruct import STYLES, Style, reconstruct, without_noise
from ..errors import PushboxError, naming
from ..level import Collection
from ..sentence import located, say
from .common import choice_option, json_option, read_text
from .output import print_json, print_line, write_data


@click.command("reconstruct")
@click.argument("text", metavar="[LURD]", required=False)
@choice_option("--style", STYLES, "Walls around what the solution touches, or everywhere else, with the size below.")
@click.option("--solution", is_flag=True, help="Print the solution below the level.")
@json_option
def command(text: str | None, style: Style, *, solution: bool, as_json: bool) -> None:
    """Draw the level that a solution was played on, as far as the solution shows it.

    LURD has pushes in capitals, with run lengths if you like; a solution in reverse mode begins with a jump such as [].
    Without LURD, or with -, standard input is read. Other characters are skipped.

    Example: pushbox reconstruct ruuLLLLrrrrddlUruLLLulDrddllluuRRDrdLuuurDD
    """
    with naming("reconstruct", PushboxError):
        moves, noise = without_noise(read_text(text))
        if noise:
            skipped = "".join(dict.fromkeys(noise))
            print_line(located("reconstruct", say("letters-skipped", found=skipped[:40])), err=True)
        level = reconstruct(moves, style=style)
    if as_json:
        rows = str(level.board).split("\n")
        print_json({"board": rows, "game": level.game, "moves_text": level.saved_moves[0].text})
        return
    shown_level = level if solution else replace(level, saved_moves=())
    write_data(formats.write(Collection((shown_level,)), "xsb"))
