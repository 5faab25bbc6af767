"""SSX: the XML libraries of SokoSolve, with solutions.

::

    <SokobanLibrary LibraryID=".." MaxID="..">
      <Details License=".." Date=".."> <Name>, <Description>, <Comments>, <Author Name=".." Email=".." Homepage=".."/>
      <Categories>..
      <Puzzles>
        <Puzzle Rating=".." PuzzleID=".." CategoryREF=".." Order="..">
          <PuzzleDescription> <Name>, <Description>
          <Maps> <Map MapID="..">
            <Row>####~~</Row> ...
            <Solutions> <Solution StartX="2" StartY="3"> <Steps>dlur..</Steps> <SolutionDescription Date=".."> ...

The signs are ``#`` wall, ``.`` floor, ``~`` outside, ``O`` goal, ``X`` box, ``$`` box on a goal, ``P`` player and ``*``
player on a goal.  Every map of a puzzle is a level.  A solution is saved moves: its name the title, its description the
notes, with its date and author as lines below.  What else the library, a puzzle or a map says (License, Rating and so
on) are headers; the ids and the order, by which the document refers to itself, are made anew for levels that have
changed. A puzzle of one map that is as it was read is written as it was read.

Source: SokoSolve, data/Lib.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ..level import Collection, Level, Problem, SavedMoves
from ..sentence import say
from .api import COLLECTION_FIELDS, FormatInfo, Header, Headers
from .bounds import LevelReads
from .parts import picture, xml
from .parts.metadata import Read
from .parts.xml import COMMENT, Element

_NAMESPACE = "http://sokosolve.sourceforge.net/SokoSolveLibrary.xsd"
_PLUMBING = ("PuzzleID", "CategoryREF", "Order", "MapID")  # by these the document refers to itself
_DETAILS = ("Name", "Description")
_AUTHOR = {"AuthorEmail": "Email", "AuthorHomepage": "Homepage"}  # headers that are attributes of the author
_ID = re.compile(r'\b(?:Puzzle|Map)ID="[A-Za-z]*([0-9]{1,9})"')


class Ssx(xml.XmlFormat):
    info = FormatInfo(
        key="ssx",
        name="SSX",
        endings=(".ssx",),
        summary="the XML libraries of SokoSolve: boards with titles, notes and solutions",
        recognised_by="a document whose root element is `SokobanLibrary`",
        not_recognised="another root, or a document type that declares entities",
        source="SokoSolve, data/Lib",
        expected=say("expected-ssx"),
        level_fields=("title", "notes", "headers", "saved_moves"),
        collection_fields=COLLECTION_FIELDS,
    )
    charset = picture.charset({"#": "#", "@": "P", "+": "*", "$": "X", "*": "$", ".": "O", " ": ". -_"}, outside="~")
    root = "SokobanLibrary"
    holder = "Puzzles"

    def scan(self, text: str) -> Collection:
        document = self.parse(text)
        root = document.root
        reads = LevelReads()
        details = root.first("Details")
        author = details.first("Author")
        headers = [*details.other_attributes(), *_texts(details, *_DETAILS, "Author")]
        headers += [(f"Author{name}", value) for name, value in author.other_attributes("Name")]
        headers += root.comments()
        header = ""
        for puzzles in root.every("Puzzles"):
            header = header or document.head(puzzles)
            headers += puzzles.comments()
            for puzzle in puzzles.every("Puzzle"):
                reads.extend(self._puzzle(document, puzzle))
        return replace(
            reads.collection(),
            title=details.words("Name"),
            author=author.attribute("Name"),
            notes=details.words("Description"),
            headers=tuple(headers),
            header=header,
        )

    def _puzzle(self, document: xml.Document, puzzle: Element) -> Iterator[Read]:
        description = puzzle.first("PuzzleDescription")
        headers = [*puzzle.other_attributes(*_PLUMBING), *_texts(description, *_DETAILS), *puzzle.comments()]
        maps = [drawn for parent in puzzle.every("Maps") for drawn in parent.every("Map")]
        alone = len(maps) == 1
        for number, drawn in enumerate(maps, start=1):
            source = puzzle if alone else drawn
            level, problems = self._map(drawn, document.source(source.start, source.end), source.line)
            if level is not None:
                more = (*drawn.other_attributes(*_PLUMBING), *drawn.comments())
                title = description.words("Name")
                title = title if number == 1 or not title else f"{title} ({number})"
                level = replace(level, title=title, notes=description.words("Description"), headers=(*headers, *more))
            yield level, problems
        if not maps:
            yield (None, [Problem(puzzle.line, puzzle.column, "error", say("puzzle-without-map"), "<Map>..</Map>")])

    def _map(self, element: Element, text: str, line: int) -> Read:
        level, problems = self.read_board(self.rows(element, "Row"), text, line)
        problems += self.stray(element, "Row")
        if level is None or element.text.strip():
            return None, problems
        solutions = [solution for parent in element.every("Solutions") for solution in parent.every("Solution")]
        return replace(level, saved_moves=tuple(_saved_moves(solution) for solution in solutions)), problems

    def write_header(self, collection: Collection) -> Header:
        author = [("Name", collection.author)] if collection.author else []
        author += [(_AUTHOR[name], value) for name, value in collection.headers if name in _AUTHOR]
        attributes = "".join(xml.attribute(*fact) for fact in author)
        lines = [
            '<?xml version="1.0" encoding="utf-8"?>',
            f'<{self.root} xmlns="{_NAMESPACE}" LibraryID="L1" MaxID="{2 * len(collection.levels) + 1}">',
            *("  " + xml.element(name, value) for name, value in collection.headers if not name),
            "  <Details>",
            *(f"    {xml.element(name, value)}" for name, value in _details(collection)),
            *([f"    <Author{attributes} />"] if attributes else []),
            "  </Details>",
            '  <Categories><Category CategoryID="C0" Order="1" /></Categories>',
            "  <Puzzles>",
        ]
        return Header("\n".join(lines))

    def write_levels(self, collection: Collection, kept: Sequence[str]) -> list[str]:
        """Return the puzzles; new ones get unused numbers."""
        free = max((int(number) for text in kept for number in _ID.findall(text)), default=0) + 1
        puzzles = []
        for order, (text, level) in enumerate(zip(kept, collection.levels, strict=True), start=1):
            puzzles.append(text or self._puzzle_element(level, free, order))
            free += 0 if text else 2
        return puzzles

    def write_level(self, level: Level, collection: Collection) -> str:
        return self._puzzle_element(level, 1, 1)

    def _puzzle_element(self, level: Level, number: int, order: int) -> str:
        """Return the puzzle of a level, with this number for itself and the next one for its map."""
        lines = [
            f'<Puzzle PuzzleID="P{number}" CategoryREF="C0" Order="{order}">',
            "      <PuzzleDescription>",
            f"        {xml.element('Name', level.title)}",
            f"        {xml.element('Description', level.notes)}",
            *(f"        {xml.element(name, value)}" for name, value in level.headers if name),
            "      </PuzzleDescription>",
            *(f"      {xml.element(name, value)}" for name, value in level.headers if not name),
            "      <Maps>",
            f'        <Map MapID="M{number + 1}">',
            *(f"          <Row>{row}</Row>" for row in self.write_rows(level.board)),
        ]
        if level.saved_moves:
            pusher = next(iter(level.board.of_kind("pusher")), None)
            row, column = level.board.rc(pusher.cells[0]) if pusher else (0, 0)
            solutions = (_solution(moves, column, row) for moves in level.saved_moves)
            lines += ["          <Solutions>", *solutions, "          </Solutions>"]
        return "\n".join([*lines, "        </Map>", "      </Maps>", "    </Puzzle>"])

    def closing(self, below: Headers) -> Iterator[str]:
        yield from (f"    {xml.element(name, value)}" for name, value in below if not name)
        yield "  </Puzzles>"


def _texts(element: Element, *known: str) -> list[tuple[str, str]]:
    """Return the child elements of characters alone, but for those `known`, as headers."""
    texts = [(child.name, child.text.strip()) for child in element.children if not child.children]
    return [(name, text) for name, text in texts if text and name not in (COMMENT, *known)]


def _saved_moves(solution: Element) -> SavedMoves:
    description = solution.first("SolutionDescription")
    facts = (("Date", description.attribute("Date")), ("Author", description.first("Author").attribute("Name")))
    lines = [description.words("Description"), *(f"{noun}: {fact}" for noun, fact in facts if fact)]
    return SavedMoves(description.words("Name"), solution.words("Steps"), "\n".join(filter(None, lines)))


def _details(collection: Collection) -> Iterator[tuple[str, str]]:
    facts = (("Name", collection.title), ("Description", collection.notes))
    yield from ((name, value) for name, value in facts if value)
    yield from ((name, value) for name, value in collection.headers if name and name not in _AUTHOR)


def _solution(moves: SavedMoves, column: int, row: int) -> str:
    description = f"{xml.element('Name', moves.title)}{xml.element('Description', moves.notes)}"
    return (
        f'            <Solution StartX="{column}" StartY="{row}">{xml.element("Steps", moves.text)}'
        f"<SolutionDescription>{description}</SolutionDescription></Solution>"
    )


FORMAT = Ssx()
