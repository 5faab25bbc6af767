"""The answers of the tools: their fields and docstrings are the schemas that a client gets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal


@dataclass(frozen=True)
class Moved:
    """A game as it stands.

    `board` has a row a line, as XSB: # wall, @ player, $ box, . goal, * box on goal, + player on goal; `notes` say what
    other signs mean and what no sign can show. `status` is playing, solved or lost, for a `reason` if it is known;
    `winner` is a player's number where several compete. `played` counts the moves of this call: where it ended at one
    that is illegal, `illegal` says why, and the moves before it are played.
    """

    game: str
    board: str
    notes: list[str]
    status: Literal["playing", "solved", "lost"]
    reason: str
    winner: int
    moves: int
    pushes: int
    played: int
    illegal: str


@dataclass(frozen=True)
class GameState:
    """A game as it stands, with what does not change: see the answer of move. `line` has all moves so far."""

    game: str
    title: str
    rules: str
    rules_name: str
    options: dict[str, Any]
    board: str
    notes: list[str]
    status: Literal["playing", "solved", "lost"]
    reason: str
    winner: int
    moves: int
    pushes: int
    line: str


@dataclass(frozen=True)
class Push:
    """A push of the box on a cell such as D4, column letter and row number from the top; `moves` is a way to do it."""

    box: str
    direction: str
    moves: str


@dataclass(frozen=True)
class Pushes:
    """The pushes that the player can walk to, the legal `moves` of this instant, and whether there are `more`."""

    pushes: list[Push]
    moves: list[str]
    more: bool


@dataclass(frozen=True)
class BoardMessage:
    """A message for a board, and the number of the request that it answers."""

    n: int | None
    message: dict[str, Any]


@dataclass(frozen=True)
class BoardNews:
    """What a board has to show, in order, and how many messages it has `seen` then."""

    seen: int
    messages: list[BoardMessage]


@dataclass(frozen=True)
class LevelInfo:
    """A level: `number` counts from 1, `level` is what tools take for it; `board` is given where there is room."""

    number: int
    level: str
    title: str
    author: str
    rules: str
    columns: int
    rows: int
    boxes: int
    solutions: int
    board: str


@dataclass(frozen=True)
class LevelList:
    """Some levels of a text or a collection, of `count` in all; `problems` say what could not be read, and where."""

    format: str
    title: str
    count: int
    levels: list[LevelInfo]
    problems: list[str]


@dataclass(frozen=True)
class CollectionInfo:
    """A collection that comes along: lessons or puzzles of some games."""

    name: str
    title: str
    kind: Literal["lessons", "puzzles"]
    rules: list[str]
    levels: int


@dataclass(frozen=True)
class Converted:
    """Levels in another format; `lost` has a sentence for each thing that it cannot hold."""

    format: str
    text: str
    lost: list[str]


@dataclass(frozen=True)
class Answer:
    """The answer of a search: solved, unsolvable or gave-up; `message` has the proof, or the bound that is proven.

    `optimal` is the objective for which the solution is proven the best, `limit` what ended the search before that.
    """

    status: Literal["solved", "unsolvable", "gave-up"]
    solution: str = ""
    moves: int = 0
    pushes: int = 0
    optimal: str = ""
    limit: str = ""
    message: str = ""
    positions: int = 0
    seconds: float = 0.0


@dataclass(frozen=True)
class Replay:
    """The result of a replay: solved, unsolved, illegal or error, and why.

    `step` is the first illegal move, from 1, `solved_at` the number of moves after which it was solved first; `counts`
    are moves, pushes, box lines, box changes, pushing sessions and player lines.
    """

    status: Literal["solved", "unsolved", "illegal", "error"]
    message: str
    moves_text: str
    step: int
    solved_at: int | None
    counts: dict[str, int]


@dataclass(frozen=True)
class HintGiven:
    """A hint: whether it can be won (winnable, lost or unknown), and a sentence that says as much as was asked for.

    From the steps 3, 4 and 5 on, `box` and `target` are cells and `moves` those of the next pushes.
    """

    status: Literal["winnable", "lost", "unknown"]
    sentence: str
    box: str = ""
    target: str = ""
    moves: str = ""


@dataclass(frozen=True)
class Reason:
    """A deadlock that a checker has verified: its kind, the boxes and cells that it is about, and a sentence."""

    kind: str
    boxes: list[str]
    cells: list[str]
    sentence: str


@dataclass(frozen=True)
class Explained:
    """Whether it can still be won, the move that lost it, counted from 1, and why.

    `dead` are the cells from which no box comes to a goal, in games of which that is known.
    """

    status: Literal["winnable", "lost", "unknown"]
    sentence: str
    losing_move: int | None
    reasons: list[Reason]
    dead: list[str]


@dataclass(frozen=True)
class Rated:
    """A level rated: its best solution, what is proven, and how hard it is for people from 0 to 100, with reasons."""

    status: Literal["solved", "unsolvable", "gave-up"]
    boxes: int
    moves: int | None
    pushes: int | None
    optimum: int | None
    difficulty: float | None
    why: str
    message: str


@dataclass(frozen=True)
class Made:
    """A generated level, whose solution the rules have replayed; `level` is its text."""

    level: str
    solution: str
    moves: int
    pushes: int
    difficulty: str
    rating: float | None


@dataclass(frozen=True)
class MadeLevels:
    """The levels that were made; `message` says why there are fewer than were asked for."""

    levels: list[Made]
    message: str


@dataclass(frozen=True)
class Found:
    """A level of the library; `level` is its address."""

    level: str
    title: str
    author: str
    rules: str
    columns: int
    rows: int
    boxes: int
    difficulty: float | None


@dataclass(frozen=True)
class FoundLevels:
    """The first levels that meet all conditions, of `count` in all."""

    count: int
    levels: list[Found]
