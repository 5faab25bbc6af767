"""The formats that draw plain boards in letters of their own: MF8, SokoPlayer, elm and letslogic."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.depth import scaled
from tests.formats.pictures import check_round_trip, collections, plain_levels

from pushbox import formats
from pushbox.errors import FormatError, PushboxError
from pushbox.formats import elm, letslogic, mf8, sokoplayer
from pushbox.level import Collection, SavedMoves

BLOCK = "[soko=5,3]\nHHHHH\nHa$.H\nHHHHH\n[/soko]"
ADDRESS = "http://sokoban.ws/sokoplayer/?w=5&h=3&lvl=HHHHH|Ha$.H|HHHHH"
PICTURE = "#####\n#@$.#\n#####"


@pytest.fixture(scope="module")
def cases(shared: Path) -> list[Any]:
    fields: list[Any] = json.loads((shared / "parser_cases" / "mf8_url.json").read_text("utf-8"))
    return fields


def board(xsb: str) -> str:
    """Return the picture of a board that a case gives in XSB with ``-`` for floor."""
    return "\n".join(row.replace("-", " ").rstrip() for row in xsb.split("\n"))


# Cases of the peers


def test_address_of_the_seed(cases: list[Any]) -> None:
    """The address of the seed is recognised, read as the case says, and written as it stands, read or made anew."""
    url = cases[0]["url"]
    collection = formats.read(url)
    assert (collection.format, collection.problems) == ("sokoplayer", ())
    assert str(collection.levels[0].board) == board(cases[0]["xsb"])
    assert formats.write(collection, "sokoplayer") == url + "\n"
    assert sokoplayer.FORMAT.address(replace(collection.levels[0], source=None)) == url


def test_mf8_block(cases: list[Any]) -> None:
    """The block of the tutorial is recognised, read as the case says, and written as it stands, read or made anew."""
    text = cases[1]["mf8"]
    collection = formats.read(text)
    assert (collection.format, collection.problems) == ("mf8", ())
    assert str(collection.levels[0].board) == board(cases[1]["xsb"])
    assert formats.write(collection, "mf8") == text + "\n"
    bare = replace(collection, levels=(replace(collection.levels[0], source=None),))
    assert formats.write(bare, "mf8") == text + "\n"


def test_mf8_without_size(cases: list[Any]) -> None:
    """A size of 0,0, as USokoban writes it, is not believed and no problem."""
    assert "[soko=0,0]" in cases[2]["note"]
    collection = formats.read(BLOCK.replace("5,3", "0,0"))
    assert collection.problems == ()
    assert str(collection.levels[0].board) == PICTURE


def test_letslogic_map(cases: list[Any]) -> None:
    """The map of letslogic is read in JSON and in rows, only by name, and is written with 7 for what is outside."""
    case = cases[3]["letslogic"]
    collection = formats.read(json.dumps(case), format="letslogic")
    (level,) = collection.levels
    assert (level.board.width, level.board.height) == (case["width"], case["height"])
    assert str(level.board).split("\n")[0] == cases[3]["first_row"].replace("_", " ")
    assert json.loads(formats.write(collection, "letslogic"))[0]["map"] == case["map"]
    width = case["width"]
    rows = "\n".join(case["map"][start : start + width] for start in range(0, len(case["map"]), width))
    assert formats.read(rows, format="letslogic") == collection
    assert formats.detect(json.dumps(case)).format == "json"
    assert "letslogic" in formats.detect(json.dumps(case)).candidates


def test_elm_line(cases: list[Any]) -> None:
    """The line of elm-sokoban-player is the board of its run lengths, only by name, and is written as it stands."""
    line = cases[4]["elm_player"]
    collection = formats.read(line, format="elm")
    assert collection.levels[0].board == formats.read(cases[4]["rle"], format="xsb").levels[0].board
    assert formats.write(collection, "elm") == line + "\n"
    bare = replace(collection, levels=(replace(collection.levels[0], source=None),))
    assert formats.write(bare, "elm") == line.removesuffix("H") + "\n"
    assert formats.read("5AHABDFAH5A", format="elm").levels[0].board == formats.read(PICTURE).levels[0].board


# What is around the boards


def test_words_around_a_block() -> None:
    """Words that touch a block from below are its own, all others the next one's."""
    text = f"Title: One\nsome text\n{BLOCK}\nSolution: R\n\nAuthor: Me\n\n; c\n{BLOCK}\n\nNote: last\nNote: line\n"
    one, two = formats.read(text).levels
    assert (one.title, one.headers, one.saved_moves) == ("One", (("", "some text"),), (SavedMoves("", "R"),))
    assert (two.author, two.headers, two.notes) == ("Me", (("", "c"),), "last\nline")
    assert formats.write(formats.read(text), "mf8") == text
    assert one.source is not None
    assert one.source.where(one.board.of_kind("pusher")[0].anchor) == (5, 2)


