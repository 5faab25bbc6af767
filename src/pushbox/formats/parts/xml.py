"""A safe subset of XML: elements, attributes, text and comments. No DTD, no entities.

A document type is passed over: no file that it names is looked for, and one that declares an entity is refused.  Depth,
size and the number of elements are limited. Namespaces are not resolved: a name is as it is written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from ...errors import FormatError, TooLarge
from ...level import Collection, Level, Problem
from ...sentence import say, word
from ..api import Headers
from . import picture, plain

LARGEST = 16_000_000  # characters of a document
DEEPEST = 32  # elements within elements
MOST_ELEMENTS = 500_000

COMMENT = ""  # the name of a comment among the children of an element, and of one among headers

_ROOT = re.compile(r"<([A-Za-z_][^\s/>]*)")
_ENCODING = re.compile(r"""\A(\s*<\?xml[^>]*?)\s+encoding\s*=\s*(?:"[^"]*"|'[^']*')""")
_NAME = re.compile(r"[A-Za-z_][\w.\-]*", re.ASCII)
_BAD = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_IN_TEXT = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\r": "&#13;"})
_IN_ATTRIBUTE = _IN_TEXT | str.maketrans({"\n": "&#10;", "\t": "&#9;"})


@dataclass(slots=True)
class Element:
    """An element with its place in the document: line and column from 1, start and end.

    `text` is all text directly inside, `children` the elements and comments.
    """

    name: str
    attributes: dict[str, str]
    line: int
    column: int
    start: int
    end: int = 0
    text: str = ""
    children: list[Element] = field(default_factory=list)

    def first(self, name: str) -> Element:
        """Return the first child element with a name, or an empty element."""
        return next(self.every(name), Element(name, {}, 0, 0, 0))

    def every(self, name: str) -> Iterator[Element]:
        """Yield the child elements of a name."""
        return (child for child in self.children if child.name == name)

    def words(self, name: str) -> str:
        """Return the stripped text of the first child with a name, or an empty string."""
        return self.first(name).text.strip()

    def attribute(self, name: str) -> str:
        """Return a stripped attribute, or an empty string."""
        return self.attributes.get(name, "").strip()

    def other_attributes(self, *known: str) -> list[tuple[str, str]]:
        """Return the attributes but for those `known`, and without blanks around, as headers."""
        return [(name, value.strip()) for name, value in self.attributes.items() if name not in known]

    def comments(self) -> list[tuple[str, str]]:
        """Return the comments as headers."""
        return [(COMMENT, child.text) for child in self.every(COMMENT)]


@dataclass(frozen=True, slots=True)
class Document:
    """A document: its root, and the bytes in UTF-8 that the `start` and `end` of an element count."""

    root: Element
    data: bytes

    def source(self, start: int, end: int) -> str:
        """Return the text from one place to another, with plain line ends."""
        return self.data[start:end].decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")

    def head(self, element: Element) -> str:
        """Return the text from the beginning to the end of the first tag of an element."""
        return self.source(0, self.data.index(b">", element.start) + 1)


def parse(text: str) -> Document:
    """Parse a text, ignoring its declared encoding: it is decoded already.

    O(len(text)). Raises FormatError, with line and column, for text that is not well-formed, for the declaration of an
    entity, and beyond the limits above.
    """
    TooLarge.beyond(LARGEST, len(text), "xml-large")
    bare = text.lstrip("\ufeff \t\r\n")
    data = bare.encode("utf-8")
    lines_above = text.count("\n", 0, len(text) - len(bare))
    builder = _Builder(data, lines_above)
    root = builder.build()
    if builder.doctype.stop:
        # With a document type, entities that nobody declares are left out without a word.
        root = _Builder(_blanked(data, builder.doctype), lines_above).build()
    return Document(root, data)


def _blanked(data: bytes, part: range) -> bytes:
    """Return bytes in which a part has blanks in place of all but line ends."""
    blanks = re.sub(rb"[^\r\n]", b" ", data[part.start : part.stop])
    return data[: part.start] + blanks + data[part.stop :]


