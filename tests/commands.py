"""The commands of the program, and a way to run them in this process."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from typing import NamedTuple

import click
import pytest

from pushbox.cli import main, pushbox


def leaves(command: click.Command = pushbox, path: tuple[str, ...] = ()) -> Iterator[tuple[str, click.Command]]:
    """Yield every command that is no group, with its path, such as ``library add``."""
    if not isinstance(command, click.Group):
        yield " ".join(path), command
        return
    context = click.Context(command)
    for name in command.list_commands(context):
        child = command.get_command(context, name)
        assert child is not None
        yield from leaves(child, (*path, name))


class Answer(NamedTuple):
    """The exit code of a command in this process, and what it printed."""

    code: int
    out: str
    err: str


def run(*arguments: object) -> Answer:
    """Run a command in this process; whatever it raises but its end is a defect."""
    streams = [io.TextIOWrapper(io.BytesIO(), "utf-8", newline="", write_through=True) for _ in range(2)]
    with redirect_stdout(streams[0]), redirect_stderr(streams[1]), pytest.raises(SystemExit) as ended:
        main([str(argument) for argument in arguments])
    out, err = (stream.detach().getvalue().decode() for stream in streams)
    return Answer(int(ended.value.code or 0), out, err)
