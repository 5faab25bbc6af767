"""SLC: the XML of SourceCode.se, in which hundreds of collections are kept.

::

    <SokobanLevels xsi:schemaLocation="SokobanLev.xsd">
      <Title>..</Title> <Description>..</Description> <Email>..</Email> <Url>..</Url>
      <LevelCollection Copyright=".." MaxWidth="19" MaxHeight="16">
        <Level Id="First" Width="5" Height="3" Copyright="..">
          <L>#####</L>
          ...

The rows have the signs of XSB, and their blanks count.  The Id of a level is its title; the copyright of the whole is
the author of the collection, that of a level its header ``Copyright``.  Comments and elements that the format does not
have are headers too.  A level that is as it was read is written as it was read, in UTF-8.

Source: sourcecode.se, LevelFormat.htm.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from ..level import Collection, Level, Problem
from ..sentence import say
from .api import COLLECTION_FIELDS, FormatInfo, Header
from .bounds import LevelReads
from .parts import picture, xml
from .parts.metadata import Read
from .parts.xml import Element

_HEAD = '<SokobanLevels xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="SokobanLev.xsd">'
_DECLARATION = '<?xml version="1.0" encoding="utf-8"?>'
_FACTS = ("Title", "Description")
_SIZES = ("Width", "Height")
_HTML = re.compile(r"<(?:!doctype\s+)?html\b", re.IGNORECASE)


class Slc(xml.XmlFormat):
    info = FormatInfo(
        key="slc",
        name="SLC",
        endings=(".slc", ".xml"),
        summary="the XML of SourceCode.se: boards of XSB signs with titles and copyright",
        recognised_by=(
            "a document whose root element is `SokobanLevels`, or any other that begins with `<?` or `<!`, whose fault"
            " is then named"
        ),
        not_recognised="a document type that declares entities; a page of HTML, whose boards are XSB",
        source="sourcecode.se, LevelFormat.htm",
        expected=say("expected-slc"),
        level_fields=("title", "headers"),
        collection_fields=COLLECTION_FIELDS,
    )
    charset = picture.charset({sign: sign for sign in "#@+$*."} | {" ": " -_"})
    root = "SokobanLevels"
    holder = "LevelCollection"

    def recognise(self, text: str, name: str) -> str:
        """Return why a text is SLC: it is XML with this root, or with one that no format has, which reading reports.

        A page of HTML may have boards among its tags.
        """
        is_xml = re.match(r"\s*<[?!]", text[:1000]) and not _HTML.search(text[:4000])
        return super().recognise(text, name) or (say("is-xml") if is_xml else "")

    def scan(self, text: str) -> Collection:
        document = self.parse(text)
        reads = LevelReads()
        headers: list[tuple[str, str]] = []
        title = notes = author = header = ""
        for child in document.root.children:
            match child.name:
                case "Title" if not title:
                    title = child.text.strip()
                case "Description" if not notes:
                    notes = child.text.strip()
                case "LevelCollection":
                    header = header or document.head(child)
                    author = author or child.attribute("Copyright")
                    reads.extend(self._levels(document, child, headers))
                case _:
                    reads.add(None, _header(child, headers))
        return replace(
            reads.collection(), title=title, author=author, notes=notes, headers=tuple(headers), header=header
        )

    def _levels(self, document: xml.Document, parent: Element, headers: list[tuple[str, str]]) -> Iterator[Read]:
        """Yield the levels of a collection, and gather the headers that belong to none of them.

        Comments above a level are its own, those below the last belong to the file.
        """
        above: list[Element] = []
        for child in parent.children:
            above.append(child)
            if child.name == "Level":
                yield self._level(child, above, document.source(above[0].start, child.end), above[0].line)
                above = []
        yield from ((None, _header(child, headers)) for child in above)

    def _level(self, element: Element, above: list[Element], text: str, line: int) -> Read:
        places = self.rows(element, "L")
        level, problems = self.read_board(places, text, line)
        if not places:
            problems = [Problem(element.line, element.column, "error", say("level-without-rows"), "<L>..</L>")]
        problems += self.stray(element, "L")
        if level is None or element.text.strip():
            return None, problems
        headers = element.other_attributes("Id", *_SIZES)
        for child in (*above[:-1], *element.children):
            if child.name != "L":
                problems += _header(child, headers)
        problems += _size_problems(element, places)
        return replace(level, title=element.attribute("Id"), headers=tuple(headers)), problems

    def write_header(self, collection: Collection) -> Header:
        lines = [_DECLARATION, _HEAD]
        facts = zip(_FACTS, (collection.title, collection.notes), strict=True)
        lines += ["  " + xml.element(name, value) for name, value in facts if value]
        lines += ["  " + xml.element(*header) for header in collection.headers]
        boards = [level.board for level in collection.levels]
        most = max(board.width for board in boards), max(board.height for board in boards)
        copyright_line = xml.attribute("Copyright", collection.author) if collection.author else ""
        lines.append(f'  <LevelCollection{copyright_line} MaxWidth="{most[0]}" MaxHeight="{most[1]}">')
        return Header("\n".join(lines))

    def write_level(self, level: Level, collection: Collection) -> str:
        board = level.board
        attributes = xml.attribute("Id", level.title) + f' Width="{board.width}" Height="{board.height}"'
        headers = list(level.headers)
        if headers and headers[0][0] == "Copyright":
            attributes += xml.attribute(*headers.pop(0))
        rows = self.write_rows(board)
        cut = [row.rstrip() for row in rows]
        if max(map(len, cut)) < board.width:
            cut[0] = rows[0][:-1] + "-"
        lines = [f"<Level{attributes}>"]
        lines += ["      " + xml.element(*header) for header in headers]
        lines += [f"      <L>{row}</L>" for row in cut]
        return "\n".join([*lines, "    </Level>"])


def _size_problems(element: Element, rows: list[picture.Row]) -> Iterator[Problem]:
    width = max(len(row.signs.rstrip()) for row in rows)
    faults = picture.widest(rows), picture.missing(rows, rows[0].line)
    for name, size, fault in zip(_SIZES, (width, len(rows)), faults, strict=True):
        stated = element.attribute(name)
        if stated not in ("", str(size)):
            found, expected = say("stated-size", name=name, value=stated[:20]), say("as-in-rows", count=size)
            place = (fault, 0) if fault else (element.line, element.column)
            yield Problem(*place, "warning", found, expected, say("rows-count"))


def _header(child: Element, headers: list[tuple[str, str]]) -> list[Problem]:
    """Keep a comment or an element that the format does not have."""
    if child.children or child.attributes:
        found = say("not-only-text", name=child.name[:40])
        return [Problem(child.line, child.column, "warning", found, say("elements-of-slc"), say("characters-kept"))]
    headers.append((child.name, child.text.strip()))
    return []


FORMAT = Slc()
