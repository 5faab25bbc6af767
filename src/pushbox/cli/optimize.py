"""``pushbox optimize``."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import click

from ..errors import PushboxError, caught
from ..grid import parse_cell
from ..level import Level
from ..optimizer.api import Optimized, Progress, ProgressCallback, Span, parse
from ..optimizer.serialize import optimized_to_json
from ..play.validate import require_playable
from ..play.verify import verify
from ..sentence import counted, listed, located, say, word
from ..solver.api import Limit
from . import common
from .progress import Bar, bar
from .results import Results, SolutionWriter, limit_options, out_option

_PROVEN = word("status", "proven")


@click.command("optimize")
@common.file_argument
@common.levels_option
@click.option(
    "--objective",
    metavar="METRICS",
    default="pushes-moves",
    show_default=True,
    help="Metrics joined by '-', most important first: moves, pushes, box_lines, box_changes, pushing_sessions, "
    "player_lines. Then by moves.",
)
@click.option("--solution", metavar="TEXT", help="Start from this instead of the solutions in FILE.")
@click.option("--range", "moves", metavar="M-N", help="Replace only these moves of the best solution, from 1.")
@click.option(
    "--leave",
    "leave_alone",
    metavar="CELL",
    multiple=True,
    help="Do not push the box that starts here; may be repeated.",
)
@click.option("--keep-end", is_flag=True, help="Keep the player's last cell of the best solution.")
@limit_options
@out_option
@common.read_as_options
@common.json_option
def command(
    file: str,
    selection: str,
    objective: str,
    solution: str | None,
    moves: str | None,
    leave_alone: tuple[str, ...],
    keep_end: bool,
    out: str | None,
    read_as: common.ReadAs,
    as_json: bool,
    limit: Limit,
) -> None:
    """Improve the solutions in FILE. Each result is replayed by the rules and never worse than before.

    All solutions of a level help to find a better one. Where the counts of a level are on record, a solution with fewer
    is named as a new record, with the source of the old one. Exit codes: 0; 2 if a level is bad or has no solution.

    Examples: pushbox optimize solved.xsb --seconds 10 --out better.xsb

    pushbox optimize solved.xsb --level 7 --objective moves-pushes-box_lines --range 20-80
    """
    order = parse(objective)
    span = _span(moves) if moves is not None else None
    alone = tuple(parse_cell(cell) for cell in leave_alone)
    collection = common.load_and_print_problems(file, read_as)
    codes = common.problem_codes(collection)
    chosen = list(common.select_levels(collection, selection))
    writer = SolutionWriter(collection, out)
    improve = partial(_improve, alone, objective=objective, limit=limit, span=span, keep_end=keep_end)
    names = list(dict.fromkeys((*order, "moves")))
    columns = "{:>5}" + "  {:>16}" * len(names) + "  {:7}  {:>9}  {}"
    heads, words = (*names, "optimal", "seconds"), {"optimal": [_PROVEN]}
    results = Results(file, columns, *heads, as_json=as_json, alone=len(chosen) == 1, words=words)
    answers: list[Optimized] = []
    with bar(len(chosen)) as progress, writer:
        for number, level in chosen:
            texts = [moves.text for moves in level.saved_moves] if solution is None else [solution]
            answer = _improve_and_keep(improve, number, level, texts, progress, writer)
            if isinstance(answer, Optimized):
                answers.append(answer)
            else:
                codes.append(common.Exit.BAD)
            record = _new_record(level, answer)
            fields = optimized_to_json(answer) | ({"new_record": record} if record else {})
            note = say("new-record", record=record) if record else None
            results.add(number, level, fields, *_row(names, answer), note)
    results.finish(_summary(answers))
    common.exit_with(common.worst(codes))


def _new_record(level: Level, answer: Optimized | PushboxError) -> str:
    """Return what a solution has less of than any on record, empty for nothing or where nothing is on record."""
    from ..optimizer.records import record_of  # imports the native search, which --help has no use for

    if not isinstance(answer, Optimized) or (record := record_of(level)) is None:
        return ""
    return record.beaten_by(answer.metrics)


def _improve_and_keep(
    improve: Callable[..., Optimized],
    number: int,
    level: Level,
    texts: list[str],
    progress: Bar,
    writer: SolutionWriter,
) -> Optimized | PushboxError:
    """Improve a level's solution and write it; after Ctrl-C the best so far is written."""
    best = _Best(progress.level(number, _describe))
    try:
        answer = caught(improve, level, texts, progress=best)
    except KeyboardInterrupt:
        if verify(level, best.text).solved:
            writer.add(number, best.text)
        raise
    if isinstance(answer, Optimized):
        writer.add(number, answer.text)
    progress.done()
    return answer


