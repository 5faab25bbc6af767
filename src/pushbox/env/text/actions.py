"""What a model may do in one turn: moves in any notation, pushes such as ``C4 right 2``, or ``undo``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from ...errors import IllegalMove
from ...games.position import Position
from ...grid import cell_name, parse_cell
from ...sentence import Sentence, counted, located, say
from .answers import MOST_MOVES, blocks_of, find_answer, read_moves
from .pushes import push

MOST_PUSHES = 1000  # of one answer: each costs a flood of the board


@dataclass(frozen=True)
class Moves:
    """Steps of the player as letters ``lurd``."""

    letters: str


@dataclass(frozen=True)
class Pushes:
    """Pushes in their order: row and column of a box, from 0, the name of a direction, and how far."""

    pushes: tuple[tuple[int, int, str, int], ...]


@dataclass(frozen=True)
class Undo:
    """So many pushes taken back."""

    pushes: int = 1


Action = Moves | Pushes | Undo


def parse_action(answer: str) -> tuple[Action | None, str]:
    """Return what an answer does and no fault, or None and the fault: there is no action, or more than one.

    >>> parse_action("<answer>C4 right 2, D5 up</answer>")[0]
    Pushes(pushes=((3, 2, 'right', 2), (4, 3, 'up', 1)))
    >>> parse_action("rrU")[0], parse_action("I take it back: <answer>undo</answer>")[0]
    (Moves(letters='rru'), Undo(pushes=1))
    """
    return find_answer(answer, _read, say("answer-action"), lambda text: blocks_of(text, _read))


_UNDO = re.compile(r"undo(?:\s+([1-9][0-9]{0,4}))?", re.IGNORECASE)
_NUMBER = r"\s*([1-9][0-9]{0,4})\s*"
_PUSH = re.compile(
    rf"(?:push\s+)?(?:([A-Z]{{1,3}}[1-9][0-9]{{0,4}})|\({_NUMBER},{_NUMBER}\))\s+(left|up|right|down)\b"
    r"(?:[ \t]+x?([1-9][0-9]{0,3})(?![0-9A-Z(.]))?",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r"(?:[\s,;|]|->|\bthen\b)*", re.IGNORECASE)


def _read(part: str) -> Action | None:
    bare = part.strip().strip("*`.").strip()
    if undo := _UNDO.fullmatch(bare):
        return Undo(int(undo[1] or 1))
    if (pushes := _pushes(bare)) is not None:
        return pushes
    letters = read_moves(bare)
    return Moves(letters) if letters else None


def _pushes(bare: str) -> Pushes | None:
    """Return pushes with anything that separates them, None for a text that is more than that."""
    found: list[tuple[int, int, str, int]] = []
    at = 0
    while match := _PUSH.match(bare, at):
        row, column = parse_cell(match[1]) if match[1] else (int(match[2]) - 1, int(match[3]) - 1)
        found.append((row, column, match[4].lower(), int(match[5] or 1)))
        between = _BETWEEN.match(bare, match.end())
        at = between.end() if between else match.end()
    return Pushes(tuple(found)) if found and at == len(bare) else None


class Played(NamedTuple):
    """The position and the line after an action, and what there is to say of it."""

    position: Position
    line: str
    sentence: Sentence


def play(start: Position, position: Position, line: str, answer: str) -> Played:
    """Play an answer in a position, to which a line leads from the start, up to its first step that is not legal.

    What stands behind a solution is left out.
    """
    action, fault = parse_action(answer)
    match action:
        case Undo(pushes):
            return _undo(start, position, line, pushes)
        case Moves(letters):
            if len(line) + len(letters) <= MOST_MOVES:
                return _move(position, line, letters)
            fault = say("answer-too-many", most=MOST_MOVES)
        case Pushes(pushes=several):
            if sum(times for *_, times in several) <= MOST_PUSHES:
                return _push(position, line, several)
            fault = say("answer-pushes", most=MOST_PUSHES)
        case None:
            pass
    return Played(position, line, say("turn-nothing", found=fault))


def _move(position: Position, line: str, letters: str) -> Played:
    moves = position.parse(letters)
    played = position.play_line(moves)
    message = None if played.played == len(moves) else str(position.illegal_move(moves, played))
    if played.solved_at is not None:
        played, message = position.play_line(moves[: played.solved_at]), None
    text = position.format_played(moves, played)
    return Played(Position(position.game, played.state), line + text, _sentence(text, message))


def _push(position: Position, line: str, pushes: tuple[tuple[int, int, str, int], ...]) -> Played:
    board, text = position.board, ""
    for number, (row, column, name, times) in enumerate(pushes, start=1):
        direction, box = board.tiling.direction(name), board.cell(row, column)
        try:
            if box == board.grid.outside:
                raise IllegalMove(say("push-no-box", cell=cell_name(row, column)))
            for _ in range(times):
                position, letters = push(position, box, direction)
                text += letters
                box = board.grid.step[direction][box]
                if position.outcome.solved or len(line) + len(text) > MOST_MOVES:
                    return Played(position, line + text, _sentence(text, None))
        except IllegalMove as error:
            return Played(
                position, line + text, _sentence(text, located(say("push-number", number=number), error.reason))
            )
    return Played(position, line + text, _sentence(text, None))


def _undo(start: Position, position: Position, line: str, pushes: int) -> Played:
    """Take back pushes, each with the walk to it and what was walked behind it."""
    if not line:
        return Played(position, line, say("turn-no-undo"))
    ends = [index for index, letter in enumerate(line) if letter.isupper()]
    rest = line[: ends[-pushes]].rstrip("lurd") if pushes <= len(ends) else ""
    position = Position(start.game, start.play_line(start.parse(rest)).state)
    return Played(position, rest, say("turn-undo", pushes=counted(min(pushes, len(ends)), "push")))


def _sentence(text: str, message: str | None) -> Sentence:
    moves, pushes = counted(len(text), "move"), counted(sum(map(str.isupper, text)), "push")
    if message is None:
        return say("turn-played", moves=moves, pushes=pushes)
    return say("turn-stopped", moves=moves, pushes=pushes, message=message)
