"""The requests of a client of a play, parsed with suspicion.

A message is an object ``{"do": ..., "n": ...}``; ``n`` is any whole number, which the answer repeats.  Each request is
a class, whose fields pydantic reads by their types; one with a default may be left out, and others are ignored.  Cells
are whole numbers as on the board, which are checked later; what is parsed here has the right type and a bounded size.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal, NamedTuple, get_args

from pydantic import AfterValidator, BeforeValidator, Field, TypeAdapter, ValidationError

from ...analysis.hint_ladder import RUNGS
from ...games.api import Key
from ...sentence import Language
from ..input_faults import sentence_of
from ..sockets.envelope import Malformed, Object

MAX_COMMENT = 500  # characters
MAX_SLOT = 20  # characters of a name
DAY = 24 * 60 * 60  # seconds, which nobody plays longer without a server
# What messages call a field, or a request, that has another name here.
_NAMES = {"start": "from", "end": "to", "times": "count", "place": "index", "language": "lang", "describe": "tell"}


def _slot(slot: str) -> str:
    if not 0 < len(slot) <= MAX_SLOT or not slot.isprintable():
        raise Malformed.said("message-slot", value=ascii(slot)[:40])
    return slot


def _comment(text: str) -> str:
    if len(text) > MAX_COMMENT or not text.replace("\n", " ").isprintable():
        raise Malformed.said("message-comment", value=ascii(text)[:40], most=MAX_COMMENT)
    return text.strip()


def _parted(line: Any) -> Any:
    """Return a line as its position and its moves, which messages have in one list."""
    return (line[0], line[1:]) if isinstance(line, list) and len(line) > 1 else line


Help = Literal["overlay", "solver", "hint", "solution", "handed in"]
Cell = Annotated[int, Field(strict=True, ge=0, le=2**31)]
Node = Annotated[int, Field(strict=True, ge=0, le=2**31)]
Flag = Annotated[bool, Field(strict=True)]
Slot = Annotated[str, BeforeValidator(lambda slot: str(slot) if type(slot) is int else slot), AfterValidator(_slot)]
Said = Annotated[str, AfterValidator(_comment)]
Times = Annotated[int, Field(strict=True, ge=1, le=2**31)]
Moves = Annotated[tuple[Node, tuple[str, ...]], BeforeValidator(_parted)]  # of a line, from a position on


class Press(NamedTuple):
    """Press a key, of a `player` where several have keys of their own."""

    key: Key
    player: Annotated[int, Field(strict=True, ge=0, le=9)] = 0


class Run(NamedTuple):
    """Press a key again and again, until something stops it; a box stops it unless `push`."""

    key: Key
    push: Flag = False


class Drag(NamedTuple):
    """Move the piece on a cell to another; `through`: pushing boxes out of the way and back."""

    start: Cell
    end: Cell
    through: Flag = False


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
    positions with the branch that redo leads to, for all where that is not the newest, None where nothing is new.  The
    `milliseconds` come to those before, or are all there are where time is limited and was given `anew` by a restart.
    `snapshots` and `comments` have what the window knew before, and what is in its place now: a position, None or a
    text.
    """

    first: Node
    lines: tuple[Moves, ...]
    here: Node | None = None
    focus: tuple[Cell, ...] | None = None
    place: Annotated[int, Field(strict=True, ge=-1, le=2**31)] = -1
    redo: tuple[tuple[Node, Node], ...] | None = None
    milliseconds: Annotated[int, Field(strict=True, ge=0, le=1000 * DAY)] = 0
    anew: Flag = False
    assists: tuple[Help, ...] = ()
    snapshots: Mapping[Slot, tuple[Node | None, Node | None]] = {}
    comments: Mapping[Annotated[int, Field(ge=0, le=2**31)], tuple[Said, Said]] = {}


class Undo(NamedTuple):
    """Go back some moves."""

    times: Times = 1


class Redo(NamedTuple):
    """Go forward some moves, the first into the branch that begins with `node`."""

    times: Times = 1
    node: Node | None = None


class Goto(NamedTuple):
    """Go to a position of the history."""

    node: Node


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

    node: Node
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
    """Request more foreseen positions, while the player pauses."""


class Judge(NamedTuple):
    """Whether the position is lost, and why: at once, or by a `search`."""

    language: Language
    search: Flag = False


class Line(NamedTuple):
    """The moves from the start to the position, in the game's notation."""


class Reach(NamedTuple):
    """The cells that the piece on a cell can reach; `through` as in `Drag`."""

    cell: Cell
    through: Flag = False


class Ends(NamedTuple):
    """Request the boards after the piece on a cell goes to the nearest cells in its reach."""

    cell: Cell
    through: Flag = False


class Path(NamedTuple):
    """The path that `Drag` would take."""

    start: Cell
    end: Cell
    through: Flag = False


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

    step: Annotated[int, Field(strict=True, ge=1, le=RUNGS)]


Bookmark = Snapshot | Forget | Comment | Recall | Assist
Command = Press | Run | Drag | Type | Follow | Undo | Redo | Goto | Restart | Bookmark
Query = Reach | Ends | Path | Origins | Pushable | Describe
Served = Command | Query | Hint | Reverse | Take | Line | Ahead | Judge  # by the server, which plays
Request = Served | Record


def parse(message: Object) -> Request:
    """Return the request of a message.  Raises Malformed."""
    do = message.get("do")
    if not isinstance(do, str) or do not in READERS:
        raise Malformed.said("message-unknown", what=ascii(do)[:40], known=", ".join(READERS))
    return READERS[do](message)


def _reader(kind: Any) -> Callable[[Object], Request]:
    """Return what makes a request of a kind of a message."""
    adapter, names = TypeAdapter(kind), {it: _NAMES.get(it, it) for it in kind._fields}

    def read(message: Object) -> Any:
        try:
            return adapter.validate_python({it: message[name] for it, name in names.items() if name in message})
        except ValidationError as error:
            fault = error.errors(include_url=False)[0]
            (field, *place) = fault["loc"]
            raise Malformed(sentence_of({**fault, "loc": (names[str(field)], *place)})) from None

    return read


READERS: Mapping[str, Callable[[Object], Request]] = {
    _NAMES.get(word, word): _reader(kind) for kind in get_args(Request) for word in [kind.__name__.lower()]
}
