"""``pushbox optimize``."""

from __future__ import annotations

import time
from contextlib import nullcontext

import click

from ..errors import PushboxError, counted
from ..grid import parse_cell
from ..level import Level
from ..optimizer.api import Objective, Optimized, Progress, ProgressCallback, Span, parse
from ..optimizer.serialize import optimized_to_json
from ..play.validate import require_playable
from ..play.verify import verify
from ..solver.api import Limit
from . import common
from .progress import bar
from .results import ResultTable, SolutionWriter, limit_options, out_option


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
@click.option("--solution", metavar="TEXT", help="Begin with this instead of the solutions in FILE.")
@click.option("--range", "moves", metavar="M-N", help="Replace only these moves of the best solution, from 1.")
@click.option(
    "--leave",
    "leave_alone",
    metavar="CELL",
    multiple=True,
    help="Leave the box that starts here alone; may be repeated.",
)
@click.option("--keep-end", is_flag=True, help="The player ends where it ends in the best solution.")
@limit_options
@out_option
@common.from_option
@common.json_option
def command(
    file: str,
    selection: str,
    objective: str,
    solution: str | None,
    moves: str | None,
    leave_alone: tuple[str, ...],
    keep_end: bool,
    seconds: float,
    nodes: int | None,
    memory: int,
    out: str | None,
    format_key: str | None,
    as_json: bool,
) -> None:
    """Make the solutions in FILE better.  Each is replayed by the rules before it is printed, and none is worse.

    All solutions of a level serve to find a better one.  Ends with 0, or with 2 if a level is bad or has no solution.

    Examples: pushbox optimize solved.xsb --seconds 10 --out better.xsb

    pushbox optimize solved.xsb --level 7 --objective moves-pushes-box_lines --range 20-80
    """
    order = parse(objective)
    span = _span(moves) if moves is not None else None
    alone = tuple(parse_cell(cell) for cell in leave_alone)
    collection = common.load_and_print_problems(file, format_key)
    codes = common.problem_codes(collection)
    chosen = list(common.select_levels(collection, selection))
    writer = SolutionWriter(collection, out) if out is not None else None
    limit = Limit(seconds=seconds, nodes=nodes, memory=memory)
    totals = _Totals()
    names = list(dict.fromkeys((*order, "moves")))
    columns = "{:>5}" + "  {:>16}" * len(names) + "  {:7}  {:>9}  {}"
    table = ResultTable(columns, "level", *names, "optimal", "seconds", "", alone=len(chosen) == 1)
    with bar(len(chosen)) as progress, writer or nullcontext():
        for number, level in chosen:
            texts = [record.text for record in level.saved_moves] if solution is None else [solution]
            best = _Best(progress.level(number, _describe))
            try:
                answer = _optimize(level, texts, order, limit, span, alone, best, keep_end=keep_end)
            except KeyboardInterrupt:
                if writer is not None and verify(level, best.text).solved:
                    writer.add(number, best.text)
                raise
            if isinstance(answer, Optimized):
                totals.add(answer)
                if writer is not None:
                    writer.add(number, answer.text)
            else:
                codes.append(common.Exit.BAD)
            with progress.done():
                if as_json:
                    fields = {"file": file, "level": number, "title": level.title, "game": level.game}
                    common.print_json(fields | optimized_to_json(answer))
                elif isinstance(answer, Optimized):
                    table.print(*_row(names, number, level, answer), solution=answer.text)
                else:
                    common.print_error(file, number, str(answer))
    if not as_json and len(chosen) > 1:
        click.echo(totals.sentence())
    common.exit_with(common.worst(codes))


def _optimize(
    level: Level,
    texts: list[str],
    objective: Objective,
    limit: Limit,
    span: Span | None,
    alone: tuple[tuple[int, int], ...],
    progress: ProgressCallback,
    *,
    keep_end: bool,
) -> Optimized | PushboxError:
    from ..optimizer import optimize  # imports the native search, which --help has no use for

    try:
        return optimize(
            level,
            _solving(level, texts),
            objective=str(objective),
            limit=limit,
            span=span,
            alone=[_cell(level, row, column) for row, column in alone],
            keep_end=keep_end,
            progress=progress,
        )
    except PushboxError as error:
        return error


def _solving(level: Level, texts: list[str]) -> list[str]:
    """Return those texts that solve a level: a file may hold saved games beside its solutions."""
    position = require_playable(level)
    solving = [text for text in texts if verify(position, text).solved]
    if not solving:
        verifications = f"found {counted(len(texts), 'text')} but none that solves it" if texts else "found no solution"
        raise PushboxError(f"{verifications}, expected a solution to begin with")
    return solving


def _cell(level: Level, row: int, column: int) -> int:
    board = level.board
    if not (row < board.height and column < board.width):
        raise PushboxError(f"found the cell {row},{column}, but the board has {board.height} x {board.width} cells")
    return board.cell(row, column)


def _span(text: str) -> Span:
    first, dash, last = (part.strip() for part in text.partition("-"))
    try:
        span = Span(int(first or 1), int(last) if last else None)
    except ValueError:
        span = Span(0)
    if not dash or span.first < 1 or (span.last is not None and span.last < span.first):
        raise PushboxError(f"found --range {text!r}, expected the first and the last move, such as 20-80")
    return span


def _describe(progress: Progress) -> str:
    metrics = progress.metrics
    counts = f"{counted(metrics.moves, 'move')}, {counted(metrics.pushes, 'push')}"
    return f"{progress.nodes:,} positions, now {counts}"


class _Best:
    """Passes progress on, and keeps the best solution so far, for when the user has waited long enough."""

    def __init__(self, progress: ProgressCallback) -> None:
        self._progress = progress
        self.text = ""

    def __call__(self, progress: Progress) -> None:
        self.text = progress.text
        self._progress(progress)


class _Totals:
    """The results of a run over several levels, summed up."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self._answers: list[Optimized] = []

    def add(self, answer: Optimized) -> None:
        self._answers.append(answer)

    def sentence(self) -> str:
        pairs = [(answer.before, answer.metrics) for answer in self._answers]
        moves, pushes = (
            f"{sum(before[index] for before, _ in pairs)} -> {sum(after[index] for _, after in pairs)} {name}"
            for index, name in enumerate(("moves", "pushes"))
        )
        optimal = sum(answer.optimal is not None for answer in self._answers)
        seconds = time.monotonic() - self._began
        return f"{counted(len(pairs), 'level')}: {moves}, {pushes}, {optimal} optimal, {seconds:.2f} s"


def _row(names: list[str], number: int, level: Level, answer: Optimized) -> tuple[object, ...]:
    counts = [f"{getattr(answer.before, name)} -> {getattr(answer.metrics, name)}" for name in names]
    notes = ": ".join(filter(None, (level.title, answer.limit)))
    return number, *counts, "proven" if answer.optimal is not None else "", f"{answer.seconds:.3f}", notes
