"""Play any game line by line, in sentences and with moves in its notation; suitable for a screen reader."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from itertools import pairwise
from typing import Protocol, TextIO

from ..analysis import hints
from ..analysis.hint_ladder import RUNGS
from ..analysis.winnable import Verdicts
from ..errors import NotationError, PushboxError
from ..games.api import Status
from ..games.position import Position, position_of
from ..level import Level
from ..play import stars
from ..play.recorded_session import RecordedSession, Refused
from ..play.session import Node, Session
from ..play.stars import Known, known_of
from ..render import text
from ..sentence import counted, listed, located, say, spoken, spoken_language
from ..solver import Limit, Solved
from ..terminal import escape_line, escaping
from .advice import ADVICE
from .narration import boxes_home, describe, narrate, repeated
from .playlist import Entry, FilePlaylist, Playlist
from .shipped_words import shipped
from .solving import Solving

_MOST_SENTENCES = 8  # of one line of moves
_SOLVING_SECONDS = 30


class OpenPlay(Protocol):
    """A play that is open: its session, and what was known of solutions before."""

    session: RecordedSession
    known: Known

    def save(self) -> None:
        """Keep what was played since the last time."""

    def refresh(self) -> bool:
        """Take over what another program has played of it meanwhile; return whether there was anything."""

    def close(self) -> None:
        """Keep what was played, for the last time."""


class UnkeptPlay:
    """A play that nobody keeps."""

    def __init__(self, level: Level | Position) -> None:
        self.session = RecordedSession(level)
        self.known = known_of(self.session.session.level)

    def save(self) -> None:
        """Keep nothing."""

    def refresh(self) -> bool:
        """Return False, as nobody else plays it."""
        return False

    def close(self) -> None:
        """Keep nothing."""


def play(level: Level | Position, commands: TextIO, out: TextIO, *, pictures: bool = True) -> None:
    """Play a level: read commands or moves line by line and write the results, until ``quit`` or the end of the input.

    Without `pictures` the board is described in sentences, as for a screen reader; the player can switch. Raises
    LevelError or OptionError for a level that no state can hold.
    """
    playlist = FilePlaylist([position_of(level).level], 0, "", lambda _: False)
    play_list(playlist, lambda _: UnkeptPlay(level), commands, out, pictures=pictures)


def play_list(
    playlist: Playlist,
    begin: Callable[[Entry], OpenPlay],
    commands: TextIO,
    out: TextIO,
    *,
    pictures: bool = True,
) -> None:
    """Play the levels of a list, each as `begin` opens it, like `play`.

    Raises LevelError or OptionError for a first level that no state can hold.
    """
    PlainGame(playlist, begin, escaping(out), pictures=pictures).run(commands)


class PlainGame:
    """A session that is played by lines of text."""

    def __init__(self, playlist: Playlist, begin: Callable[[Entry], OpenPlay], out: TextIO, *, pictures: bool) -> None:
        """Play the current level of a list, writing to a stream."""
        self._begin, self._out, self._pictures = begin, out, pictures
        self._open(playlist)

    def _open(self, playlist: Playlist) -> None:
        """Go to the current level of a list.  Raises LevelError or OptionError, and stays, if it cannot be played."""
        opened = self._begin(playlist.current)
        self._playlist, self._opened = playlist, opened
        self._known = opened.known
        self._verdicts = Verdicts(hints.LIMIT)
        self._hinted, self._rung = -1, 0  # the position that hints were given for, and how many

    @property
    def _play(self) -> RecordedSession:
        return self._opened.session

    @property
    def _session(self) -> Session:
        return self._opened.session.session

    def run(self, commands: TextIO) -> None:
        """Read commands until ``quit`` or the end of the input."""
        self._introduce()
        try:
            self._run(commands)
        finally:
            self._opened.close()

    def _introduce(self) -> None:
        """Print the title and the words of the level, and its board with what the signs mean."""
        session, level = self._session, self._playlist.current.level  # the library may know it by another title
        name, title = session.game.info.name, level.title
        title = ": ".join(filter(None, (shipped("game.name", name), shipped("level.title", title))))
        self._print(escape_line(title), say("by-line-help"))
        if words := " ".join(shipped("level.note", level.notes).split()):
            self._print(escape_line(words))
        if session.current.depth:
            self._print(say("by-line-goes-on"))
        self._show(legend=True)

    def _run(self, commands: TextIO) -> None:
        while True:
            print("> ", end="", file=self._out, flush=True)
            line = commands.readline()
            if not line or line.strip() in {"quit", "q", "exit"}:
                if not line:
                    self._print("")
                return
            if self._opened.refresh():
                self._print(say("by-line-elsewhere"))
            try:
                self._do(line.strip())
            except NotationError as error:
                self._print(say("help-lists", error=str(error)))
            except PushboxError as error:
                self._print(str(error))

    def _do(self, line: str) -> None:
        match line.split():
            case []:
                pass
            case ["next" | "previous" as word, "level" | "unsolved" as which]:
                self._go(word, which)
            case ["next" | "previous" as word, *_]:
                self._steer(word)
            case ["hint"]:
                self._hint()
            case ["solve", *rest]:
                self._solve(" ".join(rest))
            case ["help" | "show" | "describe" | "text" | "moves" | "level" | "pictures" as word, *rest]:
                self._tell(word, rest)
            case _:
                was_solved = self._session.outcome().solved
                try:
                    self._walk_history(line)
                finally:
                    self._opened.save()
                    if self._session.outcome().solved and not was_solved:
                        self._praise()

    def _tell(self, word: str, rest: list[str]) -> None:
        """Print what is asked for."""
        session = self._session
        match word:
            case "help":
                first = next(iter(session.legal_moves), "")
                self._print(say("by-line-commands", example=say("by-line-such-as", move=first) if first else ""))
            case "show":
                self._print(*self._picture(legend=True), self._standing())
            case "describe":
                self._print(*describe(session.board, session.focus), self._standing())
            case "text":
                self._print(session.text or say("by-line-no-moves"))
            case "moves":
                self._print(" ".join(session.legal_moves) or say("none"))
            case "level":
                self._introduce()
            case _:
                if rest not in (["on"], ["off"]):
                    raise PushboxError.said("pictures-on-off", found=" ".join(rest))
                self._pictures = rest == ["on"]
                self._show()

    def _steer(self, word: str) -> None:
        """Steer the piece after this one, or before it."""
        if len(self._session.focusable) > 1:
            self._session.press("next" if word == "next" else "previous")
            self._show()
        else:
            self._print(say("by-line-one-piece"))

    def _go(self, word: str, which: str) -> None:
        """Go to the level before or after."""
        playlist = self._playlist.adjacent(1 if word == "next" else -1, unsolved=which == "unsolved")
        if playlist is None:
            self._print(_none_there(word, which))
            return
        before = self._opened
        self._open(playlist)
        before.close()
        self._introduce()

    def _praise(self) -> None:
        """Say how good a solution is, and what comes next."""
        metrics = self._play.info.counter.metrics
        rating = stars.rate(metrics, self._known, assists=self._play.assists)
        self._known = self._known.joined(metrics)
        on = self._playlist.adjacent(1, unsolved=False) is not None
        advice = ADVICE[rating.advice]
        if rating.cost:
            advice = say("help-has-cost", advice=advice, stars=counted(rating.cost, "star"))
        praise = say("by-line-stars", stars=rating.stars, most=stars.MOST, advice=advice)
        self._print(say("by-line-next", text=praise) if on else praise)

    def _may_help(self) -> bool:
        session = self._session
        if session.has_hidden_parts or session.game.info.players > 1:
            self._print(say("no-help-here"))
            return False
        if session.outcome().solved:
            self._print(say("solved-already"))
            return False
        return True

    def _hint(self) -> None:
        """Give a hint, with each one for the same position one that tells more."""
        if not self._may_help():
            return
        play = self._play
        self._rung = min(self._rung + 1, RUNGS) if self._hinted == play.current_id else 1
        self._hinted = play.current_id
        play.assists.add("hint")
        hint = hints.hint(play.line(), self._session.focus, self._verdicts)
        self._print(hint.sentence(self._rung, self._session.board, spoken_language()))
        self._opened.save()

    def _solve(self, seconds: str) -> None:
        """Search for a solution from here, for some seconds or until Ctrl-C."""
        if not self._may_help():
            return
        solving = Solving(self._session.position, Limit(seconds=_number(seconds, _SOLVING_SECONDS)))
        try:
            solving.run()
        except KeyboardInterrupt:
            self._print(say("search-stopped"))
            return
        self._play.assists.add("solver")
        self._print(solving.words())
        if isinstance(solving.verdict, Solved):
            self._print(solving.verdict.text)
        self._opened.save()

    def _walk_history(self, line: str) -> None:
        play, session = self._play, self._session
        word, _, rest = line.partition(" ")
        match word:
            case "undo":
                done = min(_number(rest, 1), session.current.depth)
                if done:
                    play.undo(done)
                back = repeated([spoken(say("taken-back", moves=counted(done, "move")))], boxes_home(session.board))
                self._after_walk(*back[: bool(done)], refused=say("nothing-to-undo"))
            case "redo":
                before, following = session.current, session.current.branches
                number = _number(rest, 0)
                with suppress(Refused):
                    if not rest:
                        play.redo(1)
                    elif 0 < number <= len(following):
                        play.redo(1, play.info_of(following[number - 1]).id)
                self._after_walk(*self._sentences(before), refused=say("nothing-to-redo"))
            case "branches":
                branches = [f"  redo {number}: {move}" for number, move in enumerate(session.branches(), start=1)]
                self._print(*branches or [say("none-from-here")])
            case "restart":
                play.restart()
                self._show()
            case _:
                self._play_moves(line)

    def _after_walk(self, *sentences: str, refused: str) -> None:
        if any(sentences):
            self._print(*sentences)
            self._show()
        else:
            self._print(refused)

    def _play_moves(self, moves: str) -> None:
        before = self._session.current
        try:
            self._play.play_text(moves)
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
        home = boxes_home(boards[-1])
        lines = repeated(sentences, home if home != boxes_home(boards[0]) else "")
        if len(lines) > _MOST_SENTENCES:
            lines = [say("last-of-moves", moves=counted(len(nodes), "move")), *lines[-_MOST_SENTENCES:]]
        return lines

    def _show(self, *, legend: bool = False) -> None:
        """Print the board, as a picture if the player wants pictures, and the status."""
        session = self._session
        if self._pictures:
            self._print(*self._picture(legend=legend))
        elif session.current.depth == 0:
            self._print(*describe(session.board, session.focus))
        else:
            self._print(*text.draw(session.board).counters)
        self._print(self._standing())
        if session.focus is not None and len(session.focusable) > 1:
            cell = session.board.cell_name(session.focus.anchor)
            self._print(say("you-steer", piece=session.focus.kind, cell=cell))

    def _picture(self, *, legend: bool = False) -> list[str]:
        return text.draw(self._session.board, "ascii").lines(legend=legend)

    def _standing(self) -> str:
        """Return in one line how much has been played, and whether it is over."""
        session, outcome = self._session, self._session.outcome()
        counts = listed([counted(session.current.depth, "move"), counted(session.pushes, "push")])
        if outcome.winner:
            end = say("status-wins", player=outcome.winner)
        elif outcome.status is not Status.PLAYING:
            end = say("status-solved") if outcome.solved else say("status-lost")
        else:
            return say("by-line-standing", counts=counts)
        return say("by-line-over", counts=counts, end=located(end, outcome.reason) if outcome.reason else end)

    def _print(self, *lines: str) -> None:
        for line in lines:
            print(spoken(line), file=self._out)


def _none_there(word: str, which: str) -> str:
    """Say that a list has no such level."""
    if which == "level":
        return say("none-after-level") if word == "next" else say("none-before-level")
    return say("none-after-unsolved") if word == "next" else say("none-before-unsolved")


def _number(text: str, default: int) -> int:
    text = text.strip()
    if not text:
        return default
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise PushboxError.said("not-a-number", found=text[:20])
    return int(text)
