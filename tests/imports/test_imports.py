"""What files of other programs say of levels that were played in them, and one sentence for every other file."""

from __future__ import annotations

import base64
import io
import json
import random
import zipfile
from contextlib import suppress

import pytest
from tests.depth import scaled

from pushbox import imports
from pushbox.errors import FormatError, PushboxError, UnsupportedError
from pushbox.imports import SolvedId

ROOM = "#######\n#@ $ .#\n#     #\n#######\n"

JSOKO = f"""Title: My collection
Author: Ann
Homepage: http://example.org


First one

{ROOM}Difficulty: easy

Solution 3/2/1/1/1
rRR
Solution name: mine
Own solution: yes
Solution comment: found at night
Solution comment end:

Solution 5/2/1/1/1
durRR
Own solution: yes

Savegame:
r*R
"""

YASC = f"""::::::::::::::::::::::::::::::
::       File Format 0.19   ::
::::::::::::::::::::::::::::::

Collection: Mine

One

{ROOM}
Author: Bea

Solution/Moves (3 moves 2 pushes)
rRR
Optimizer: none

Snapshot 1
r
"""

PUSH_LIST = f"{ROOM}Title: One\nSolution: 2-1r2\n"


def score_file(*moves: str, wide: int = 4) -> str:
    """Return a score file in the coding of sourcecode.se."""
    version = ' Version="2"' if wide == 4 else ""
    scores = ""
    for number, text in enumerate(moves, start=1):
        bits = "".join(f"{'urdl'.index(letter):02b}" for letter in text)
        packed = bytes(int(bits[at : at + 8].ljust(8, "0"), 2) for at in range(0, len(bits), 8))
        coded = base64.b64encode(len(text).to_bytes(wide, "big") + packed).decode()
        scores += f'<Level Id="Room {number}"><Score Player="Ann">{coded}</Score></Level>'
    return f"<SokobanScores{version}><ScoreCollection>{scores}</ScoreCollection></SokobanScores>"


def moves_of(text: str | bytes, name: str = "") -> list[str]:
    data = text if isinstance(text, bytes) else text.encode()
    return [played.moves.text for played in imports.read(data, name=name).played]


def test_jsoko_names_and_comments_belong_to_the_solution_above() -> None:
    """What JSoko writes below a solution about it is a note of it, and no solution."""
    played = imports.read(JSOKO.encode(), name="mine.sok").played
    assert [one.moves.text for one in played] == ["rRR", "durRR", "r*R"]
    assert played[0].moves.notes.startswith("Solution name: mine\nOwn solution: yes\nSolution comment: found at night")
    assert played[1].moves.notes == "Own solution: yes"
    assert played[0].title == "First one"


def test_level_files_of_other_programs() -> None:
    """Solutions, saved games and push lists come with their levels, whatever the ending of the file."""
    assert moves_of(YASC, "yasc.sok") == ["rRR", "r"]
    assert moves_of(PUSH_LIST, "retro.txt") == ["2-1r2"]
    assert moves_of(f"{ROOM}\nrRR\n", "copied.txt") == ["rRR"]
    assert moves_of(f"{ROOM}\nrRR\n", "copied.sok") == ["rRR"]


@pytest.mark.parametrize("wide", [2, 4])
def test_scores_of_sourcecode(wide: int) -> None:
    """Both versions of the coding give the moves back, of any count."""
    random_moves = random.Random(19)
    texts = ["".join(random_moves.choices("urdl", k=count)) for count in (1, 2, 3, 4, 5, 300)]
    file = imports.read(score_file(*texts, wide=wide).encode(), name="levels.ssc")
    assert file.program == "ssc"
    assert [played.moves.text for played in file.played] == texts
    assert [played.title for played in file.played] == [f"Room {number}" for number in range(1, 7)]
    assert {played.moves.title for played in file.played} == {"Ann"}


def test_a_score_that_is_damaged_is_a_problem_and_the_others_stay() -> None:
    """A score without moves is none; one that does not fit its count, or is no Base64, has its line in a sentence."""
    whole = score_file("urdl")
    broken = whole.replace("</Score>", "AAAA</Score><Score>!</Score><Score></Score><Score>AAAABBs=</Score>")
    file = imports.read(broken.encode(), name="a.ssc")
    assert [played.moves.text for played in file.played] == ["urdl"]
    assert [problem.partition(":")[0] for problem in file.problems] == ["line 1", "line 1"]


def test_bookmarks_of_ksokoban() -> None:
    """Distances are written out, the last letters of gestures are letters, and undone moves follow the others."""
    file = imports.read(b"3 11 12\n2rS12l3E-uW\n", name="bookmark1")
    assert file.program == "ksokoban"
    assert [(one.moves.text, one.number) for one in file.played] == [("rrD" + 12 * "l" + "RRRuL", 12)]
    assert imports.read(b"0 0 0\n-\n").played == ()


def test_moves_alone() -> None:
    """Paragraphs are solutions, comments are left out, and hjkl are directions as in vi."""
    assert moves_of("; by Ann\n2rUd\nlL ; done\n\nuu\n") == ["2rUdlL", "uu"]
    assert moves_of("hjkl HJKL") == ["ldurLDUR"]


