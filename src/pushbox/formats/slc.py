"""SLC: the XML of SourceCode.se, in which hundreds of collections are kept.

::

    <SokobanLevels xsi:schemaLocation="SokobanLev.xsd">
      <Title>..</Title> <Description>..</Description> <Email>..</Email> <Url>..</Url>
      <LevelCollection Copyright=".." MaxWidth="19" MaxHeight="16">
        <Level Id="First" Width="5" Height="3" Copyright="..">
          <L>#####</L>
          ...

The rows have the signs of XSB, and their blanks count.  The Id of a level is its title; the copyright of the whole is
the author of the collection, that of a level its key ``Copyright``.  Comments (key ``""``) and elements that the format
does not have are keys too.  A level that is as it was read is written as it was read, in UTF-8.

Source: sourcecode.se, LevelFormat.htm.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from ..errors import FormatError
from ..level import Collection, Level, Problem
from .api import FormatInfo
from .parts import back, picture, wordless, xml
from .parts.xml import COMMENT, Element

info = FormatInfo(
    key="slc",
    name="SLC",
    endings=(".slc", ".xml"),
    summary="the XML of SourceCode.se: boards of XSB signs with titles and copyright",
    source="sourcecode.se, LevelFormat.htm",
    solutions=False,
)

ROOT = "SokobanLevels"

_SIGNS = picture.alphabet({sign: sign for sign in "#@+$*."} | {" ": " -_"})
_HEAD = f'<{ROOT} xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="SokobanLev.xsd">'
_DECLARATION = '<?xml version="1.0" encoding="utf-8"?>'
_FACTS = ("Title", "Description")
_SIZES = ("Width", "Height")


def recognise(text: str, name: str) -> str:
    """Return why a text is SLC: it is XML with this root, or with one that no format has, which `read` then tells."""
    del name
    root = xml.root_name(text)
    if root == ROOT:
        return f"its root element is <{ROOT}>"
    return "it is XML" if re.match(r"\s*<[?!]", text[:1000]) else ""


def read(text: str) -> Collection:
    """Read every level of a document.

    Raises FormatError for a document that is not well-formed, has a document type or another root, or has no level.
    """
    collection = scan(text)
    if not collection.levels and not collection.problems:
        raise FormatError("found no level, expected at least one element <Level>")
    return collection


def scan(text: str) -> Collection:
    """Read as `read` does, a document without levels too."""
    document = xml.parse(text)
    root = document.root
    if root.name != ROOT:
        raise FormatError(f"found the root element <{root.name[:40]}>, expected <{ROOT}>", line=root.line)
    levels: list[Level] = []
    problems: list[Problem] = []
    keys: list[tuple[str, str]] = []
    title = notes = author = ""
    header_end = 0
    for child in root.children:
        match child.name:
            case "Title" if not title:
                title = child.text.strip()
            case "Description" if not notes:
                notes = child.text.strip()
            case "LevelCollection":
                header_end = header_end or document.data.index(b">", child.start) + 1
                author = author or child.attributes.get("Copyright", "").strip()
                keys += _levels(document, child, levels, problems)
            case _:
                problems += _key(child, keys)
    return Collection(
        tuple(levels),
        tuple(problems),
        title=title,
        author=author,
        notes=notes,
        headers=tuple(keys),
        header=document.source(0, header_end),
        format=info.key,
    )


def _levels(
    document: xml.Document, parent: Element, levels: list[Level], problems: list[Problem]
) -> Iterator[tuple[str, str]]:
    """Gather the levels of a collection; yield the keys that belong to none of them.

    Comments above a level are its own, those below the last belong to the file.
    """
    above: list[Element] = []
    for child in parent.children:
        if child.name != "Level":
            above.append(child)
            continue
        start = above[0] if above else child
        level, found = _level(child, above, document.source(start.start, child.end), start.line)
        problems += found
        if level is not None:
            levels.append(level)
        above = []
    rest: list[tuple[str, str]] = []
    for child in above:
        problems += _key(child, rest)
    yield from rest


def _level(element: Element, above: list[Element], text: str, line: int) -> tuple[Level | None, list[Problem]]:
    places = [picture.Row(row.text, row.line, row.column + len("<L>")) for row in element.every("L")]
    level, problems = picture.level(places, _SIGNS, text, line)
    if not places:
        problems = [Problem(element.line, element.column, "error", "found a level without rows", "<L>..</L>")]
    if level is None:
        return None, problems
    keys: list[tuple[str, str]] = []
    for name, value in element.attributes.items():
        if name not in ("Id", *_SIZES):
            keys.append((name, value.strip()))
    for child in (*above, *element.children):
        if child.name != "L":
            problems += _key(child, keys)
    problems += _size_problems(element, places)
    return replace(level, title=element.attributes.get("Id", "").strip(), headers=tuple(keys)), problems


def _size_problems(element: Element, rows: list[picture.Row]) -> Iterator[Problem]:
    for name, size in zip(_SIZES, (max(len(row.signs.rstrip()) for row in rows), len(rows)), strict=True):
        told = element.attributes.get(name, "").strip()
        if told not in ("", str(size)):
            place = element.line, element.column
            yield Problem(*place, "warning", f"found {name} {told[:20]!r}", f"{size} as in the rows", "the rows count")


def _key(child: Element, keys: list[tuple[str, str]]) -> list[Problem]:
    """Keep a comment or an element that the format does not have."""
    if child.children or child.attributes:
        found = f"found the element <{child.name[:40]}> with more than characters in it"
        return [Problem(child.line, child.column, "warning", found, "elements of SLC", "only its characters were kept")]
    keys.append(("" if child.name == COMMENT else child.name, child.text.strip()))
    return []


def losses(collection: Collection) -> list[str]:
    """Return a sentence for everything in a collection that SLC cannot hold."""
    if found := _told_losses(collection):
        return found
    return back.loss(collection, _text(collection, kept=False), scan, info.name)


def write(collection: Collection) -> str:
    """Return a collection as a document.  Raises FormatError with the first of the `losses`."""
    return back.written(collection, _told_losses(collection), _text, scan, info.name)


def _told_losses(collection: Collection) -> list[str]:
    found = [] if collection.levels else ["found no level, expected at least one"]
    for noun in ("title", "author", "notes"):
        found += xml.character_losses(f"the {noun}", getattr(collection, noun))
    for key in collection.headers:
        found += xml.word_losses(*key)
    for number, level in enumerate(collection.levels, start=1):
        found += [f"level {number}: {sentence}" for sentence in _level_losses(level)]
    return found


def _level_losses(level: Level) -> Iterator[str]:
    yield from picture.losses(level.board)
    yield from wordless.losses(level, info.name, "title", "headers")
    yield from xml.character_losses("the title", level.title)
    for key in level.headers:
        yield from xml.word_losses(*key)


def _text(collection: Collection, *, kept: bool) -> str:
    """Return the document; header and levels that are as they were read stay so if `kept`."""
    header, below = (kept and _kept_header(collection)) or (_header(collection), ())
    levels = [(kept and _kept(level)) or _written(level) for level in collection.levels]
    more = ("  " + xml.element(name or COMMENT, value) for name, value in below)
    return "\n".join([header, *levels, "  </LevelCollection>", *more, f"</{ROOT}>", ""])


def _kept_header(collection: Collection) -> tuple[str, tuple[tuple[str, str], ...]] | None:
    """Return the header as it was and the keys that stood below the levels, or None where it says something else.

    The encoding that it declares is that of what is written.
    """
    header = xml.in_utf8(collection.header)
    if not header:
        return None
    text = f"{header}</LevelCollection></{ROOT}>"
    try:
        said = scan(text).headers
    except FormatError:
        return None
    wanted = replace(collection, levels=(), headers=collection.headers[: len(said)])
    if back.loss(wanted, text, scan, ""):
        return None
    return header, collection.headers[len(said) :]


def _kept(level: Level) -> str:
    if level.source is None or not level.source.text.startswith("<"):
        return ""
    text = f"<{ROOT}><LevelCollection>{level.source.text}</LevelCollection></{ROOT}>"
    return "" if back.loss(Collection((level,)), text, scan, "") else "    " + level.source.text


def _header(collection: Collection) -> str:
    lines = [_DECLARATION, _HEAD]
    facts = zip(_FACTS, (collection.title, collection.notes), strict=True)
    lines += ["  " + xml.element(name, value) for name, value in facts if value]
    lines += ["  " + xml.element(name or COMMENT, value) for name, value in collection.headers]
    boards = [level.board for level in collection.levels]
    most = max(board.width for board in boards), max(board.height for board in boards)
    copyright_line = xml.attribute("Copyright", collection.author) if collection.author else ""
    lines.append(f'  <LevelCollection{copyright_line} MaxWidth="{most[0]}" MaxHeight="{most[1]}">')
    return "\n".join(lines)


def _written(level: Level) -> str:
    board = level.board
    attributes = xml.attribute("Id", level.title) + f' Width="{board.width}" Height="{board.height}"'
    keys = list(level.headers)
    if keys and keys[0][0] == "Copyright":
        attributes += xml.attribute(*keys.pop(0))
    rows = picture.rows(board, _SIGNS)
    cut = [row.rstrip() for row in rows]
    if max(map(len, cut)) < board.width:
        cut[0] = rows[0][:-1] + "-"
    lines = [f"    <Level{attributes}>"]
    lines += ["      " + xml.element(name or COMMENT, value) for name, value in keys]
    lines += [f"      <L>{row}</L>" for row in cut]
    return "\n".join([*lines, "    </Level>"])
