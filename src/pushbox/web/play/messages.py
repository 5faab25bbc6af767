"""The requests of a client of a play, parsed with suspicion.

A message is an object ``{"do": ..., "n": ...}``; ``n`` is any whole number, which the answer repeats.  Cells are whole
numbers as on the board, which are checked later; what is parsed here has the right type and a bounded size.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, TypeVar

from ...analysis.hint_ladder import RUNGS
from ...errors import PushboxError
from ...games.api import KEYS, Key
from ...grid import Cell
from ...sentence import LANGUAGES, Language
from .serialize import Object

MAX_LENGTH = 16 << 10  # characters of a message
ASSISTS = ("overlay", "solver", "hint", "solution", "handed in")
MAX_COMMENT = 500  # characters
MAX_SLOT = 20  # characters of a name
DAY = 24 * 60 * 60  # seconds, which nobody plays longer without a server
_MAX_INTEGER = 2**31
Value = TypeVar("Value")


class Malformed(PushboxError):
    """A message that is no request."""


class Press(NamedTuple):
    """Press a key, of a `player` where several have keys of their own."""

    key: Key
    player: int = 0


class Run(NamedTuple):
    """Press a key again and again, until something stops it; a box stops it unless `push`."""

    key: Key
    push: bool = False


class Drag(NamedTuple):
    """Move the piece on a cell to another; `through`: pushing boxes out of the way and back."""

    start: Cell
    end: Cell
    through: bool = False


class Type(NamedTuple):
    """Play moves in the game's notation."""

    text: str


class Follow(NamedTuple):
    """Play moves in the notation of files, which begins with the first piece, whichever is steered."""

    text: str


class Record(NamedTuple):
    """Take in what has been played in the page since the last record; its moves have numbers from `first` on.

    A line is the number of the position that it goes on from, with moves as files write them.  The play stands `here`,
    None for where it is, where the piece on the cells `focus` is steered, number `place` of several; `redo` are
    positions with the branch that redo leads to, for all where that is not the newest, None where nothing is new.
    `snapshots` and `comments` have what the window knew before, and what is in its place now: a position, None or a
    text.
    """

    first: int
    lines: tuple[tuple[int, tuple[str, ...]], ...]
    here: int | None
    focus: tuple[Cell, ...] | None = None
    place: int = -1
    redo: tuple[tuple[int, int], ...] | None = None
    milliseconds: int = 0
    assists: tuple[str, ...] = ()
    snapshots: Mapping[str, tuple[int | None, int | None]] = {}
    comments: Mapping[int, tuple[str, str]] = {}


class Undo(NamedTuple):
    """Go back some moves."""

    times: int = 1


class Redo(NamedTuple):
    """Go forward some moves, the first into the branch that begins with `node`."""

    times: int = 1
    node: int | None = None


class Goto(NamedTuple):
    """Go to a position of the history."""

    node: int


class Restart(NamedTuple):
    """Go to the start."""


class Snapshot(NamedTuple):
    """Keep the position under a name."""

    slot: str


class Forget(NamedTuple):
    """Take a name away from the position that has it."""

    slot: str


class Comment(NamedTuple):
    """Keep a comment on a position of the history, in the place of another; an empty one goes."""

    node: int
    text: str


class Recall(NamedTuple):
    """Go to the position that was kept under a name."""

    slot: str


class Assist(NamedTuple):
    """Record an assist that was used."""

    name: str


class Reverse(NamedTuple):
    """Switch to the reverse play of the level, or back from it."""


class Take(NamedTuple):
    """Take the keys, which another window has."""


class Ahead(NamedTuple):
    """Request more foreseen positions, for a client with a round trip in milliseconds."""

    round_trip: int


class Judge(NamedTuple):
    """Whether the position is lost, and why: at once, or by a `search`."""

    language: Language
    search: bool = False


class Line(NamedTuple):
    """The moves from the start to the position, in the game's notation."""


class Reach(NamedTuple):
    """The cells that the piece on a cell can reach; `through` as in `Drag`."""

    cell: Cell
    through: bool = False


class Ends(NamedTuple):
    """Request the boards after the piece on a cell goes to the nearest cells in its reach."""

    cell: Cell
    through: bool = False


