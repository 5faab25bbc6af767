"""The panel beside the board: the level, counts and limits, the outcome, and parts that letters cannot show."""

from __future__ import annotations

from ...board import Board, distinct_terrain
from ...games.api import Status
from ...play.recorded_session import RecordedSession
from ...render.visible import is_home
from ...sentence import spoken
from .line_view import Line, LineView
from .playlist import Entry

_BLANK: Line = ()
_STATUS = {Status.PLAYING: ("", ""), Status.SOLVED: ("Solved", "bold green"), Status.LOST: ("Lost", "bold red")}


class StatusPanel(LineView):
    """The panel, one thing a line."""

    DEFAULT_CSS = "StatusPanel { width: 30; height: 100%; padding: 0 1; background: $panel; }"

    def show(self, entry: Entry, play: RecordedSession, board: Board, marks: tuple[str, ...]) -> None:
        """Show the status of a play, with notes on the board that the player sees."""
        level = entry.level
        details = _details(play)
        self.show_lines(
            [
                _line(level.title or f"Level {entry.number}", "bold"),
                _line(f"{entry.collection} · {entry.number}", "dim"),
                _line(play.game.info.name + (f" · {level.author}" if level.author else ""), "dim"),
                _BLANK,
                *(_line(f"{name:<9}{value:>17}") for name, value in counts(play, board)),
                *_outcome_lines(play),
                *([_BLANK, _line(details)] if details else []),
                *([_BLANK] if marks else []),
                *(_line(mark, "dim") for mark in marks),
            ]
        )


def counts(play: RecordedSession, board: Board) -> list[tuple[str, str]]:
    """Return named counts: moves and pushes, the time, and the used part of limits."""
    metrics, session = play.info.counter.metrics, play.session
    values = session.game.info.option_values(session.level)
    rows = [("moves", str(metrics.moves)), ("pushes", str(metrics.pushes))]
    allowed = values.get("steps")
    rows[0] = ("moves", f"{metrics.moves} of {allowed}") if allowed else rows[0]
    limit = float(values.get("seconds") or 0)
    clock = _clock(session.seconds())
    rows.append(("time", f"{clock} of {_clock(limit)}" if limit else clock))
    boxes = list(board.of_kind("box"))
    if boxes and any(terrain.kind == "goal" for terrain in distinct_terrain(board.terrain)):
        home = sum(is_home(board, box) for box in boxes)
        rows.append(("boxes", f"{home} of {len(boxes)} home"))
    rows += [(counter.name, str(counter.value)) for counter in board.counters if counter.name != "steps"]
    return rows


def outcome(play: RecordedSession) -> tuple[str, str]:
    """Describe the outcome of a play with its reason; empty while it goes on."""
    result = play.session.outcome()
    if result.winner:
        return f"Player {result.winner} wins", result.reason
    return _STATUS[result.status][0], result.reason


def _outcome_lines(play: RecordedSession) -> list[Line]:
    status, reason = outcome(play)
    if not status:
        return []
    lines = [_BLANK, _line(status, _STATUS[play.session.outcome().status][1])]
    return [*lines, _line(spoken(reason))] if reason else lines


def _details(play: RecordedSession) -> str:
    """Describe the steered piece, if it is not obvious."""
    session = play.session
    if session.focus is None or len(session.focusable) < 2:
        return ""
    return f"steering the {session.focus.kind} at {session.level.board.cell_name(session.focus.anchor)}"


def _line(words: str, style: str = "") -> Line:
    return ((words, style),)


def _clock(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes}:{rest:02}"
