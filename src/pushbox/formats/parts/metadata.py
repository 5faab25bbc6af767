"""What lines of text say around boards: title, author, game, options, notes, saved moves, headers and comments.

Formats that mark where a board begins and ends have a fact a line, read by `collection` and written by `lines`::

    Title: First steps
    Author: Somebody
    Game: blockage                  if it is not the usual one of the board
    Options: name=value, name=value
    Note: a line of the notes
    Solution: uuR                   and Savegame, Snapshot, Solution (its title)
    Anything else: a header
    ; a comment                     and so is a line without a colon

Lines that directly follow a board belong to it, up to the first blank line; all else belongs to the board below, and
what is below the last to the last.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import chain

from ...board import Board
from ...level import Collection, Level, Problem, SavedMoves, Scalar, Source, game_key
from ...sentence import Sentence, say, word
from ..api import Headers
from ..bounds import LevelReads
from ..text import strange

Block = tuple[int, int]  # the first line of a board, and the line after its last
Read = tuple[Level | None, list[Problem]]  # a level, None where it could not be read, and what is wrong with it
ReadBoard = Callable[[list[str], int, int, str, int], Read]
Interpret = Callable[[Level], tuple[Level, list[Problem]]]  # what its headers and notes mean is taken out of them

OF_LEVEL: Mapping[str, str] = {"title": "title", "author": "author", "game": "game", "options": "options"}
OF_FILE: Mapping[str, str] = {"title": "title", "collection": "title", "set": "title", "author": "author"}

_HEADER = re.compile(r"([A-Za-z][\w .'/()\-]{0,39}?)\s*:(?!//)(.*)")
_SAVED = re.compile(r"(?:solution|savegame|snapshot)\b.*", re.IGNORECASE)
_NUMBERED = re.compile(r"(?:solution|savegame|snapshot)(?: [0-9]{1,9})?", re.IGNORECASE)


@dataclass(slots=True)
class Metadata:
    """The metadata gathered from lines."""

    title: str = ""
    author: str = ""
    game: str = ""
    options: tuple[tuple[str, Scalar], ...] = ()
    notes: list[str] = field(default_factory=list)
    saved_moves: list[SavedMoves] = field(default_factory=list)
    headers: list[tuple[str, str]] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def add_header(self, name: str, value: str, line: int, meanings: Mapping[str, str] = OF_LEVEL) -> None:
        """Take a header for the field that it means, in the line of that number.

        A second one of the same meaning stays a header, an empty first one is nothing.
        """
        meaning = meanings.get(folded(name), "")
        if not meaning or getattr(self, meaning):
            self.headers.append((name, value))
        elif meaning != "options":
            setattr(self, meaning, game_key(value) if meaning == "game" else value)
        elif (options := parse_options(value)) is not None:
            self.options = options
        else:
            found, expected = say("found-text", what=value[:40]), say("expected-options")
            self.problems.append(Problem(line, 0, "warning", found, expected, say("kept-as-key")))
            self.headers.append((name, value))

    def level(self, board: Board, game: str, source: Source | None) -> Level:
        """Return the level of a board with this around it, of a `game` where the lines name none."""
        words = self.title, self.author, "\n".join(self.notes)
        saved_moves, headers = tuple(self.saved_moves), tuple(self.headers)
        return Level(board, self.game or game, self.options, *words, saved_moves, headers, source)


@lru_cache(maxsize=1024)
def folded(name: str) -> str:
    """Return the name of a header with its case, dashes and blanks levelled."""
    return _SEPARATORS.sub(" ", name.lower())


_SEPARATORS = re.compile(r"[\s_-]+")


def default_game(headers: Headers) -> str:
    """Return the game that the headers above the first level name for all levels, empty where they name none."""
    return next((game_key(value) for name, value in headers if name.lower() == "game"), "")


def interpreted(collection: Collection, interpret: Interpret) -> Collection:
    """Return a collection with each level interpreted."""
    pairs = [interpret(level) for level in collection.levels]
    problems = collection.problems
    if more := [problem for _, found in pairs for problem in found]:
        problems = tuple(sorted([*problems, *more], key=lambda problem: problem.line))
    return replace(collection, levels=tuple(level for level, _ in pairs), problems=problems)


def lines_like(level: Level, pattern: re.Pattern[str]) -> Iterator[int]:
    """Yield the numbers of the lines in the file that a level was read from which begin so, quotes left out."""
    if level.source is not None:
        numbered = enumerate(_lines_of(level.source), start=level.source.line)
        yield from (at for at, line in numbered if pattern.match(line.lstrip("> \t")))


def text_of_line(source: Source, number: int) -> str:
    """Return the line with a number in the file, one of those that a level was read from."""
    return _lines_of(source)[number - source.line]


def _lines_of(source: Source) -> list[str]:
    return _LINE_END.split(source.text) if "\r" in source.text else source.text.split("\n")


_LINE_END = re.compile(r"\r\n|\r|\n")


# Lines around boards that are marked ----------------------------------------------------------------------------------


def collection(raw: list[str], blocks: list[Block], read_board: ReadBoard) -> Collection:
    """Return the levels of lines with boards at `blocks`, which `read_board` reads, with the lines around them."""
    reads = LevelReads()
    head = 0
    for number, (start, end) in enumerate(blocks):
        last = number + 1 == len(blocks)
        foot = len(raw) if last else _foot(raw, end, blocks[number + 1][0])
        first, after = trimmed(raw, head, foot)
        level, faults = read_board(raw, start, end, "\n".join(raw[first:after]), first + 1)
        if level is not None:
            metadata = _gathered(raw, chain(range(head, start), range(end, foot)))
            level = metadata.level(level.board, level.game, level.source)
            faults += metadata.problems
        reads.add(level, faults)
        head = foot
    return reads.collection()


def collect(reads: Iterable[Read]) -> Collection:
    """Collect levels as they are read. Raises FormatError as `LevelReads` does."""
    gathered = LevelReads()
    gathered.extend(reads)
    return gathered.collection()


def trimmed(lines: list[str], start: int, end: int) -> Block:
    """Return the lines from `start` to before `end` without blank ones at either end."""
    while start < end and not lines[start].strip():
        start += 1
    while end > start and not lines[end - 1].strip():
        end -= 1
    return start, end


def _foot(raw: list[str], end: int, start: int) -> int:
    """Return the end of a board's lines below it, between its `end` and the next `start`."""
    return next((index for index in range(end, start) if not raw[index].strip()), end)