class Path(NamedTuple):
    """The path that `Drag` would take."""

    start: Cell
    end: Cell
    through: bool = False


class Origins(NamedTuple):
    """The boxes that can come to a cell."""

    cell: Cell


class Pushable(NamedTuple):
    """The boxes that can be pushed now, and in which directions."""


class Describe(NamedTuple):
    """A description of a cell, in words."""

    cell: Cell


class Hint(NamedTuple):
    """A hint: whether it can still be won, where, which box, where to, or the moves."""

    step: int


Bookmark = Snapshot | Forget | Comment | Recall | Assist
Command = Press | Run | Drag | Type | Follow | Undo | Redo | Goto | Restart | Bookmark
Query = Reach | Ends | Path | Origins | Pushable | Describe
Served = Command | Query | Hint | Reverse | Take | Line | Ahead | Judge  # by the server, which plays
Request = Served | Record


def decode(text: str) -> Object:
    """Return a message as an object.  Raises Malformed."""
    Malformed.beyond(MAX_LENGTH, len(text), "message-long")
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        raise Malformed.said("message-no-json") from None
    if not isinstance(value, dict):
        raise Malformed.said("message-no-object")
    return value


def message_number(message: Object) -> int | None:
    """Return the number of a message, None where it has none that is whole and of a sensible size."""
    n = message.get("n")
    return n if type(n) is int and abs(n) < 2**53 else None


def parse(message: Object) -> Request:
    """Return the request of a message.  Raises Malformed."""
    do = message.get("do")
    reader = READERS.get(do) if isinstance(do, str) else None
    if reader is None:
        raise Malformed.said("message-unknown", what=_quote(do), known=", ".join(READERS))
    return reader(message)


def _integer(message: Object, name: str, minimum: int = 0, maximum: int = _MAX_INTEGER) -> int:
    value = message.get(name)
    if type(value) is not int or not minimum <= value <= maximum:
        raise Malformed.said("message-whole", name=name, value=_quote(value), minimum=minimum, maximum=maximum)
    return value


def _flag(message: Object, name: str) -> bool:
    value = message.get(name, False)
    if not isinstance(value, bool):
        raise Malformed.said("message-flag", name=name, value=_quote(value))
    return value


def _word(message: Object, name: str, choices: Iterable[str]) -> Any:
    value = message.get(name)
    if not isinstance(value, str) or value not in choices:
        raise Malformed.said("message-choice", name=name, value=_quote(value), known=", ".join(choices))
    return value


def _slot(message: Object) -> str:
    value = message.get("slot")
    if type(value) is int:
        value = str(value)
    if not isinstance(value, str) or not 0 < len(value) <= MAX_SLOT or not value.isprintable():
        raise Malformed.said("message-slot", value=_quote(value))
    return value


def _comment(message: Object) -> str:
    value = message.get("text")
    if not isinstance(value, str) or len(value) > MAX_COMMENT or not value.replace("\n", " ").isprintable():
        raise Malformed.said("message-comment", value=_quote(value), most=MAX_COMMENT)
    return value.strip()


def _text(message: Object) -> str:
    value = message.get("text")
    if not isinstance(value, str):
        raise Malformed.said("message-moves", value=_quote(value))
    return value


def _lines(message: Object) -> tuple[tuple[int, tuple[str, ...]], ...]:
    value = message.get("lines")
    lines: list[tuple[int, tuple[str, ...]]] = []
    for line in value if isinstance(value, list) else (None,):
        parent, *moves = line if isinstance(line, list) and line else (-1,)
        if not _is_number(parent) or not moves or not all(isinstance(move, str) for move in moves):
            raise Malformed.said("message-moves", value=_quote(line))
        lines.append((parent, tuple(moves)))
    return tuple(lines)


def _pairs(message: Object, name: str) -> tuple[tuple[int, int], ...] | None:
    value = message.get(name)
    if value is None:
        return None
    pairs = value if isinstance(value, list) else [value]
    for pair in pairs:
        if not isinstance(pair, list) or len(pair) != 2 or not all(map(_is_number, pair)):
            raise Malformed.said("message-positions", name=name, value=_quote(pair))
    return tuple((parent, branch) for parent, branch in pairs)


