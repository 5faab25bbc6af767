"""Running the program inside the test's process."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import NamedTuple

import pytest

from pushbox.cli import main


class Run(NamedTuple):
    """The exit code of a run and what it printed."""

    code: int
    out: str
    err: str


Runner = Callable[..., Run]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Runner:
    """Return a function that runs ``pushbox ARGUMENTS`` with some standard input."""

    def runner(*arguments: object, stdin: bytes = b"") -> Run:
        stream = io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8")
        monkeypatch.setattr("sys.stdin", stream)
        with pytest.raises(SystemExit) as ended:
            main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return Run(int(ended.value.code or 0), out, err)

    return runner
