"""Pictures in SVG: golden ones, what they are made of, and what is refused."""

from __future__ import annotations

import json
import re
from xml.etree import ElementTree as ET

import pytest
from tests.render import galleries

from pushbox import conformance, formats, games, levels
from pushbox.board import FLOOR, WALL, Board, Piece, Terrain
from pushbox.errors import ArgumentError, UnsupportedError
from pushbox.render import svg
from pushbox.render.annotations import Annotations, Arrow
from pushbox.render.lettering import text_line
from pushbox.render.skins import SKINS, skin

ROOM = formats.read("#####\n#@$.#\n#####", format="xsb").levels[0].board
SVG = "{http://www.w3.org/2000/svg}"


def xml(picture: str) -> ET.Element:
    return ET.fromstring(picture)  # noqa: S314  # our own


@pytest.fixture(scope="module")
def pictures() -> dict[str, str]:
    return galleries.pictures()


@pytest.mark.parametrize("file", [*(f"{key}.svg" for key in games.keys()), *(f"skin-{name}.svg" for name in SKINS)])
def test_golden_pictures(file: str, pictures: dict[str, str]) -> None:
    """Every terrain and piece of every game, and all there is in every skin, are drawn as they were looked at."""
    assert galleries.in_lines(pictures[file]) == (galleries.GOLDEN / file).read_text(encoding="utf-8")


def test_pictures_in_every_skin_and_size() -> None:
    """Every game is drawn in each skin, at 16, 32 and 64 pixels a cell, as on the sheets that were looked at.

    `python tests/render/galleries.py FOLDER` makes those sheets.
    """
    assert galleries.digests() == galleries.DIGESTS.read_text(encoding="utf-8")


def test_golden_drawings() -> None:
    """The parts of the drawings are those that tests/client/drawings.test.js holds the web client to."""
    assert galleries.drawings() == json.loads(galleries.DRAWINGS.read_text(encoding="utf-8"))


def test_everything_shows_every_kind() -> None:
    """No terrain or piece of any palette has a kind that the board of everything lacks."""
    board = galleries.everything()
    shown = {terrain.kind for terrain in board.terrain} | {piece.kind for piece in board.pieces}
    for key in games.keys():
        palette = games.find(key).info.palette
        assert {terrain.kind for terrain in palette.terrain} | {spec.piece.kind for spec in palette.pieces} <= shown


@pytest.mark.parametrize("key", games.keys())
def test_any_board_is_drawn_as_xml(key: str) -> None:
    """Crowded random boards give documents in which all that is used is defined, and nothing hidden occurs."""
    for level in conformance.random_levels(games.find(key), 25, seed=3):
        root = xml(svg.draw(level.board, svg.Look(rulers=True)))
        defined = {part.get("id") for part in root.iter(f"{SVG}g")} - {None}
        used = {(part.get("href") or "").removeprefix("#") for part in root.iter(f"{SVG}use")}
        assert used == defined
        pieces = [part for part in root.iter(f"{SVG}use") if (part.get("class") or "").startswith("piece")]
        assert len(pieces) == sum(not piece.hidden for piece in level.board.pieces)


def test_hidden_things_do_not_show() -> None:
    """A hidden box and a disguised passage leave no trace in the document."""
    hidden = Board(3, 1, (FLOOR, Terrain("floor", looks="wall"), FLOOR), (Piece("box", (0,), hidden=True),))
    assert svg.draw(hidden) == svg.draw(Board(3, 1, (FLOOR, WALL, FLOOR)))


def test_title_and_description_are_for_those_who_do_not_see() -> None:
    """They stand first, escaped; without them the size and the pieces are described."""
    root = xml(svg.draw(ROOM, title="<A & B>\x00", description="one\nbox"))
    assert [(part.tag.removeprefix(SVG), part.text) for part in root][:2] == [
        ("title", "<A & B>?"),
        ("desc", "one\nbox"),
    ]
    assert root.get("role") == "img"
    assert "<desc>5 x 3, 1 pusher, 1 box</desc>" in svg.draw(ROOM)


def test_rulers_and_captions_make_room_for_themselves() -> None:
    """A cell has 100 units and the pixels asked for."""
    root = xml(svg.draw(ROOM, svg.Look(cell=50)))
    assert (root.get("viewBox"), root.get("width"), root.get("height")) == ("0 0 500 308", "250", "154")
    ruled = xml(svg.draw(ROOM, svg.Look(cell=100, rulers=True), caption="one\ntwo"))
    assert (ruled.get("width"), ruled.get("height")) == ("546", "405")
    assert [text.text for text in ruled.iter(f"{SVG}text")] == ["A", "B", "C", "D", "E", "1", "2", "3", "one", "two"]


def test_pieces_that_share_a_cell_are_side_by_side() -> None:
    """Two are drawn smaller, along the diagonal; three in a square of four places."""
    stones = tuple(Piece("stone", (1,), (colour,)) for colour in ("red", "green", "blue"))
    two = svg.draw(Board(2, 1, (FLOOR, FLOOR), stones[:2]))
    assert re.findall(r'class="piece stone"[^>]*transform="([^"]*)"', two) == [
        "translate(100 0) scale(0.62)",
        "translate(138 38) scale(0.62)",
    ]
    three = svg.draw(Board(2, 1, (FLOOR, FLOOR), stones))
    assert re.findall(r'transform="(translate[^"]*scale\(0.5\))"', three) == [
        "translate(100 0) scale(0.5)",
        "translate(150 0) scale(0.5)",
        "translate(100 50) scale(0.5)",
    ]


