"""The commands that search in a library: solve, optimize, rate."""

from __future__ import annotations

import sys
from collections import Counter
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any

import click

from ...errors import PushboxError, UnsupportedError, caught
from ...optimizer.api import Optimized, parse
from ...optimizer.serialize import optimized_to_json
from ...sentence import counted, listed, spoken, word
from ...solver.api import OBJECTIVES, Limit, Objective, Solved
from ...solver.serialize import verdict_to_json
from ..common import Exit, Fields, choice_option, exit_with, json_option, lang_option, worst
from ..output import print_json, print_line, print_row
from ..progress import bar
from ..results import (
    STATUS_CODES,
    describe_optimizer,
    describe_search,
    limit_option,
    limit_options,
    seed_option,
)
from ..setting_options import threads_option
from ..tables import number_of, padded_to
from .shared import CollectionName, optional_collection, pass_library, scope

if TYPE_CHECKING:
    from ...analysis.difficulty import Difficulty
    from ...sentence import Language
    from ...solver.api import ProgressCallback
    from ...store import Store
    from ...store.levels import LevelEntry

_most_option = click.option("--limit", "most", type=click.IntRange(1), help="Search at most this many levels.")


@click.command("solve", short_help="Solve levels without a solution.")
@optional_collection
@choice_option("--objective", OBJECTIVES, "Any solution, or the best by pushes, by moves or by both, with proof.")
@_most_option
@limit_options
@threads_option(help="Levels searched at the same time.")
@seed_option(help="Another seed tries another order.")
@json_option
@pass_library
def solve(
    library: Store,
    collection: str | None,
    objective: Objective,
    threads: int,
    seed: int,
    *,
    most: int | None,
    as_json: bool,
    limit: Limit,
) -> None:
    """Solve the levels of the library, or of a COLLECTION, that have no solution, and store the solutions.

    Levels proven unsolvable are skipped in later runs. Answers are stored as they come, so that an interrupted run
    continues where it stopped.

    Exit codes: 0 if all are solved, 1 if one is proven unsolvable, 2 if one is bad, 3 if one ran into a limit.

    Example: pushbox library solve levels.xsb --seconds 10
    """
    from ...solver import solve as search
    from ...solver.parallel import solve_many
    from ...store import answers, levels

    ident, names = scope(library, collection)
    pages = levels.pages(library, most or sys.maxsize, collection=ident, state="unsolved")
    entries = [entry for page in pages for entry in page.entries]
    numbered = ((index, entry.level) for index, entry in enumerate(entries))
    ask = partial(search, objective=objective, limit=limit, seed=seed)
    count = Counter[str]()
    with bar(len(entries)) as progress:
        progress_for = partial(progress.level, describe=describe_search)
        for index, _, verdict in solve_many(numbered, ask, threads=threads, progress_for=progress_for):
            if not isinstance(verdict, PushboxError):
                answers.keep_verdict(library, entries[index].id, verdict)
            fields = verdict_to_json(objective, verdict)
            count[fields["status"]] += 1
            ended_by = word("limit", fields["limit"]) if "limit" in fields else ""
            note = "" if isinstance(verdict, Solved) else str(fields.get("message", ended_by))
            progress.done()
            _print(entries[index], names, fields, fields["status"], note, as_json=as_json)
    _print_sums(len(entries), count, as_json=as_json)
    exit_with(worst(STATUS_CODES[status] for status in count))


@click.command("optimize", short_help="Improve solutions not proven best.")
@optional_collection
@click.option(
    "--objective",
    metavar="METRICS",
    default="pushes-moves",
    show_default=True,
    help="Metrics joined by '-'; see optimize.",
)
@_most_option
@limit_options
@json_option
@pass_library
def optimize(
    library: Store, collection: str | None, objective: str, *, most: int | None, as_json: bool, limit: Limit
) -> None:
    """Improve the solutions of the library, or of a COLLECTION, that are not proven best.

    All solutions of a level help to find a better one, which is stored beside them, with a note if it is proven best.
    For a game that the optimizer does not know, the solver searches for the best solution if it knows the objective.

    Exit codes: 0; 2 if a level is bad.

    Example: pushbox library optimize --objective moves-pushes --seconds 10
    """
    from ...store import answers, levels

    order = str(parse(objective))
    ident, names = scope(library, collection)
    pages = levels.pages(library, collection=ident, state="solved")
    solved = ((entry, answers.improvable(library, entry.id, order)) for page in pages for entry in page.entries)
    work = [*islice(((entry, texts) for entry, texts in solved if texts), most)]
    count = Counter[str]()
    with bar(len(work)) as progress:
        for index, (entry, texts) in enumerate(work, start=1):
            report = progress.level(index, describe_optimizer)
            answer = _optimized(entry, texts, order, limit=limit, progress=report)
            if isinstance(answer, Optimized):
                answers.keep_improved(library, entry.id, answer.text, answer.optimal)
            status, note = _outcome(answer)
            count[status] += 1
            progress.done()
            _print(entry, names, optimized_to_json(answer), status, note, as_json=as_json)
    _print_sums(len(work), count, as_json=as_json)
    exit_with(Exit.BAD if count["error"] else Exit.YES)


