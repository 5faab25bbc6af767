"""Drawing from the library: whatever has a board, after moves, with marks, as a value that shows and saves itself."""

from __future__ import annotations

import io
import pickle
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

import pushbox
from pushbox.board import Board
from pushbox.errors import ArgumentError, IllegalMove, NotationError, PushboxError, UnsupportedError
from pushbox.render import svg

LEVEL = pushbox.builtin("lessons")[1]  # solved by uurrDldRR
SOLUTION = LEVEL.saved_moves[0].text
p: Any = pushbox  # whose functions take what their types refuse


def test_whatever_has_a_board_is_drawn_the_same() -> None:
    """A level, its position and a session on it give the picture of the board, with the title of the level."""
    expected = svg.draw(LEVEL.board, title=LEVEL.title, caption=LEVEL.title)
    for subject in (LEVEL, pushbox.load(LEVEL), pushbox.Session(LEVEL)):
        assert pushbox.draw(subject) == expected
    assert pushbox.draw(LEVEL.board) == svg.draw(LEVEL.board)


def test_moves_lead_to_the_position_that_is_drawn() -> None:
    """The pieces stand where a session has them, and the player looks the way they went last."""
    session = pushbox.Session(LEVEL)
    session.play_text("uurrD")
    drawn, still = pushbox.draw(LEVEL, "uurrD"), pushbox.draw(session)

    def places(picture: str) -> list[tuple[str, str]]:
        return re.findall(r'<use class="(piece[^"]*)" href="#\w+"([^/]*)/>', picture)

    assert places(drawn) == places(still) != places(pushbox.draw(LEVEL))
    assert drawn != still  # a position alone does not know where its player looks
    assert (
        pushbox.draw(session, "ld")
        == pushbox.draw(LEVEL, "uurrDld")
        == pushbox.draw(session.position, "ld", title=LEVEL.title, caption=LEVEL.title)
    )


@pytest.mark.parametrize("cells", [("D3", "F4", "C3"), (17, 26, 16)])
def test_cells_are_numbers_or_names_on_the_rulers(cells: tuple[Any, Any, Any]) -> None:
    """Arrows, labels, heat and overlays take either."""
    start, end, warm = cells
    drawn = pushbox.draw(LEVEL, arrows=[(start, end)], labels={warm: "2"}, heat={warm: 0.5}, overlays={"dead": [end]})
    assert drawn == pushbox.draw(
        LEVEL, arrows=[("d3", "f4")], labels={"c3": "2"}, heat={"c3": 0.5}, overlays={"dead": ["f4"]}
    )
    assert {"overlay arrow", "label", "heat", "overlay dead"} <= set(re.findall(r'class="([^"]+)"', drawn))


def test_a_picture_shows_and_saves_itself(tmp_path: Path) -> None:
    """It is the text of its SVG; a file gets what its ending says; the prompt a line."""
    picture = pushbox.draw(LEVEL, cell=16)
    assert repr(picture) == f"<Picture: {picture.size[0]} x {picture.size[1]} pixels>"
    assert picture._repr_svg_() == str(picture) == "".join(picture)
    for name in ("x.svg", "x.PNG", "x.pdf"):
        picture.save(tmp_path / name)
    assert (tmp_path / "x.svg").read_text(encoding="utf-8") == picture
    assert Image.open(io.BytesIO((tmp_path / "x.PNG").read_bytes())).size == picture.size
    assert Image.open(io.BytesIO(picture.png(scale=2))).size == tuple(2 * side for side in picture.size)
    assert (tmp_path / "x.pdf").read_bytes().startswith(b"%PDF-")
    with pytest.raises(ArgumentError, match=r"file: found 'x.gif', expected a name that ends in .svg or .png or .pdf"):
        picture.save("x.gif")


