"""``pushbox duplicates``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from .. import formats
from ..errors import PushboxError, naming
from ..formats import lossy
from ..identity import Group
from ..level import Collection, Level
from ..sentence import Sentence, counted, listed, located, say, translate, word
from .common import (
    Exit,
    Fields,
    ReadAs,
    exit_with,
    files_argument,
    format_by_ending,
    json_option,
    lang_option,
    load_and_print_problems,
    print_losses,
    read_as_options,
    worst,
)
from .common import problem_codes as codes_of
from .completing import complete_format
from .likeness import near_line, same_line
from .output import print_json, print_line, print_result
from .render_files import draw_marked
from .tables import number_of

if TYPE_CHECKING:
    from ..analysis.duplicates import NearDuplicate
    from ..sentence import Language


class _Place(NamedTuple):
    """A level, with the file that it is in and its number there."""

    file: str
    number: int
    level: Level

    @property
    def name(self) -> Sentence:
        """The level in words."""
        place = located(self.file, say("level-number", number=self.number))
        return say("level-titled", level=place, title=self.level.title) if self.level.title else place


@click.command("duplicates")
@files_argument
@click.option(
    "--out",
    type=click.Path(dir_okay=False),
    help="Write all levels except the duplicates, in the format of the ending.",
)
@click.option(
    "--to",
    "to_key",
    metavar="FORMAT",
    shell_complete=complete_format,
    help="Write --out in this format; see pushbox formats.",
)
@click.option("--near", is_flag=True, help="Also find nearly equal levels of plain Sokoban.")
@click.option(
    "--pictures",
    type=click.Path(file_okay=False, path_type=Path),
    help="With --near: draw the differences as SVG into this folder.",
)
@lang_option("The language of what is different.")
@read_as_options
@json_option
def command(
    files: tuple[str, ...],
    out: str | None,
    to_key: str | None,
    near: bool,
    pictures: Path | None,
    lang: Language,
    read_as: ReadAs,
    *,
    as_json: bool,
) -> None:
    """Find levels that are the same as an earlier one, in one FILE or in several.

    Two levels are the same if they are equal, rotated or mirrored (as far as the rules of the game allow), or equal
    after everything irrelevant was removed. Titles and solutions do not count; --out joins the solutions of equal
    levels.

    With --near, also find levels that are nearly the same: turned, mirrored or shifted, with other walls outside, with
    an additional corridor, or with a few walls, goals and boxes moved, added or removed. --out leaves these out too.

    Exit codes: 1 if there are duplicates; 2 if a file has levels that could not be read.

    Examples: pushbox duplicates levels.xsb more.sok

    pushbox duplicates *.xsb --out all.xsb

    pushbox duplicates old.xsb new.xsb --near --pictures differences
    """
    from ..analysis.duplicates import distinct, near_duplicates

    if pictures is not None and not near:
        raise click.UsageError(say("option-without", option="--pictures", other="--near"))
    collections = [load_and_print_problems(file, read_as) for file in files]
    places = list(_places(files, collections))
    head = collections[0] if len(collections) == 1 else Collection(())
    key = None if out is None else to_key or format_by_ending(out, head.format)
    result = distinct([place.level for place in places])
    for fields, line in _duplicates(places, result.groups):
        print_result(fields, line, as_json=as_json)
    gone = {other.level for group in result.groups for other in group.others}
    kept = dict(zip((index for index in range(len(places)) if index not in gone), result.levels, strict=True))
    found = list(near_duplicates([*kept.items()])) if near else []
    for one in found:
        kept.pop(one.level)
        fields, line = _near(places, one, lang, as_json=as_json)
        if pictures is not None:
            line = say("with-picture", line=line, file=_draw(pictures, places[one.level], one, line))
        print_result(fields, line, as_json=as_json)
    if out is not None and key is not None:
        _write(replace(head, levels=tuple(kept.values())), out, key)
    _print_summary(len(places), len(kept), result.groups, len(found), out, as_json=as_json)
    codes = [code for collection in collections for code in codes_of(collection)]
    exit_with(worst([*codes, Exit.NO if result.groups or found else Exit.YES]))


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
            yield fields | {"of_title": of.level.title}, same_line(one.name, relation.value, of.name)


def _near(places: Sequence[_Place], near: NearDuplicate, lang: Language, *, as_json: bool) -> tuple[Fields, str]:
    """Return a level that is nearly the same as another as JSON fields and as a line."""
    from ..analysis.similarity import describe

    one, of = places[near.level], places[near.of]
    sentence = describe(of.name if as_json else translate(of.name, lang), near.difference, lang)
    fields: Fields = {"file": one.file, "level": one.number, "title": one.level.title, "relation": "near"}
    fields |= {"of_file": of.file, "of_level": of.number, "of_title": of.level.title, "sentence": sentence}
    fields |= {"changes": near.difference.count, "likeness": round(near.difference.likeness, 3)}
    return fields, near_line(one.name, sentence)


def _draw(folder: Path, place: _Place, near: NearDuplicate, caption: str) -> Path:
    """Draw a level with the differences marked into a file of a folder, and return its path."""
    path = folder / f"{near.level + 1}.svg"
    with naming(str(path), OSError):
        folder.mkdir(parents=True, exist_ok=True)
    draw_marked(path, "svg", place.level.board, near.difference.annotations, caption)
    return path


def _write(collection: Collection, out: str, key: str) -> None:
    """Write the remaining levels, and print what the format cannot hold."""
    with naming(out, PushboxError, OSError):
        reduced = lossy.reduce(collection, key)
        formats.write_text(out, formats.write(reduced.collection, key))
    print_losses(out, key, reduced.lost)


def _print_summary(
    levels: int, distinct: int, groups: Sequence[Group], near: int, out: str | None, *, as_json: bool
) -> None:
    relations = Counter(other.relation.value for _, others in groups for other in others)
    if near:
        relations["near"] = near
    if as_json:
        print_json({"levels": levels, "distinct": distinct, "duplicates": dict(relations), "out": out})
        return
    parts = [listed([counted(levels, "level"), number_of(distinct, word("status", "distinct"))])]
    if relations:
        parts.append(listed([number_of(count, word("status", relation)) for relation, count in relations.items()]))
    if out is not None:
        parts.append(say("written-into", file=out))
    print_line(listed(parts, "semicolon"))