def _gathered(raw: list[str], indexes: Iterable[int]) -> Metadata:
    metadata = Metadata()
    for index in indexes:
        line = raw[index].strip()
        header = _HEADER.fullmatch(line)
        if not line:
            continue
        if header is None:
            metadata.headers.append(("", line[1:].strip() if line[0] == ";" else line))
            continue
        name, value = header[1], header[2].strip()
        if name.lower() == "note":
            metadata.notes.append(value)
        elif _SAVED.fullmatch(name):
            metadata.saved_moves.append(SavedMoves(title_of(name), value))
        else:
            metadata.add_header(name, value, index + 1)
    return metadata


def lines(level: Level, implied_game: str) -> list[str]:
    """Return the metadata around a board, one fact per line."""
    notes = [f"Note: {line}".rstrip() for line in level.notes.split("\n")] if level.notes else []
    facts = [*named_lines(("Title", level.title)), *fact_lines(level, implied_game)]
    return [*facts, *header_lines(level.headers), *notes, *map(saved_line, level.saved_moves)]


def fact_lines(level: Level, implied_game: str) -> list[str]:
    """Return the lines of the author, the game if it is not the implied one, and the options of a level."""
    named = level.game != implied_game or any(name.lower() == "game" for name, _ in level.headers)
    game = level.game if named else ""
    return named_lines(("Author", level.author), ("Game", game), ("Options", format_options(level.options)))