@pytest.mark.parametrize(
    ("text", "picture", "problem"),
    [
        ("[soko=5,3]HHHHH\n\tHX$.H\nHHHHH[/soko]", "#####\n#+$.#\n#####", ""),
        ("[SOKO=5, 3]\nHHHHH\nHa$.H\nHHHHH", PICTURE, "line 1: found a block without its end, expected [/soko]"),
        ("[soko=3,3]\nHHH\nHQH\nHHH\n[/soko]", "", "line 3, column 2: found 'Q', expected one of H #"),
        ("[soko=3,3]\n[/soko]", "", "line 1: found a board without cells, expected at least one"),
        ("[soko=3,1]\nHa-\n[/soko]", "#####\n##@ #\n#####", "line 2, column 2: the player can leave the board here"),
    ],
)
def test_odd_blocks(text: str, picture: str, problem: str) -> None:
    """Tags may touch the rows; what is missing or strange is reported with its place."""
    collection = formats.read(text)
    assert collection.format == "mf8"
    assert [str(level.board) for level in collection.levels] == ([picture] if picture else [])
    assert [str(one)[: len(problem)] for one in collection.problems] == ([problem] if problem else [])


@pytest.mark.parametrize(
    "address",
    [
        ADDRESS,
        ADDRESS.replace("|", "%7C"),
        ADDRESS.replace("|", "%7c").replace("$", "%24"),
        ADDRESS.replace("&", "&amp;"),
        ADDRESS.replace("w=5&h=3&", ""),
        ADDRESS.replace("w=5", "w=0"),
        f"{ADDRESS}|",
        f"{ADDRESS}#here",
        "?lvl=HHHHH|Ha$.H|HHHHH",
        "https://sokoban.cn/sokoplayer/SokoPlayer_HTML5.php?lvl=%23%23%23%23%23%7C%23@$.%23%7C%23%23%23%23%23",
        f'[play]({ADDRESS.replace("http", "https")}&x=1 "title")',
    ],
)
def test_addresses(address: str) -> None:
    """Percent signs are decoded, sizes not believed, and an address stands in any text."""
    collection = formats.read(address)
    assert collection.format == "sokoplayer"
    assert str(collection.levels[0].board) == PICTURE
    assert formats.read(formats.write(collection, "sokoplayer")) == collection


def test_plus_is_no_blank() -> None:
    """A + in an address is the player on a goal and never a blank."""
    (level,) = formats.read(ADDRESS.replace("a", "+")).levels
    assert str(level.board) == "#####\n#+$.#\n#####"


def test_words_of_an_address() -> None:
    """Other parameters are keys, and text around is a comment of the level whose address comes next."""
    text = f"Try {ADDRESS}&a=b%20c\nand\n{ADDRESS}\nbye\n"
    collection = formats.read(text)
    assert [level.headers for level in collection.levels] == [(("", "Try"), ("a", "b c")), (("", "and"),)]
    assert collection.headers == (("", "bye"),)
    assert formats.read(formats.write(collection, "sokoplayer")) == collection


def test_fields_of_letslogic() -> None:
    """Title and author are the level's, other fields headers; a misfit is reported by the number of its object."""
    value = {"id": 12, "title": "T", "author": "A", "width": 3, "height": 3, "map": "111121111", "blue_moves": None}
    collection = formats.read(json.dumps([value, 3, value | {"width": 4}, value | {"map": "8"}]), format="letslogic")
    (level,) = collection.levels
    assert (level.title, level.author, level.headers) == ("T", "A", (("id", "12"), ("blue_moves", "null")))
    assert json.loads(formats.write(collection, "letslogic"))[0]["id"] == 12
    assert [str(problem).split(":")[0] for problem in collection.problems] == ["object 2", "object 3", "object 4"]


