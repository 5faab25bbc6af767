"""The panel beside the board: the level, counts and limits, the outcome, and parts that letters cannot show."""

from __future__ import annotations

from collections.abc import Mapping

from ...board import Board, distinct_terrain
from ...games.api import Status
from ...level import Level
from ...play.recorded_session import RecordedSession
from ...play.stars import Advice, Rating
from ...render.visible import is_home
from ...sentence import counted, spoken
from ..playlist import Entry
from .line_view import Line, LineView

_BLANK: Line = ()
_MAX_NOTES = 300  # characters
ADVICE: dict[Advice, str] = {
    "fewest": "No solution has fewer pushes.",
    "fewer": "Fewer pushes are possible.",
    "moves": "Fewer moves are possible.",
    "shortest": "No solution has fewer moves.",
    "next": "As good as the best known.",
    "first": "The first solution known here.",
}
_STATUS = {Status.PLAYING: ("", ""), Status.SOLVED: ("Solved", "bold green"), Status.LOST: ("Lost", "bold red")}


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
        known = {name: f" · best {count}" for name, count in lowest.items() if count}
        rows = [(name, value + known.get(name, "")) for name, value in counts(play, board)]
        self.show_lines(
            [
                _line(level.title or f"Level {entry.number}", "bold"),
                _line(f"{entry.collection} · {entry.number}", "dim"),
                _line(play.game.info.name + (f" · {level.author}" if level.author else ""), "dim"),
                *([_BLANK, _line(words)] if words else []),
                _BLANK,
                *(_line(f"{name:<8}{value:>20}") for name, value in rows),
                *_outcome_lines(play),
                *([_line(rating.picture, "bold yellow"), _line(words_of(rating))] if rating is not None else []),
                *([_BLANK, _line(details)] if details else []),
                *([_BLANK] if marks else []),
                *(_line(mark, "dim") for mark in marks),
            ]
        )


def words_of(rating: Rating) -> str:
    """Return what a solution has reached, or what to try next, and what help has cost."""
    help_ = f" Help has cost {counted(rating.cost, 'star')}." if rating.cost else ""
    return f"{ADVICE[rating.advice]}{help_}"


def brief_notes(level: Level) -> str:
    """Return the notes of a level, which teach in a lesson, cut where they are long."""
    words = " ".join(level.notes.split())
    return words if len(words) <= _MAX_NOTES else f"{words[: _MAX_NOTES - 1]}…"


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