def attribute(name: str, value: str) -> str:
    """Return an attribute with a blank before it."""
    return f' {name}="{value.translate(_IN_ATTRIBUTE)}"'


def element(name: str, text: str) -> str:
    """Return an element of characters alone, or a comment for the name `COMMENT`."""
    return f"<!-- {text} -->" if name == COMMENT else f"<{name}>{text.translate(_IN_TEXT)}</{name}>"


def header_losses(name: str, value: str) -> Iterator[str]:
    """Yield the reasons why a header, or a comment for an empty name, cannot be written in XML."""
    noun = say("the-key", name=name[:40]) if name else say("a-comment")
    if name and not _NAME.fullmatch(name):
        yield say("xml-name", noun=noun)
    if not name and ("--" in value or value.endswith("-")):
        yield say("xml-dashes", noun=noun)
    yield from character_losses(noun, value)


def character_losses(noun: str, value: str) -> Iterator[str]:
    """Yield the reasons why a text cannot be written in XML unchanged."""
    if bad := _BAD.search(value):
        yield say("xml-character", noun=noun, found=bad[0])
    if value != value.strip():
        yield say("xml-blanks", noun=noun)


def _blank_lines(element: Element) -> list[int]:
    """Return the first blank line between elements that else follow line by line, in a list, or an empty one."""
    lines = [child.line for child in element.children]
    steps = [below - above for above, below in pairwise(lines)]
    if not steps or min(steps) != 1:
        return []
    return [above + 1 for above, step in zip(lines, steps, strict=False) if step > 1][:1]


class XmlFormat(picture.PictureFormat):
    """A format of documents whose element `root` has the levels in its child elements `holder`."""

    root: str
    holder: str

    def recognise(self, text: str, name: str) -> str:
        head = text[:4000].lstrip("\ufeff \t\r\n")
        root = _ROOT.search(head) if head.startswith("<") else None
        return say("is-root", name=self.root) if root and root[1] == self.root else ""

    def parse(self, text: str) -> Document:
        """Return the document that a text is.  Raises FormatError as `parse` does, and for another root."""
        document = parse(text)
        root = document.root
        if root.name != self.root:
            raise FormatError.said("xml-root", name=root.name[:40], expected=self.root, line=root.line)
        return document

    def rows(self, element: Element, name: str) -> list[picture.Row]:
        """Return the rows of a board, which are child elements of a name."""
        return [picture.Row(row.text, row.line, row.column + len(f"<{name}>")) for row in element.every(name)]

    def stray(self, element: Element, name: str) -> list[Problem]:
        """Return the problem of characters, or of a blank line, between the rows of a board, one of which it may be."""
        expected = f"<{name}>..</{name}>"
        if not (text := element.text.strip()):
            return [Problem(line, 0, "warning", say("found-blank-line"), expected) for line in _blank_lines(element)]
        line = element.line + element.text.count("\n", 0, element.text.index(text))  # rows have no line ends
        return [Problem(line, 0, "error", say("found-text", what=text[:40]), expected, plain.LEFT_OUT)]

    def losses(self, level: Level) -> Iterator[str]:
        yield from super().losses(level)
        yield from character_losses(say("the-noun", noun=word("noun", "title")), level.title)
        yield from character_losses(word("noun", "notes"), level.notes)
        for header in level.headers:
            yield from header_losses(*header)
        for number, moves in enumerate(level.saved_moves, start=1):
            for noun, value in zip(("title", "moves", "notes"), moves, strict=True):
                yield from character_losses(say("noun-of-moves", noun=word("noun", noun), number=number), value)

    def collection_losses(self, collection: Collection) -> Iterator[str]:
        for noun in ("title", "author", "notes"):
            yield from character_losses(say("the-noun", noun=word("noun", noun)), getattr(collection, noun))
        for header in collection.headers:
            yield from header_losses(*header)

    def document(self, header: str, levels: Sequence[str], below: Headers = ()) -> str:
        """Return a document; a declared encoding is the one that pushbox writes."""
        header = _ENCODING.sub(r'\1 encoding="utf-8"', header) or f"<{self.root}><{self.holder}>"
        return "\n".join([header, *(f"    {level}" for level in levels), *self.closing(below), f"</{self.root}>", ""])

    def closing(self, below: Headers) -> Iterator[str]:
        """Yield the lines that end the `holder`, with headers inside or after it."""
        yield f"  </{self.holder}>"
        yield from (f"  {element(*header)}" for header in below)