@pytest.mark.parametrize("packed", [False, True])
def test_records_of_letslogic(packed: bool) -> None:
    """The counts of the fewest moves are read, from JSON and from the archive that the server sends."""
    best = {"rank": 1, "points": 10, "moves": 130, "pushes": 43}
    document = json.dumps({"34": {"blue": best, "green": best}, "35": {"green": best}, "36": 7}).encode()
    if packed:
        archive = io.BytesIO()
        with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
            file.writestr("records.json", document)
        document = archive.getvalue()
    read = imports.read(document, name="records")
    assert read.solved == (SolvedId("34", 130, 43),)
    assert [problem[:11] for problem in read.problems] == ["record '35'", "record '36'"]


@pytest.mark.parametrize(
    ("program", "data", "expected"),
    [
        ("letslogic", b'{"error": "API Locked"}', "API Locked"),
        ("letslogic", b"[]", "found no object"),
        ("letslogic", b"{", "found no JSON"),
        ("letslogic", b"PK\x03\x04nothing", "found an archive that cannot be opened"),
        ("ssc", b"<SokobanScores>", "expected well-formed XML"),
        ("ksokoban", b"1 2\nrr", "found no bookmark"),
        ("ksokoban", b"1 2 3\n100l-", "found a distance without a direction"),
        ("moves", b"; nothing", "found no moves"),
        ("moves", b"rrx", "found 'rrx'"),
        ("levels", b"\0\0", "expected at least one level"),
        ("yasc", b"", "found no program 'yasc'"),
    ],
)
def test_what_is_no_file_of_a_program_is_one_sentence(program: str, data: bytes, expected: str) -> None:
    """Each fault is named, with what was expected."""
    with pytest.raises((FormatError, UnsupportedError)) as caught:
        imports.read(data, program=program)
    assert expected in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_archive_of_levels_with_solutions() -> None:
    """An archive is letslogic's if it has JSON, else one of files of levels."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("one.sok", JSOKO)
    alone = imports.read(JSOKO.encode(), name="one.sok")
    assert imports.read(archive.getvalue(), name="set.zip") == alone


def test_an_archive_of_files_of_several_programs() -> None:
    """Each is read by its own program; one that cannot be read is named, and words that are no levels are left out."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as file:
        for name, text in {
            "jsoko/one.sok": JSOKO, "scores.ssc": score_file("urdl"), "bookmark1": "3 11 12\n2rS12l3E-uW\n",
            "readme.html": "<p>words</p>", "broken.xsb": "words",
            "records.dat": '{"34":{"blue":{"moves":1,"pushes":1}}}',
        }.items():  # fmt: skip
            file.writestr(name, text)
    read = imports.read(archive.getvalue(), name="backup.zip")
    assert [played.moves.text[:5] for played in read.played] == ["rRR", "durRR", "r*R", "urdl", "rrDll"]
    assert read.solved == (SolvedId("34", 1, 1),)
    assert read.problems[0].startswith("broken.xsb: ")
    assert read.problems[-1].endswith("without the ending of a format: readme.html")
    with zipfile.ZipFile(archive := io.BytesIO(), "w") as file:
        file.writestr("words.xsb", "words")
    with pytest.raises(FormatError, match="found no level in 1 file of the archive"):
        imports.read(archive.getvalue())


def test_an_encoding_is_named() -> None:
    """Every program reads its text in it."""
    for program, text in (("levels", "#####\n#@$.#\n#####\nSolution: R\n"), ("moves", "rrR"), ("letslogic", "{}")):
        data = text.encode("utf-16-be")
        assert imports.read(data, program=program, encoding="utf-16-be") == imports.read(text.encode(), program=program)
        with pytest.raises(UnsupportedError, match="found the encoding 'nobody'"):
            imports.read(data, program=program, encoding="nobody")


def test_an_archive_that_grows_is_refused() -> None:
    """No more of an archive is unpacked than a file may have."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file, file.open("r.json", "w", force_zip64=True) as big:
        for _ in range(65):
            big.write(bytes(1 << 20))
    with pytest.raises(FormatError, match="found an archive of more than"):
        imports.read(archive.getvalue())


def test_damaged_files_raise_only_the_projects_own_errors() -> None:
    """Files with bytes changed, cut off or doubled are read or refused, by every program."""
    chance = random.Random(5)
    files = [
        JSOKO,
        YASC,
        PUSH_LIST,
        score_file("urdlu"),
        "3 11 12\n2rS12l3E-uW\n",
        "2rUd",
        '{"3":{"blue":{"moves":1}}}',
    ]
    for round_ in range(scaled(700)):
        data = bytearray(files[round_ % len(files)].encode())
        for _ in range(chance.randrange(1, 6)):
            at = chance.randrange(len(data) + 1)
            data[at : at + chance.randrange(3)] = bytes(
                chance.choices(b"\x00\xff<>{}[]09-;lurd\n", k=chance.randrange(3))
            )
        for program in (None, *(one.key for one in imports.PROGRAMS)):
            with suppress(PushboxError):
                imports.read(bytes(data), name="file", program=program)
