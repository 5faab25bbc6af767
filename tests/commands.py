"""Commands that run in this process."""

from __future__ import annotations

import io
from contextlib import redirect_stderr, redirect_stdout
from typing import NamedTuple

import pytest

from pushbox.cli import main


class Answer(NamedTuple):
    """The exit code of a command in this process, and what it printed."""

    code: int
    out: str
    err: str


def run(*arguments: object) -> Answer:
    """Run a command in this process; whatever it raises but its end is a defect."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as ended:
        main([str(argument) for argument in arguments])
    return Answer(int(ended.value.code or 0), out.getvalue(), err.getvalue())
