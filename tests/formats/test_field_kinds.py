"""More of what people bring, three inputs of each kind that `test_field` has one or more of."""

from __future__ import annotations

import gzip
import io
import tarfile
import zipfile

import pytest

from pushbox import formats
from pushbox.errors import FormatError
from pushbox.level import Collection, Level
from pushbox.play.verify import ReplayStatus, verify

HALL = ["########", "#   .  #", "# $$ @ #", "#  .   #", "########"]
NOOK = ["#####", "#@$.#", "#####"]
CAVE = ["  #####", "###   #", "#.  $ #", "#  @  #", "#######"]

hall, nook, cave = "\n".join(HALL), "\n".join(NOOK), "\n".join(CAVE)


def rows_of(collection: Collection) -> list[list[str]]:
    """Return the rows of each level as XSB draws them."""
    return [formats.write(Level(level.board), "xsb").splitlines() for level in collection]


def archived(kind: str) -> bytes:
    """Return an archive of two files of levels and one of words."""
    files = {"a/one.xsb": hall, "two.txt": nook, "readme.md": "words"}
    content = io.BytesIO()
    if kind == "zip":
        with zipfile.ZipFile(content, "w") as packed:
            for name, text in files.items():
                packed.writestr(name, text)
    else:
        with tarfile.open(fileobj=content, mode="w:gz" if kind == "tgz" else "w") as tar:
            for name, text in files.items():
                entry = tarfile.TarInfo(name)
                entry.size = len(text)
                tar.addfile(entry, io.BytesIO(text.encode()))
    return content.getvalue()


def slc(doctype: str) -> str:
    """Return a document of SLC with a document type."""
    rows = "".join(f"<L>{row}</L>" for row in NOOK)
    return (
        f'<?xml version="1.0"?>\n{doctype}\n<SokobanLevels><LevelCollection Copyright="Me">'
        f'<Level Id="One">{rows}</Level></LevelCollection></SokobanLevels>'
    )


def numbered(rows: list[str], form: str, first: int = 1) -> str:
    """Return rows with numbers before them."""
    return "\n".join(form.format(number, row) for number, row in enumerate(rows, start=first))


def in_signs(rows: list[str], signs: str) -> str:
    """Return rows with other signs than ``# @$.*+`` and blank, in this order."""
    return "\n".join(rows).translate(str.maketrans("# @$.*+"[: len(signs)], signs))


AS_DRAWN: dict[str, list[tuple[str | bytes, list[list[str]]]]] = {
    "document types": [
        (slc("<!DOCTYPE SokobanLevels PUBLIC '-//x//SLC//EN' 'http://localhost/slc.dtd'>"), [NOOK]),
        (slc("<!DOCTYPE SokobanLevels [ <!-- nothing --> ]>"), [NOOK]),
        (slc("<!DOCTYPE SokobanLevels SYSTEM 'SokobanLev.dtd'>").replace("\n", "\r\n").encode("latin-1"), [NOOK]),
    ],
    "within other texts": [
        (f"<table><tr><td><pre>\n{hall}</pre></td><td><pre>{nook}\n</pre></td></tr></table>", [HALL, NOOK]),
        (f"1. See:\n\n    ~~~\n{hall}\n    ~~~\n\n2. And:\n\n```xsb\n{nook}\n```", [HALL, NOOK]),
        (f"[quote][b]Mine[/b]\n[code]\n{cave}[/code][/quote]", [CAVE]),
    ],
    "marks and ends of pages, lines and files": [
        (f"\ufeff{hall}\n\n\f{nook}\n\f\n{cave}\n", [HALL, NOOK, CAVE]),
        (f"{hall}\r\r\n\r\r\n{nook}\r\r\n".replace("#\n", "#\r\r\n"), [HALL, NOOK]),
        (cave.replace(" ", "\xa0"), [CAVE]),
    ],
    "numbers and rulers": [
        (numbered(HALL, "{:03d}  {}", 0), [HALL]),
        ("  12345678\n" + numbered(HALL, "{} {}"), [HALL]),
        (numbered(CAVE, "{:>4}|{}", 97), [CAVE]),
    ],
    "boards that touch": [
        (f"{hall}\n{nook}", [HALL, NOOK]),
        (f"{nook}\n______\n{nook}\n______\n{hall}\n", [NOOK, NOOK, HALL]),
        (f"{nook}\n{cave}\n{hall}", [NOOK, CAVE, HALL]),
    ],
    "signs apart, twice, and of others": [
        ("\n".join("\t".join(row) for row in HALL), [HALL]),
        ("\n".join("".join(sign + sign for sign in row) for row in NOOK), [NOOK]),
        (in_signs(HALL, "0154236"), [HALL]),
    ],
    "alphabets": [
        (in_signs(HALL, "#_PXO√S"), [HALL]),
        ("\n".join(" ".join(row) for row in in_signs(NOOK, "+-*@X$%").split("\n")), [NOOK]),
        (in_signs(HALL, "🧱⬜🧍📦🎯✅"), [HALL]),
    ],
    "strings": [
        (f'[{{"id": 1, "board": "{nook}"}}, {{"id": 2, "board": "{hall}"}}]'.replace("#\n", "#\\n"), [NOOK, HALL]),
        ("levels:\n" + "\n".join(f'  - "{row}"' for row in HALL) + "\n", [HALL]),
        ("static const char *level[] = {\n" + ",\n".join(f'  "{row}"' for row in CAVE) + "\n};\n", [CAVE]),
    ],
    "encodings": [
        (f"{nook}\nTitle: Ålesund – «Ei øy»\n".encode("cp1252"), [NOOK]),
        (f"{nook}\nTitle: 倉庫番ソフト\n".encode("euc_jp"), [NOOK]),
        (f"{nook}\nTitle: Größe\n".encode("utf-16-be"), [NOOK]),
    ],
    "archives": [
        (archived("zip"), [HALL, NOOK]),
        (archived("tgz"), [HALL, NOOK]),
        (gzip.compress(b"" + cave.encode()), [CAVE]),
    ],
}


