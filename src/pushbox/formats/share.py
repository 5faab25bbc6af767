"""Share links: a position and a line of moves as the fragment of an address, which no server's log ever holds.

Three forms, all of characters that an address may have as they are::

    v=1&g=GAME&x=ROWS&l=MOVES    a plain board in run lengths: W wall, _ floor, g goal, b box, B box on goal, p player,
                                 P player on goal, . between rows; moves are lurdLURD in run lengths
    v=1&g=GAME&z=BYTES           what stands from x= on, where it is long: deflated, in base64url
    v=1&j=BYTES                  everything else: {"level": ..., "moves": ...} as in `formats.json`, deflated likewise

Words, solutions and comments do not travel.  Links of others are read too: ``?level=`` or ``?puzzle=`` (a board as
text), ``?base64=`` and ``?json=`` of SokobanScript, and ``?w=&h=&lvl=`` of SokoPlayer.

Source: pushbox; the addresses of Megerian's SokobanScript and of sokoban.ws.
"""

from __future__ import annotations

import base64
import binascii
import json as standard
import re
import zlib
from dataclasses import replace
from typing import NamedTuple
from urllib.parse import unquote

from .. import notation
from ..board import Board
from ..errors import FormatError, NotationError
from ..grid import cut
from ..level import Collection, Level
from ..sentence import say
from . import codec, json, read, sokoplayer
from .parts import plain
from .xsb import board as boards

LARGEST = 64 * 1024  # characters or bytes that a link holds, before and after it is inflated
SIDE = 100  # cells that a board may be wide, and high
READABLE = 300  # characters; what is longer is deflated


class Shared(NamedTuple):
    """The content of a link: a level without texts (links of others may have a title), and a line of moves."""

    level: Level
    moves: str = ""


def encode(level: Level, moves: str = "") -> str:
    """Return the fragment of a link, without its ``#``; `decode` is the inverse.

    Raises FormatError for a board or a line that is too large for a link, and for what JSON cannot hold.
    """
    _check_size(level.board.width, level.board.height)
    _short(moves)
    if is_plain(level) and (line := _letters(moves)) is not None:
        more = f"x={_rows(level.board)}" + (f"&l={notation.encode(line)}" if line else "")
        short = more if len(more) <= READABLE else f"z={_deflated(more)}"
        return f"v=1&g={level.game}&{short}"
    bare = {"level": json.level_to_json(Level(level.board, level.game, level.options))}
    document = bare | {"moves": moves} if moves else bare
    return f"v=1&j={_deflated(standard.dumps(document, separators=(',', ':')))}"


def is_plain(level: Level) -> bool:
    """Return whether run lengths can hold a level: a plain board, no options, and a game whose key is letters."""
    return not level.options and bool(_GAME.fullmatch(level.game)) and not any(plain.losses(level.board))


def decode(text: str) -> Shared:
    """Read a link, given whole, or its fragment or query. Raises FormatError for anything else."""
    FormatError.beyond(LARGEST, len(text), "link-long")
    text = text.strip()
    if own := _OWN.search(text):
        shared = _own(_fields(own[1]))
    else:
        shared = _foreign(text.partition("?")[2] if "?" in text else text)
    _check_size(shared.level.board.width, shared.level.board.height)
    return shared


# Our own links --------------------------------------------------------------------------------------------------------

_OWN = re.compile(r"(?:^|#)(v=[^#]*)\Z")
_GAME = re.compile(r"[a-z]{1,40}")

_XSB = "#_.$*@+"
_LETTERS = "W_gbBpP"
_CELLS = frozenset(_LETTERS)


def _own(fields: dict[str, str]) -> Shared:
    if fields["v"] != "1":
        raise FormatError.said("link-version", version=fields["v"][:20])
    if "j" in fields:
        return _from_document(_inflated(fields["j"]))
    game = fields.get("g", "")
    if not _GAME.fullmatch(game):
        raise FormatError.said("link-game", game=game[:40])
    if "z" in fields:
        fields = _fields(_inflated(fields["z"]))
    if "x" not in fields:
        raise FormatError.said("link-no-board")
    return Shared(Level(_board(fields["x"]), game), _line(fields.get("l", "")))


