"""Falcon's text: XSB with the limit of steps, the fewest steps known, and a solution as a trace.

``Limit: 1650`` is the option ``steps`` of the game.  ``Minimum: 1066`` stays a key.  The lines of moves from ``Trace:``
to ``Trace-End:`` are a record without a title.

Source: the traces of Perfect (Falcon, 1989) as sokoboxes prints them.
"""

from __future__ import annotations

import re
from dataclasses import replace

from ..level import Collection, Level, Problem, SavedMoves
from ..notation import LurdText
from .api import FormatInfo
from .parts import layer
from .parts.layer import Lifted

__all__ = ["info", "losses", "read", "recognise", "write"]

info = FormatInfo(
    key="falcon",
    name="Falcon",
    endings=(".xsb", ".txt"),
    summary="XSB with a limit of steps (Limit:) and a solution as a trace (Trace: ... Trace-End:)",
    source="Falcon, Perfect; sokoboxes",
    solutions=True,
    streams=True,
)

_TRACE = re.compile(r"^[ \t>]*trace(?:[-_ ]?end)?[ \t]*:", re.IGNORECASE | re.MULTILINE)
_BLOCK = re.compile(r"^Trace:\n(?:; [lurdLURD]+\n)+Trace-End:$", re.MULTILINE)
_LIMIT = re.compile(r"[0-9]{1,9}")
_MOVES = re.compile(r"[lurdLURD0-9()\[\]{}*\s]+")
_LETTERS = re.compile(r"[lurdLURD]+")
_END = re.compile(r"trace[-_ ]?end", re.IGNORECASE)


def recognise(text: str, name: str) -> str:
    """Return why a text is Falcon's: it has a trace."""
    del name
    return "a line with Trace: or Trace-End:" if _TRACE.search(text) else ""


def read(text: str) -> Collection:
    """Read every level as XSB does; raises what `xsb.read` raises.  A limit of steps is the option ``steps``."""
    return layer.read(_LAYER, text)


def losses(collection: Collection) -> list[str]:
    """Return a sentence for everything in a collection that the format cannot hold, with level and cell."""
    return layer.losses(_LAYER, collection)


def write(collection: Collection) -> str:
    """Return the text of a collection.  Raises FormatError with the first of the `losses`."""
    return layer.write(_LAYER, collection)


def _lift(level: Level) -> Lifted:
    keys: list[tuple[str, str]] = []
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
            keys.append((name, value))
            if folded == "limit":
                where, found = _where(level), f"found Limit: {value[:20]}"
                problems.append(Problem(where, 0, "warning", found, "one limit, a number of steps", "kept as a key"))
    if trace is not None:
        traces.append(SavedMoves("", "".join(trace)))
    lifted = replace(level, options=options, headers=tuple(keys), saved_moves=(*traces, *level.saved_moves))
    return Lifted(lifted, tuple(problems))


def _where(level: Level) -> int:
    """Return the number of the last line with a limit in the file that a level was read from, 0 where there is none."""
    if level.source is None:
        return 0
    numbered = enumerate(re.split(r"\r\n|\r|\n", level.source.text), start=level.source.line)
    return max((number for number, line in numbered if line.lstrip("> \t").lower().startswith("limit")), default=0)


def _lower(level: Level, game: str) -> Level:
    del game
    keys = list(level.headers)
    options = level.options
    if options and options[0][0] == "steps" and type(steps := options[0][1]) is int and 0 <= steps < 10**9:
        keys.insert(0, ("Limit", str(steps)))
        options = options[1:]
    records = list(level.saved_moves)
    while records and not records[0].title and not records[0].notes and _LETTERS.fullmatch(records[0].text):
        lines = LurdText(records.pop(0).text).wrapped().split("\n")
        keys += [("Trace", ""), *(("", line) for line in lines), ("Trace-End", "")]
    return replace(level, options=options, headers=tuple(keys), saved_moves=tuple(records))


def _polish(text: str) -> str:
    """Return a text with the lines of its traces bare, not as the comments that XSB writes for them."""
    return _BLOCK.sub(lambda block: block[0].replace("\n; ", "\n"), text)


_LAYER = layer.on_xsb("Falcon's text", "falcon", _lift, _lower, polish=_polish)
