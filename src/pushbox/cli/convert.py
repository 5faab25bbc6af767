"""``pushbox convert``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import click

from .. import formats
from ..errors import PushboxError, naming
from ..formats import lossy
from ..level import Level
from ..sentence import located, say
from .common import (
    Exit,
    ReadAs,
    exit_with,
    format_by_ending,
    in_notation,
    json_option,
    load_and_print_problems,
    moves_as_option,
    print_losses,
    problem_codes,
    read_as_options,
    worst,
)
from .completing import complete_file, complete_format
from .output import print_json, print_line, write_data


@click.command("convert")
@click.argument("source", metavar="IN", shell_complete=complete_file)
@click.argument("target", metavar="[OUT]", type=click.Path(allow_dash=True), default="-")
@read_as_options
@click.option(
    "--to",
    "to_key",
    metavar="FORMAT",
    shell_complete=complete_format,
    help="Write OUT in this format; by default its ending decides.",
)
@moves_as_option
@json_option
def command(source: str, target: str, read_as: ReadAs, to_key: str | None, moves_as: str, *, as_json: bool) -> None:
    """Write the levels of IN to OUT in another format, and name everything that this format cannot hold.

    Texts that the format cannot hold are dropped; levels whose board, game or options it cannot hold are left out.
    Without OUT, or with -, write to standard output in the format given by --to.

    With --strict, nothing is written if OUT cannot hold everything, or if anything in IN is guessed, repaired or left
    out.

    Exit codes: 1 if --strict is given and something would be lost; 2 if IN has levels that could not be read.

    Examples: pushbox convert levels.xsb levels.json

    pushbox convert levels.xsb --to json --strict
    """
    if as_json and target == "-":
        raise PushboxError.said("json-to-output")
    collection = load_and_print_problems(source, read_as)
    if moves_as != "lurd":
        collection = replace(collection, levels=tuple(_with_moves_as(level, moves_as) for level in collection))
    key = to_key or _format_of(target, collection.format)
    if read_as.strict and (losses := formats.losses(collection, key)):
        print_losses(source, key, losses)
        _print_json(source, target, key, 0, losses, as_json=as_json)
        exit_with(worst([Exit.NO, *problem_codes(collection)]))
    with naming(source, PushboxError):
        reduced = lossy.reduce(collection, key)
    print_losses(source, key, reduced.lost)
    if target == "-":
        write_data(reduced.text)
    else:
        with naming(target, OSError):
            formats.write_text(target, reduced.text)
            _write_companions(target, key)
    _print_json(source, target, key, len(reduced.collection.levels), reduced.lost, as_json=as_json)
    exit_with(worst(problem_codes(collection)))


def _write_companions(target: str, key: str) -> None:
    """Write the files that a format needs beside OUT; another file of that name stays, with a line that says so."""
    for name, text in formats.find(key).companions().items():
        path = Path(target).with_name(name)
        if path.exists() and path.read_bytes() != text.encode():
            stays = say("companion-stays", format=key, name=name, target=target)
            print_line(located(path, stays), err=True)
        else:
            formats.write_text(path, text)


def _with_moves_as(level: Level, notation: str) -> Level:
    moves = (saved._replace(text=in_notation(saved.text, notation)) for saved in level.saved_moves)
    return replace(level, saved_moves=tuple(moves))


def _format_of(target: str, source_key: str) -> str:
    """Return the format of OUT by its ending.  Raises PushboxError where that leaves it open."""
    if target == "-":
        keys = ", ".join(formats.keys())
        raise PushboxError.said("output-format", keys=keys)
    return format_by_ending(target, source_key)


def _print_json(source: str, target: str, key: str, levels: int, losses: Sequence[str], *, as_json: bool) -> None:
    if as_json:
        print_json({"file": source, "out": target, "to": key, "levels": levels, "lost": list(losses)})