def named_lines(*facts: tuple[str, str]) -> list[str]:
    """Return a line for each fact, after its name, that is not empty."""
    return [f"{name}: {fact}" for name, fact in facts if fact]


def header_lines(headers: Headers) -> list[str]:
    """Return a line for each header; a comment has its ``;``."""
    return [f"{name}: {value}".rstrip() if name else f"; {value}".rstrip() for name, value in headers]


def saved_line(moves: SavedMoves) -> str:
    """Return the line of saved moves."""
    return f"{name_of(moves.title)}: {moves.text}".rstrip()


def line_losses(level: Level) -> Iterator[str]:
    """Yield a sentence for everything that lines cannot hold of a level; misreadings show when they are read back."""
    facts = {word("noun", name): getattr(level, name) for name in ("title", "author", "game")}
    yield from text_losses(facts, level.headers, level.notes)
    for number, moves in enumerate(level.saved_moves, start=1):
        if moves.notes:
            yield say("moves-with-notes", number=number)
        yield from text_losses(
            {
                say("title-of-moves", number=number): moves.title,
                say("saved-moves", number=number): moves.text,
            }
        )


def text_losses(facts: Mapping[Sentence, str], headers: Headers = (), notes: str = "") -> Iterator[str]:
    """Yield a sentence for each fact or header that is not one line without blanks around it, and for control codes."""
    named = (
        *facts.items(),
        *((say("key-named", name=name[:40]) if name else word("noun", "comment"), value) for name, value in headers),
    )
    for noun, value in named:
        if value != value.strip() or "\n" in value or "\r" in value:
            yield say("not-one-line", noun=noun)
    for noun, value in (*named, (word("noun", "notes"), notes)):
        if character := strange(value):
            yield say("not-text-in", found=character, noun=noun)
    if "\r" in notes:
        yield say("carriage-return")


# The values of headers ------------------------------------------------------------------------------------------------


def title_of(name: str) -> str:
    """Return the title in a name of saved moves.

    It is empty for ``Solution``, ``x`` for ``Solution (x)``, and the name itself otherwise.
    """
    if name.lower() == "solution":
        return ""
    kind, _, rest = name.partition(" ")
    if kind.lower() == "solution" and rest.startswith("(") and rest.endswith(")"):
        return rest[1:-1].strip()
    return name


def name_of(title: str) -> str:
    """Return the name of saved moves with a title, the inverse of `title_of`."""
    if not title:
        return "Solution"
    return title if _NUMBERED.fullmatch(title) and title.lower() != "solution" else f"Solution ({title})"


def parse_options(text: str) -> tuple[tuple[str, Scalar], ...] | None:
    """Read ``name=value, name=value``, or return None where the text is none such."""
    pairs = [part.partition("=") for part in text.split(",")]
    if not all(equals and name.strip() for name, equals, _ in pairs):
        return None
    return tuple((name.strip(), _scalar(value.strip())) for name, _, value in pairs)


def format_options(options: Iterable[tuple[str, Scalar]]) -> str:
    """Return options as text, the inverse of `parse_options`."""
    return ", ".join(f"{name}={str(value).lower() if isinstance(value, bool) else value}" for name, value in options)


_INTEGER = re.compile(r"-?[0-9]{1,18}")
_FLOAT = re.compile(r"-?[0-9]{1,400}(?:\.[0-9]{1,400})?(?:e[+-]?[0-9]{1,3})?")


def _scalar(text: str) -> Scalar:
    if text in ("true", "false"):
        return text == "true"
    if _INTEGER.fullmatch(text):
        return int(text)
    if _FLOAT.fullmatch(text) and any(sign in text for sign in ".e"):
        return float(text)
    return text
