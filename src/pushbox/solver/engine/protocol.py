"""Messages of the solver protocol, version 1: commands of a host and replies of an engine.

Each message is a line of UTF-8 and a value here; `parse_command` and `parse_reply` read it, `format_line` writes it.
Unknown words, and unknown fields of a known word, are ignored, so that later versions can add some.

Source: pushbox, modelled on UCI, the Universal Chess Interface (Huber and Meyer-Kahlen 2000).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, get_args

from ... import formats
from ...errors import FormatError
from ...formats import json as json_form
from ...level import Collection, Level
from ...sentence import counted, located, say

VERSION = 1

Status = Literal["solved", "unsolvable", "timeout", "nodes", "memory", "stopped", "unsupported", "error"]
STATUSES: tuple[Status, ...] = get_args(Status)

COMMANDS = ("pbp", "set", "level", "position", "go", "stop", "quit")

_NUMBER = re.compile(r"[0-9]{1,19}", re.ASCII)
_MAX_QUOTED = 60  # characters of a bad line that a sentence repeats

# ------------------------------------------------------------------------------------------------------------ commands


@dataclass(frozen=True, slots=True)
class Handshake:
    """``pbp VERSION``: the engine presents itself and ends with ``ok``."""

    version: int = VERSION


@dataclass(frozen=True, slots=True)
class SetOption:
    """``set NAME VALUE``: gives an option of the engine a value; answered by nothing."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class SetLevel:
    """``level rle ROWS game KEY`` or ``level json {...}``: sets the level for the searches to come."""

    level: Level


@dataclass(frozen=True, slots=True)
class Position:
    """``position lurd MOVES``: the level after some moves, in the notation of its game; solutions go on from there."""

    text: str


@dataclass(frozen=True, slots=True)
class Go:
    """``go objective NAME time MS nodes N memory MIB``: search; each field may be left out, None is no such limit."""

    objective: str = "any"
    time: int | None = None
    nodes: int | None = None
    memory: int | None = None


@dataclass(frozen=True, slots=True)
class Stop:
    """``stop``: end the search; it is answered by ``done`` all the same."""


@dataclass(frozen=True, slots=True)
class Quit:
    """``quit``: end the program."""


Command = Handshake | SetOption | SetLevel | Position | Go | Stop | Quit

# ------------------------------------------------------------------------------------------------------------- replies


@dataclass(frozen=True, slots=True)
class EngineName:
    """``id name NAME``."""

    name: str


@dataclass(frozen=True, slots=True)
class Capabilities:
    """``caps objective A,B games A,B limits A,B``: the engine's capabilities; None where it names none."""

    objectives: tuple[str, ...] | None = None
    games: tuple[str, ...] | None = None
    limits: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """``option name NAME type TYPE default VALUE min N max N``: an option that ``set`` can set."""

    name: str
    type: str = "string"
    default: str = ""
    minimum: int | None = None
    maximum: int | None = None


@dataclass(frozen=True, slots=True)
class Ok:
    """``ok``: the engine has presented itself."""


@dataclass(frozen=True, slots=True)
class Info:
    """``info time MS nodes N open N bound N``: the progress of a search; ``-`` or nothing for an unknown figure."""

    time: int | None = None
    nodes: int | None = None
    open: int | None = None
    bound: int | None = None


@dataclass(frozen=True, slots=True)
class InfoString:
    """``info string SENTENCE``: a message for people, such as the fault of a command."""

    text: str


@dataclass(frozen=True, slots=True)
class SolutionFound:
    """``solution pushes N moves N optimal OBJECTIVE lurd MOVES``: a solution, in the notation of the game.

    `optimal` is the objective for which the engine claims that there is none better, None where it claims nothing.
    """

    text: str
    pushes: int | None = None
    moves: int | None = None
    optimal: str | None = None


@dataclass(frozen=True, slots=True)
class Done:
    """``done status STATUS``: the end of a search, once for each ``go``."""

    status: Status


Reply = EngineName | Capabilities | OptionSpec | Ok | Info | InfoString | SolutionFound | Done

# ------------------------------------------------------------------------------------------------------------- reading


def parse_command(line: str) -> Command:
    """Parse a line of a host.  Raises FormatError for an unknown word, and for a known one with bad arguments."""
    word, rest = _split(line)
    match word:
        case "pbp":
            return Handshake(_number(rest, "pbp"))
        case "set":
            name, value = _split(rest)
            if not name or not value:
                raise FormatError.said("engine-line", found=quote(line), expected="set NAME VALUE")
            return SetOption(name, value)
        case "level":
            return SetLevel(_level(rest))
        case "position":
            kind, text = _split(rest)
            if kind != "lurd":
                raise FormatError.said("engine-line", found=quote(line), expected="position lurd MOVES")
            return Position(text)
        case "go":
            fields = _fields(rest)
            return Go(fields.get("objective", "any"), *_numbers(fields, "time", "nodes", "memory"))
        case "stop":
            return Stop()
        case "quit":
            return Quit()
        case _:
            raise FormatError.said("engine-one-of", found=quote(line), known=", ".join(COMMANDS))


