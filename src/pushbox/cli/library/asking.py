"""The commands that ask a library: list, show, search, solutions, duplicates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

import click

from ...errors import IllegalMove, NotSolved, counted
from ..common import Exit, complain, json_option, leave, levels_option, print_json
from . import telling
from .shared import PAGE, chosen, collection_argument, find, opened, span

if TYPE_CHECKING:
    from ...store import Store
    from ...store.levels import LevelEntry, Order


@click.command("list")
@json_option
@click.pass_context
def listing(context: click.Context, *, as_json: bool) -> None:
    """List the collections.

    Example: pushbox library list
    """
    with opened(context) as library:
        from ...store import collections

        for entry in collections.listing(library):
            if as_json:
                print_json(telling.collection_fields(entry))
            else:
                click.echo(telling.collection_line(entry))


@click.command("show", short_help="Show a collection or some of its levels.")
@collection_argument
@click.option("--level", "wanted", metavar="LEVELS", help="Show the boards of these levels: 3, 1-10 or 1,5,9-.")
@json_option
@click.pass_context
def show(context: click.Context, collection: str, wanted: str | None, *, as_json: bool) -> None:
    """Show what a COLLECTION is and which levels it has, or the boards of some of them.

    Example: pushbox library show levels.xsb --level 3
    """
    with opened(context) as library:
        shelf = find(library, collection)
        if not as_json and wanted is None:
            click.echo("\n".join(telling.collection_page(shelf)))
        for entry, best in _with_best(library, chosen(library, shelf, wanted)):
            if as_json:
                print_json(telling.level_fields(entry, shelf.name, best))
                continue
            click.echo(telling.level_line(entry, best))
            if wanted is not None:
                click.echo(f"{entry.level.board}\n")


@click.command("search", short_help="Find levels by words and by what they are like.")
@click.argument("words", metavar="[WORDS]...", nargs=-1)
@click.option("--game", metavar="KEY", help="Levels of this game; see games.")
@click.option("--collection", metavar="COLLECTION", help="Levels of this collection.")
@click.option("--author", metavar="NAME", help="Levels whose author's name has this in it.")
@click.option("--tag", metavar="TAG", help="Levels with this tag.")
@click.option("--boxes", metavar="M-N", help="Levels with so many boxes: 3, 2-5 or 10-.")
@click.option("--size", metavar="M-N", help="Levels with so many cells.")
@click.option(
    "--order",
    type=click.Choice(("number", "added", "title", "boxes", "size")),
    default="number",
    show_default=True,
    help="What comes first.",
)
@click.option("--limit", type=click.IntRange(1), default=50, show_default=True, help="The most levels told.")
@json_option
@click.pass_context
def search(
    context: click.Context,
    words: tuple[str, ...],
    game: str | None,
    collection: str | None,
    author: str | None,
    tag: str | None,
    boxes: str | None,
    size: str | None,
    order: Order,
    limit: int,
    *,
    as_json: bool,
) -> None:
    """Find levels by WORDS of titles, authors, notes and collections, and by what they are like.

    All words must be there; the beginning of a word will do, but a number must be whole.  Case and accents do not
    count.

    Ends with 1 if there is none.

    Examples: pushbox library search microban 12

    pushbox library search --game hanano --boxes 1-4 --order size
    """
    with opened(context) as library:
        from ...store import collections, levels

        shelf = None if collection is None else find(library, collection).id
        names = {entry.id: entry.name for entry in collections.listing(library)}
        fitting = span("--boxes", boxes), span("--size", size)
        told = total = 0
        after = None
        while told < limit:
            page = levels.search(
                library,
                text=" ".join(words),
                game=game,
                collection=shelf,
                author=author,
                tag=tag,
                boxes=fitting[0],
                size=fitting[1],
                order=order,
                limit=min(limit - told, PAGE),
                after=after,
            )
            total = page.total
            for entry, best in _with_best(library, page.entries):
                if as_json:
                    print_json(telling.level_fields(entry, names[entry.collection], best))
                else:
                    click.echo(f"{names[entry.collection]:28}{telling.level_line(entry, best)}")
            told += len(page.entries)
            if not page.entries:
                break
            after = page.entries[-1].id
    if told < total and not as_json:
        click.echo(f"{counted(total, 'level')}, of which {told} are told; --limit tells more", err=True)
    leave(Exit.YES if total else Exit.NO)


@click.command("solutions", short_help="Tell the solutions of a collection, or add one.")
@collection_argument
@levels_option
@click.option(
    "--add", "text", metavar="TEXT", help="Replay this solution of the one level that --level names; keep it."
)
@json_option
@click.pass_context
def solutions(context: click.Context, collection: str, wanted: str, text: str | None, *, as_json: bool) -> None:
    """Tell the solutions of a COLLECTION, and by which counts each is the best, or add one.

    Ends with 1 if a level has none, or if what is added is no solution.

    Examples: pushbox library solutions levels.xsb --level 1-10

    pushbox library solutions levels.xsb --level 3 --add rrRR
    """
    with opened(context) as library:
        from ...store import solutions as kept

        entries = list(chosen(library, find(library, collection), wanted))
        if text is not None:
            if len(entries) != 1:
                raise click.UsageError(f"--add is for one level, but --level names {len(entries)}")
            try:
                kept.add(library, entries[0].id, text)
            except (IllegalMove, NotSolved) as error:
                complain(collection, entries[0].number, str(error))
                leave(Exit.NO)
        missing = False
        for entry in entries:
            best = kept.best(library, entry.id)
            answers = kept.listing(library, entry.id)
            missing |= not answers
            for answer in answers:
                best_by = [metric for metric, first in best.items() if first.id == answer.id]
                if as_json:
                    print_json(telling.solution_fields(entry, answer, best_by))
                else:
                    click.echo(telling.solution_line(entry, answer, best_by))
    leave(Exit.NO if missing else Exit.YES)


@click.command("duplicates", short_help="Tell the levels that are the same, and how.")
@click.argument("collection", metavar="[COLLECTION]", required=False)
@json_option
@click.pass_context
def duplicates(context: click.Context, collection: str | None, *, as_json: bool) -> None:
    """Tell the levels, those of a COLLECTION if given, that are the same as an earlier one, and how.

    Equal, rotated or mirrored as far as the rules of the game allow, or the same after normalisation: when all that
    cannot matter is gone.

    Ends with 1 if there are any.

    Example: pushbox library duplicates levels.xsb
    """
    with opened(context) as library:
        from ...store import collections, levels

        shelf = None if collection is None else find(library, collection).id
        names = {entry.id: entry.name for entry in collections.listing(library)}
        found = levels.duplicates(library, collection=shelf)
        for duplicate in found:
            pair = (levels.get(library, ident) for ident in (duplicate.level, duplicate.of))
            level, of = ((names[entry.collection], entry) for entry in pair)
            fields = telling.duplicate_fields(duplicate, level, of)
            if as_json:
                print_json(fields)
            else:
                click.echo(telling.duplicate_line(fields))
    leave(Exit.NO if found else Exit.YES)


def _with_best(library: Store, entries: Iterable[LevelEntry]) -> Iterator[tuple[LevelEntry, telling.Best]]:
    """Yield levels, each with the lowest of each count that its solutions have."""
    from ...store import solutions

    rest = iter(entries)
    while some := list(islice(rest, PAGE)):
        best = solutions.lowest_counts(library, [entry.id for entry in some])
        yield from ((entry, best.get(entry.id, {})) for entry in some)