def _improve(alone: Iterable[tuple[int, int]], level: Level, texts: list[str], **request: Any) -> Optimized:
    """Return a level's best solution; boxes on the cells `alone` are left there."""
    from ..optimizer import optimize  # imports the native search, which --help has no use for

    solutions = _solving(level, texts)
    return optimize(level, solutions, alone=[_cell(level, row, column) for row, column in alone], **request)


def _solving(level: Level, texts: list[str]) -> list[str]:
    """Return those texts that solve a level: a file may hold saved games beside its solutions."""
    position = require_playable(level)
    solving = [text for text in texts if verify(position, text).solved]
    if not solving:
        if texts:
            raise PushboxError.said("texts-no-solution", texts=counted(len(texts), "text"))
        raise PushboxError.said("solution-to-begin")
    return solving


def _cell(level: Level, row: int, column: int) -> int:
    board = level.board
    if not (row < board.height and column < board.width):
        raise PushboxError.said("cell-beyond", cell=f"{row},{column}", height=board.height, width=board.width)
    return board.cell(row, column)


def _span(text: str) -> Span:
    first, dash, last = (part.strip() for part in text.partition("-"))
    try:
        span = Span(int(first or 1), int(last) if last else None)
    except ValueError:
        span = Span(0)
    if not dash or span.first < 1 or (span.last is not None and span.last < span.first):
        raise PushboxError.said("range-text", text=text)
    return span


def _describe(progress: Progress) -> str:
    metrics = progress.metrics
    counts = listed([counted(metrics.moves, "move"), counted(metrics.pushes, "push")])
    return listed([say("search-positions", count=progress.nodes), say("search-now", counts=counts)])


class _Best:
    """Passes progress on, and keeps the best solution so far, for when the user has waited long enough."""

    def __init__(self, progress: ProgressCallback) -> None:
        self._progress = progress
        self.text = ""

    def __call__(self, progress: Progress) -> None:
        self.text = progress.text
        self._progress(progress)


def _summary(answers: list[Optimized]) -> str:
    before, after = (
        [sum(counts) for counts in zip(*metrics, strict=True)] or [0, 0]
        for metrics in ([answer.before for answer in answers], [answer.metrics for answer in answers])
    )
    moves, pushes = (
        say("changed-to", before=before[place], after=counted(after[place], noun))
        for place, noun in enumerate(("move", "push"))
    )
    optimal = sum(answer.optimal is not None for answer in answers)
    return located(counted(len(answers), "level"), say("optimize-sums", moves=moves, pushes=pushes, optimal=optimal))


def _row(names: list[str], answer: Optimized | PushboxError) -> tuple[list[str], str | None]:
    """Return the values and the note of an answer in the table."""
    if isinstance(answer, PushboxError):
        return [], None
    counts = [f"{getattr(answer.before, name)} -> {getattr(answer.metrics, name)}" for name in names]
    limit = None if answer.limit is None else word("limit", answer.limit)
    return [*counts, _PROVEN if answer.optimal is not None else "", f"{answer.seconds:.3f}"], limit
