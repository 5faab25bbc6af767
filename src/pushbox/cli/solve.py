"""``pushbox solve``."""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..entry_points import entry_points
from ..errors import PushboxError
from ..sentence import counted, listed, located, say, spoken, word
from ..solver.api import OBJECTIVES, Limit, Objective, Progress, Solved, Unsolvable, Verdict
from ..solver.serialize import Fields, bound_unit, verdict_to_json
from . import common
from .cluster_option import cluster_option, warn_of_cluster
from .output import on_terminal
from .progress import bar
from .results import (
    STATUS_CODES,
    Results,
    SolutionWriter,
    describe_search,
    limit_options,
    out_option,
    seed_option,
    unsolvable_note,
)
from .setting_options import SettingOption, threads_option, was_given

if TYPE_CHECKING:
    from ..level import Level
    from ..solver.files.native import Answers

_COLUMNS = "{:>5}  {:10}  {:>6}  {:>6}  {:12}  {:>9}  {}"
_HEAD = ("status", "moves", "pushes", "optimal", "seconds")


@click.command("solve")
@common.file_argument
@common.levels_option
@common.choice_option(
    "--objective", OBJECTIVES, "Any solution, or the best by pushes, by moves or by both, with proof."
)
@limit_options
@threads_option(help="Levels searched at the same time; spare threads share a level.")
@seed_option(help="Another seed tries another order.")
@click.option(
    "--engine",
    "program",
    metavar="COMMAND",
    cls=SettingOption,
    setting="engine",
    help="Search with this program, which speaks the solver protocol; '' is pushbox itself.",
)
@click.option(
    "--engine-option",
    "settings",
    metavar="NAME=VALUE",
    multiple=True,
    help="Set an option of the engine; may be repeated.",
)
@cluster_option(help="Search on all workers of this Dask scheduler.")
@out_option
@common.moves_as_option
@common.read_as_options
@common.json_option
def command(
    file: str,
    selection: str,
    objective: Objective,
    threads: int,
    seed: int,
    program: str | None,
    settings: tuple[str, ...],
    cluster: str | None,
    out: str | None,
    moves_as: str,
    read_as: common.ReadAs,
    as_json: bool,
    limit: Limit,
) -> None:
    """Solve the levels of FILE. Every solution is replayed by the rules before it is printed.

    If a search for the best solution runs into a limit, it ends with the best solution so far.

    Answers come in the order of the file, each as soon as possible. FILE is read level by level, so it may have any
    length; with --out it is read as a whole first.

    With --engine another program searches, one process per thread, without a shell. Its solutions are replayed; "best"
    and "unsolvable" are marked as its claims. It has 5 s beyond the limit. If it is silent, floods, dies or answers
    wrongly, the level gets a sentence that says so, and the engine is restarted for the next level. docs/protocol.md
    explains how to write one.

    With --cluster the workers of a Dask cluster search, such as tls://10.0.0.7:8786; they need pushbox too. Each level
    has its own process there, so that a crash harms no other level.

    Exit codes: 0 if all are solved, 1 if one is proven unsolvable, 2 if one is bad or the engine failed, 3 if one ran
    into a limit.

    Examples: pushbox solve levels.xsb --seconds 10 --out solved.xsb

    pushbox solve levels.xsb --level 7 --objective pushes

    pushbox solve levels.xsb --engine "node my-solver.mjs" --engine-option Threads=2
    """
    if cluster is not None and not was_given("program"):
        program = None  # that of the settings
    search = _Search(objective, limit, threads, seed, program or None, settings, cluster)
    if out is None and read_as == common.ReadAs() and selection == "1-" and search.is_plain:
        native = _native_answers(file, search)
        if native is not None:
            results = Results(file, _COLUMNS, *_HEAD, as_json=as_json, alone=False)
            with closing(native):
                _finish(results, _take_answers(native, objective, results, moves_as))
    from ..analysis.blocking import blocking_names  # imports the games, for which other files do not wait
    from ..solver.parallel import solve_many

    read = common.LevelStream if out is None else common.load_and_print_problems
    source = read(file, read_as)
    levels = common.select_levels(source, selection)
    first = list(islice(levels, max(2, threads)))
    results = Results(file, _COLUMNS, *_HEAD, as_json=as_json, alone=len(first) == 1)
    writer = SolutionWriter(source, out)
    shares = max(threads // max(len(first), 1), 1)
    with (
        _solver(search, shares) as (solve, at_a_time),
        bar(common.selection_size(source, selection)) as progress,
        writer,
    ):
        answers = solve_many(
            chain(first, levels),
            partial(solve, objective=objective, limit=search.limit),
            threads=at_a_time or threads,
            progress_for=partial(progress.level, describe=partial(_describe, objective)),
        )

        def keep(number: int, level: Level, answer: Verdict | PushboxError, fields: Fields) -> None:
            if isinstance(answer, Solved):
                writer.add(number, answer.text)
            if isinstance(answer, Unsolvable) and len(first) == 1:
                fields["blocking"] = blocking_names(level)
            progress.done()

        count = _take_answers(answers, objective, results, moves_as, keep)
    _finish(results, count, common.problem_codes(source))


@dataclass(frozen=True)
class _Search:
    """The searcher: pushbox's own search, an engine, or the workers of a cluster."""

    objective: Objective
    limit: Limit
    threads: int
    seed: int
    program: str | None
    settings: tuple[str, ...]
    cluster: str | None

    @property
    def is_plain(self) -> bool:
        """Whether pushbox's own search does all of it."""
        return self.program is self.cluster is None and not self.settings


def _take_answers(
    answers: Iterable[tuple[int, Any, Verdict | PushboxError]],
    objective: Objective,
    results: Results,
    moves_as: str,
    keep: Callable[..., None] = lambda *_: None,
) -> Counter[str]:
    """Keep and print answers as they come; return their counts by status."""
    count = Counter[str]()
    for number, level, answer in answers:
        fields = verdict_to_json(objective, answer)
        if "moves_text" in fields:
            fields["moves_text"] = common.in_notation(fields["moves_text"], moves_as)
        keep(number, level, answer, fields)
        count[fields["status"]] += 1
        results.add(number, level, fields, *_row(fields))
    return count


def _native_answers(file: str, search: _Search) -> Answers | None:
    """Return the answers on a file of several levels that needs nothing of Python, None where one does.

    Without a terminal nobody watches the progress of a single search, which is what these do not report.
    """
    if file == "-" or file.startswith("builtin:") or on_terminal() or entry_points("pushbox.formats"):
        return None
    from ..solver.files.native import solve_file

    at_least = max(2, search.threads)
    return solve_file(
        Path(file),
        objective=search.objective,
        limit=search.limit,
        seed=search.seed,
        threads=search.threads,
        at_least=at_least,
    )


def _finish(results: Results, count: Counter[str], codes: Iterable[common.Exit] = ()) -> None:
    """Print the sums, and leave with the exit code."""
    statuses = listed([_of_status(status, number) for status, number in sorted(count.items())])
    results.finish(located(counted(count.total(), "level"), statuses))
    common.exit_with(common.worst([*codes, *(STATUS_CODES[status] for status in count)]))


@contextmanager
def _solver(search: _Search, threads: int) -> Iterator[tuple[Callable[..., Verdict], int | None]]:
    """Yield a function like `pushbox.solve`, and how many levels it takes at the same time (None: the user's choice).

    `threads` are for pushbox's own search of each level. Leaving the context ends the processes of an engine, also
    after a signal.
    """
    program, cluster, seed = search.program, search.cluster, search.seed
    if program is None and search.settings:
        raise click.UsageError(say("engine-option-alone"))
    if program is not None and cluster is not None:
        raise click.UsageError(say("both-options", one="--engine", other="--cluster"))
    if cluster is not None:
        from .. import batch
        from ..batch.remote_solver import remote_solver

        warn_of_cluster(cluster)
        with batch.cluster(cluster) as runner:
            yield remote_solver(runner, seed=seed), runner.workers
        return
    if program is None:
        from ..solver import solve

        yield partial(solve, seed=seed, threads=threads), None
        return
    from ..solver.engine.client import EnginePool

    if seed:
        raise click.UsageError(say("seed-of-engine") if was_given("program") else say("seed-of-set-engine"))
    with _signals_leave(), EnginePool(program, _engine_options(search.settings)) as engines:
        yield engines.solve, None


def _engine_options(settings: tuple[str, ...]) -> dict[str, str]:
    """Return the values of --engine-option by their names.  Raises UsageError."""
    values: dict[str, str] = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not (name and equals and value):
            raise click.UsageError(say("engine-option-form", text=setting))
        values[name] = value
    return values


@contextmanager
def _signals_leave() -> Iterator[None]:
    """Leave by an exception where a signal would end the program at once, so that no other process stays behind."""

    def leave_by(number: int, _frame: object) -> None:
        raise SystemExit(128 + number)

    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    # What is ignored from the start, as nohup ignores the end of the terminal, stays ignored.
    heeded = [number for number in numbers if signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, leave_by) for number in heeded}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _of_status(status: str, count: int) -> str:
    """Return in words how many levels have a status."""
    match status:
        case "solved":
            return say("levels-solved", count=count)
        case "unsolvable":
            return say("levels-unsolvable", count=count)
        case "gave-up":
            return say("levels-gave-up", count=count)
        case _:
            return say("levels-error", count=count)


def _describe(objective: Objective, progress: Progress) -> str:
    parts: list[str] = [describe_search(progress), say("search-open", count=progress.open)]
    if progress.bound:
        unit = "move" if bound_unit(objective) == "moves" else "push"
        parts.append(say("search-at-least", counts=counted(progress.bound, unit)))
    if progress.best:
        moves, pushes = progress.best
        parts.append(say("search-best", moves=counted(moves, "move"), pushes=counted(pushes, "push")))
    return listed(parts)


def _row(fields: Fields) -> tuple[list[object], str, str]:
    """Return the values and the notes of a verdict in the table."""
    status, counts = word("status", fields["status"]), (fields.get(name, "") for name in ("moves", "pushes"))
    optimal = "-".join(spoken(word("head", name)) for name in fields.get("optimal", "").split("-") if name)
    limit = ""
    if "limit" in fields:
        limit = listed([word("limit", fields["limit"]), say("search-positions", count=fields["nodes"])])
    return [status, *counts, optimal, f"{fields.get('seconds', 0):.3f}"], limit, unsolvable_note(fields)
