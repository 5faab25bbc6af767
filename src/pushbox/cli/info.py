"""``pushbox info``."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from itertools import accumulate, takewhile

import click

from .. import formats
from ..errors import PushboxError, counted
from ..formats import plus
from ..games.position import game_for
from ..level import Collection, Level, Problem, Scalar
from .common import Exit, exit_with, from_option, json_option, read_bytes, worst
from .output import print_json, print_line


@click.command("info")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@from_option
@click.option("--losses", "all_losses", is_flag=True, help="Look at all levels for what other formats cannot hold.")
@json_option
def command(files: tuple[str, ...], format_key: str | None, *, all_losses: bool, as_json: bool) -> None:
    """Print of each FILE its format and why, its levels and games, its solutions, and every problem with its place.

    What other formats cannot hold of a very large file is looked for in its first levels alone, unless --losses wants
    all of them.

    Example: pushbox info levels.xsb
    """
    codes = []
    for file in files:
        try:
            text = formats.text.decode(read_bytes(file))
            detected = formats.detect(text, file)
            collection = formats.read(text, format=format_key or detected.format, name=file)
        except PushboxError as error:
            print_line(f"pushbox: {file}: {error}" if file not in str(error) else f"pushbox: {error}", err=True)
            codes.append(Exit.BAD)
            continue
        codes.append(Exit.YES)
        evidence = "because --from says so" if format_key else detected.evidence
        if as_json:
            print_json(_fields(file, collection, evidence, _compared(collection, all_losses=all_losses)))
        else:
            for line in _page(file, collection, evidence, _compared(collection, all_losses=all_losses)):
                print_line(line)
    exit_with(worst(codes))


def _problems(collection: Collection) -> Iterator[tuple[int, Problem]]:
    """Yield every problem of the text, with level number 0, and of each level as a position, with its number."""
    yield from ((0, problem) for problem in collection.problems)
    for number, level in enumerate(collection.levels, start=1):
        try:
            yield from ((number, problem) for problem in game_for(level).rules.problems(level))
        except PushboxError as error:
            yield number, Problem.error(str(error))


_MOST_COMPARED = 100_000  # cells and characters that losses are looked for in, where not all are wanted
_EACH_COMPARED = 100  # what a level costs beside them


def _compared(collection: Collection, *, all_losses: bool) -> Collection:
    """Return the part of a collection that losses are looked for in: its first levels, up to a cost, or all of it."""
    if all_losses:
        return collection
    costs = accumulate(map(_cost, collection.levels))
    count = sum(1 for _ in takewhile(lambda cost: cost <= _MOST_COMPARED, costs))
    return collection if count == len(collection) else replace(collection, levels=collection.levels[:count])


def _cost(level: Level) -> int:
    texts = (text for row in (*level.headers, *level.saved_moves) for text in row)
    return _EACH_COMPARED + len(level.board.terrain) + len(level.notes) + sum(len(text) + 1 for text in texts)


def _losses(collection: Collection, compared: Collection) -> Iterator[tuple[str, list[str]]]:
    """Yield every other format that cannot hold all of the part of a collection that is compared, with the losses."""
    for key in formats.keys() if compared.levels or not collection.levels else ():
        if key != collection.format and (losses := formats.losses(compared, key)):
            yield key, losses


def _offers(collection: Collection) -> Iterator[tuple[int, str, Scalar]]:
    """Yield the options that titles mention and levels do not set, with the number of the level."""
    for number, level in enumerate(collection.levels, start=1):
        yield from ((number, *offer) for offer in plus.offers(level))


def _page(file: str, collection: Collection, evidence: str, compared: Collection) -> Iterator[str]:
    levels = collection.levels
    yield f"{file}: {collection.format}, {counted(len(levels), 'level')} ({evidence})"
    for name in ("title", "author"):
        if value := getattr(collection, name):
            yield f"  {name}: {value}"
    by_game: defaultdict[str, list[Level]] = defaultdict(list)
    for level in levels:
        by_game[level.game].append(level)
    for game, own in by_game.items():
        yield f"  {game}: {counted(len(own), 'level')}, {_sizes(own)}"
    solutions = sum(len(level.saved_moves) for level in levels)
    yield f"  solutions and saved games: {solutions}"
    for number, name, value in _offers(collection):
        yield f"  offer: level {number}: its title names the option {name}={value}; Options: {name}={value} sets it"
    part = len(compared) < len(levels)
    for key, losses in _losses(collection, compared):
        count = counted(len(losses), "loss") + (f" in the first {counted(len(compared), 'level')}" if part else "")
        yield f"  {key} cannot hold all of it: {count}, the first: {losses[0]}"
    if part:
        yield f"  what other formats cannot hold of {counted(len(levels) - len(compared), 'level')} more: see --losses"
    for number, problem in _problems(collection):
        yield f"  {problem.severity}: {f'level {number}: ' if number else ''}{problem}"


def _sizes(levels: list[Level]) -> str:
    def span(values: list[int], noun: str) -> str:
        low, high = min(values), max(values)
        return counted(low, noun) if low == high else f"{low} to {high} {noun}s"

    width = span([level.board.width for level in levels], "column")
    height = span([level.board.height for level in levels], "row")
    return f"{width}, {height}, {span([len(level.board.pieces) for level in levels], 'piece')}"


def _fields(file: str, collection: Collection, evidence: str, compared: Collection) -> dict[str, object]:
    problems = [{"level": number or None} | problem._asdict() for number, problem in _problems(collection)]
    for fields in problems:
        del fields["cell"]  # line and column say it
    levels = collection.levels
    return {
        "file": file,
        "format": collection.format,
        "evidence": evidence,
        "levels": len(levels),
        "solutions": sum(len(level.saved_moves) for level in levels),
        "games": sorted({level.game for level in levels}),
        "problems": problems,
        "offers": [{"level": number, "option": name, "value": value} for number, name, value in _offers(collection)],
        "losses": {key: len(losses) for key, losses in _losses(collection, compared)},
        "losses_of": len(compared) if len(compared) < len(levels) else None,  # so many first levels
    }