def _rows(board: Board) -> str:
    cells = "".join(boards.signs(board)).replace(" ", "_").translate(str.maketrans(_XSB, _LETTERS))
    first, *rest = cut(cells, board.width)
    # Floor at the end of a row is left out, but for the first, which says how wide the board is.
    return notation.encode("\n".join([first, *(row.rstrip("_") for row in rest)])).replace("|", ".")


def _board(text: str) -> Board:
    try:
        rows = notation.decode(text.replace(".", "|")).split("\n")
    except NotationError as error:
        raise FormatError.said("link-x", error=str(error)) from None
    if not _CELLS.issuperset("".join(rows)):
        raise FormatError.said("link-x-signs", text=text[:40])
    width = max(map(len, rows))
    _check_size(width, len(rows))
    signs = "".join(row.ljust(width, "_") for row in rows).translate(str.maketrans(_LETTERS, _XSB))
    return boards.of_signs(signs, width)


def _letters(moves: str) -> str | None:
    """Return moves as plain letters, None where they are more than that."""
    try:
        return notation.expand_moves(moves)
    except NotationError:
        return None


def _line(text: str) -> str:
    try:
        return _short(notation.expand_moves(text))
    except NotationError as error:
        raise FormatError.said("link-l", error=str(error)) from None


def _from_document(text: str) -> Shared:
    try:
        document = standard.loads(text)
    except (ValueError, RecursionError):
        raise FormatError.said("link-no-json") from None
    if not isinstance(document, dict) or not isinstance(document.get("moves", ""), str):
        raise FormatError.said("link-other-json")
    return Shared(json.level_from_json(document.get("level")), _short(document.get("moves", "")))


def _deflated(text: str) -> str:
    data = text.encode()
    FormatError.beyond(LARGEST, len(data), "link-bytes")
    maker = zlib.compressobj(9, wbits=-15)
    return base64.urlsafe_b64encode(maker.compress(data) + maker.flush()).decode().rstrip("=")


def _inflated(text: str) -> str:
    maker = zlib.decompressobj(wbits=-15)
    try:
        data = maker.decompress(_bytes(text), LARGEST + 1)
    except zlib.error:
        raise FormatError.said("link-damaged") from None
    if len(data) > LARGEST:
        raise FormatError.said("link-too-much", most=LARGEST)
    if not maker.eof:
        raise FormatError.said("link-cut")
    return _text(data)


# Links of others ------------------------------------------------------------------------------------------------------


def _foreign(query: str) -> Shared:
    fields = _fields(query)
    if "lvl" in fields:
        return Shared(replace(_first(codec.read(sokoplayer.FORMAT, f"?{query}")), headers=()))
    board = fields.get("level") or fields.get("puzzle")
    if board:
        return Shared(_first(read(unquote(board))))
    if packed := fields.get("base64") or fields.get("json"):
        return Shared(_packed(_text(_bytes(unquote(packed)))))
    raise FormatError.said("link-no-level")


def _packed(text: str) -> Level:
    """Return the level of a board as text, or of JSON with its rows."""
    try:
        document = standard.loads(text)
        rows, title = document["Board"], document.get("Level Title") or document.get("Level Set") or ""
    except (ValueError, RecursionError, TypeError, KeyError, AttributeError):
        return _first(read(text))
    if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows) or not isinstance(title, str):
        raise FormatError.said("link-json-board")
    return replace(_first(read("\n".join(rows))), title=title)


def _first(collection: Collection) -> Level:
    if not collection.levels:
        problems = collection.problems
        raise FormatError(str(problems[0]) if problems else say("link-no-rows"))
    return collection.levels[0].without_source()


# Both -----------------------------------------------------------------------------------------------------------------


def _fields(query: str) -> dict[str, str]:
    """Return the values of a query as they are written, by name; of a name that comes twice the first counts."""
    return {name: value for name, _, value in (part.partition("=") for part in reversed(query.split("&")))}


def _bytes(text: str) -> bytes:
    try:
        return base64.b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise FormatError.said("link-base64") from None


def _text(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise FormatError.said("link-no-text") from None


def _short(moves: str) -> str:
    FormatError.beyond(LARGEST, len(moves), "link-moves")
    return moves


def _check_size(width: int, height: int) -> None:
    if not (1 <= width <= SIDE and 1 <= height <= SIDE):
        raise FormatError.said("link-size", width=width, height=height, side=SIDE)
