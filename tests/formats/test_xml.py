from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pushbox import formats
from pushbox.errors import FormatError, PushboxError
from pushbox.formats.parts import xml

SLC = "<SokobanLevels><LevelCollection>{}</LevelCollection></SokobanLevels>"
LEVEL = '<Level Id="a"><L>#####</L><L>#@$.#</L><L>#####</L></Level>'

BILLION = "".join(f'<!ENTITY l{i} "{f"&l{i - 1};" * 10}">' for i in range(1, 10))


@pytest.mark.deep
@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            f'<!DOCTYPE x [<!ENTITY l0 "lol">{BILLION}]><SokobanLevels>&l9;</SokobanLevels>',
            "the declaration of the entity l0",
        ),
        ('<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><SokobanLibrary>&a;</SokobanLibrary>', "the entity a"),
        (
            "<!DOCTYPE x [\n<!ENTITY % p SYSTEM 'p.dtd'>%p;]><SokobanLevels/>",
            "^line 2, column .*: found .* the entity p",
        ),
        (
            '<!DOCTYPE x SYSTEM "x.dtd">\n<SokobanLevels>&a;</SokobanLevels>',
            "^line 2, column 16: found undefined entity",
        ),
        ('<!DOCTYPE x SYSTEM "x.dtd">\n<SokobanLevels a="&a;"/>', "^line 2, .*: found undefined entity"),
        ("<SokobanLevels>\n  &a;</SokobanLevels>", "^line 2, column 3: found undefined entity, expected well-formed"),
        ("<SokobanLevels>" + "<a>" * 100_000, "found elements within elements, expected at most 32 deep"),
        ("<SokobanLevels>" + "<a/>" * 50_001, "found more than 50,000 elements"),
        ("<SokobanLevels>" + "<!-- -->" * 50_001, "found more than 50,000 elements and comments"),
        ("<SokobanLevels>" + "x" * 16_000_001, r"found 16,000,016 characters of XML, expected at most 16,000,000"),
        ("<SokobanLevels>" + "x" * 15_000_000, "found no element found, expected well-formed XML"),
        ("<SokobanLibrary", "^line 1, column 1: found unclosed token, expected well-formed XML$"),
        ("<?xml version='1.0'?><other/>", "^line 1: found the root element <other>, expected <SokobanLevels>$"),
        ("<SokobanLevels/>", "^found no level, expected at least one element <Level>$"),
        ("<SokobanLibrary/>", "^found no level, expected at least one element <Map> in a <Puzzle>$"),
    ],
)
@pytest.mark.usefixtures("soon")
def test_hostile_documents_end_quickly(text: str, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Entities, references to files, depth and size are refused soon, in one sentence."""
    assert xml.MOST_ELEMENTS == 500_000
    monkeypatch.setattr(xml, "MOST_ELEMENTS", 50_000)
    with pytest.raises(FormatError, match=message):
        formats.read(text)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "iso-8859-1", "utf-8-sig", "windows-1252"])
def test_encodings(encoding: str) -> None:
    """A document is read in the encoding that it declares, whatever else its bytes could be, and written in UTF-8."""
    text = f'<?xml version="1.0" encoding="{encoding}"?>\n' + SLC.format(LEVEL.replace("a", "Ã¤ä"))
    collection = formats.read(text.encode(encoding))
    assert collection.levels[0].title == "Ã¤ä"
    written = formats.write(collection, "slc")
    assert written.startswith('<?xml version="1.0" encoding="utf-8"?>\n<SokobanLevels>')
    assert formats.read(written.encode()) == collection


@pytest.mark.parametrize(
    "doctype",
    [
        '<!DOCTYPE SokobanLevels SYSTEM "http://sokoban.invalid/SokobanLev.dtd">',
        '<!DOCTYPE SokobanLevels PUBLIC "-//x//" "x>.dtd"\n>',
        "<!DOCTYPE SokobanLevels [<!ELEMENT L (#PCDATA)>]>",
    ],
)
def test_a_document_type_is_passed_over(doctype: str) -> None:
    """What it names is not looked for; levels have their places, and the file is written as it was read."""
    text = f"{doctype}\n<!-- {doctype} -->\n{SLC.format(LEVEL)}"
    collection = formats.read(text)
    (level,) = collection.levels
    assert (level.title, collection.problems) == ("a", ())
    assert level.source is not None
    assert level.source.line == text.count("\n") + 1
    assert formats.write(collection, "slc").startswith(doctype)
    assert formats.read(formats.write(collection, "slc")) == collection


def test_a_wrong_declaration_does_no_harm() -> None:
    """Bytes that are not in the encoding that is declared are read as any other file is."""
    head = '<?xml version="1.0" encoding="utf-8"?>'
    assert formats.read((head + SLC.format(LEVEL.replace("a", "ä"))).encode("latin-1")).levels[0].title == "ä"
    strange = head.replace("utf-8", "x-unknown")
    assert formats.read((strange + SLC.format(LEVEL)).encode()).levels[0].title == "a"


def test_places() -> None:
    """An element knows its line and column, blanks above the document included, and where it stands."""
    document = xml.parse('\n\n <a x="é>">\n  <b/><!-- é --><c y="1"/></a>')
    b, comment, c = document.root.children
    assert [(e.line, e.column) for e in (document.root, b, comment, c)] == [(3, 1), (4, 3), (4, 7), (4, 17)]
    assert [document.source(e.start, e.end) for e in (b, comment, c)] == ["<b/>", "<!-- é -->", '<c y="1"/>']


@given(st.text(alphabet=st.characters(), max_size=60), st.sampled_from(["{}", SLC, "<SokobanLibrary>{}"]))
def test_nothing_else_is_raised(text: str, frame: str) -> None:
    """Reading any text as XML raises the errors of pushbox or none."""
    for key in ("slc", "ssx"):
        with suppress(PushboxError):
            formats.read(frame.format(text), format=key)


TAGS = st.sampled_from(
    "<Level <Level> </Level> <L> </L> <Puzzle> </Puzzle> <Maps> </Maps> <Map> </Map> <Row> </Row> <Solutions>"
    " </Solutions> <Solution> </Solution> <Steps> </Steps> #### #@$# #XP.O# <!-- --> Id='1' Width='x' > />"
    " <Details> </Details> <Author> </Author> <LevelCollection> </LevelCollection> <Puzzles> </Puzzles>"
    " <PuzzleDescription/> <x/>".split()
)


@given(st.lists(TAGS, max_size=30), st.sampled_from([SLC, "<SokobanLibrary><Puzzles>{}</Puzzles></SokobanLibrary>"]))
def test_any_order_of_tags_is_read_or_refused(tags: list[str], frame: str) -> None:
    """Tags in any order raise the errors of pushbox or none, and what was read is written or refused."""
    for key in ("slc", "ssx"):
        with suppress(PushboxError):
            collection = formats.read(frame.format("".join(tags)), format=key)
            assert formats.read(formats.write(collection, key), format=key) == collection
