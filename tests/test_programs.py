"""A program that is forked from a process that has imported the server is like any other."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.programs import Forked, ended

pytestmark = [
    pytest.mark.servers,
    pytest.mark.skipif(sys.platform != "linux", reason="processes are forked on Linux only"),
]

FACTS = """
import json, os, signal, sys
print(json.dumps({
    "argv": sys.argv[1:], "path": sys.path[0], "cwd": os.getcwd(), "environment": dict(os.environ), "name": __name__,
    "parent": os.getppid(), "leads": [os.getpgrp() == os.getpid(), os.getsid(0) == os.getpid()],
    "files": os.listdir("/proc/self/fd"),
    "signals": {s.name: str(signal.getsignal(s)) for s in signal.valid_signals() if hasattr(s, "name")},
    "in": sys.stdin.read(),
    "streams": [[s.encoding, s.errors, s.line_buffering, s.fileno()] for s in (sys.stdin, sys.stdout, sys.stderr)],
}))
print("said", file=sys.stderr)
"""


@pytest.mark.parametrize("how", ["-c", "file", "-m"])
@pytest.mark.parametrize("own_session", [False, True])
def test_it_finds_what_any_program_finds(tmp_path: Path, how: str, own_session: bool) -> None:
    """Arguments, environment, folder, files, streams, signals, parent and session are those of an ordinary start."""
    (tmp_path / "facts.py").write_text(FACTS)
    start = {"-c": ["-c", FACTS], "file": [str(tmp_path / "facts.py")], "-m": ["-m", "facts"]}[how]
    command = [sys.executable, *start, "one", "two words"]
    found = []
    for kind in (subprocess.Popen, Forked):
        options: dict[str, Any] = {"text": True} if kind is subprocess.Popen else {}
        options |= {"cwd": tmp_path, "env": os.environ | {"ONE": "1"}, "start_new_session": own_session}
        pipe = subprocess.PIPE
        with kind(command, stdin=pipe, stdout=pipe, stderr=pipe, **options) as process:
            out, err = process.communicate("given")
        assert (process.returncode, err) == (0, "said\n")
        found.append(json.loads(out))
    assert found[0] == found[1]
    assert found[1]["parent"] == os.getpid()
    assert found[1]["environment"]["ONE"] == "1"


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("pass", 0),
        ("import sys; sys.exit(3)", 3),
        ("raise ValueError('five')", 1),
        ("import os, signal; os.kill(os.getpid(), signal.SIGTERM)", -signal.SIGTERM),
        ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", -signal.SIGKILL),
        ("import atexit, os; atexit.register(os._exit, 7)", 7),
    ],
)
def test_it_ends_as_any_program_ends(code: str, expected: int) -> None:
    """By its exit code, its signal, or with a traceback; what it has printed is there."""
    process = ended([sys.executable, "-c", f"print('before', flush=True)\n{code}"])
    assert (process.returncode, process.stdout) == (expected, "before\n")
    assert process.stderr.endswith("ValueError: five\n" if "five" in code else "")
    assert process.stderr == "" or expected == 1


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_what_it_has_printed_is_there_at_once_where_it_shall(unbuffered: str) -> None:
    """PYTHONUNBUFFERED holds for it: a kill loses nothing."""
    code = "import os; print('before'); os.kill(os.getpid(), 9)"
    process = ended([sys.executable, "-c", code], env=os.environ | {"PYTHONUNBUFFERED": unbuffered})
    assert process.stdout == ("before\n" if unbuffered else "")


def test_signals_reach_it_and_its_time_is_counted() -> None:
    """Ctrl-C is a KeyboardInterrupt, and its processor time is that of a child of the tests."""
    code = "import time\nwhile time.process_time() < 0.3: pass\nprint('ready', flush=True)\ntime.sleep(60)"
    before = processor_time()
    with Forked([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=300)
    assert process.returncode == -signal.SIGINT
    assert err.endswith("KeyboardInterrupt\n")
    assert processor_time() > before + 0.3


def processor_time() -> float:
    """Return the seconds of all children that have ended."""
    times = os.times()
    return times.children_user + times.children_system
