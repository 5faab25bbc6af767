# ruff: noqa: S603  # programs of its own
"""Install each extra alone, by a wheel, into an empty environment, and call something of what it is for.

    python scripts/try_extras.py WHEEL [EXTRA...]

`make wheel` makes the wheel; requirements come from the package index.  In each environment `import pushbox` must load
nothing of the extra, and the call must succeed.  What servers are for (PostgreSQL, Redis) is imported only.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]

# What is called with each extra, in an empty folder.
CALLS = {
    "library": """
from pushbox.cli import main
raise SystemExit(main(["library", "--database", "sqlite:///library.sqlite", "add", "levels.xsb"]))
""",
    "postgres": """
import psycopg
from pushbox.store import database
""",
    "tui": """
import asyncio
from pushbox import builtin
from pushbox.tui.fullscreen.app import TerminalGame
async def play():
    game = TerminalGame(builtin("lessons"), 0, "lessons", database="sqlite:///library.sqlite")
    async with game.run_test() as pilot:
        await pilot.press("right", "q")
asyncio.run(play())
""",
    "web": """
import json, threading, time, urllib.request, uvicorn
from pathlib import Path
from pushbox.web.app import create_app
from pushbox.web.settings import Settings
app = create_app(Settings(database="sqlite:///library.sqlite"))
server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error"))
thread = threading.Thread(target=server.run)
thread.start()
while not server.started:
    time.sleep(0.05)
port = server.servers[0].sockets[0].getsockname()[1]
with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/games") as answer:
    assert answer.status == 200
server.should_exit = True
thread.join()
""",
    "redis": "import redis",
    "render": """
from pushbox.cli import main
raise SystemExit(main(["render", "levels.xsb", "--out", "level.png"]))
""",
    "pdf": """
from pushbox.cli import main
raise SystemExit(main(["render", "levels.xsb", "--out", "level.pdf"]))
""",
    "plots": """
from pushbox.cli import main
raise SystemExit(main(["plot", "solution", "builtin:lessons", "--level", "2", "--out", "solution.svg"]))
""",
    "notebook": """
from pushbox import builtin
from pushbox.notebook import PlayWidget
PlayWidget(builtin("lessons")[1])
""",
    "dataset": """
from pushbox import dataset
dataset.make("made", ["levels.xsb"], forms=["parquet"])
assert not [*dataset.check("made")]
""",
    "rl": """
import gymnasium
from pushbox import builtin
from pushbox.env.versus import VersusEnv
VersusEnv(levels=builtin("versus")).reset(seed=1)
env = gymnasium.make("pushbox.env.registered:pushbox/Sokoban-v0", levels=builtin("lessons"))
env.reset(seed=1)
env.step(env.action_space.sample())
""",
    "mcp": """
import asyncio
from mcp import Client
from pushbox.mcp.server import create_server
async def ask():
    async with Client(create_server("sqlite:///library.sqlite")) as client:
        assert (await client.list_tools()).tools
asyncio.run(ask())
""",
    "cluster": """
from distributed import LocalCluster
from pushbox import batch
with LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as dask:
    with batch.cluster(dask.scheduler_address, seconds=60):
        pass
""",
}
LEVEL = "#######\n#@ $ .#\n#######\n"
# What of these packages `import pushbox` has loaded: nothing is allowed.
BARE = """
import sys
before = {*sys.modules}
import pushbox
new = {name.partition(".")[0] for name in {*sys.modules} - before} - {"pushbox", *sys.stdlib_module_names}
raise SystemExit(f"import pushbox loads {sorted(new)}" if new else 0)
"""


def main(wheel: str, *chosen: str) -> int:
    """Try the extras that are named, or all of them; return 1 where one fails."""
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = [name for name in project["optional-dependencies"] if name != "all"]
    if untried := {*extras} ^ CALLS.keys():
        print(f"these are extras, or have a call, but not both: {', '.join(sorted(untried))}")
        return 1
    failed = 0
    for extra in chosen or extras:
        fault = _fault(Path(wheel).resolve(), extra)
        print(f"{extra}: {fault or 'installs alone and works'}", flush=True)
        failed += bool(fault)
    return min(failed, 1)


def _fault(wheel: Path, extra: str) -> str:
    """Return what goes wrong with an extra in an empty environment, empty for nothing."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "levels.xsb").write_text(LEVEL, "utf-8")
        python = folder / "environment" / ("Scripts" if sys.platform == "win32" else "bin") / "python"
        pip = [str(python), "-m", "pip", "--disable-pip-version-check", "install", "--quiet", f"{wheel}[{extra}]"]
        for command in (
            [sys.executable, "-m", "venv", str(folder / "environment")],
            pip,
            [str(python), "-I", "-c", BARE],
            [str(python), "-I", "-c", CALLS[extra]],
        ):
            done = subprocess.run(command, cwd=folder, check=False, capture_output=True, text=True)
            if done.returncode:
                lines = (done.stderr.strip() or done.stdout.strip()).splitlines() or ["nothing is said"]
                return f"{' '.join(command[1:3])} ended with {done.returncode}: {lines[-1]}"
    return ""


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit((__doc__ or "").strip())
    sys.exit(main(*sys.argv[1:]))
