"""pushbox where nothing of POSIX is: no resource limits, process groups, file locks, terminal modes and most signals.

`tests/no_posix` takes these away from the Python that is started with it, so that what is not guarded fails here as it
would on Windows.  That it is no Windows shows in paths and line ends, which other tests hold.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from tests.programs import running

import pushbox
from pushbox.formats.json import level_to_json

pytestmark = pytest.mark.servers

NO_POSIX = Path(__file__).parent / "no_posix"
ROOM = "#######\n#@ $ .#\n#     #\n#######\n"

IMPORT_ALL = """
import importlib, pkgutil, pushbox, sitecustomize
GONE = sitecustomize.MODULES
with sitecustomize.lent("fcntl"):
    import mcp.server.stdio
for module in pkgutil.walk_packages(pushbox.__path__, "pushbox."):
    if not module.name.endswith(("__main__", ".migrations.env")):  # what only programs run
        try:
            importlib.import_module(module.name)
        except ModuleNotFoundError as error:
            if error.name in GONE:
                raise
print("all imported")
"""


@pytest.fixture
def bare(tmp_path: Path) -> dict[str, str]:
    """Return the environment of a program without POSIX, whose files go into a folder of its own."""
    path = os.pathsep.join(filter(None, (str(NO_POSIX), os.environ.get("PYTHONPATH"))))
    home = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "data"), "USERNAME": "ann"}
    return {**os.environ, **home, "PYTHONPATH": path, "PUSHBOX_DATABASE": f"sqlite:///{tmp_path / 'library.sqlite'}"}


def run(bare: dict[str, str], *arguments: str, stdin: str = "") -> str:
    """Return what a run of Python prints, which has to end well."""
    done = subprocess.run(
        [sys.executable, *arguments], env=bare, input=stdin, capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_hook_takes_posix_away(bare: dict[str, str]) -> None:
    """A program in it has neither the modules nor the names, so that the tests below say something."""
    code = "import os, signal, select; print(hasattr(os, 'killpg'), hasattr(signal, 'SIGHUP'), hasattr(select, 'poll'))"
    assert run(bare, "-c", code) == "False False False\n"
    done = subprocess.run([sys.executable, "-c", "import resource"], env=bare, capture_output=True, check=False)
    assert b"No module named 'resource'" in done.stderr


def test_every_module_is_imported(bare: dict[str, str]) -> None:
    """No module of pushbox needs a module that only POSIX has, nor one that needs it."""
    assert run(bare, "-c", IMPORT_ALL) == "all imported\n"


def test_playing_line_by_line(bare: dict[str, str], tmp_path: Path) -> None:
    """A level is played to its end in a plain terminal."""
    file = tmp_path / "room.xsb"
    file.write_text(ROOM)
    printed = run(bare, "-m", "pushbox", "play", str(file), "--plain", stdin="rRR\nquit\n")
    assert "solved" in printed.lower()


def test_solving_within_a_bound_of_memory(bare: dict[str, str], tmp_path: Path) -> None:
    """A search keeps to its bound of memory by itself where the system offers none, and an engine is a process."""
    file = tmp_path / "room.xsb"
    file.write_text(ROOM)
    solved = json.loads(run(bare, "-m", "pushbox", "solve", str(file), "--memory", "64", "--json"))
    assert solved["status"] == "solved"
    engine = f'"{sys.executable}" -m pushbox engine'
    by_engine = json.loads(run(bare, "-m", "pushbox", "solve", str(file), "--engine", engine, "--json"))
    assert by_engine["status"] == "solved"


def test_serving_pages_and_jobs(bare: dict[str, str]) -> None:
    """A server answers, also by a worker process of its own, and ends when it is told to."""
    command = [sys.executable, "-m", "pushbox", "serve", "--port", "0"]
    with running(command, env=bare) as server:
        assert server.stdout is not None
        address = ""
        while not address:
            line = server.stdout.readline()
            assert line, server.communicate()
            address = next(iter(re.findall(r"http://\S+:\d+", line)), "")
        browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        headers = {"X-Pushbox": "1", "Content-Type": "application/json"}

        def fetch(path: str, body: object = None) -> str:
            data = None if body is None else json.dumps(body).encode()
            request = urllib.request.Request(address + path, data, headers)  # noqa: S310  # of this server
            with browser.open(request, timeout=300) as answer:
                return str(answer.read().decode())

        assert fetch("/health")
        for page in ("/", "/play", "/library", "/edit"):
            assert "</footer>" in fetch(page)
        job = json.loads(
            fetch("/api/jobs", {"task": "solve", "level": level_to_json(pushbox.read(ROOM)[0]), "objective": "any"})
        )["job"]
        assert "event: done" in fetch(f"/api/jobs/{job}/events")
