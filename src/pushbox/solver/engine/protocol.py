"""The words of the solver protocol, version 1: what a host says (commands) and what an engine says (replies).

Each is a line of UTF-8, and a value here; `parse_command` and `parse_reply` read it, `format_line` writes it.  Unknown
words and unknown fields of a known word are ignored, so that later versions may add some.

Source: pushbox; the shape is that of UCI, the Universal Chess Interface (Huber and Meyer-Kahlen 2000).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, get_args

from ... import formats
from ...errors import FormatError
from ...formats import json as json_form
from ...level import Collection, Level

VERSION = 1

Status = Literal["solved", "unsolvable", "timeout", "nodes", "memory", "stopped", "unsupported", "error"]
STATUSES: tuple[Status, ...] = get_args(Status)

COMMANDS = ("pbp", "set", "level", "position", "go", "stop", "quit")

_NUMBER = re.compile(r"[0-9]{1,19}", re.ASCII)
_SHOWN = 60  # characters of a bad line that a sentence repeats

# ------------------------------------------------------------------------------------------------------------ commands


@dataclass(frozen=True, slots=True)
class Hello:
    """``pbp VERSION``: the engine presents itself and ends with ``ok``."""

    version: int = VERSION


@dataclass(frozen=True, slots=True)
class Choose:
    """``set NAME VALUE``: gives an option of the engine a value; answered by nothing."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Show:
    """``level rle ROWS game KEY`` or ``level json {...}``: the level that is meant from now on."""

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


Command = Hello | Choose | Show | Position | Go | Stop | Quit

# ------------------------------------------------------------------------------------------------------------- replies


@dataclass(frozen=True, slots=True)
class Name:
    """``id name NAME``."""

    name: str


@dataclass(frozen=True, slots=True)
class Caps:
    """``caps objective A,B games A,B limits A,B``: what the engine can do; None where it does not say."""

    objectives: tuple[str, ...] | None = None
    games: tuple[str, ...] | None = None
    limits: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Setting:
    """``option name NAME type TYPE default VALUE min N max N``: an option that ``set`` can set."""

    name: str
    type: str = "string"
    default: str = ""
    least: int | None = None
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Ok:
    """``ok``: the engine has presented itself."""


@dataclass(frozen=True, slots=True)
class Info:
    """``info time MS nodes N open N bound N``: how far a search is; ``-`` or nothing where it does not say."""

    time: int | None = None
    nodes: int | None = None
    open: int | None = None
    bound: int | None = None


@dataclass(frozen=True, slots=True)
class Remark:
    """``info string SENTENCE``: something for people, such as what is wrong with a command."""

    text: str


@dataclass(frozen=True, slots=True)
class Found:
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


Reply = Name | Caps | Setting | Ok | Info | Remark | Found | Done

# ------------------------------------------------------------------------------------------------------------- reading


def parse_command(line: str) -> Command:
    """Read what a host says.  Raises FormatError for an unknown word, and for a known one with something bad behind."""
    word, rest = _split(line)
    match word:
        case "pbp":
            return Hello(_number(rest, "pbp"))
        case "set":
            name, value = _split(rest)
            if not name or not value:
                raise FormatError(f"found {shown(line)}, expected set NAME VALUE")
            return Choose(name, value)
        case "level":
            return Show(_level(rest))
        case "position":
            kind, text = _split(rest)
            if kind != "lurd":
                raise FormatError(f"found {shown(line)}, expected position lurd MOVES")
            return Position(text)
        case "go":
            found = _fields(rest)
            return Go(found.get("objective", "any"), *_numbers(found, "time", "nodes", "memory"))
        case "stop":
            return Stop()
        case "quit":
            return Quit()
        case _:
            raise FormatError(f"found {shown(line)}, expected one of: {', '.join(COMMANDS)}")


def parse_reply(line: str) -> Reply | None:
    """Read what an engine says, None for words of no meaning here.

    Raises FormatError for a known word with something bad behind it.
    """
    word, rest = _split(line)
    match word:
        case "id":
            kind, name = _split(rest)
            return Name(name) if kind == "name" else None
        case "caps":
            found = _fields(rest)
            return Caps(*(_names(found.get(key)) for key in ("objective", "games", "limits")))
        case "option":
            found = _fields(rest)
            if "name" not in found:
                raise FormatError(f"found {shown(line)}, expected option name NAME type TYPE default VALUE")
            least, most = _numbers(found, "min", "max")
            return Setting(found["name"], found.get("type", "string"), found.get("default", ""), least, most)
        case "ok":
            return Ok()
        case "info":
            found = _fields(rest, last="string")
            if "string" in found:
                return Remark(found["string"])
            return Info(*_numbers(found, "time", "nodes", "open", "bound"))
        case "solution":
            found = _fields(rest, last="lurd")
            if "lurd" not in found:
                raise FormatError(f"found {shown(line)}, expected a solution that ends with lurd MOVES")
            pushes, moves = _numbers(found, "pushes", "moves")
            optimal = found.get("optimal", "none")
            return Found(found["lurd"], pushes, moves, None if optimal == "none" else optimal)
        case "done":
            status = _fields(rest).get("status", "")
            if status not in STATUSES:
                raise FormatError(f"found {shown(line)}, expected done status and one of: {', '.join(STATUSES)}")
            return Done(status)
        case _:
            return None


