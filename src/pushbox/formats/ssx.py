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
player on a goal.  Every map of a puzzle is a level.  A solution is a record: its name the title, its description the
notes, with its date and author as lines below.  What else the library, a puzzle or a map says (License, Rating and so
on) are keys; the ids and the order, by which the document refers to itself, are made anew for levels that have changed.
A puzzle of one map that is as it was read is written as it was read.

Source: SokoSolve, data/Lib.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from ..errors import FormatError
from ..level import Collection, Level, Problem, SavedMoves
from .api import FormatInfo
from .parts import back, picture, wordless, xml
from .parts.xml import COMMENT, Element

info = FormatInfo(
    key="ssx",
    name="SSX",
    endings=(".ssx",),
    summary="the XML libraries of SokoSolve: boards with titles, notes and solutions",
    source="SokoSolve, data/Lib",
    solutions=True,
)

ROOT = "SokobanLibrary"

_SIGNS = picture.alphabet({"#": "#", "@": "P", "+": "*", "$": "X", "*": "$", ".": "O", " ": ". -_"}, outside="~")
_NAMESPACE = "http://sokosolve.sourceforge.net/SokoSolveLibrary.xsd"
_PLUMBING = ("PuzzleID", "CategoryREF", "Order", "MapID")  # by these the document refers to itself
_DETAILS = ("Name", "Description")
_AUTHOR = ("Email", "Homepage")  # attributes of the author that are keys of the collection


def recognise(text: str, name: str) -> str:
    """Return why a text is SSX: it is XML with its root."""
    del name
    return f"its root element is <{ROOT}>" if xml.root_name(text) == ROOT else ""


def read(text: str) -> Collection:
    """Read every level of a library.

    Raises FormatError for a document that is not well-formed, has a document type or another root, or has no level.
    """
    collection = scan(text)
    if not collection.levels and not collection.problems:
        raise FormatError("found no level, expected at least one element <Map> in a <Puzzle>")
    return collection


def scan(text: str) -> Collection:
    """Read as `read` does, a library without levels too."""
    document = xml.parse(text)
    root = document.root
    if root.name != ROOT:
        raise FormatError(f"found the root element <{root.name[:40]}>, expected <{ROOT}>", line=root.line)
    levels: list[Level] = []
    problems: list[Problem] = []
    details = root.first("Details") or Element("Details", {}, 0, 0, 0)
    author = details.first("Author") or Element("Author", {}, 0, 0, 0)
    keys = [(name, value.strip()) for name, value in details.attributes.items()]
    keys += [(child.name, child.text.strip()) for child in details.children if _is_key(child, (*_DETAILS, "Author"))]
    keys += [(f"Author{name}", value.strip()) for name, value in author.attributes.items() if name != "Name"]
    keys += [("", child.text) for child in root.every(COMMENT)]
    header_end = 0
    for puzzles in root.every("Puzzles"):
        header_end = header_end or document.data.index(b">", puzzles.start) + 1
        keys += [("", child.text) for child in puzzles.every(COMMENT)]
        for puzzle in puzzles.every("Puzzle"):
            for level, found in _puzzle(document, puzzle):
                problems += found
                if level is not None:
                    levels.append(level)
    return Collection(
        tuple(levels),
        tuple(problems),
        title=details.words("Name"),
        author=author.attributes.get("Name", "").strip(),
        notes=details.words("Description"),
        headers=tuple(keys),
        header=document.source(0, header_end),
        format=info.key,
    )


def _is_key(child: Element, known: tuple[str, ...]) -> bool:
    return child.name not in (COMMENT, *known) and not child.children and bool(child.text.strip())


