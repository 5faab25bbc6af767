"""The writer: what cannot be written is kept and tried again, and what was reported as saved survives a kill."""

from __future__ import annotations

import asyncio
import json
import os
import random
import secrets
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.outages import full_disk
from tests.programs import Forked
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from pushbox import formats, store
from pushbox.level import Collection
from pushbox.store import Store, plays
from pushbox.store.play_writes import PlayWrite, WriteResult
from pushbox.store.plays import PlayStatus, Step
from pushbox.web.identity_cookie import COOKIE, hashed
from pushbox.web.play.write_behind import PendingWrite, WriteBehind

pytestmark = pytest.mark.servers

ROOM = "#######\n#@ $ .#\n#     #\n#######"


def begun(library: Store, visitor: str) -> int:
    """Begin a play in an empty library."""
    added = store.collections.add(library, Collection(formats.read(ROOM).levels), name="rooms")
    level = store.levels.search(library, collection=added.id).entries[0].id
    return plays.create(library, visitor, level).id


class FakePlay:
    """A play that has one more step to write each time."""

    def __init__(self, play: int) -> None:
        self.play = play
        self.steps = 0
        self.results: list[tuple[int, WriteResult]] = []

    def take_pending(self) -> PendingWrite:
        self.steps += 1
        status = PlayStatus(self.play, self.steps, 1.5, memo="m")
        steps = [Step(self.play, self.steps, self.steps - 1, "2")]
        return PendingWrite(
            PlayWrite("somebody", 0, status, steps=steps, snapshots={str(self.steps): self.steps}),
            self.steps,
            {},
        )

    def on_written(self, pending: PendingWrite, result: WriteResult) -> None:
        self.results.append((pending.newest, result))


def test_what_cannot_be_written_is_written_later(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Nothing is reported as saved before, nothing is lost, and everything stands in its order."""
    with store.open(f"sqlite:///{tmp_path / 'library.sqlite'}") as library:
        fake = FakePlay(begun(library, "somebody"))

        async def run() -> None:
            writer = WriteBehind(library, "server")
            with full_disk(library):
                for _ in range(3):
                    writer.schedule(fake)
                    assert not await writer.flush()
                    assert writer.has_pending(fake)
            assert fake.results == []
            assert await writer.flush()
            assert not writer.has_pending(fake)
            assert fake.results == [(3, WriteResult(epoch=0))]
            writer.close()

        asyncio.run(run())
        assert sum("plays cannot be written" in line for line in caplog.text.splitlines()) == 1
        assert [step.node for step in plays.steps(library, fake.play)] == [1, 2, 3]
        assert plays.snapshots(library, fake.play) == {"1": 1, "2": 2, "3": 3}
        assert plays.get(library, fake.play).here == 3


@pytest.mark.timeout(300)
def test_saved_survives_a_kill(shipped_file: Path, tmp_path: Path) -> None:
    """A server is killed again and again while somebody plays: all that was reported as saved is in the library."""
    shutil.copy(shipped_file, tmp_path / "library.sqlite")
    url = f"sqlite:///{tmp_path / 'library.sqlite'}"
    token = secrets.token_urlsafe(32)
    with store.open(url) as library:
        play = begun(library, hashed(token))
    rng = random.Random("kill")
    saved = 0
    for _ in range(3):
        saved = max(saved, _played_until_killed(url, play, token, rng))
        with store.open(url) as library:
            rows = plays.steps(library, play)
        assert [row.node for row in rows] == list(range(1, len(rows) + 1))
        assert len(rows) >= saved
    assert saved > 20


def _played_until_killed(url: str, play: int, token: str, rng: random.Random) -> int:
    """Play on a server until it is killed; return the last position that was reported as saved."""
    command = [sys.executable, "-m", "pushbox", "serve", "--port", "0", "--database", url]
    saved = 0
    with Forked(command, stdout=subprocess.PIPE) as server:
        assert server.stdout is not None
        address = server.stdout.readline().split()[-1].removeprefix("http://").rstrip("/")
        headers = {"Cookie": f"{COOKIE}={token}"}
        try:
            with connect(f"ws://{address}/ws/play?play={play}", additional_headers=headers, max_size=None) as socket:
                message: dict[str, Any] = json.loads(socket.recv())
                size = len(message["nodes"])
                count = 0
                while True:
                    if count < 400:
                        key = rng.choice(("left", "up", "right", "down"))
                        socket.send(json.dumps({"do": "press", "key": key}))
                        count += 1
                    message = json.loads(socket.recv())
                    if message["is"] == "saved":
                        saved = message["node"]
                        if saved > size + 10:
                            os.kill(server.pid, signal.SIGKILL)
        except ConnectionClosed:
            return saved