def shown(line: str) -> str:
    """Return a line as a sentence may repeat it: quoted, and cut where it is long."""
    return repr(line if len(line) <= _SHOWN else f"{line[:_SHOWN]}...")


def _split(text: str) -> tuple[str, str]:
    """The first word, and what follows it."""
    word, *rest = text.split(None, 1) or [""]
    return word, rest[0].strip() if rest else ""


def _fields(text: str, last: str = "") -> dict[str, str]:
    """Names and their values, a word each; that of `last` is the rest of the line."""
    found: dict[str, str] = {}
    while text:
        name, text = _split(text)
        if name == last:
            found[name] = text
            break
        value, text = _split(text)
        if not value:
            raise FormatError(f"found {shown(name)} at the end, expected a value behind it")
        found[name] = value
    return found


def _numbers(found: dict[str, str], *names: str) -> list[int | None]:
    return [None if found.get(name, "-") == "-" else _number(found[name], name) for name in names]


def _number(text: str, name: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise FormatError(f"found {name} {shown(text)}, expected a whole number from 0 on")
    return int(text)


def _names(text: str | None) -> tuple[str, ...] | None:
    return None if text is None else tuple(filter(None, text.split(",")))


def _level(text: str) -> Level:
    kind, rest = _split(text)
    if kind == "json":
        return json_form.decode(rest)
    rows, given, game = rest.rpartition(" game ")
    if kind != "rle" or not given or len(game.split()) != 1:
        raise FormatError(f"found level {shown(text)}, expected level rle ROWS game KEY, or level json OBJECT")
    read = formats.read(rows.strip(), format="rle")
    faults = [str(problem._replace(line=0)) for problem in read.problems if problem.severity == "error"]
    if faults or len(read.levels) != 1:
        reason = faults[0] if faults else f"found {len(read.levels)} levels, expected one"
        raise FormatError(f"level rle: {reason}")
    return Level(read.levels[0].board, game.strip())


# ------------------------------------------------------------------------------------------------------------- writing


def format_line(said: Command | Reply) -> str:
    """Write a command or a reply as a line, without its end; reading that gives an equal value.

    Of a level, its board, game and options are told: an engine is not to know the solutions in a file.
    """
    if isinstance(said, Command):
        return _format_command(said)
    return _format_reply(said)


def _format_command(said: Command) -> str:
    match said:
        case Hello(version):
            return f"pbp {version}"
        case Choose(name, value):
            return f"set {name} {_flat(value)}"
        case Show(level):
            return f"level {_format_level(level)}"
        case Position(text):
            return f"position lurd {_flat(text)}".rstrip()
        case Go(objective, time, nodes, memory):
            return _listed(f"go objective {objective}", time=time, nodes=nodes, memory=memory)
        case Stop():
            return "stop"
        case Quit():
            return "quit"


def _format_reply(said: Reply) -> str:
    match said:
        case Name(name):
            return f"id name {_flat(name)}"
        case Caps(objectives, games, limits):
            parts = {"objective": objectives, "games": games, "limits": limits}
            return _listed("caps", **{name: part and ",".join(part) for name, part in parts.items()})
        case Setting(name, kind, default, least, most):
            return _listed(f"option name {name} type {kind}", default=default or None, min=least, max=most)
        case Ok():
            return "ok"
        case Info(time, nodes, waiting, bound):
            return _listed("info", time=time, nodes=nodes, open=waiting, bound=bound)
        case Remark(text):
            return f"info string {_flat(text)}"
        case Found(text, pushes, moves, optimal):
            counts = _listed("solution", pushes=pushes, moves=moves, optimal=optimal or "none")
            return f"{counts} lurd {_flat(text)}".rstrip()
        case Done(status):
            return f"done status {status}"


def _listed(head: str, **fields: object) -> str:
    return " ".join([head, *(f"{name} {value}" for name, value in fields.items() if value is not None)])


def _flat(text: str) -> str:
    """The text on one line, whatever a sentence quotes."""
    return " ".join(text.split())


def _format_level(level: Level) -> str:
    """In run lengths where they hold all of it, as most engines read no more."""
    bare = Collection((Level(level.board),))
    if not level.options and not formats.losses(bare, "rle"):
        rows = formats.write(bare, "rle").strip()
        told = f"rle {rows} game {level.game}"
        if "\n" not in rows and _reads_as(told, level):
            return told
    return f"json {json_form.encode(Level(level.board, level.game, level.options))}"


def _reads_as(told: str, level: Level) -> bool:
    try:
        return _level(told).board == level.board
    except FormatError:
        return False