def _puzzle(document: xml.Document, puzzle: Element) -> Iterator[tuple[Level | None, list[Problem]]]:
    told = puzzle.first("PuzzleDescription") or Element("PuzzleDescription", {}, 0, 0, 0)
    keys = [(name, value.strip()) for name, value in puzzle.attributes.items() if name not in _PLUMBING]
    keys += [(child.name, child.text.strip()) for child in told.children if _is_key(child, _DETAILS)]
    keys += [("", child.text) for child in puzzle.every(COMMENT)]
    maps = [found for parent in puzzle.every("Maps") for found in parent.every("Map")]
    alone = len(maps) == 1
    for number, found in enumerate(maps, start=1):
        source = puzzle if alone else found
        level, problems = _map(found, document.source(source.start, source.end), source.line)
        if level is not None:
            more = [(name, value.strip()) for name, value in found.attributes.items() if name not in _PLUMBING]
            more += [("", child.text) for child in found.every(COMMENT)]
            title = told.words("Name")
            title = title if number == 1 or not title else f"{title} ({number})"
            level = replace(level, title=title, notes=told.words("Description"), headers=(*keys, *more))
        yield level, problems
    if not maps:
        yield None, [Problem(puzzle.line, puzzle.column, "error", "found a puzzle without a map", "<Map>..</Map>")]


def _map(element: Element, text: str, line: int) -> tuple[Level | None, list[Problem]]:
    rows = [picture.Row(row.text, row.line, row.column + len("<Row>")) for row in element.every("Row")]
    level, problems = picture.level(rows, _SIGNS, text, line)
    if level is None:
        return None, problems
    solutions = [found for parent in element.every("Solutions") for found in parent.every("Solution")]
    return replace(level, saved_moves=tuple(_record(found) for found in solutions)), problems


def _record(solution: Element) -> SavedMoves:
    told = solution.first("SolutionDescription") or Element("SolutionDescription", {}, 0, 0, 0)
    author = told.first("Author")
    date, name = told.attributes.get("Date", "").strip(), author.attributes.get("Name", "").strip() if author else ""
    lines = [told.words("Description"), date and f"Date: {date}", name and f"Author: {name}"]
    return SavedMoves(told.words("Name"), solution.words("Steps"), "\n".join(filter(None, lines)))


def losses(collection: Collection) -> list[str]:
    """Return a sentence for everything in a collection that SSX cannot hold."""
    if found := _told_losses(collection):
        return found
    return back.loss(collection, _text(collection, kept=False), scan, info.name)


def write(collection: Collection) -> str:
    """Return a collection as a library.  Raises FormatError with the first of the `losses`."""
    return back.written(collection, _told_losses(collection), _text, scan, info.name)


def _told_losses(collection: Collection) -> list[str]:
    found = list(wordless.collection_losses(collection, info.name, "title", "author", "notes", "headers"))
    for noun in ("title", "author", "notes"):
        found += xml.character_losses(f"the {noun}", getattr(collection, noun))
    for key in collection.headers:
        found += xml.word_losses(*key)
    for number, level in enumerate(collection.levels, start=1):
        found += [f"level {number}: {sentence}" for sentence in _level_losses(level)]
    return found


def _level_losses(level: Level) -> Iterator[str]:
    yield from picture.losses(level.board)
    yield from wordless.losses(level, info.name, "title", "notes", "headers", "saved_moves")
    for noun, value in (("the title", level.title), ("notes", level.notes)):
        yield from xml.character_losses(noun, value)
    for key in level.headers:
        yield from xml.word_losses(*key)
    for number, record in enumerate(level.saved_moves, start=1):
        for noun, value in zip(("title", "moves", "notes"), record, strict=True):
            yield from xml.character_losses(f"{noun} of record {number}", value)


_ID = re.compile(r'\b(?:Puzzle|Map)ID="[A-Za-z]*([0-9]{1,9})"')


def _text(collection: Collection, *, kept: bool) -> str:
    """Return the document; header and levels that are as they were read stay so if `kept`."""
    header, below = (kept and _kept_header(collection)) or (_header(collection), ())
    old = [_kept(level) if kept else "" for level in collection.levels]
    free = max((int(number) for text in old for number in _ID.findall(text)), default=0) + 1
    levels = []
    for order, (text, level) in enumerate(zip(old, collection.levels, strict=True), start=1):
        levels.append(text or _written(level, free, order))
        free += 0 if text else 2
    comments = ("    " + xml.element(COMMENT, value) for value in below)
    return "\n".join([header, *levels, *comments, "  </Puzzles>", f"</{ROOT}>", ""])


