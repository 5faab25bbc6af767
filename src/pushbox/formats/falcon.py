"""Falcon's text: XSB with the limit of steps, the fewest steps known, and a solution as a trace.

``Limit: 1650`` is the option ``steps`` of the game.  ``Minimum: 1066`` stays a key.  The lines of moves from ``Trace:``
to ``Trace-End:`` are saved moves without a title.

Source: the traces of Perfect (Falcon, 1989) as sokoboxes prints them.
"""

from __future__ import annotations

import re
from dataclasses import replace

from ..grid import cut
from ..level import Collection, Level, Problem, SavedMoves
from ..notation import MOVE_LETTERS
from ..sentence import say
from .parts.metadata import interpreted, lines_like
from .xsb import Xsb

COLUMNS = 70  # letters in a line of a trace

_TRACE = re.compile(r"^[ \t>]*trace(?:[-_ ]?end)?[ \t]*:", re.IGNORECASE | re.MULTILINE)
_BLOCK = re.compile(rf"^Trace:\n(?:; [{MOVE_LETTERS}]+\n)+Trace-End:$", re.MULTILINE)
_LIMIT = re.compile(r"[0-9]{1,9}")
_LIMIT_LINE = re.compile("limit", re.IGNORECASE)
_MOVES = re.compile(rf"[{MOVE_LETTERS}0-9()\[\]{{}}*\s]+")
_LETTERS = re.compile(rf"[{MOVE_LETTERS}]+")
_END = re.compile(r"trace[-_ ]?end", re.IGNORECASE)


class Falcon(Xsb):
    info = replace(
        Xsb.info,
        key="falcon",
        name="Falcon",
        summary="XSB with a limit of steps (Limit:) and a solution as a trace (Trace: ... Trace-End:)",
        recognised_by="a trace of pushes below a board",
        not_recognised="a board without one, which is XSB",
        source="Falcon, Perfect; sokoboxes",
    )

    def recognise(self, text: str, name: str) -> str:
        return say("expected-falcon") if "trace" in text.lower() and _TRACE.search(text) else ""

    def scan(self, text: str) -> Collection:
        return interpreted(super().scan(text), _interpret)

    def write_level(self, level: Level, collection: Collection) -> str:
        text = super().write_level(_with_traces(level), collection)
        # The lines of a trace are bare, no comments as XSB writes them.
        return _BLOCK.sub(lambda block: block[0].replace("\n; ", "\n"), text)


def _interpret(level: Level) -> tuple[Level, list[Problem]]:
    """Return a level with its limit of steps as an option, and its traces as saved moves."""
    headers: list[tuple[str, str]] = []
    traces: list[SavedMoves] = []
    options = level.options
    problems: list[Problem] = []
    trace: list[str] | None = None  # the lines of the trace that is open
    for name, value in level.headers:
        folded = name.lower()
        if trace is not None and not name and _MOVES.fullmatch(value):
            trace.append(value)
            continue
        if trace is not None:
            traces.append(SavedMoves("", "".join(trace)))
            trace = None
            if _END.fullmatch(name):
                continue
        if folded == "trace" and (not value or _MOVES.fullmatch(value)):
            trace = [value]
        elif folded == "limit" and _LIMIT.fullmatch(value) and not any(option == "steps" for option, _ in options):
            options = (("steps", int(value)), *options)
        else:
            headers.append((name, value))
            if folded == "limit":
                where, found = (max(lines_like(level, _LIMIT_LINE), default=0), say("found-limit", value=value[:20]))
                problems.append(Problem(where, 0, "warning", found, say("one-limit"), say("kept-as-key")))
    if trace is not None:
        traces.append(SavedMoves("", "".join(trace)))
    saved_moves = (*traces, *level.saved_moves)
    return replace(level, options=options, headers=tuple(headers), saved_moves=saved_moves), problems


def _with_traces(level: Level) -> Level:
    """Return a level with its limit of steps and its first solutions among the headers."""
    headers = list(level.headers)
    options = level.options
    if options and options[0][0] == "steps" and type(steps := options[0][1]) is int and 0 <= steps < 10**9:
        headers.insert(0, ("Limit", str(steps)))
        options = options[1:]
    saved_moves = list(level.saved_moves)
    while (
        saved_moves
        and not any((saved_moves[0].title, saved_moves[0].notes))
        and _LETTERS.fullmatch(saved_moves[0].text)
    ):
        lines = cut(saved_moves.pop(0).text, COLUMNS)
        headers += [("Trace", ""), *(("", line) for line in lines), ("Trace-End", "")]
    return replace(level, options=options, headers=tuple(headers), saved_moves=tuple(saved_moves))


FORMAT = Falcon()
