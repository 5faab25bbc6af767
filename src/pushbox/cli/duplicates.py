"""``pushbox duplicates``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

import click

from .. import formats
from ..errors import PushboxError, UnsupportedError, counted, naming
from ..formats import lossy
from ..identity import Group
from ..level import Collection, Level
from .common import (
    Exit,
    Fields,
    exit_with,
    files_argument,
    from_option,
    json_option,
    load_and_print_problems,
    print_losses,
    worst,
)
from .common import problem_codes as codes_of
from .completing import complete_format
from .output import print_json, print_line, print_result


class _Place(NamedTuple):
    """A level, with the file that it is in and its number there."""

    file: str
    number: int
    level: Level

    def __str__(self) -> str:
        return " ".join(filter(None, (f"{self.file}: level {self.number}", self.level.title)))


@click.command("duplicates")
@files_argument
@click.option(
    "--out", type=click.Path(dir_okay=False), help="Write all levels but the duplicates, in the format of its ending."
)
@click.option(
    "--to", "to_key", metavar="FORMAT", shell_complete=complete_format, help="Write --out as this format; see formats."
)
@from_option
@json_option
def command(
    files: tuple[str, ...], out: str | None, to_key: str | None, format_key: str | None, *, as_json: bool
) -> None:
    """Find levels that are the same as an earlier one, in one FILE or in several.

    Equal, rotated or mirrored as far as the rules of the game allow, or the same after normalisation: when all that
    cannot matter is gone.  Words and solutions do not count; in --out the solutions of equal levels are together.

    Ends with 1 if there are any, 2 if a file has levels that could not be read.

    Examples: pushbox duplicates levels.xsb more.sok

    pushbox duplicates *.xsb --out all.xsb
    """
    from ..analysis.duplicates import distinct

    collections = [load_and_print_problems(file, format_key) for file in files]
    places = list(_places(files, collections))
    head = collections[0] if len(collections) == 1 else Collection(())
    key = None if out is None else to_key or _format_of(out, head.format)
    result = distinct([place.level for place in places])
    for fields, line in _duplicates(places, result.groups):
        print_result(fields, line, as_json=as_json)
    if out is not None and key is not None:
        _write(replace(head, levels=result.levels), out, key)
    _print_summary(len(places), len(result.levels), result.groups, out, as_json=as_json)
    codes = [code for collection in collections for code in codes_of(collection)]
    exit_with(worst([*codes, Exit.NO if result.groups else Exit.YES]))


def _places(files: Sequence[str], collections: Sequence[Collection]) -> Iterator[_Place]:
    for file, collection in zip(files, collections, strict=True):
        yield from (_Place(file, number, level) for number, level in enumerate(collection.levels, start=1))


def _duplicates(places: Sequence[_Place], groups: Sequence[Group]) -> Iterator[tuple[Fields, str]]:
    """Yield each duplicate as JSON fields and as a line."""
    for first, others in groups:
        of = places[first]
        for index, relation in others:
            one = places[index]
            fields: Fields = {"file": one.file, "level": one.number, "title": one.level.title}
            fields |= {"relation": relation.value, "of_file": of.file, "of_level": of.number}
            same = "equal to" if relation.value == "equal" else f"{relation.value}, as"
            yield fields | {"of_title": of.level.title}, f"{one}: {same} {of}"


def _format_of(out: str, source_key: str) -> str:
    """Return the format of --out by its ending.  Raises PushboxError where that leaves it open."""
    try:
        return formats.format_of(out, source_key)
    except UnsupportedError as error:
        raise PushboxError(f"{error}; --to names it") from None


def _write(collection: Collection, out: str, key: str) -> None:
    """Write the levels that stay, and print what the format cannot hold."""
    with naming(out, PushboxError, OSError):
        reduced = lossy.reduce(collection, key)
        formats.write_text(out, formats.write(reduced.collection, key))
    print_losses(out, key, reduced.lost)


def _print_summary(levels: int, distinct: int, groups: Sequence[Group], out: str | None, *, as_json: bool) -> None:
    relations = Counter(other.relation.value for _, others in groups for other in others)
    if as_json:
        print_json({"levels": levels, "distinct": distinct, "duplicates": dict(relations), "out": out})
        return
    kinds = ", ".join(f"{count} {relation}" for relation, count in relations.items())
    line = f"{counted(levels, 'level')}, {distinct} distinct"
    print_line(line + (f"; {kinds}" if kinds else "") + (f"; written into {out}" if out is not None else ""))