@pytest.mark.parametrize(
    ("kind", "index"), [(kind, index) for kind, inputs in AS_DRAWN.items() for index in range(len(inputs))]
)
def test_levels_are_read_as_they_are_drawn(kind: str, index: int) -> None:
    """And no other; a guess is a warning."""
    data, drawn = AS_DRAWN[kind][index]
    collection = formats.read(data, name="levels.gz" if isinstance(data, bytes) and data[:2] == b"\x1f\x8b" else "")
    assert rows_of(collection) == drawn
    assert {problem.severity for problem in collection.problems} <= {"warning"}


TITLES = ("Ålesund – «Ei øy»", "倉庫番ソフト", "Größe")


def test_titles_in_other_encodings_are_whole() -> None:
    """Guessed, with a warning."""
    for (data, _), title in zip(AS_DRAWN["encodings"], TITLES, strict=True):
        collection = formats.read(data)
        assert collection.levels[0].title == title
        assert [problem.severity for problem in collection.problems] == ["warning"]


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        ([*NOOK[:1], "#wall#", *NOOK[1:]], "line 6, column 2: found 'w'"),
        ([HALL[0], "see below", *HALL[2:]], "line 6: found 'see below', expected a row of the board"),
        ([*HALL[:2], "# $$ @ # <- here", *HALL[3:]], "line 7"),
        (["#####", "#@O.#", "#####"], "line 6, column 3: found 'O'"),
        (["#####", "#k$.#", "#####"], "line 6, column 2: found 'k'"),
        (["#####", "#@$?#", "#####"], "line 6, column 4: found '?'"),
    ],
)
def test_a_row_that_is_none_costs_its_level(rows: list[str], problem: str) -> None:
    """The line and the sign are named; the level beside it is there."""
    collection = formats.read("\n".join([*NOOK, "", *rows]))
    assert rows_of(collection) == [NOOK]
    assert [str(one)[: len(problem)] for one in collection.problems if one.severity == "error"] == [problem]


@pytest.mark.parametrize("moves", ["⇒", "r, ", "Push right!", "(push-to-goal p s a b c dir-right)", "d"])
def test_moves_in_other_notations(moves: str) -> None:
    """Are a solution where they are moves and solve, and a header or no solution where not."""
    (level,) = formats.read(f"{nook}\nSolution: {moves}\n")
    solved = [verify(level, saved.text).status is ReplayStatus.SOLVED for saved in level.saved_moves]
    assert solved == {"⇒": [True], "r, ": [True], "(push-to-goal p s a b c dir-right)": [True], "d": [False]}.get(
        moves, []
    )


@pytest.mark.parametrize(
    "text",
    [
        "/" + "*" * 20 + "\n * Sokoban, v1.0 *\n " + "*" * 20 + "/\nint main() {}\n",
        "#!/bin/sh\n#####################\n#  install.sh       #\n#  (c) somebody     #\n#####################\nexit\n",
        "######\n# Hi #\n######\n",
    ],
)
def test_frames_around_words_are_no_levels(text: str) -> None:
    """However much they look like walls."""
    with pytest.raises(FormatError, match=r"^found no level"):
        formats.read(text)


@pytest.mark.parametrize(
    "line",
    [
        "Moves: r R", "Moves (2): rR", "Answer: <answer>Right || Right</answer>", "<answer>right, right</answer>",
        "Lösung: rR", "right right", "Plan: right; right;", "Action sequence: right -> right", "1. Right\n2. Right",
        "Solution:\n1) right\n2) right", "Solution: rR (2 moves, 1 push)", "LURD: rR", "Optimal solution: →→",
        "**Solution:** rR", "**Moves**: `rR`",
    ],
)  # fmt: skip
def test_moves_below_a_board_in_any_words(line: str) -> None:
    """They are a solution, and no more than that; the next level keeps its own lines."""
    board = "######\n#@ $.#\n######\n"
    levels = formats.read(f"{board}{line}\n\n{hall}\nMoves: 2\n").levels
    assert [saved.text.lower() for saved in levels[0].saved_moves] == ["rr"]
    assert (levels[0].headers, levels[1].saved_moves) == ((), ())
    assert levels[1].headers == (("Moves", "2"),)


@pytest.mark.parametrize("line", ["Moves: uu", "Moves: Rudd", "Author: rr", "was", "dad said so", "1. up", "Path: a/b"])
def test_words_below_a_board_are_no_moves(line: str) -> None:
    """Nor are moves that cannot be played."""
    (level,) = formats.read(f"######\n#@ $.#\n######\n{line}\n").levels
    assert level.saved_moves == ()
