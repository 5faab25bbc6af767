"""The limits of a search have one default, that of `Limit`, at every surface that offers them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

import click
import pytest

from pushbox.batch import tasks
from pushbox.cli import pushbox as program
from pushbox.solver import Limit
from pushbox.web.api import jobs

DEFAULTS = {field.name: field.default for field in fields(Limit)}


def commands(group: click.Group) -> Iterator[click.Command]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield from commands(command) if isinstance(command, click.Group) else [command]


SEARCHES = [one for one in commands(program) if {option.name for option in one.params} >= DEFAULTS.keys()]


def test_commands_offer_limits() -> None:
    """Seven commands search, two of the library among them, and a plot."""
    assert len(SEARCHES) >= 8


@pytest.mark.parametrize("command", SEARCHES, ids=lambda command: command.name)
def test_options_have_the_defaults_of_a_limit(command: click.Command) -> None:
    """Seconds, nodes and memory."""
    found = {option.name: option.default for option in command.params if option.name in DEFAULTS}
    assert {name: value if isinstance(value, int | float) else None for name, value in found.items()} == DEFAULTS


def test_a_job_has_the_defaults_of_a_limit() -> None:
    """A payload without limits; the models of the API but for their seconds, which a page waits for."""
    assert tasks._limit({}) == Limit()
    for model in (jobs.SolveJob, jobs.ExplainJob, jobs.RateJob, jobs.CertifyJob, jobs.OptimizeJob):
        assert {name: model.model_fields[name].default for name in ("nodes", "memory")} == {
            name: DEFAULTS[name] for name in ("nodes", "memory")
        }
