"""Ctrl-C: what was found is kept, and the process ends without a word, wherever it was."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.cli.rooms import ROOM
from tests.programs import running
from tests.search import ENDLESS

from pushbox import cli, formats


@pytest.mark.skipif(sys.platform == "win32", reason="sends a POSIX signal")
@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_keeps_what_was_solved(threads: int, tmp_path: Path) -> None:
    """Solutions found before Ctrl-C stand in the copy, and the run ends with 130."""
    file, out = tmp_path / "levels.xsb", tmp_path / "out.xsb"
    file.write_text(f"{ROOM}\n{ENDLESS}")
    command = [sys.executable, "-m", "pushbox", "solve", str(file), "--out", str(out), "--objective", "pushes"]
    command += ["--threads", str(threads)]
    with running(command) as process:
        assert process.stdout is not None
        assert process.stdout.readline()
        assert "solved" in process.stdout.readline()
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=300)
    assert process.returncode == 130, err
    assert "Traceback" not in err
    assert [record.text for record in formats.read_file(out).levels[0].saved_moves] == ["rRR"]


@pytest.mark.skipif(sys.platform == "win32", reason="Python ends by a POSIX signal")
def test_ctrl_c_while_a_dataclass_is_made(tmp_path: Path) -> None:
    """Python would end a module that it runs by the signal, as of this `exec` it thinks that nobody caught it."""
    (tmp_path / "interrupted.py").write_text(
        "from pushbox import cli\ncli.pushbox.main = lambda *_, **__: exec('raise KeyboardInterrupt')\ncli.main([])\n"
    )
    done = subprocess.run([sys.executable, "-m", "interrupted"], cwd=tmp_path, capture_output=True, check=False)
    assert done.returncode == cli.INTERRUPTED
    assert done.stderr == b""


@pytest.mark.parametrize("seconds", [0, 0.1])
def test_ctrl_c_while_a_finalizer_runs(tmp_path: Path, seconds: float) -> None:
    """Python ignores an exception there, and a Ctrl-C with it; the run ends all the same, and says nothing.

    Also where the machine is so busy that it takes some time to send the signal again.
    """
    (tmp_path / "interrupted.py").write_text(
        "import _thread, time\n"
        "from pushbox import cli\n"
        "start = _thread.start_new_thread\n"
        f"_thread.start_new_thread = lambda *arguments: (start(*arguments), time.sleep({seconds}))\n"
        "class Dying:\n"
        "    def __del__(self):\n"
        "        raise KeyboardInterrupt\n"
        "def die(*_, **__):\n"
        "    Dying()\n"
        "    time.sleep(1000)\n"
        "cli.pushbox.main = die\n"
        "cli.main([])\n"
    )
    done = subprocess.run([sys.executable, "-m", "interrupted"], cwd=tmp_path, capture_output=True, check=False)
    assert done.returncode == cli.INTERRUPTED
    assert done.stderr == b""
