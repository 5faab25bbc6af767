"""Any game, line by line: a picture, a prompt, moves in its notation; all of it fit for a screen reader."""

from __future__ import annotations

from typing import Any, TextIO

from ..errors import NotationError, PushboxError
from ..games.api import Status
from ..games.position import Position
from ..grid import cell_name
from ..level import Level
from ..play.session import Session
from ..render import text
from ..terminal import escape_line, escaping

HELP = """Moves in the game's notation, as many as you like{example}.  And:
  undo [N], redo [BRANCH], branches, restart    walk through the history; nothing played is ever lost
  show, text, moves                             the board, the moves so far, the legal moves
  next, previous                                steer another piece, where there are several
  help, quit"""


def play(level: Level | Position[Any, Any], commands: TextIO, out: TextIO) -> None:
    """Play a level: read commands or moves a line, write what comes of them, until ``quit`` or the end of the input.

    Raises LevelError or OptionError for a level that no state can hold.
    """
    session, out = Session(level), escaping(out)
    title = ": ".join(filter(None, (session.game.info.name, session.level.title)))
    print(f"{escape_line(title)}\nhelp lists the commands.", file=out)
    _show(session, out)
    while True:
        print("> ", end="", file=out, flush=True)
        line = commands.readline()
        if not line or line.strip() in {"quit", "q", "exit"}:
            if not line:
                print(file=out)
            return
        try:
            _do(session, line.strip(), out)
        except NotationError as error:
            print(f"{error}; help lists the commands", file=out)
        except PushboxError as error:
            print(error, file=out)


def _do(session: Session, line: str, out: TextIO) -> None:
    word, _, rest = line.partition(" ")
    match word:
        case "":
            pass
        case "help":
            first = next(iter(session.legal_moves), "")
            print(HELP.format(example=first and f", such as {first}"), file=out)
        case "show":
            _show(session, out)
        case "text":
            print(session.text or "no moves yet", file=out)
        case "moves":
            print(" ".join(session.legal_moves) or "none", file=out)
        case "next" | "previous":
            session.press("next" if word == "next" else "previous")
            _show(session, out)
        case "undo":
            done = sum(session.undo() for _ in range(min(_number(rest, 1), session.current.depth)))
            _show(session, out) if done else print("nothing to undo", file=out)
        case "redo":
            done = session.redo(_number(rest, 0) - 1 if rest else None)
            _show(session, out) if done else print("nothing to redo", file=out)
        case "branches":
            branches = [f"  redo {number}: {move}" for number, move in enumerate(session.branches(), start=1)]
            print("\n".join(branches) or "none from here", file=out)
        case "restart":
            session.restart()
            _show(session, out)
        case _:
            _play(session, line, out)


def _play(session: Session, text: str, out: TextIO) -> None:
    before = session.current
    try:
        session.play_text(text)
    finally:
        if session.current is not before:
            _show(session, out)


def _number(text: str, default: int) -> int:
    text = text.strip()
    if not text:
        return default
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise PushboxError(f"found {text[:20]!r}, expected a number")
    return int(text)


def _show(session: Session, out: TextIO) -> None:
    print("\n".join(text.draw(session.board, "ascii").lines()), file=out)
    outcome = session.outcome()
    line = f"moves: {session.current.depth}, pushes: {session.pushes}"
    if outcome.status is not Status.PLAYING:
        line += f", {outcome.status.value}" + (f": {outcome.reason}" if outcome.reason else "")
    print(line, file=out)
    if session.focus is not None and len(session.focusable) > 1:
        row, column = session.board.rc(session.focus.anchor)
        print(f"steering the {session.focus.kind} at {cell_name(row, column)}", file=out)