def _cells(message: Object, name: str) -> tuple[Cell, ...] | None:
    value = message.get(name)
    if value is not None and (not isinstance(value, list) or not all(map(_is_number, value))):
        raise Malformed.said("message-positions", name=name, value=_quote(value))
    return None if value is None else tuple(value)


def _record(message: Object) -> Record:
    snapshots, comments = message.get("snapshots", {}), message.get("comments", {})
    assists = message.get("assists", [])
    if not isinstance(snapshots, dict) or not isinstance(comments, dict) or not isinstance(assists, list):
        raise Malformed.said("message-no-object")
    return Record(
        _integer(message, "first"),
        _lines(message),
        _optional(message, "here"),
        _cells(message, "focus"),
        _integer(message, "index", -1) if "index" in message else -1,
        _pairs(message, "redo"),
        _integer(message, "milliseconds", maximum=1000 * DAY) if "milliseconds" in message else 0,
        tuple(_word({"name": name}, "name", ASSISTS) for name in assists),
        {
            _slot({"slot": slot}): _both(nodes, lambda it: _optional({"node": it}, "node"))
            for slot, nodes in snapshots.items()
        },
        {_whole(node): _both(texts, lambda it: _comment({"text": it})) for node, texts in comments.items()},
    )


def _both(value: object, read: Callable[[object], Value]) -> tuple[Value, Value]:
    """Return what was known and what is there now, each as it is read."""
    if not isinstance(value, list) or len(value) != 2:
        raise Malformed.said("message-pair", value=_quote(value))
    return read(value[0]), read(value[1])


def _is_number(value: object) -> bool:
    return type(value) is int and 0 <= value <= _MAX_INTEGER


def _whole(text: str) -> int:
    """Return the number of a position that is the key of an object."""
    value = int(text) if text.isascii() and text.isdecimal() and len(text) < 11 else None
    return _integer({"node": value}, "node")


def _optional(message: Object, name: str) -> int | None:
    return _integer(message, name) if message.get(name) is not None else None


def _quote(value: object) -> str:
    return ascii(value)[:40]


READERS: Mapping[str, Callable[[Object], Request]] = {
    "press": lambda it: Press(_word(it, "key", KEYS), _integer(it, "player", maximum=9) if "player" in it else 0),
    "run": lambda it: Run(_word(it, "key", KEYS), _flag(it, "push")),
    "drag": lambda it: Drag(_integer(it, "from"), _integer(it, "to"), _flag(it, "through")),
    "type": lambda it: Type(_text(it)),
    "follow": lambda it: Follow(_text(it)),
    "record": _record,
    "undo": lambda it: Undo(_integer(it, "count", 1) if "count" in it else 1),
    "redo": lambda it: Redo(_integer(it, "count", 1) if "count" in it else 1, _optional(it, "node")),
    "goto": lambda it: Goto(_integer(it, "node")),
    "restart": lambda _: Restart(),
    "snapshot": lambda it: Snapshot(_slot(it)),
    "forget": lambda it: Forget(_slot(it)),
    "comment": lambda it: Comment(_integer(it, "node"), _comment(it)),
    "recall": lambda it: Recall(_slot(it)),
    "assist": lambda it: Assist(_word(it, "name", ASSISTS)),
    "reverse": lambda _: Reverse(),
    "take": lambda _: Take(),
    "ahead": lambda it: Ahead(_integer(it, "rtt", maximum=10_000)),
    "judge": lambda it: Judge(_word(it, "lang", LANGUAGES), _flag(it, "search")),
    "line": lambda _: Line(),
    "reach": lambda it: Reach(_integer(it, "cell"), _flag(it, "through")),
    "ends": lambda it: Ends(_integer(it, "cell"), _flag(it, "through")),
    "path": lambda it: Path(_integer(it, "from"), _integer(it, "to"), _flag(it, "through")),
    "origins": lambda it: Origins(_integer(it, "cell")),
    "pushable": lambda _: Pushable(),
    "tell": lambda it: Describe(_integer(it, "cell")),
    "hint": lambda it: Hint(_integer(it, "step", 1, RUNGS)),
}
