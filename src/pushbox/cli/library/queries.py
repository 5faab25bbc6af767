"""The commands that query a library: list, show, search, solutions, duplicates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

import click

from ...errors import IllegalMove, NotSolved
from ...grades import GRADES
from ...sentence import counted, say
from ..common import Exit, choice_option, exit_with, json_option, lang_option, levels_option, print_error
from ..completing import complete_collection, complete_game
from ..output import print_line, print_result
from ..progress import repeatable, resumable
from . import formatting
from .shared import (
    collection_argument,
    find_collection,
    levels_of,
    near_fields,
    optional_collection,
    parse_bounds,
    pass_library,
    scope,
)

if TYPE_CHECKING:
    from ...sentence import Language
    from ...store import Store
    from ...store.levels import LevelEntry
    from ...store.near import NearLevel

_PAGE_SIZE = 500  # levels whose best counts are read at a time


def _parse_difficulty(
    context: click.Context, option: click.Parameter, text: str | None
) -> tuple[float | None, float | None]:
    """Return the bounds of a grade, or those that numbers name.  Raises PushboxError for any other text."""
    grade = next((bounds for name, bounds in GRADES.items() if name == text), None)
    return parse_bounds(context, option, text) if grade is None else grade.both_included


@click.command("list")
@json_option
@pass_library
def listing(library: Store, *, as_json: bool) -> None:
    """List the collections.

    Example: pushbox library list
    """
    from ...store import collections

    entries = collections.listing(library)
    shown = formatting.shown_names(entry.name for entry in entries)
    for entry in entries:
        line = formatting.collection_line(entry, shown[entry.name])
        print_result(formatting.collection_fields(entry), line, as_json=as_json)
    if not entries and not as_json:
        print_line(say("library-empty"), err=True)


@click.command("show", short_help="Show a collection or some of its levels.")
@collection_argument
@click.option("--level", "selection", metavar="LEVELS", help="Show the boards of these levels: 3, 1-10 or 1,5,9-.")
@json_option
@pass_library
def show(library: Store, collection: str, selection: str | None, *, as_json: bool) -> None:
    """Show a COLLECTION and its levels, or the boards of some of them.

    Example: pushbox library show levels.xsb --level 3
    """
    parent = find_collection(library, collection)
    if not as_json and selection is None:
        for line in formatting.collection_page(parent):
            print_line(line)
    for entry, best in _with_best(library, levels_of(library, parent, selection)):
        board = [*str(entry.level.board).split("\n"), ""] if selection is not None else []
        lines = [formatting.level_line(entry, best), *board]
        print_result(formatting.level_fields(entry, parent.name, best), *lines, as_json=as_json)


@click.command("search", short_help="Find levels by words and properties.")
@click.argument("words", metavar="[WORDS]...", nargs=-1)
@click.option("--game", metavar="KEY", shell_complete=complete_game, help="Levels of this game; see games.")
@click.option(
    "--collection", metavar="COLLECTION", shell_complete=complete_collection, help="Levels of this collection."
)
@click.option("--author", metavar="NAME", help="Levels whose author contains this.")
@click.option("--tag", metavar="TAG", help="Levels with this tag.")
@click.option("--boxes", metavar="M-N", callback=parse_bounds, help="Levels with this many boxes: 3, 2-5 or 10-.")
@click.option("--size", metavar="M-N", callback=parse_bounds, help="Levels with this many cells.")
@click.option(
    "--difficulty",
    metavar="GRADE|M-N",
    callback=_parse_difficulty,
    help="Levels with this grade, such as hard, or a number in a range such as 40-60; see rate.",
)
@click.option(
    "--state",
    type=click.Choice(("unsolved", "solved", "improvable", "best", "unsolvable")),
    help="No solution yet, solved, solved but not proven best, proven best, or proven unsolvable.",
)
@choice_option("--order", ("number", "added", "title", "boxes", "size", "difficulty"), "Sort by this.")
@click.option("--limit", type=click.IntRange(1), default=50, show_default=True, help="Levels printed, at most.")
@json_option
@pass_library
def search(
    library: Store,
    words: tuple[str, ...],
    collection: str | None,
    limit: int,
    *,
    as_json: bool,
    **filters: Any,
) -> None:
    """Find levels by WORDS of titles, authors, notes and collections, and by properties.

    All words must match; the beginning of a word is enough, but numbers must match fully. Case and accents do not
    matter.

    The exit code is 1 if nothing matches.

    Examples: pushbox library search microban 12

    pushbox library search --game hanano --boxes 1-4 --order size

    pushbox library search --state unsolved --order boxes

    pushbox library search --difficulty hard --order difficulty
    """
    from ...store import levels

    ident, names = scope(library, collection)
    printed = total = 0
    for page in levels.pages(library, limit, text=" ".join(words), collection=ident, **filters):
        total = page.total
        printed += len(page.entries)
        for entry, best in _with_best(library, page.entries):
            name, shown = names[entry.collection]
            line = f"{shown:28}{formatting.level_line(entry, best)}"
            print_result(formatting.level_fields(entry, name, best), line, as_json=as_json)
    if printed < total and not as_json:
        print_line(say("search-limited", levels=counted(total, "level"), printed=printed), err=True)
    if not total and not as_json:
        print_line(say("search-nothing"), err=True)
    exit_with(Exit.YES if total else Exit.NO)


@click.command("solutions", short_help="List the solutions of a collection, or add one.")
@collection_argument
@levels_option
@click.option(
    "--add", "text", metavar="TEXT", help="Replay this solution for the level given by --level, and store it."
)
@json_option
@pass_library
def solutions(library: Store, collection: str, selection: str, text: str | None, *, as_json: bool) -> None:
    """List the solutions of a COLLECTION with the counts by which each is the best, or add one.

    The exit code is 1 if a level has no solution, or if the added one does not solve it.

    Examples: pushbox library solutions levels.xsb --level 1-10

    pushbox library solutions levels.xsb --level 3 --add rrRR
    """
    from ...store import solutions as solution_store

    entries: Iterable[LevelEntry] = levels_of(library, find_collection(library, collection), selection)
    if text is not None:
        chosen = entries = [*entries]
        if len(chosen) != 1:
            raise click.UsageError(say("add-one-level", count=len(chosen)))
        try:
            solution_store.add(library, chosen[0].id, text)
        except (IllegalMove, NotSolved) as error:
            print_error(collection, chosen[0].number, str(error))
            exit_with(Exit.NO)
    missing = 0
    for entry in entries:
        best = solution_store.best(library, entry.id)
        answers = solution_store.listing(library, entry.id)
        missing += not answers
        for answer in answers:
            best_by = [metric for metric, first in best.items() if first.id == answer.id]
            line = formatting.solution_line(entry, answer, best_by)
            print_result(formatting.solution_fields(entry, answer, best_by), line, as_json=as_json)
    if missing and not as_json:
        print_line(say("without-solution", levels=counted(missing, "level")), err=True)
    exit_with(Exit.NO if missing else Exit.YES)


@click.command("duplicates", short_help="List levels that are the same, and how.")
@optional_collection
@click.option("--near", is_flag=True, help="Also list nearly equal levels of plain Sokoban; see duplicates.")
@lang_option("The language of what is different.")
@json_option
@pass_library
def duplicates(library: Store, collection: str | None, *, near: bool, lang: Language, as_json: bool) -> None:
    """List the levels of the library, or of a COLLECTION, that are the same as an earlier one, and how.

    Two levels are the same if they are equal, rotated or mirrored (as far as the rules of the game allow), or equal
    after everything irrelevant was removed.

    The exit code is 1 if there are duplicates.

    Examples: pushbox library duplicates levels.xsb

    pushbox library duplicates --near --lang de
    """
    from ...store import levels, summaries

    ident = scope(library, collection)[0]
    pairs = levels.duplicates(library, collection=ident)
    names = summaries.level_names(library, {ident for pair in pairs for ident in (pair.level, pair.of)})
    for pair in pairs:
        if {pair.level, pair.of} <= names.keys():  # not removed in the meantime
            fields = formatting.duplicate_fields(pair.relation, names[pair.level], names[pair.of])
            print_result(fields, formatting.duplicate_line(fields), as_json=as_json)
    found = _near_levels(library, ident) if near else []
    for fields in near_fields(library, found, lang):
        print_result(fields, formatting.near_duplicate_line(fields), as_json=as_json)
    exit_with(Exit.NO if pairs or found else Exit.YES)


def _near_levels(library: Store, collection: int | None) -> list[NearLevel]:
    """Return the levels that are nearly the same as an earlier one; new ones are put into the index first."""
    from ...store import near

    with resumable("indexing") as on_progress:
        near.update_index(library, on_progress)
    with repeatable("comparing") as on_progress:
        return near.of_collection(library, collection, on_progress)


def _with_best(library: Store, entries: Iterable[LevelEntry]) -> Iterator[tuple[LevelEntry, formatting.Best]]:
    """Yield levels, each with the lowest of each count that its solutions have."""
    from ...store import solutions

    rest = iter(entries)
    while some := list(islice(rest, _PAGE_SIZE)):
        best = solutions.lowest_counts(library, [entry.id for entry in some])
        yield from ((entry, best.get(entry.id, {})) for entry in some)