def _kept_header(collection: Collection) -> tuple[str, tuple[str, ...]] | None:
    """Return the header as it was and the comments that stood below it, or None where it says something else.

    The encoding that it declares is that of what is written.
    """
    header = xml.in_utf8(collection.header)
    if not header:
        return None
    text = f"{header}</Puzzles></{ROOT}>"
    try:
        said = scan(text).headers
    except FormatError:
        return None
    below = collection.headers[len(said) :]
    wanted = replace(collection, levels=(), headers=collection.headers[: len(said)])
    if any(name for name, _ in below) or back.loss(wanted, text, scan, ""):
        return None
    return header, tuple(value for _, value in below)


def _kept(level: Level) -> str:
    if level.source is None or not level.source.text.startswith("<Puzzle"):
        return ""
    text = f"<{ROOT}><Puzzles>{level.source.text}</Puzzles></{ROOT}>"
    return "" if back.loss(Collection((level,)), text, scan, "") else "    " + level.source.text


def _header(collection: Collection) -> str:
    author_keys = [(name.removeprefix("Author"), value) for name, value in collection.headers if name in _AUTHOR_KEYS]
    author = [("Name", collection.author)] if collection.author else []
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        f'<{ROOT} xmlns="{_NAMESPACE}" LibraryID="L1" MaxID="{2 * len(collection.levels) + 1}">',
        *("  " + xml.element(COMMENT, value) for name, value in collection.headers if not name),
        "  <Details>",
        *(f"    {xml.element(name, value)}" for name, value in _details(collection)),
        *([f"    <Author{_attributes((*author, *author_keys))} />"] if author or author_keys else []),
        "  </Details>",
        '  <Categories><Category CategoryID="C0" Order="1" /></Categories>',
        "  <Puzzles>",
    ]
    return "\n".join(lines)


_AUTHOR_KEYS = tuple(f"Author{name}" for name in _AUTHOR)


def _details(collection: Collection) -> Iterator[tuple[str, str]]:
    facts = (("Name", collection.title), ("Description", collection.notes))
    yield from ((name, value) for name, value in facts if value)
    yield from ((name, value) for name, value in collection.headers if name and name not in _AUTHOR_KEYS)


def _attributes(pairs: tuple[tuple[str, str], ...]) -> str:
    return "".join(xml.attribute(name, value) for name, value in pairs)


def _written(level: Level, free: int, order: int) -> str:
    comments = [value for name, value in level.headers if not name]
    lines = [
        f'    <Puzzle PuzzleID="P{free}" CategoryREF="C0" Order="{order}">',
        "      <PuzzleDescription>",
        f"        {xml.element('Name', level.title)}",
        f"        {xml.element('Description', level.notes)}",
        *(f"        {xml.element(name, value)}" for name, value in level.headers if name),
        "      </PuzzleDescription>",
        *(f"      {xml.element(COMMENT, value)}" for value in comments),
        "      <Maps>",
        f'        <Map MapID="M{free + 1}">',
        *(f"          <Row>{row}</Row>" for row in picture.rows(level.board, _SIGNS)),
    ]
    if level.saved_moves:
        pusher = next(iter(level.board.of_kind("pusher")), None)
        row, column = level.board.rc(pusher.cells[0]) if pusher else (0, 0)
        solutions = (_solution(record, column, row) for record in level.saved_moves)
        lines += ["          <Solutions>", *solutions, "          </Solutions>"]
    return "\n".join([*lines, "        </Map>", "      </Maps>", "    </Puzzle>"])


def _solution(record: SavedMoves, column: int, row: int) -> str:
    description = f"{xml.element('Name', record.title)}{xml.element('Description', record.notes)}"
    return (
        f'            <Solution StartX="{column}" StartY="{row}">{xml.element("Steps", record.text)}'
        f"<SolutionDescription>{description}</SolutionDescription></Solution>"
    )
