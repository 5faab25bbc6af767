"""``pushbox info``."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from contextlib import nullcontext, suppress
from dataclasses import replace
from itertools import accumulate, groupby, islice, takewhile

import click

from .. import formats
from ..errors import PushboxError
from ..formats import lossy, plus
from ..formats.parts.metadata import format_options
from ..games.position import game_for
from ..level import Collection, Level, Problem, Scalar
from ..sentence import counted, listed, located, of_level, say, spoken, word
from .common import (
    MOST_PROBLEMS,
    Exit,
    ReadAs,
    exit_with,
    files_argument,
    json_option,
    read_as_options,
    read_bytes,
    reading,
    worst,
)
from .output import print_json, print_line, print_row
from .progress import repeatable


@click.command("info")
@files_argument
@read_as_options
@click.option("--losses", "with_losses", is_flag=True, help="Also list what other formats cannot hold.")
@json_option
def command(files: tuple[str, ...], read_as: ReadAs, *, with_losses: bool, as_json: bool) -> None:
    """Print the format of each FILE and the evidence, its levels and games, and every problem with its place.

    What else a file may be read as, and options of its levels, are named too.

    Of a large file the rules check the first 20,000 levels, and 1,000 problems are printed; --json lists all that were
    found. With --losses every other format is tried too, for a large file on its first levels.

    The exit code is 0 if every file could be read, whatever its problems, and 2 if nothing of one could be.

    Examples: pushbox info levels.xsb

    pushbox info levels.xsb --losses --json
    """
    codes = []
    for file in files:
        try:
            data = read_bytes(file)
            with reading(file):
                collection = read_as.read(data, file)
                evidence = say("evidence-from") if read_as.format else collection.evidence
                others = [] if read_as.is_told else formats.alternatives(data, collection, encoding=read_as.encoding)
        except PushboxError as error:
            print_line(f"pushbox: {spoken(str(error))}", err=True)
            codes.append(Exit.BAD)
            continue
        codes.append(Exit.BAD if not collection.levels and collection.problems else Exit.YES)
        if as_json:
            print_json(_fields(file, collection, evidence, others, with_losses=with_losses))
        else:
            for line in _contents(file, collection, evidence):
                print_line(line)
            for other in others:
                shown = _alternative(other)
                is_named = _is_named(other, data, read_as)
                print_line(
                    f"  {spoken(say('info-from', reading=shown) if is_named else say('info-other', reading=shown))}"
                )
            _print_problems(collection)
            for line in _further(collection, with_losses=with_losses):
                print_line(line)
    exit_with(worst(codes))


_MOST_CHECKED = 20_000  # levels of a file that their rules check, in some seconds
_FEW = 500  # levels that are checked without a bar, and between two looks at it


def _problems(collection: Collection) -> Iterator[tuple[int, Problem]]:
    """Yield every problem of the text, with level number 0, and of each level as a position, with its number."""
    yield from ((0, problem) for problem in collection.problems)
    checked = collection.levels[:_MOST_CHECKED]
    with repeatable("checking") if len(checked) > _FEW else nullcontext(lambda *_: None) as count:
        for number, level in enumerate(checked, start=1):
            try:
                yield from ((number, problem) for problem in game_for(level).rules.problems(level))
            except PushboxError as error:
                yield number, Problem.error(str(error))
            if number % _FEW == 0:
                count(number, len(checked))


_MOST_COMPARED = 100_000  # cells and characters that losses are looked for in, which takes some seconds
_EACH_COMPARED = 100  # what a level costs beside them


def _compared(collection: Collection) -> Collection:
    """Return the part of a collection that losses are looked for in: its first levels, up to a cost."""
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


def _contents(file: str, collection: Collection, evidence: str) -> Iterator[str]:
    """Yield the format of a file, its levels and games."""
    levels = collection.levels
    parts = [collection.format or say("several-formats"), counted(len(levels), "level")]
    yield f"{file}: {spoken(listed(parts))} ({spoken(evidence)})"
    for name in ("title", "author"):
        if value := getattr(collection, name):
            yield f"  {spoken(word('noun', name))}: {value}"
    by_game: defaultdict[str, list[Level]] = defaultdict(list)
    for level in levels:
        by_game[level.game].append(level)
    for game, own in by_game.items():
        yield f"  {game}: {spoken(listed([counted(len(own), 'level'), *_sizes(own)]))}"
    solutions = sum(len(level.saved_moves) for level in levels)
    yield f"  {spoken(say('info-solutions', solutions=solutions))}"


def _is_named(other: Collection, data: bytes, read_as: ReadAs) -> bool:
    """Return whether --from with its format reads the data of a file so, which a rewritten text is not."""
    with suppress(PushboxError):
        named = formats.read(data, format=other.format, encoding=read_as.encoding)
        return [level.board for level in named] == [level.board for level in other]
    return False


def _alternative(other: Collection) -> str:
    """Return what a text would be in another reading, in words."""
    games = [f"{game}: {spoken(listed(_sizes(list(own))))}" for game, own in groupby(other, lambda level: level.game)]
    first = [spoken(str(other.problems[0]))] if other.problems else []
    contents = "; ".join([spoken(counted(len(other), "level")), *games[:_MOST_GAMES], *first])
    return f"{other.format} ({spoken(other.evidence)}), {contents}"


_MOST_GAMES = 3  # that are named of another reading


def _print_problems(collection: Collection) -> None:
    problems = _problems(collection)
    for number, problem in islice(problems, MOST_PROBLEMS):
        sentence = of_level(number, str(problem)) if number else str(problem)
        print_row(f"  {spoken(located(word('severity', problem.severity), sentence))}")
    if more := sum(1 for _ in problems):
        print_line(f"  {spoken(say('more-problems', count=more))}")
    if (left := len(collection) - _MOST_CHECKED) > 0:
        print_line(f"  {spoken(say('info-not-checked', levels=counted(left, 'level')))}")


def _further(collection: Collection, *, with_losses: bool) -> Iterator[str]:
    """Yield the options of levels, those that their titles offer, and the losses in other formats."""
    yield from (f"  {spoken(located(word('noun', 'options'), sentence))}" for sentence in _options(collection))
    for number, name, value in _offers(collection):
        yield f"  {spoken(say('info-offer', level=say('level-number', number=number), option=f'{name}={value}'))}"
    if with_losses:
        yield from _loss_lines(collection, _compared(collection))


def _loss_lines(collection: Collection, compared: Collection) -> Iterator[str]:
    left = len(collection) - len(compared)
    for key, losses in _losses(collection, compared):
        count: str = counted(len(losses), "loss")
        if left:
            count = say("info-in-first", count=count, levels=counted(len(compared), "level"))
        yield f"  {spoken(say('info-losses', format=key, losses=count, first=losses[0]))}"
    if left:
        yield f"  {spoken(say('info-not-compared', levels=counted(left, 'level')))}"


def _options(collection: Collection) -> list[str]:
    """Return a sentence for all the levels that have the same options."""
    numbered = enumerate(collection.levels, start=1)
    return lossy.grouped(of_level(number, format_options(level.options)) for number, level in numbered if level.options)


def _sizes(levels: list[Level]) -> list[str]:
    def span(values: list[int], noun: str) -> str:
        low, high = min(values), max(values)
        return counted(low, noun) if low == high else say("info-span", low=low, items=counted(high, noun))

    width = span([level.board.width for level in levels], "column")
    height = span([level.board.height for level in levels], "row")
    return [width, height, span([len(level.board.pieces) for level in levels], "piece")]


def _fields(
    file: str, collection: Collection, evidence: str, others: list[Collection], *, with_losses: bool
) -> dict[str, object]:
    problems = [{"level": number or None} | problem._asdict() for number, problem in _problems(collection)]
    for fields in problems:
        del fields["cell"]  # line and column say it
    levels = collection.levels
    compared = _compared(collection) if with_losses else collection
    return {
        "file": file,
        "format": collection.format,
        "evidence": evidence,
        "alternatives": [
            {"format": other.format, "evidence": other.evidence, "levels": len(other), "problems": len(other.problems)}
            for other in others
        ],
        "levels": len(levels),
        "solutions": sum(len(level.saved_moves) for level in levels),
        "games": sorted({level.game for level in levels}),
        "problems": problems,
        "problems_of": _MOST_CHECKED if len(levels) > _MOST_CHECKED else None,  # so many first levels, by their rules
        "offers": [{"level": number, "option": name, "value": value} for number, name, value in _offers(collection)],
        "losses": {key: len(losses) for key, losses in _losses(collection, compared)} if with_losses else None,
        "losses_of": len(compared) if len(compared) < len(levels) else None,
    }
