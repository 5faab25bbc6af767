"""``pushbox evaluate``."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import asdict
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

import click

from ..env.text.boards import STYLES
from ..env.text.tasks import KINDS
from ..errors import PushboxError
from ..sentence import counted, located, say
from . import common
from .output import print_heading, print_json, print_line
from .progress import repeatable, resumable
from .results import seed_option
from .tables import Columns

if TYPE_CHECKING:
    from ..env.text.chat import EndpointError
    from ..env.text.evaluation import Failure, Result

_MOST_TASKS = 100_000


class _Kinds(click.ParamType[tuple[str, ...]]):
    name = "kinds"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, ...]:
        if isinstance(value, tuple):
            return value
        kinds = tuple(dict.fromkeys(part.strip() for part in str(value).split(",")))
        for kind in kinds:
            if kind not in KINDS:
                self.fail(say("found-some-of", found=kind, known=", ".join(KINDS)), param, ctx)
        return kinds


@click.command("evaluate")
@common.file_argument
@click.argument("url", metavar="URL")
@click.option("--model", metavar="NAME", required=True, help="The name of the model at the endpoint.")
@common.levels_option
@click.option("--tasks", "kinds", metavar="KINDS", type=_Kinds(), default=",".join(KINDS), show_default=True,
              help="Kinds of tasks, separated by commas.")  # fmt: skip
@click.option("--count", type=click.IntRange(1, _MOST_TASKS), default=100, show_default=True, help="Tasks, at most.")
@click.option(
    "--style", type=click.Choice([*STYLES]), default="spaced", show_default=True, help="How boards are shown."
)
@seed_option(help="Another seed makes other tasks.")
@click.option("--out", metavar="RESULTS", type=click.Path(dir_okay=False),
              help="Keep answers and scores in this file of JSON lines; the same command goes on in it.")  # fmt: skip
@click.option("--concurrency", type=click.IntRange(1, 256), default=4, show_default=True, help="Requests at a time.")
@click.option("--timeout", type=click.FloatRange(0, min_open=True), default=300.0, show_default=True,
              help="Seconds of one request.")  # fmt: skip
@click.option("--retries", type=click.IntRange(0, 20), default=4, show_default=True,
              help="How often a request that fails is sent again.")  # fmt: skip
@click.option("--temperature", type=click.FloatRange(0, 10), help="As the endpoint has it by default.")
@click.option("--max-tokens", type=click.IntRange(1), help="Tokens of one answer; as the endpoint has it by default.")
@click.option("--key-variable", metavar="NAME", default="PUSHBOX_API_KEY", show_default=True,
              help="The environment variable with the key of the endpoint; the key is never written.")  # fmt: skip
@common.read_as_options
@common.json_option
def command(
    file: str,
    url: str,
    model: str,
    selection: str,
    kinds: tuple[str, ...],
    count: int,
    style: str,
    seed: int,
    out: str | None,
    concurrency: int,
    timeout: float,
    retries: int,
    temperature: float | None,
    max_tokens: int | None,
    key_variable: str,
    read_as: common.ReadAs,
    as_json: bool,
) -> None:
    """Score a language model on tasks about the levels of FILE.

    URL is that of an OpenAI-compatible API, such as http://localhost:8000/v1; chats go to URL/chat/completions.

    Kinds of tasks: solve a level in one answer; play it in turns; say whether a position is winnable; name a dead-box;
    repair a solution; predict the board after some moves. Rules and solver check every answer.

    The table has the share of right answers and the mean reward of each kind, both with confidence intervals of 95 %.

    With --out every answer is in the file as soon as it is there. A task that gets none is asked again by the next run.

    Exit codes: 0 if all tasks were answered, well or not, 2 if something is bad or the endpoint refuses, 3 if some got
    no answer.

    Examples: pushbox evaluate builtin:lessons http://localhost:8000/v1 --model qwen3 --out results.jsonl

    pushbox evaluate levels.xsb https://api.example.org/v1 --model large --tasks solve,winnable --key-variable API_KEY
    """
    from ..env.text.chat import Endpoint
    from ..env.text.evaluation import evaluate
    from ..env.text.tasks import stream

    key = os.environ.get(key_variable, "").strip()
    endpoint = Endpoint(url, model, key, temperature, max_tokens, timeout, retries)
    collection = common.load_and_print_problems(file, read_as)
    chosen = list(common.select_levels(collection, selection))
    made = islice(stream([level for _, level in chosen], kinds, seed=seed, style=style), count)
    tasks = []
    with repeatable("making", "task") as show:
        for index, task in made:
            tasks.append((chosen[index][0], task))
            show(len(tasks), count)
    if not tasks:
        raise PushboxError.said("no-tasks")
    settings = {"model": model, "temperature": temperature, "max_tokens": max_tokens}
    with (repeatable if out is None else resumable)("asking", "task") as show:
        answers = evaluate(
            tasks,
            endpoint.ask,
            settings=settings,
            out=out,
            concurrency=concurrency,
            progress=lambda done: show(done, len(tasks)),
        )
        run = _asked(answers, as_json=as_json)
    if run.results:
        _print_table(run.results, as_json=as_json)
    if run.given_up is not None:
        raise run.given_up
    if run.failed:
        print_line(say("tasks-unanswered", tasks=counted(run.failed, "task")), err=True)
    common.exit_with(common.worst([*common.problem_codes(collection), *[common.Exit.LIMIT] * bool(run.failed)]))


class _Run(NamedTuple):
    """The results of a run, how many tasks got no answer, and why it was given up, if it was."""

    results: list[Result]
    failed: int
    given_up: EndpointError | None


def _asked(answers: Iterator[Result | Failure], *, as_json: bool) -> _Run:
    """Take the results as they come, and print what is to be known of each."""
    from ..env.text.chat import EndpointError
    from ..env.text.evaluation import Failure

    results: list[Result] = []
    failed = 0
    try:
        for result in answers:
            if isinstance(result, Failure):
                failed += 1
                name = say("task-of-level", kind=result.kind, level=result.level)
                print_line(located(name, result.message), err=True)
                continue
            results.append(result)
            if as_json:
                print_json(asdict(result))
    except EndpointError as error:
        return _Run(results, failed, error)
    return _Run(results, failed, None)


def _print_table(results: list[Result], *, as_json: bool) -> None:
    from ..env.text.evaluation import summarize

    columns = Columns("{:9}  {:>5}  {:>17}  {:>17}", "tasks", "count", "right", "reward")
    if not as_json:
        print_heading(columns.head)
    for kind, number, right, reward in summarize(results):
        if as_json:
            print_json({"summary": kind, "count": number, "right": [*right], "reward": [*reward]})
        else:
            print_line(columns.row(kind, number, right, reward))