@pytest.mark.parametrize("kind", ["gif", "webp", "apng"])
def test_an_animation_has_a_frame_a_move(kind: Any, tmp_path: Path) -> None:
    """It takes the moves that are saved with a level, those of a session, or those that are given."""
    saved = pushbox.animate(LEVEL, format=kind, cell=8)
    session = pushbox.Session(LEVEL)
    session.play_text(SOLUTION)
    assert (
        saved == pushbox.animate(session, format=kind, cell=8) == pushbox.animate(LEVEL, SOLUTION, format=kind, cell=8)
    )
    assert saved.frames == len(SOLUTION) + 1
    image = Image.open(io.BytesIO(bytes(saved)))
    assert image.size == saved.size
    assert getattr(image, "n_frames", 1) == saved.frames
    assert saved.description == "Round the corner, 7 x 5, 1 pusher, 1 box, 9 moves"
    assert f'alt="{saved.description}"' in saved._repr_html_()
    saved.save(tmp_path / f"x.{kind}")
    assert (tmp_path / f"x.{kind}").read_bytes() == saved.data


@pytest.mark.parametrize("kind", ["gif", "webp", "apng"])
def test_an_animation_is_saved_as_the_ending_says(kind: Any, tmp_path: Path) -> None:
    """Whatever format its data has; any other ending names those that there are."""
    animation = pushbox.animate(LEVEL, "uu", format=kind, cell=8)
    for name, made in (("x.gif", "GIF"), ("x.WEBP", "WEBP"), ("x.apng", "PNG"), ("x.png", "PNG")):
        animation.save(tmp_path / name)
        with Image.open(tmp_path / name) as image:
            assert (image.format, image.size, getattr(image, "n_frames", 1)) == (made, animation.size, animation.frames)
    for name in ("x.mp4", "x.svg", "x"):
        sentence = f"file: found '{name}', expected a name that ends in .gif or .webp or .apng or .png"
        with pytest.raises(ArgumentError, match=re.escape(sentence)):
            animation.save(name)
    again = pickle.loads(pickle.dumps(animation))  # noqa: S301  # which was made here
    assert (again, hash(again), again.encode("gif")) == (animation, hash(animation), animation.encode("gif"))


@pytest.mark.parametrize(
    ("call", "kind", "message"),
    [
        (lambda: p.draw(5), ArgumentError, "subject: found 5, expected a Board, a Level, a Position or a Session"),
        (lambda: p.draw(LEVEL, 5), ArgumentError, "moves: found 5, expected the moves as a text"),
        (lambda: p.draw(LEVEL.board, "u"), ArgumentError, "moves: found 'u', expected none for a board"),
        (lambda: p.draw(LEVEL, "dd"), IllegalMove, "step 1"),
        (lambda: p.draw(LEVEL, "x"), NotationError, "character 1"),
        (lambda: p.draw(LEVEL, heat={"Z9": 1}), ArgumentError, "cell: found 'Z9', expected a cell on the board"),
        (lambda: p.draw(LEVEL, arrows=[(0, 99)]), ArgumentError, "cell: found 99, expected a cell on the board"),
        (lambda: p.draw(LEVEL, skin="tin"), ArgumentError, "tin"),
        (lambda: p.draw(LEVEL, cell=0), ArgumentError, "cell: found 0"),
        (lambda: p.animate(LEVEL, format="avi"), ArgumentError, "format: found 'avi'"),
        (lambda: p.animate(LEVEL, speed=0), ArgumentError, "speed: found 0"),
        (lambda: p.animate(p.read("###\n#@#\n###")[0]), PushboxError, "no solution; animate(level, moves) takes one"),
        (lambda: p.draw(Board(1000, 1000, (p.Terrain("floor"),) * 10**6)), UnsupportedError, "1,000 x 1,000"),
    ],
)  # fmt: skip
def test_what_cannot_be_drawn_is_refused(call: Any, kind: type[PushboxError], message: str) -> None:
    """One sentence says what is wrong."""
    with pytest.raises(kind, match=re.escape(message)):
        call()


def test_pictures_need_neither_native_code_nor_other_packages() -> None:
    """SVG comes from the standard library alone, in a notebook too."""
    code = (
        "import sys, pushbox\n"
        "lessons = pushbox.builtin('lessons')\n"
        "assert pushbox.draw(lessons[0], 'r'); assert lessons[0]._repr_svg_(); assert lessons._repr_html_()\n"
        "print(*sorted(m for m in sys.modules if m.startswith(('pushbox._core', 'click', 'rich', 'PIL', 'IPython'))))"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert out == []
