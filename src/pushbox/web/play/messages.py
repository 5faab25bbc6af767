"""The requests of a client of a play, parsed with suspicion.

A message is an object ``{"do": ..., "n": ...}``; ``n`` is any whole number, which the answer repeats.  Each request is
a class, whose fields are read by their types: a whole number, a flag, a word of several, or as an annotation says.  A
field with a default may be left out.  Cells are whole numbers as on the board, which are checked later; what is parsed
here has the right type and a bounded size.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

from ...analysis.hint_ladder import RUNGS
from ...games.api import Key
from ...grid import Cell
from ...sentence import Language
from ..sockets.envelope import Malformed, Object

MAX_COMMENT = 500  # characters
MAX_SLOT = 20  # characters of a name
DAY = 24 * 60 * 60  # seconds, which nobody plays longer without a server
_MAX_INTEGER = 2**31
# What messages call a field, or a request, that has another name here.
_NAMES = {"start": "from", "end": "to", "times": "count", "place": "index", "round_trip": "rtt", "language": "lang"}
_NAMES |= {"describe": "tell"}

Read = Callable[[object, str], Any]  # of a value and its name, which raises Malformed


def _whole(value: object, name: str, minimum: int = 0, maximum: int = _MAX_INTEGER) -> int:
    if type(value) is not int or not minimum <= value <= maximum:
        raise Malformed.said("message-whole", name=name, value=_quote(value), minimum=minimum, maximum=maximum)
    return value


def _word(value: object, name: str, known: tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in known:
        raise Malformed.said("message-choice", name=name, value=_quote(value), known=", ".join(known))
    return value


def _flag(value: object, name: str) -> bool:
    if not isinstance(value, bool):
        raise Malformed.said("message-flag", name=name, value=_quote(value))
    return value


def _slot(value: object, _: str) -> str:
    if type(value) is int:
        value = str(value)
    if not isinstance(value, str) or not 0 < len(value) <= MAX_SLOT or not value.isprintable():
        raise Malformed.said("message-slot", value=_quote(value))
    return value


def _comment(value: object, _: str) -> str:
    if not isinstance(value, str) or len(value) > MAX_COMMENT or not value.replace("\n", " ").isprintable():
        raise Malformed.said("message-comment", value=_quote(value), most=MAX_COMMENT)
    return value.strip()


def _moves(value: object, _: str) -> str:
    if not isinstance(value, str):
        raise Malformed.said("message-moves", value=_quote(value))
    return value


def _lines(value: object, _: str) -> tuple[tuple[int, tuple[str, ...]], ...]:
    lines: list[tuple[int, tuple[str, ...]]] = []
    for line in value if isinstance(value, list) else (None,):
        parent, *moves = line if isinstance(line, list) and line else (-1,)
        if not _is_number(parent) or not moves or not all(isinstance(move, str) for move in moves):
            raise Malformed.said("message-moves", value=_quote(line))
        lines.append((parent, tuple(moves)))
    return tuple(lines)


def _positions(value: object, name: str, length: int | None = None) -> tuple[int, ...]:
    if not isinstance(value, list) or not all(map(_is_number, value)) or length not in (None, len(value)):
        raise Malformed.said("message-positions", name=name, value=_quote(value))
    return tuple(value)


def _branches(value: object, name: str) -> tuple[tuple[int, ...], ...]:
    return tuple(_positions(pair, name, 2) for pair in (value if isinstance(value, list) else [value]))


def _assists(value: object, _: str) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise Malformed.said("message-no-object")
    return tuple(_word(name, "name", get_args(Help)) for name in value)


def _changed(values: object, _: str, key: Read, value: Read) -> Mapping[Any, tuple[Any, Any]]:
    """Return an object of pairs: what the client knew to be there, and what it puts there."""
    if not isinstance(values, dict):
        raise Malformed.said("message-no-object")
    for pair in values.values():
        if not isinstance(pair, list) or len(pair) != 2:
            raise Malformed.said("message-pair", value=_quote(pair))
    return {key(it, "node"): (value(seen, "node"), value(now, "node")) for it, (seen, now) in values.items()}


def _node(text: Any, name: str) -> int:
    return _whole(int(text) if text.isascii() and text.isdecimal() and len(text) < 11 else None, name)


def _optional(value: object, name: str, read: Read = _whole) -> Any:
    return None if value is None else read(value, name)


_named, _commented = partial(_changed, key=_slot, value=_optional), partial(_changed, key=_node, value=_comment)


def _is_number(value: object) -> bool:
    return type(value) is int and 0 <= value <= _MAX_INTEGER


def _quote(value: object) -> str:
    return ascii(value)[:40]


Help = Literal["overlay", "solver", "hint", "solution", "handed in"]
Slot = Annotated[str, _slot]
Moves = Annotated[str, _moves]
Said = Annotated[str, _comment]
Times = Annotated[int, partial(_whole, minimum=1)]


class Press(NamedTuple):
    """Press a key, of a `player` where several have keys of their own."""

    key: Key
    player: Annotated[int, partial(_whole, maximum=9)] = 0


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

    text: Moves


class Follow(NamedTuple):
    """Play moves in the notation of files, which begins with the first piece, whichever is steered."""

    text: Moves


class Record(NamedTuple):
    """Take in what has been played in the page since the last record; its moves have numbers from `first` on.

    A line is the number of the position that it goes on from, with moves as files write them.  The play stands `here`,
    None for where it is, where the piece on the cells `focus` is steered, number `place` of several; `redo` are
    positions with the branch that redo leads to, for all where that is not the newest, None where nothing is new.  The
    `milliseconds` come to those before, or are all there are where time is limited and was given `anew` by a restart.
    `snapshots` and `comments` have what the window knew before, and what is in its place now: a position, None or a
    text.
    """

    first: int
    lines: Annotated[tuple[tuple[int, tuple[str, ...]], ...], _lines]
    here: int | None = None
    focus: Annotated[tuple[Cell, ...], _positions] | None = None
    place: Annotated[int, partial(_whole, minimum=-1)] = -1
    redo: Annotated[tuple[tuple[int, int], ...], _branches] | None = None
    milliseconds: Annotated[int, partial(_whole, maximum=1000 * DAY)] = 0
    anew: bool = False
    assists: Annotated[tuple[str, ...], _assists] = ()
    snapshots: Annotated[Mapping[str, tuple[int | None, int | None]], _named] = {}
    comments: Annotated[Mapping[int, tuple[str, str]], _commented] = {}


class Undo(NamedTuple):
    """Go back some moves."""

    times: Times = 1


class Redo(NamedTuple):
    """Go forward some moves, the first into the branch that begins with `node`."""

    times: Times = 1
    node: int | None = None


class Goto(NamedTuple):
    """Go to a position of the history."""

    node: int


class Restart(NamedTuple):
    """Go to the start."""


class Snapshot(NamedTuple):
    """Keep the position under a name."""

    slot: Slot


class Forget(NamedTuple):
    """Take a name away from the position that has it."""

    slot: Slot


class Comment(NamedTuple):
    """Keep a comment on a position of the history, in the place of another; an empty one goes."""

    node: int
    text: Said


class Recall(NamedTuple):
    """Go to the position that was kept under a name."""

    slot: Slot


class Assist(NamedTuple):
    """Record an assist that was used."""

    name: Help


class Reverse(NamedTuple):
    """Switch to the reverse play of the level, or back from it."""


class Take(NamedTuple):
    """Take the keys, which another window has."""


class Ahead(NamedTuple):
    """Request more foreseen positions, for a client with a round trip in milliseconds."""

    round_trip: Annotated[int, partial(_whole, maximum=10_000)]


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

    step: Annotated[int, partial(_whole, minimum=1, maximum=RUNGS)]


Bookmark = Snapshot | Forget | Comment | Recall | Assist
Command = Press | Run | Drag | Type | Follow | Undo | Redo | Goto | Restart | Bookmark
Query = Reach | Ends | Path | Origins | Pushable | Describe
Served = Command | Query | Hint | Reverse | Take | Line | Ahead | Judge  # by the server, which plays
Request = Served | Record


def parse(message: Object) -> Request:
    """Return the request of a message.  Raises Malformed."""
    do = message.get("do")
    reader = READERS.get(do) if isinstance(do, str) else None
    if reader is None:
        raise Malformed.said("message-unknown", what=_quote(do), known=", ".join(READERS))
    return reader(message)


def _reader(kind: Any) -> Callable[[Object], Request]:
    """Return what makes a request of a kind of a message."""
    types, defaults = get_type_hints(kind, include_extras=True), kind._field_defaults
    fields = [(_NAMES.get(it, it), _read_as(of), it not in defaults, defaults.get(it)) for it, of in types.items()]

    def read(message: Object) -> Any:
        parts = [
            read(message.get(name), name) if needed or name in message else it for name, read, needed, it in fields
        ]
        return kind._make(parts)

    return read


def _read_as(kind: Any) -> Any:
    """Return the `Read` of a type."""
    match get_origin(kind), get_args(kind):
        case origin, (_, read) if origin is Annotated:
            return read
        case origin, words if origin is Literal:
            return partial(_word, known=words)
        case _, (of, none) if none is type(None):
            return partial(_optional, read=_read_as(of))
    return _flag if kind is bool else _whole


READERS: Mapping[str, Callable[[Object], Request]] = {
    _NAMES.get(word, word): _reader(kind) for kind in get_args(Request) for word in [kind.__name__.lower()]
}
