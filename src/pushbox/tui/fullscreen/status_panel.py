"""The panel beside the board: the level, counts and limits, the outcome, and parts that letters cannot show."""

from __future__ import annotations

from collections.abc import Mapping

from rich.cells import cell_len

from ...board import Board, distinct_terrain
from ...games.api import Status
from ...level import Level
from ...play.recorded_session import RecordedSession
from ...play.stars import Rating
from ...render.visible import is_home
from ...sentence import counted, say, spoken
from ..advice import ADVICE
from ..playlist import Entry
from ..shipped_words import shipped
from .line_view import Line, LineView

_BLANK: Line = ()
_WIDTH = 28  # columns of a count with its name
_MOVES, _PUSHES = say("count-moves"), say("count-pushes")  # by their English names, those of `Metrics`
_MAX_NOTES = 300  # characters
_STATUS = {
    Status.PLAYING: ("", ""),
    Status.SOLVED: (say("status-solved"), "bold green"),
    Status.LOST: (say("status-lost"), "bold red"),
}


class StatusPanel(LineView):
    """The panel, one thing a line."""

    DEFAULT_CSS = "StatusPanel { width: 32; height: 100%; padding: 1 2; background: $panel; }"

    def show(
        self,
        entry: Entry,
        play: RecordedSession,
        board: Board,
        marks: tuple[str, ...],
        lowest: Mapping[str, int],
        rating: Rating | None,
    ) -> None:
        """Show the status of a play, with the words of the level, and notes on the board that the player sees.

        `lowest` are the lowest counts that are known; `rating` is that of a solution just found.
        """
        level = entry.level
        details, words = _details(play), brief_notes(level)
        rows = [
            (spoken(name), spoken(say("count-best", value=value, best=lowest[name]) if lowest.get(name) else value))
            for name, value in counts(play, board)
        ]
        self.show_lines(
            [
                _line(shipped("level.title", level.title) or say("numbered-level", number=entry.number), "bold"),
                _line(f"{collection_of(entry)} · {entry.number}", "dim"),
                _line(
                    " · ".join(
                        filter(None, (shipped("game.name", play.game.info.name), shipped("author", level.author)))
                    ),
                    "dim",
                ),
                *([_BLANK, _line(words)] if words else []),
                _BLANK,
                *(
                    _line(name + value.rjust(_WIDTH - cell_len(name) - cell_len(value) + len(value)))
                    for name, value in rows
                ),
                *_outcome_lines(play),
                *([_line(rating.picture, "bold yellow"), _line(words_of(rating))] if rating is not None else []),
                *([_BLANK, _line(details)] if details else []),
                *([_BLANK] if marks else []),
                *(_line(mark, "dim") for mark in marks),
            ]
        )


def words_of(rating: Rating) -> str:
    """Return what a solution has reached, or what to try next, and what help has cost."""
    advice = ADVICE[rating.advice]
    return say("help-has-cost", advice=advice, stars=counted(rating.cost, "star")) if rating.cost else advice


def collection_of(entry: Entry) -> str:
    """Return the name of the collection that a level is in."""
    return shipped("collection.title", entry.collection)


def brief_notes(level: Level) -> str:
    """Return the notes of a level, which teach in a lesson, cut where they are long."""
    words = " ".join(shipped("level.note", level.notes).split())
    return words if len(words) <= _MAX_NOTES else f"{words[: _MAX_NOTES - 1]}…"


def counts(play: RecordedSession, board: Board) -> list[tuple[str, str]]:
    """Return named counts: moves and pushes, the time, and the used part of limits."""
    metrics, session = play.info.counter.metrics, play.session
    values = session.game.info.option_values(session.level)
    moves, allowed = str(metrics.moves), values.get("steps")
    rows: list[tuple[str, str]] = [
        (_MOVES, say("done-of", done=moves, total=allowed) if allowed else moves),
        (_PUSHES, str(metrics.pushes)),
    ]
    limit = float(values.get("seconds") or 0)
    clock = _clock(session.seconds())
    rows.append((say("count-time"), say("done-of", done=clock, total=_clock(limit)) if limit else clock))
    boxes = list(board.of_kind("box"))
    if boxes and any(terrain.kind == "goal" for terrain in distinct_terrain(board.terrain)):
        home = sum(is_home(board, box) for box in boxes)
        rows.append((say("count-boxes"), say("count-home", count=home, all=len(boxes))))
    rows += [(counter.name, str(counter.value)) for counter in board.counters if counter.name != "steps"]
    return rows


def outcome(play: RecordedSession) -> tuple[str, str]:
    """Describe the outcome of a play with its reason; empty while it goes on."""
    result = play.session.outcome()
    if result.winner:
        return say("status-wins", player=result.winner), result.reason
    return _STATUS[result.status][0], result.reason


def _outcome_lines(play: RecordedSession) -> list[Line]:
    status, reason = outcome(play)
    if not status:
        return []
    lines = [_BLANK, _line(status, _STATUS[play.session.outcome().status][1])]
    return [*lines, _line(reason)] if reason else lines


def _details(play: RecordedSession) -> str:
    """Describe the steered piece, if it is not obvious."""
    session = play.session
    if session.focus is None or len(session.focusable) < 2:
        return ""
    cell = session.level.board.cell_name(session.focus.anchor)
    return say("steering", piece=session.focus.kind, cell=cell)


def _line(words: str, style: str = "") -> Line:
    return ((spoken(words), style),)


def _clock(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes}:{rest:02}"
