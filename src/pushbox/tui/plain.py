"""Play any game line by line, in sentences and with moves in its notation; suitable for a screen reader."""

from __future__ import annotations

from itertools import pairwise
from typing import TextIO

from ..errors import NotationError, PushboxError
from ..games.api import Status
from ..games.position import Position
from ..level import Level
from ..play.session import Node, Session
from ..render import text
from ..sentence import counted, say, spoken
from ..terminal import escape_line, escaping
from .narration import boxes_home, describe, narrate, repeated

HELP = """Moves in the game's notation, as many as you like{example}.  And:
  undo [N], redo [BRANCH], branches, restart    walk through the history; nothing played is ever lost
  show, describe, pictures on, pictures off     the board as a picture, or in sentences; a picture after each line
  text, moves                                   the moves so far, the legal moves
  next, previous                                steer another piece, where there are several
  help, quit"""
_MOST_SENTENCES = 8  # of one line of moves


def play(level: Level | Position, commands: TextIO, out: TextIO, *, pictures: bool = True) -> None:
    """Play a level: read commands or moves line by line and write the results, until ``quit`` or the end of the input.

    Without `pictures` the board is described in sentences, as for a screen reader; the player can switch. Raises
    LevelError or OptionError for a level that no state can hold.
    """
    PlainGame(Session(level), escaping(out), pictures=pictures).run(commands)


class PlainGame:
    """A session that is played by lines of text."""

    def __init__(self, session: Session, out: TextIO, *, pictures: bool) -> None:
        """Play a session, writing to a stream."""
        self._session, self._out, self._pictures = session, out, pictures

    def run(self, commands: TextIO) -> None:
        """Read commands until ``quit`` or the end of the input."""
        session = self._session
        title = ": ".join(filter(None, (session.game.info.name, session.level.title)))
        self._print(escape_line(title), "help lists the commands.")
        self._show()
        while True:
            print("> ", end="", file=self._out, flush=True)
            line = commands.readline()
            if not line or line.strip() in {"quit", "q", "exit"}:
                if not line:
                    self._print("")
                return
            try:
                self._do(line.strip())
            except NotationError as error:
                self._print(say("help-lists", error=str(error)))
            except PushboxError as error:
                self._print(str(error))

    def _do(self, line: str) -> None:
        session = self._session
        word, _, rest = line.partition(" ")
        match word:
            case "":
                pass
            case "help":
                first = next(iter(session.legal_moves), "")
                self._print(HELP.format(example=first and f", such as {first}"))
            case "show":
                self._print(*self._picture(), self._standing())
            case "describe":
                self._print(*describe(session.board, session.focus), self._standing())
            case "pictures" if rest in {"on", "off"}:
                self._pictures = rest == "on"
                self._show()
            case "text":
                self._print(session.text or "no moves yet")
            case "moves":
                self._print(" ".join(session.legal_moves) or "none")
            case "next" | "previous":
                session.press("next" if word == "next" else "previous")
                self._show()
            case _:
                self._walk_history(line)

    def _walk_history(self, line: str) -> None:
        session = self._session
        word, _, rest = line.partition(" ")
        match word:
            case "undo":
                done = sum(session.undo() for _ in range(min(_number(rest, 1), session.current.depth)))
                home = ("; " if boxes_home(session.board) else "") + boxes_home(session.board)
                sentence = f"{counted(done, 'move')} taken back{home}." if done else ""
                self._after_walk(sentence, refused="nothing to undo")
            case "redo":
                before = session.current
                session.redo(_number(rest, 0) - 1 if rest else None)
                self._after_walk(*self._sentences(before), refused="nothing to redo")
            case "branches":
                branches = [f"  redo {number}: {move}" for number, move in enumerate(session.branches(), start=1)]
                self._print(*branches or ["none from here"])
            case "restart":
                session.restart()
                self._show()
            case _:
                self._play(line)

    def _after_walk(self, *sentences: str, refused: str) -> None:
        if any(sentences):
            self._print(*sentences)
            self._show()
        else:
            self._print(refused)

    def _play(self, moves: str) -> None:
        before = self._session.current
        try:
            self._session.play_text(moves)
        finally:
            if self._session.current is not before:
                self._print(*self._sentences(before))
                self._show()

    def _sentences(self, before: Node) -> list[str]:
        """Describe the moves since a position, only the last ones if there are many."""
        nodes = self._session.current.line()[before.depth :]
        sentences: list[str] = []
        boards = [Position(self._session.game, node.state).view for node in (before, *nodes)]
        for (first, second), node in zip(pairwise(boards), nodes, strict=True):
            assert node.transition is not None
            sentences += narrate(first, second, node.transition.changes)
        lines = repeated(sentences)
        if lines and (home := boxes_home(boards[-1])) != boxes_home(boards[0]):
            lines[-1] = f"{lines[-1].removesuffix('.')}; {home}."
        if len(lines) > _MOST_SENTENCES:
            lines = [f"{counted(len(nodes), 'move')} are played; the last of them:", *lines[-_MOST_SENTENCES:]]
        return lines

    def _show(self) -> None:
        """Print the board, as a picture if the player wants pictures, and the status."""
        session = self._session
        if self._pictures:
            self._print(*self._picture())
        elif session.current.depth == 0:
            self._print(*describe(session.board, session.focus))
        else:
            self._print(*text.draw(session.board).counters)
        self._print(self._standing())
        if session.focus is not None and len(session.focusable) > 1:
            self._print(f"You steer the {session.focus.kind} at {session.board.cell_name(session.focus.anchor)}.")

    def _picture(self) -> list[str]:
        return text.draw(self._session.board, "ascii").lines()

    def _standing(self) -> str:
        """Return in one line how much has been played, and whether it is over."""
        session, outcome = self._session, self._session.outcome()
        parts = [f"{counted(session.current.depth, 'move')}, {counted(session.pushes, 'push')}"]
        if outcome.winner:
            parts.append(f"Player {outcome.winner} wins")
        elif outcome.status is not Status.PLAYING:
            parts.append(outcome.status.value.capitalize())
        end = f": {spoken(outcome.reason)}" if outcome.reason and len(parts) > 1 else ""
        return f"{'. '.join(parts)}{end}."

    def _print(self, *lines: str) -> None:
        for line in lines:
            print(spoken(line), file=self._out)


def _number(text: str, default: int) -> int:
    text = text.strip()
    if not text:
        return default
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise PushboxError.said("not-a-number", found=text[:20])
    return int(text)