class _Builder:
    """Builds the tree from the events of expat."""

    def __init__(self, data: bytes, lines_above: int) -> None:
        from xml.parsers import expat

        self.doctype = range(0)  # where the document type stands
        self._expat = expat
        self._data = data
        self._lines_above = lines_above
        self._parser = parser = expat.ParserCreate("utf-8")
        self._top = Element("", {}, 1, 1, 0)
        self._stack = [self._top]
        self._texts: list[list[str]] = [[]]
        self._count = 0
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._characters
        parser.CommentHandler = self._comment
        parser.StartDoctypeDeclHandler = self._start_doctype
        parser.EndDoctypeDeclHandler = self._end_doctype
        parser.EntityDeclHandler = self._entity

    def build(self) -> Element:
        """Return the root element."""
        try:
            self._parser.Parse(self._data, True)  # noqa: FBT003 - expat takes it by place only
        except self._expat.ExpatError as error:
            fault = word("xml-fault", self._expat.ErrorString(error.code) or "a fault")
            line = error.lineno + self._lines_above
            raise FormatError.said("not-well-formed", fault=fault, line=line, column=error.offset + 1) from None
        return next(child for child in self._top.children if child.name != COMMENT)

    def _place(self) -> tuple[int, int]:
        parser = self._parser
        return parser.CurrentLineNumber + self._lines_above, parser.CurrentColumnNumber + 1

    def _refuse(self, message: str) -> FormatError:
        line, column = self._place()
        return FormatError(message, line=line, column=column)

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if len(self._stack) > DEEPEST:
            raise self._refuse(say("xml-deep", most=DEEPEST))
        self._stack.append(self._add(name, attributes, word("noun", "elements")))
        self._texts.append([])

    def _add(self, name: str, attributes: dict[str, str], nouns: str) -> Element:
        """Return a new child of the element that is open."""
        child = Element(name, attributes, *self._place(), self._parser.CurrentByteIndex)
        self._stack[-1].children.append(child)
        self._count += 1
        if self._count > MOST_ELEMENTS:
            raise self._refuse(say("xml-many", most=MOST_ELEMENTS, nouns=nouns))
        return child

    def _end(self, name: str) -> None:
        del name
        ended = self._stack.pop()
        ended.text = "".join(self._texts.pop())
        index = self._parser.CurrentByteIndex
        # For <a/>, expat is already behind it; for <a></a> it is at the second tag.
        alone = not ended.text and not ended.children and self._data.endswith(b"/>", 0, index)
        ended.end = index if alone else self._data.index(b">", index) + 1

    def _characters(self, text: str) -> None:
        self._texts[-1].append(text)

    def _comment(self, text: str) -> None:
        comment = self._add(COMMENT, {}, word("noun", "elements and comments"))
        comment.text = text.strip()
        comment.end = self._data.index(b"-->", comment.start) + 3

    def _start_doctype(self, *_: object) -> None:
        self.doctype = range(self._data.rindex(b"<!DOCTYPE", 0, self._parser.CurrentByteIndex), 0)

    def _end_doctype(self) -> None:
        self.doctype = range(self.doctype.start, self._data.index(b">", self._parser.CurrentByteIndex) + 1)

    def _entity(self, name: str, *_: object) -> None:
        raise self._refuse(say("xml-entity", name=name[:40]))