def parse_reply(line: str) -> Reply | None:
    """Parse a line of an engine; return None for an unknown word.

    Raises FormatError for a known word with bad arguments.
    """
    word, rest = _split(line)
    match word:
        case "id":
            kind, name = _split(rest)
            return EngineName(name) if kind == "name" else None
        case "caps":
            fields = _fields(rest)
            return Capabilities(*(_names(fields.get(key)) for key in ("objective", "games", "limits")))
        case "option":
            fields = _fields(rest)
            if "name" not in fields:
                raise FormatError.said(
                    "engine-line", found=quote(line), expected="option name NAME type TYPE default VALUE"
                )
            minimum, maximum = _numbers(fields, "min", "max")
            return OptionSpec(fields["name"], fields.get("type", "string"), fields.get("default", ""), minimum, maximum)
        case "ok":
            return Ok()
        case "info":
            fields = _fields(rest, last="string")
            if "string" in fields:
                return InfoString(fields["string"])
            return Info(*_numbers(fields, "time", "nodes", "open", "bound"))
        case "solution":
            fields = _fields(rest, last="lurd")
            if "lurd" not in fields:
                raise FormatError.said("engine-solution", found=quote(line))
            pushes, moves = _numbers(fields, "pushes", "moves")
            optimal = fields.get("optimal", "none")
            return SolutionFound(fields["lurd"], pushes, moves, None if optimal == "none" else optimal)
        case "done":
            status = _fields(rest).get("status", "")
            if status not in STATUSES:
                raise FormatError.said("engine-done", found=quote(line), known=", ".join(STATUSES))
            return Done(status)
        case _:
            return None


def quote(line: str) -> str:
    """Return a line as a sentence may repeat it: quoted, and cut where it is long."""
    return repr(line if len(line) <= _MAX_QUOTED else f"{line[:_MAX_QUOTED]}...")


def _split(text: str) -> tuple[str, str]:
    """Return the first word and the rest."""
    word, *rest = text.split(None, 1) or [""]
    return word, rest[0].strip() if rest else ""


def _fields(text: str, last: str = "") -> dict[str, str]:
    """Return names and their values, a word each; the value of `last` is the rest of the line."""
    fields: dict[str, str] = {}
    while text:
        name, text = _split(text)
        if name == last:
            fields[name] = text
            break
        value, text = _split(text)
        if not value:
            raise FormatError.said("engine-value", name=quote(name))
        fields[name] = value
    return fields


def _numbers(fields: dict[str, str], *names: str) -> list[int | None]:
    return [None if fields.get(name, "-") == "-" else _number(fields[name], name) for name in names]


def _number(text: str, name: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise FormatError.said("engine-number", name=name, text=quote(text))
    return int(text)


def _names(text: str | None) -> tuple[str, ...] | None:
    return None if text is None else tuple(filter(None, text.split(",")))


def _level(text: str) -> Level:
    kind, rest = _split(text)
    if kind == "json":
        return json_form.decode(rest)
    rows, separator, game = rest.rpartition(" game ")
    if kind != "rle" or not separator or len(game.split()) != 1:
        raise FormatError.said("engine-level", text=quote(text))
    collection = formats.read(rows.strip(), format="rle")
    faults = [str(problem._replace(line=0)) for problem in collection.problems if problem.severity == "error"]
    if faults or len(collection.levels) != 1:
        reason = faults[0] if faults else say("levels-one", levels=counted(len(collection.levels), "level"))
        raise FormatError(located("level rle", reason))
    return Level(collection.levels[0].board, game.strip())


# ------------------------------------------------------------------------------------------------------------- writing


def format_line(message: Command | Reply) -> str:
    """Write a command or a reply as a line, without its end; reading that gives an equal value.

    A level is written with board, game and options alone: an engine is not to know the solutions in a file.
    """
    if isinstance(message, Command):
        return _format_command(message)
    return _format_reply(message)


def _format_command(command: Command) -> str:
    match command:
        case Handshake(version):
            return f"pbp {version}"
        case SetOption(name, value):
            return f"set {name} {_one_line(value)}"
        case SetLevel(level):
            return f"level {_format_level(level)}"
        case Position(text):
            return f"position lurd {_one_line(text)}".rstrip()
        case Go(objective, time, nodes, memory):
            return _join_fields(f"go objective {objective}", time=time, nodes=nodes, memory=memory)
        case Stop():
            return "stop"
        case Quit():
            return "quit"


def _format_reply(reply: Reply) -> str:
    match reply:
        case EngineName(name):
            return f"id name {_one_line(name)}"
        case Capabilities(objectives, games, limits):
            parts = {"objective": objectives, "games": games, "limits": limits}
            return _join_fields("caps", **{name: part and ",".join(part) for name, part in parts.items()})
        case OptionSpec(name, kind, default, minimum, maximum):
            return _join_fields(f"option name {name} type {kind}", default=default or None, min=minimum, max=maximum)
        case Ok():
            return "ok"
        case Info(time, nodes, waiting, bound):
            return _join_fields("info", time=time, nodes=nodes, open=waiting, bound=bound)
        case InfoString(text):
            return f"info string {_one_line(text)}"
        case SolutionFound(text, pushes, moves, optimal):
            counts = _join_fields("solution", pushes=pushes, moves=moves, optimal=optimal or "none")
            return f"{counts} lurd {_one_line(text)}".rstrip()
        case Done(status):
            return f"done status {status}"


def _join_fields(head: str, **fields: object) -> str:
    return " ".join([head, *(f"{name} {value}" for name, value in fields.items() if value is not None)])


def _one_line(text: str) -> str:
    """Return a text without line breaks."""
    return " ".join(text.split())


def _format_level(level: Level) -> str:
    """Return a level in run lengths if they can hold all of it (many engines read nothing else), or as JSON."""
    bare = Collection((Level(level.board),))
    if not level.options and not formats.losses(bare, "rle"):
        rows = formats.write(bare, "rle").strip()
        text = f"rle {rows} game {level.game}"
        if "\n" not in rows and _round_trips(text, level):
            return text
    return f"json {json_form.encode(Level(level.board, level.game, level.options))}"


def _round_trips(text: str, level: Level) -> bool:
    try:
        return _level(text).board == level.board
    except FormatError:
        return False