# Laws

FORMATS: dict[str, tuple[Any, tuple[str, ...], tuple[str, ...]]] = {
    "mf8": (mf8, ("title", "author", "notes", "headers", "saved_moves"), ()),
    "sokoplayer": (sokoplayer, ("headers",), ("headers",)),
    "elm": (elm, (), ()),
    "letslogic": (letslogic, ("title", "author", "headers"), ()),
}


@pytest.mark.parametrize("key", FORMATS)
@given(data=st.data())
@settings(max_examples=scaled(80))
def test_read_inverts_write(key: str, data: st.DataObject) -> None:
    """read(write(collection)) == collection for what the format can hold."""
    _, level, file = FORMATS[key]
    check_round_trip(data.draw(collections(plain_levels(*level), *file)), key)


@pytest.mark.parametrize("key", FORMATS)
@given(data=st.data())
@settings(max_examples=scaled(60))
def test_boards_are_always_held(key: str, data: st.DataObject) -> None:
    """Every closed board of plain parts can be written."""
    assert check_round_trip(data.draw(collections(plain_levels())), key)


@pytest.mark.parametrize("key", FORMATS)
def test_what_is_not_held_is_listed(key: str) -> None:
    """`losses` lists what a format cannot hold, and writing refuses with the first of them."""
    (level,) = formats.read(PICTURE).levels
    full = replace(
        level,
        title="t",
        author="a",
        notes="n",
        headers=(("k", "v"),),
        saved_moves=(SavedMoves("", "R", "n"),),
        source=None,
    )
    collection = Collection((full,), title="T")
    losses = formats.losses(collection, key)
    assert losses[0].startswith("found a title of the collection, which ")
    assert len(losses) > 1
    with pytest.raises(FormatError) as caught:
        formats.write(collection, key)
    assert str(caught.value) == losses[0]


@pytest.mark.parametrize("start", ["http://x/#a?w=3&", "http://x/?a?", "#%x/?w=3&h=3&", "?&amp;", "http://x/?b=#&?"])
def test_an_address_may_hold_other_signs(start: str) -> None:
    """A # or a ? before the parameters of the level belongs to what stands before them."""
    (level,) = formats.read(f"{start}lvl=HHHHH|Ha$.H|HHHHH", format="sokoplayer").levels
    assert str(level.board) == "#####\n#@$.#\n#####"


SIGNS = {
    "mf8": "[soko=1,]/HaxX$*._- \n:;T",
    "sokoplayer": "?&lvl=HHa$.|%7C+ \n:h",
    "elm": "ABCDEFGH0159 \n",
    "letslogic": '01234567 \n{}[]",:map',
}


@pytest.mark.parametrize("key", FORMATS)
@given(data=st.data())
@settings(max_examples=scaled(100))
def test_nothing_else_is_raised(key: str, data: st.DataObject) -> None:
    """Reading any text raises the errors of pushbox or none, and a level that was read is written or refused."""
    heads = {"mf8": ["", "[soko=2,2]\n"], "sokoplayer": ["", "?lvl="]}
    text = data.draw(st.sampled_from(heads.get(key, [""]))) + data.draw(st.text(SIGNS[key], max_size=50) | st.text())
    FORMATS[key][0].FORMAT.recognise(text, "")
    with suppress(PushboxError):
        collection = formats.read(text, format=key)
        assert formats.read(formats.write(collection, key), format=key) == collection


@pytest.mark.parametrize(
    "text",
    ["[soko=1,1]" * 90_000, "?lvl=" * 190_000, "[soko=1,1]\n" * 50_000, "?lvl=|\n" * 50_000, "a:" * 400_000 + "lvl="],
)
def test_long_texts_cost_no_more_than_their_length(text: str) -> None:
    """A text of many openings ends within the time limit of a test."""
    with suppress(PushboxError):
        formats.read(text)
