"""Studies as text, a line for each thing that is said, so that it can be compared line by line.

``docs/studies.md`` describes it.  What is written is read back as an equal study, and written again as the same text.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from .. import formats
from ..board import Board
from ..errors import ArgumentError, FormatError, PushboxError
from ..grid import Cell, parse_cell
from ..level import Level
from ..sentence import Sentence, counted, say
from .tree import Draft, study_of
from .values import MARKS, MAX_DEPTH, MAX_MARKED, MAX_NODES, Study, StudyNode

HEADER = "pushbox-study 1"
MAX_TEXT = 4_000_000  # characters
MAX_LINES = 100_000
ENDING = ".study"

# In which a level is written: the first that holds all of it.
_FORMATS = ("xsb", "plus", "crossoban", "blockage", "hanano", "json")
_INDENT = "  "


def is_study(text: str) -> bool:
    """Return whether a text begins like a study."""
    return text.startswith("pushbox-study ")


# Writing --------------------------------------------------------------------------------------------------------------


def write_study(study: Study) -> str:
    """Return a study as text."""
    key, level = _written_level(study.level)
    lines = [HEADER, *(f"{name} {text}" for name, text in (("title", study.title), ("author", study.author)) if text)]
    lines += [f"level {key}", *(f"| {line}" if line else "|" for line in level)]
    branches: list[list[int]] = [[] for _ in study.nodes]
    for index, node in enumerate(study.nodes[1:], start=1):
        branches[node.parent].append(index)
    waiting = [(0, 0)]  # nodes with their indent
    while waiting:
        index, indent = waiting.pop()
        if index < 0:
            lines.append(f"{_INDENT * indent}or")
            continue
        lines += [f"{_INDENT * indent}{line}" for line in _node_lines(study.nodes[index], study.level.board)]
        main, *others = branches[index] or [-1]
        if main >= 0:
            waiting.append((main, indent))
        for other in reversed(others):
            waiting += [(other, indent + 2), (-1, indent + 1)]
    return "\n".join(lines) + "\n"


def _written_level(level: Level) -> tuple[str, list[str]]:
    """Return a level in the first format that holds all of it, as lines."""
    for key in _FORMATS:
        try:
            text = formats.write(level, key)
            if [one.without_source() for one in formats.read(text, format=key)] == [level]:
                return key, text.removesuffix("\n").split("\n")
        except PushboxError:
            continue
    raise FormatError.said("study-level", game=level.game)


def _node_lines(node: StudyNode, board: Board) -> Iterator[str]:
    def names(cells: tuple[Cell, ...]) -> str:
        return " ".join(board.cell_name(cell) for cell in cells)

    yield "start" if node.parent < 0 else f"moves {node.moves}"
    if node.comment:
        for line in node.comment.split("\n"):
            yield f"{_INDENT}note {line}" if line else f"{_INDENT}note"
    if node.question:
        yield f"{_INDENT}question {node.question}"
    for name, cells in node.marks:
        yield f"{_INDENT}mark {name} {names(cells)}"
    for arrow in node.arrows:
        yield f"{_INDENT}arrow {names(arrow)}"


# Reading --------------------------------------------------------------------------------------------------------------


def read_study(text: str) -> Study:
    """Return the study that a text says.  Raises FormatError, with the line, for a text that is none.

    Its moves are not played: see `check_study`.
    """
    if len(text) > MAX_TEXT:
        raise FormatError.said("study-characters", count=len(text), most=MAX_TEXT)
    return _Reader(text.replace("\r\n", "\n").split("\n")).read()


@dataclass(slots=True)
class _Chain:
    """Nodes one after the other at one indent; `last` is the one read last, that before the first while it `is_empty`.

    `line` is where it begins.
    """

    indent: int
    last: Draft
    line: int
    is_empty: bool


@dataclass(slots=True)
class _Said:
    """The annotations of a position."""

    notes: list[str] = field(default_factory=list)
    question: str = ""
    marks: dict[str, tuple[Cell, ...]] = field(default_factory=dict)
    arrows: list[tuple[Cell, Cell]] = field(default_factory=list)


class _Reader:
    def __init__(self, lines: list[str]) -> None:
        if len(lines) > MAX_LINES:
            raise FormatError.said("study-lines", count=len(lines), most=MAX_LINES)
        self._lines = lines
        self._number = 0  # of the line that is read
        self._words = {"title": "", "author": ""}
        self._count = 0
        self._board = Board(0, 0, ())
        self._variations: dict[Draft, list[Draft]] = {}  # those that are no main line, which comes after them
        self._said: dict[Draft, _Said] = {}

    def _refuse(self, found: str, expected: str) -> FormatError:
        shown = found if isinstance(found, Sentence) else found[:60]
        return FormatError.said("found-expected", found=shown, expected=expected, line=self._number)

    def read(self) -> Study:
        if not self._lines[0].startswith("pushbox-study "):
            self._number = 1
            raise self._refuse(self._lines[0], f"{HEADER!r}")
        if self._lines[0].strip() != HEADER:
            self._number = 1
            raise self._refuse(self._lines[0], say("study-version", header=HEADER))
        self._number = 1
        level = self._read_head()
        self._board = level.board
        root = Draft(StudyNode())
        self._read_tree(root)
        self._number = 0
        try:
            return study_of(level, root, **self._words)[0]
        except ArgumentError as error:
            raise FormatError(str(error)) from None

    def _read_head(self) -> Level:
        """Return the level, after the lines about the study as a whole."""
        while self._number < len(self._lines):
            line = self._lines[self._number]
            self._number += 1
            word, _, rest = line.partition(" ")
            if word in self._words:
                self._words[word] = rest
            elif word == "level":
                return self._read_level(rest.strip())
            elif line.strip():
                raise self._refuse(line, say("study-head"))
        raise self._refuse(say("end-of-text"), say("study-level-line"))

    def _read_level(self, key: str) -> Level:
        first = self._number
        if key not in _FORMATS:
            raise self._refuse(key, say("one-of", names=", ".join(_FORMATS)))
        rows = []
        while self._number < len(self._lines) and self._lines[self._number].startswith("|"):
            rows.append(self._lines[self._number][1:].removeprefix(" "))
            self._number += 1
        try:
            levels = formats.read("\n".join(rows) + "\n", format=key).levels
        except PushboxError as error:
            raise FormatError(str(error), line=first) from None
        if len(levels) != 1:
            raise FormatError.said("study-one-level", levels=counted(len(levels), "level"), line=first)
        return levels[0]

    def _read_tree(self, root: Draft) -> None:
        chains = [_Chain(0, root, self._number, is_empty=False)]
        begun = False
        for number in range(self._number, len(self._lines)):
            self._number = number + 1
            line = self._lines[number]
            words = line.lstrip(" ")
            if not words:
                continue
            if not begun:
                if line.rstrip(" ") != "start":
                    raise self._refuse(line, "start")
                begun = True
                continue
            keyword, _, rest = words.partition(" ")
            self._read_line(chains, len(line) - len(words), keyword, rest)
        if not begun:
            raise self._refuse(say("end-of-text"), "start")
        self._leave(chains, 0)
        for draft, variations in self._variations.items():
            draft.branches += variations
        for draft, said in self._said.items():
            comment = "\n".join(said.notes)
            draft.node = replace(
                draft.node,
                comment=comment,
                question=said.question,
                marks=tuple(said.marks.items()),
                arrows=tuple(said.arrows),
            )

    def _read_line(self, chains: list[_Chain], indent: int, keyword: str, rest: str) -> None:
        is_move = keyword == "moves"
        self._leave(chains, indent if is_move else indent - 2)
        chain = chains[-1]
        if chain.indent != (indent if is_move else indent - 2):
            expected = say("study-indents", moves=chain.indent, notes=chain.indent + 2)
            raise self._refuse(say("study-indent", keyword=keyword[:20], indent=indent), expected)
        if is_move:
            self._add(chain, rest)
        elif keyword != "or":
            self._say(chain, keyword, rest)
        elif len(chains) > MAX_DEPTH:
            raise self._refuse(keyword, say("variations-deep", most=MAX_DEPTH))
        else:
            chains.append(_Chain(indent + 2, chain.last, self._number, is_empty=True))

    def _leave(self, chains: list[_Chain], indent: int) -> None:
        """End the chains that are further to the right."""
        while len(chains) > 1 and chains[-1].indent > indent:
            left = chains.pop()
            if left.is_empty:
                raise FormatError.said("study-empty-or", line=left.line)

    def _add(self, chain: _Chain, moves: str) -> None:
        self._count += 1
        if self._count >= MAX_NODES:
            raise self._refuse(say("more-moves"), say("at-most-lines", most=MAX_NODES - 1))
        if not moves.strip():
            raise self._refuse("moves", say("moves-in-notation"))
        draft = Draft(StudyNode(moves=moves.strip(" ")))
        (self._variations.setdefault(chain.last, []) if chain.is_empty else chain.last.branches).append(draft)
        chain.last, chain.is_empty = draft, False

    def _say(self, chain: _Chain, keyword: str, rest: str) -> None:
        if chain.is_empty:
            raise self._refuse(keyword, say("moves-of-variation"))
        said = self._said.setdefault(chain.last, _Said())
        match keyword:
            case "note":
                said.notes.append(rest)
            case "question":
                said.question = rest.strip(" ")
            case "mark":
                name, _, cells = rest.partition(" ")
                if name not in MARKS:
                    raise self._refuse(name, say("one-of", names=", ".join(MARKS)))
                if (count := len(names := cells.split())) > MAX_MARKED:
                    raise self._refuse(counted(count, "cell"), say("from-to", minimum=1, maximum=MAX_MARKED))
                said.marks[name] = tuple(map(self._cell, names))
            case "arrow":
                ends = [*map(self._cell, rest.split()[:3])]
                if len(ends) != 2:
                    raise self._refuse(rest, say("two-cells"))
                said.arrows.append((ends[0], ends[1]))
            case _:
                raise self._refuse(keyword, say("study-keywords"))

    def _cell(self, name: str) -> Cell:
        try:
            cell = self._board.cell(*parse_cell(name))
        except PushboxError as error:
            raise FormatError(str(error), line=self._number) from None
        if cell >= len(self._board.terrain):
            raise self._refuse(name, say("cell-of-board"))
        return cell