def test_annotations_are_drawn_in_their_places() -> None:
    """Heat, dots and crosses below the pieces; lines, frames, arrows and labels above them."""
    notes = Annotations({"reach": [6], "path": [6, 7, 8], "mine": [8]}, [Arrow(6, 8)], {7: 12}, {6: 0.5, 8: 2})
    below, above = svg.draw(ROOM, annotations=notes).split('<g class="pieces">')
    assert 'fill-opacity="0.375"' in below
    assert 'fill-opacity="0.75"' in below
    assert '<g class="overlay reach"' in below
    for part in ('class="overlay path"', 'class="overlay mine"', 'class="overlay arrow"', ">12</text>"):
        assert part in above
    assert 'transform="translate(150 150) rotate(0)"' in above
    with pytest.raises(ArgumentError, match="cell: found 15, expected a cell on the board"):
        svg.draw(ROOM, annotations=Annotations(labels={15: "x"}))


def test_rulers_can_be_read_at_every_size() -> None:
    """Letters have at least 11 pixels where cells have as many, and three digits have room."""
    board = Board(2, 100, (FLOOR,) * 200)
    for cell in (16, 32, 64):
        root = xml(svg.draw(board, svg.Look(cell=cell, rulers=True)))
        left = -float((root.get("viewBox") or "").split()[0])
        (size,) = {float(text.get("font-size") or 0) for text in root.iter(f"{SVG}text")}
        assert size * cell / 100 >= 11
        assert left >= 3 * 0.6 * size


def test_long_captions_are_broken_between_words() -> None:
    """A line stays one where its letters are but a little smaller; what is left after eight lines is cut."""

    def lines(caption: str) -> list[tuple[str, str]]:
        drawn = svg.draw(ROOM, svg.Look(cell=16), caption=caption)
        return re.findall(r'font-size="([\d.]+)"[^>]*>([^<]*)</text>', drawn)

    assert [text for _, text in lines("Microban 2\nby someone else")] == ["Microban 2", "by", "someone", "else"]
    assert {size for size, _ in lines("A level of many words")} == {"93.75"}
    assert [text for _, text in lines("倉庫番の最初の面")] == ["倉庫番の", "最初の面"]
    many = lines("words " * 100_000)
    assert len(many) == 8
    assert many[-1][1].endswith("…")
    assert lines("a\n" * 20)[7][1] == "a …"


def test_a_caption_without_spaces_is_made_to_fit() -> None:
    """A word that is too long is smaller, then cut."""
    text = re.findall(r'font-size="([\d.]+)"[^>]*>([^<]*)</text>', svg.draw(ROOM, caption="x" * 24 + "\n" + "y" * 300))
    assert float(text[0][0]) < 15 * 100 / 32
    assert text[0][1] == "x" * 24
    assert text[1][1].endswith("y…")


@pytest.mark.parametrize("name", SKINS)
def test_skins_differ_and_have_no_open_value(name: str) -> None:
    """Each skin colours every part by values that any viewer understands."""
    drawn = svg.draw(galleries.everything(), svg.Look(name))
    assert not re.search(r"var\(|color-mix|light-dark|px|rgb\(", drawn)
    assert drawn != svg.draw(galleries.everything(), svg.Look("wood" if name != "wood" else "paper"))


def test_colours_are_those_of_the_style_sheet() -> None:
    """Mixed and inherited properties come out as the browser computes them."""
    assert skin("plain").colour("--floor") == "#f3f0ea"
    assert skin("dark").colour("--floor") == "#262c37"
    assert skin("wood").colour("--mark-2") == skin("wood").colour("--rival") == "#8b2f5f"
    goal = skin("contrast").tile(Terrain("goal", "red"))
    assert 'stroke="#e69e66" stroke-width="7"' in goal  # 40 % of white in #d55e00
    assert 'stroke="#ffffff" stroke-width="3"' in goal


def test_what_cannot_be_drawn_is_refused() -> None:
    """Sentences name the thing and what was expected."""
    with pytest.raises(
        ArgumentError, match="skin: found 'tin', expected one of plain, dark, wood, paper, pixel, contrast"
    ):
        svg.draw(ROOM, svg.Look("tin"))
    with pytest.raises(ArgumentError, match="cell"):
        svg.Look(cell=0)
    with pytest.raises(UnsupportedError, match="found a board of 400 x 400 cells, expected at most 100,000 cells"):
        svg.draw(Board(400, 400, (FLOOR,) * 160_000))
    with pytest.raises(ArgumentError, match=r"piece: found .*, expected a piece on the board"):
        svg.draw(Board(1, 1, (FLOOR,), (Piece("box", (7,)),)))


def test_shipped_levels_are_equal_from_run_to_run() -> None:
    """The same board gives the same bytes, whatever was drawn before."""
    boards = [level.board for name in levels.names() for level in formats.read_file(levels.path(name)).levels]
    first = [svg.draw(board) for board in boards]
    assert [svg.draw(board) for board in reversed(boards)] == first[::-1]


def test_a_very_long_line_is_cut_before_it_is_measured() -> None:
    """What does not fit goes at once: letter by letter it would take hours."""
    line = text_line("words " * 1_000_000, 0, 0, 10, most=300, fill="#000")
    assert len(line) < 300
    assert "words words" in line
    assert "…</text>" in line
    assert text_line("ＷＩＤＥ" * 1_000_000, 0, 0, 10, most=300, fill="#000").count("Ｗ") < 20
