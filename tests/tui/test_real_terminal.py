"""The terminal game as a program in a real terminal: it is killed, and goes on where it was."""

from __future__ import annotations

import shutil
import signal
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest

if sys.platform == "win32":
    pytest.skip("pseudo terminals are POSIX", allow_module_level=True)

import fcntl
import termios

from tests.terminals import Screen, terminal, until
from tests.tui.keys import keys_for

from pushbox import formats, games, levels, store
from pushbox.level import Collection
from pushbox.play.recorded_session import RecordedSession
from pushbox.play.session import Session
from pushbox.store.restored_plays import restore
from pushbox.tui.shelf import Shelf

pytestmark = pytest.mark.servers

# What a terminal sends for the keys that Textual names.
BYTES = {
    "left": b"\x1b[D", "up": b"\x1b[A", "right": b"\x1b[C", "down": b"\x1b[B", "space": b" ", "full_stop": b".",
}  # fmt: skip
ROOM = "########\n#@ $  .#\n#      #\n########\nTitle: Room\n"


def playing(
    *arguments: str, prepare: Callable[[], None] | None = None, **environment: str
) -> AbstractContextManager[Screen]:
    """Run pushbox in a terminal of 80 by 24."""
    return terminal([sys.executable, "-m", "pushbox", "play", *arguments], environment, prepare=prepare)


def deaf_to_hangups() -> None:
    """Ignore the signal that a terminal sends to the program that it controls when it is closed."""
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def kept(database: str) -> Session | None:
    """Return the player's latest play in a library, None before there is one."""
    with store.open(database) as library:
        for play in store.plays.listing(library, Shelf(library).visitor, limit=1):
            return restore(library, play.id, RecordedSession).session.session
    return None


def moves_kept(database: str) -> str:
    """Return what it stands at."""
    play = kept(database)
    return play.text if play else ""


def press(game: Screen, session: Session, move: Any) -> None:
    """Press what makes a move, and make it."""
    game.type(b"".join(BYTES.get(name, name.encode()) for name in keys_for(session, move)))
    session.play(move)


@pytest.mark.parametrize("key", games.keys())
def test_what_was_played_is_there_after_a_kill(key: str, seeded: Path, tmp_path: Path) -> None:
    """Each key is in the library soon after it; the next start shows the position, and a last move solves it."""
    shipped = formats.read_file(levels.path("lessons" if key == "sokoban" else key)).levels
    solved = [(level, Session(level).parse(level.saved_moves[0].text)) for level in shipped]
    level, (*moves, last) = min((one for one in solved if len(one[1]) > 1), key=lambda one: len(one[1]))
    database = f"sqlite:///{shutil.copy(seeded, tmp_path / 'library.sqlite')}"
    file = tmp_path / "level.json"
    file.write_text(formats.write(Collection((level,)), "json"))
    session = Session(level)
    with playing(str(file), "--database", database) as game:
        until(lambda: b"F1 tells" in game.written)
        for move in moves:
            press(game, session, move)
        until(lambda: moves_kept(database) == session.text)
        game.process.send_signal(signal.SIGKILL)
        game.process.wait()
    with playing("--database", database) as game:
        until(lambda: b"F1 tells" in game.written)
        resumed = kept(database)
        assert resumed is not None
        press(game, resumed, last)
        until(lambda: b"Solved: " in game.written)
        game.type(b"q")
        assert game.process.wait(30) == 0
    assert moves_kept(database) == resumed.text


def test_a_screen_reader_gets_lines(tmp_path: Path) -> None:
    file = tmp_path / "room.xsb"
    file.write_text(ROOM)
    with playing(str(file), ACCESSIBLE="1", XDG_DATA_HOME=str(tmp_path)) as game:
        until(lambda: b"help lists the commands." in game.written)
        assert b"\x1b[?1049h" not in game.written, "the screen is not taken over"
        game.type(b"rRRR\nquit\n")
        assert game.process.wait(30) == 0
    assert b"Solved" in game.written
    assert b"#" not in game.written, "no picture"


@pytest.mark.parametrize("prepare", [None, deaf_to_hangups])
def test_a_game_ends_with_its_terminal(prepare: Callable[[], None] | None, seeded: Path, tmp_path: Path) -> None:
    """It keeps what was played, and does not read from nowhere for ever."""
    database = f"sqlite:///{shutil.copy(seeded, tmp_path / 'library.sqlite')}"
    (tmp_path / "room.xsb").write_text(ROOM)
    with playing(str(tmp_path / "room.xsb"), "--database", database, prepare=prepare) as game:
        until(lambda: b"F1 tells" in game.written)
        game.type(BYTES["right"])
        until(lambda: moves_kept(database) == "r")
        game.close()
        until(lambda: game.process.poll() is not None)
    assert moves_kept(database) == "r"