@click.command("rate", short_help="Rate how hard solved levels are.")
@optional_collection
@_most_option
@limit_option("seconds")
@lang_option("The language of the reasons.")
@json_option
@pass_library
def rate(
    library: Store, collection: str | None, *, most: int | None, seconds: float, lang: Language, as_json: bool
) -> None:
    """Rate how hard the levels of the library, or of a COLLECTION, are for people, from 0 to 100, with the reasons.

    Each is rated by its best solution; see rate. Ratings are stored, and computed again only for a better solution.
    Levels without a solution, and games that cannot be rated, are skipped. search --difficulty finds levels by rating.

    Exit codes: 0; 3 if the time was not enough for a level.

    Example: pushbox library solve && pushbox library rate && pushbox library search --order difficulty
    """
    from ...analysis.difficulty.serialize import difficulty_to_json
    from ...store import levels, ratings

    ident, names = scope(library, collection)
    work = ratings.unrated(library, collection=ident)[:most]
    count = Counter[str]()
    with bar(len(work)) as progress:
        for index, level in enumerate(work, start=1):
            entry = levels.get(library, level)
            difficulty = _rated(library, entry, seconds, progress.level(index, describe_search))
            progress.done()
            status = difficulty if isinstance(difficulty, str) else "rated"
            count[status] += 1
            if not isinstance(difficulty, str):
                ratings.keep(library, level, difficulty)
                fields = difficulty_to_json(difficulty, lang) if as_json else {}
                value, why = f"{difficulty.value:>5.1f}", difficulty.explain(lang)
                _print_row(entry, names, fields, value, why, as_json=as_json)
    _print_sums(len(work), count, as_json=as_json)
    exit_with(Exit.LIMIT if count["out of time"] else Exit.YES)


def _rated(library: Store, entry: LevelEntry, seconds: float, report: ProgressCallback) -> Difficulty | str:
    """Return the difficulty of a level by its best solution, or the reason why it has none."""
    from ...analysis.difficulty import Interrupted, rate_difficulty
    from ...store import solutions

    answers = solutions.listing(library, entry.id)
    best = min(answers, key=lambda answer: (answer.metrics.pushes, answer.metrics.moves))
    try:
        return rate_difficulty(entry.level, best.text, seconds=seconds, progress=report)
    except UnsupportedError:
        return "left alone"
    except Interrupted:
        return "out of time"


def _optimized(entry: LevelEntry, texts: list[str], objective: str, **request: Any) -> Optimized | PushboxError:
    """Return the best solution of a level; where the optimizer does not know the game, by a search for the best."""
    from ...optimizer import optimize as improve
    from ...optimizer.by_search import optimize_by_search

    answer = caught(improve, entry.level, texts, objective=objective, **request)
    if isinstance(answer, UnsupportedError) and objective in OBJECTIVES:
        return caught(optimize_by_search, entry.level, texts, objective=objective, **request)
    return answer


def _outcome(answer: Optimized | PushboxError) -> tuple[str, str]:
    """Return the outcome for a level, and a note."""
    if isinstance(answer, UnsupportedError):
        return "left alone", str(answer)
    if isinstance(answer, PushboxError):
        return "error", str(answer)
    return ("proven" if answer.optimal else "improved" if answer.metrics != answer.before else "as before"), ""


def _print_sums(levels: int, count: Counter[str], *, as_json: bool) -> None:
    if not as_json:
        counts = (number_of(number, word("status", status)) for status, number in sorted(count.items()))
        print_line(listed([counted(levels, "level"), *counts]))


def _print(
    entry: LevelEntry, names: dict[int, CollectionName], fields: Fields, status: str, note: str, *, as_json: bool
) -> None:
    """Print the outcome for a level."""
    from .formatting import counts_cell

    counts = counts_cell(fields["moves"], fields["pushes"]) if "moves" in fields else ""
    shown = padded_to(spoken(word("status", status)), False, 10)
    _print_row(entry, names, fields, f"{shown}  {padded_to(counts, False, 25)}", note, as_json=as_json)


def _print_row(
    entry: LevelEntry, names: dict[int, CollectionName], fields: Fields, values: str, note: str, *, as_json: bool
) -> None:
    """Print the fields as JSON, or the values and the note in a row, behind what the level is."""
    name, shown = names[entry.collection]
    if as_json:
        head = {"collection": name, "level": entry.number, "title": entry.title, "game": entry.game}
        print_json(head | fields)
    else:
        about = ": ".join(filter(None, (entry.title, spoken(note))))
        print_row(f"{shown:28}{entry.number:>6}  {values}  {about}".rstrip())
