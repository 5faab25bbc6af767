"""Boards in other forms than XSB's: each is the level as it is drawn, and what is none stays text."""

from __future__ import annotations

import html
import io
import json
from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.growth import grows_evenly

from pushbox import formats
from pushbox.errors import FormatError
from pushbox.formats.symbol_tables import TABLES
from pushbox.level import Collection, Level

ROWS = ["########", "#      #", "# $ @  #", "#.  $ .#", "########"]
OTHER = ["#######", "#@ $ .#", "#######"]
ROOM = "\n".join(ROWS)


def rows_of(collection: Collection) -> list[list[str]]:
    """Return the rows of each level as XSB draws them."""
    return [formats.write(level.without_source(), "xsb").splitlines() for level in map(_bare, collection)]


def _bare(level: Level) -> Level:
    return Level(level.board, level.game)


def drawn(rows: list[str], key: str) -> list[str]:
    """Return rows in the signs of a table."""
    foreign = {sign: other for other, sign in TABLES[key].signs.items()}
    return ["".join(map(foreign.__getitem__, row)) for row in rows]


NAMES = {"#": "WALL", " ": "FLOOR", "$": "BOX", "@": "PLAYER", ".": "GOAL"}
WHOLE = [key for key, table in TABLES.items() if "." in table.signs.values()]  # the tables that have a goal
numbered = "\n  ".join(ROWS)
FORMS = {
    "pre": f"<html><body><pre>{ROOM}</pre></body></html>",
    "page": f"<!DOCTYPE html>\n<html>\n<body><pre>{ROOM}</pre></body></html>",
    "xhtml": f'<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN"\n'
    f' "xhtml1-strict.dtd">\n<html xmlns="x"><body><pre>{ROOM}</pre></body></html>',
    "break": "<p>" + "<br>".join(html.escape(row) for row in ROWS) + "</p>",
    "entities": f"<pre>\n{ROOM.replace('#', '&#35;').replace(' ', '&nbsp;')}\n</pre>",
    "code": f"Who solves it?\n[code]{ROOM}[/code]",
    "fence": f"A level:\n\n```\n{ROOM}\n```\n",
    "template": f"const level = `{ROOM}`;",
    "json strings": json.dumps({"name": "Hall", "map": ROOM, "lurd": ""}),
    "json rows": json.dumps([ROWS]),
    "python": "LEVEL = (\n" + "\n".join(f"    {row + chr(92) + 'n'!r}".replace("\\\\n", "\\n") for row in ROWS) + "\n)",
    "numbers": "\n".join(f"{number:3}: {row}" for number, row in enumerate(ROWS, start=1)),
    "tabs": "\n".join(f"{number}\t{row}" for number, row in enumerate(ROWS, start=7)),
    "apart": "\n".join(" ".join(row) for row in ROWS),
    "commas": "\n".join(",".join(row) for row in ROWS),
    "twice": "\n".join("".join(sign * 2 for sign in row) for row in ROWS),
    "full width": ROOM.translate({code: code + 0xFEE0 for code in map(ord, "#$@.")} | {32: 0x3000}),
    "numbers behind": "\n".join(f"{row:9} {number}" for number, row in enumerate(ROWS)),
    "numbers on both sides": "\n".join(f"{number:02} {row} {number:02}" for number, row in enumerate(ROWS, start=8)),
    "numbers downwards": "\n".join(f"{5 - number} {row}" for number, row in enumerate(ROWS)) + "\n  abcdefgh",
    "labels": "\n".join(f"Row {number}: {row}" for number, row in enumerate(ROWS, start=1)),
    "matches of grep": "\n".join(f"a/two.xsb:{number}:{row}" for number, row in enumerate(ROWS, start=4)),
    "rulers around": f"  12345678\n  {numbered}\n  12345678",
    "a bar behind": "\n".join(f"{row}|" for row in ROWS),
    "chat": "\n".join(f"[12:03] <ann> {row}" for row in ROWS),
    "remarks": "\n".join(f";; {row}" for row in ROWS),
    "difference": "--- a/one\n+++ b/one\n@@ -0,0 +1,5 @@\n" + "\n".join(f"+{row}" for row in ROWS),
    "frame": "+--------+\n" + "\n".join(f"|{row}|" for row in ROWS) + "\n+--------+",
    "frame of lines": "┌────────┐\n" + "\n".join(f"│{row}│" for row in ROWS) + "\n└────────┘",
    "table": "\n".join("| " + " | ".join(row) + " |" for row in ROWS),
    "rules between rows": "\n".join(f"+{'-+' * 8}\n|{'|'.join(row)}|" for row in ROWS) + f"\n+{'-+' * 8}",
    "semicolons": "\n".join("; ".join(row) for row in ROWS),
    "cells with nothing in them": "\n".join(",".join(row.replace(" ", "_")).replace("_", "") for row in ROWS),
    "cells in quotes": "\n".join(",".join(f'"{sign}"' for sign in row) for row in ROWS),
    "LaTeX": "\n".join(" & ".join(row).replace("#", "\\#").replace("$", "\\$") + " \\\\" for row in ROWS),
    "rows with letters": "\n".join(f"{letter} {row}" for letter, row in zip("ABCDE", ROWS, strict=True)),
    "two blanks": "\n".join(" " + "  ".join(row) for row in ROWS),
    "twice both ways": "\n".join("".join(sign * 2 for sign in row) for row in ROWS for _ in "ab"),
    "three times": "\n".join("".join(sign * 3 for sign in row) for row in ROWS),
    "twice and apart": "\n".join(" ".join(sign * 2 for sign in row) for row in ROWS),
    "times of a chat": "\n".join(f"2026-01-{number} ann> {row}" for number, row in enumerate(ROWS, start=12)),
    "remarks with numbers": "\n".join(f"[{number}] {row} // {number}" for number, row in enumerate(ROWS)),
    "cells in lines of their own": "<table>\n"
    + "\n".join("<tr>\n" + "\n".join(f"<td>{html.escape(sign)}</td>" for sign in row) + "\n</tr>" for row in ROWS),
    "cells of a page": "<table>"
    + "\n".join(f"<tr>{''.join(f'<td class=c>{html.escape(sign)}</td>' for sign in row)}</tr>" for row in ROWS),
    "blocks of a page": "<div>" + "</div><div>".join(row.replace(" ", "&#160;") for row in ROWS) + "</div>",
    "escapes of Markdown": ROOM.replace("#", "\\#").replace(".", "\\."),
    "text in a string": json.dumps({"prompt": f"Solve this:\n\n{ROOM}\n\nAnswer with moves.", "id": 7}),
    "lines that go on": 'let s = "\\\n' + "\\n\\\n".join(ROWS) + '";',
    "bars in a string": json.dumps(["|".join(ROWS)]),
    "calls": "\n".join(f'print("{row}");' for row in ROWS),
    "statements": "\n".join(f'{number}0 DATA "{row}"' for number, row in enumerate(ROWS, start=1)),
    "array": "char map[5][8] = {"
    + ",\n".join("{" + ", ".join(f"'{sign}'" for sign in row) + "}" for row in ROWS)
    + "};",
    "array of json": json.dumps({"grid": [[*row] for row in ROWS]}),
    "array of numpy": f"[{chr(10).join('[' + ' '.join(map(repr, row)) + ']' for row in ROWS)}]",
    "gym-sokoban array": json.dumps([[int(sign) for sign in row] for row in drawn(ROWS, "gym-sokoban")]),
    "gym-sokoban print": "\n ".join(f"[{'. '.join(row)}.]" for row in drawn(ROWS, "gym-sokoban")),
    "blank lines between": "\n\n".join(ROWS),
    "two blank lines between": "\n\n\n".join(ROWS),
    "paragraphs of a page": "\n\n".join(f"<p>{html.escape(row)}</p>" for row in ROWS),
    "slashes": "/".join(ROWS),
    "exclamation marks": f"A level: {'!'.join(ROWS)}",
    "line ends as they are typed": "\\r\\n".join(ROWS),
    "Lisp strings": "(defvar level\n  '(" + "\n    ".join(f'"{row}"' for row in ROWS) + "))",
    "Lisp symbols": "("
    + "\n ".join(f"({' '.join(row.replace(' ', '_')).replace('.', chr(92) + '.')})" for row in ROWS)
    + ")",
    "Lisp characters": "("
    + "\n ".join("(" + " ".join(rf"#\{sign}" for sign in row).replace("\\ ", "\\space") + ")" for row in ROWS)
    + ")",
    "names": "\n".join(f"[{', '.join(map(NAMES.__getitem__, row))}]," for row in ROWS),
    "names with their type": "\n".join(f"{{{', '.join(f'Tile.{NAMES[sign]}' for sign in row)}}}," for row in ROWS),
    "names in quotes": json.dumps([[NAMES[sign].lower() for sign in row] for row in ROWS]),
    "names of Clojure": "["
    + "\n ".join(f"[{' '.join(':' + NAMES[sign].lower() for sign in row)}]" for row in ROWS)
    + "]",
    "names in lines": "\n".join(" ".join(NAMES[sign].lower() for sign in row) for row in ROWS),
    "names in cells": "\n".join(",".join(NAMES[sign].title() for sign in row) for row in ROWS),
    "macros of a wiki": f"{{code:title=Hall}}\n{ROOM}\n{{code}}",
    "rows of XML": f"<level>{''.join(f'<row>{row}</row>' for row in ROWS)}</level>",
    "a string and its width": json.dumps({"width": 8, "height": 5, "cells": "".join(ROWS)}),
    **{key: "\n".join(drawn(ROWS, key)) for key in WHOLE},
    **{f"{key} apart": "\n".join(" ".join(row) for row in drawn(ROWS, key)) for key in ("ragen", "reasoning-gym")},
}


@pytest.mark.parametrize("form", FORMS)
def test_a_board_in_another_form_is_the_level_as_it_is_drawn(form: str) -> None:
    """By itself, below a title, and read as a stream; signs of a program are a guess, which a warning names."""
    collection = formats.read(FORMS[form])
    assert rows_of(collection) == [ROWS]
    guessed = form.split(maxsplit=1)[0] in WHOLE
    assert [problem.severity for problem in collection.problems] == ["warning"] * guessed
    assert {*formats.stream(io.BytesIO(FORMS[form].encode()))} == {*collection.levels, *collection.problems}


def test_a_row_that_has_a_sign_less_among_doubled_ones_is_a_warning() -> None:
    """It is read as drawn, each pusher and box two, and the warning names the sign; rows of other boards are none."""
    rows = FORMS["twice"].splitlines()
    for number, row in enumerate(rows):
        for place in range(len(row)):
            spoiled = row[:place] + row[place + 1 :]
            collection = formats.read("\n".join([*rows[:number], spoiled, *rows[number + 1 :]]))
            (problem,) = [one for one in collection.problems if one.found.startswith("found a run of")]
            assert (problem.line, problem.severity) == (number + 1, "warning")
            assert problem.found.endswith(repr(row[place]))
            assert set(spoiled[problem.column - 1 : place]) <= {row[place]}
    assert formats.read("######\n#@@$$##\n#   ..#\n#######").problems == ()


@pytest.mark.parametrize("form", FORMS)
def test_a_form_beside_a_plain_level(form: str) -> None:
    """Of a file with both, one is read at least, and no other board."""
    both = formats.read(f"{chr(10).join(OTHER)}\n\n{FORMS[form]}\n")
    assert ROWS in rows_of(both) or OTHER in rows_of(both)
    assert all(rows in (ROWS, OTHER) for rows in rows_of(both))


@given(st.sampled_from(sorted(FORMS)), st.integers(0, 60), st.sampled_from("?%e"))
def test_a_spoiled_form_is_no_other_board(form: str, place: int, sign: str) -> None:
    """With one sign that is none, there is no level, or the one as drawn: the sign was not in the board."""
    text = FORMS[form]
    place %= len(text)
    try:
        found = formats.read(text[:place] + sign + text[place + 1 :])
    except FormatError:
        return
    boards = rows_of(Collection(level for level in found if level.board.of_kind("box")))
    assert all(rows == ROWS for rows in boards) or found.problems


# A room of each program that draws a box, a goal, a box on its goal and a player.
DRAWN = {
    "ragen": ["######", "#PXO√#", "#____#", "######"],
    "reasoning-gym": ["++++++", "+*@X$+", "+----+", "++++++"],
    "gym-sokoban": ["000000", "054230", "011110", "000000"],
    "pictures": ["██████", "█@□○■█", "█    █", "██████"],
    "pusher-signs": ["XXXXXX", "X@*.&X", "X    X", "XXXXXX"],
    "letters": ["######", "#&B.X#", "#    #", "######"],
    "initials": ["WWWWWW", "WPBT*W", "W....W", "WWWWWW"],
    "sokobot": ["🟦🟦🟦🟦🟦🟦", "🟦😳🟫❎⬛🟦", "🟦⬛⬛⬛⬛🟦", "🟦🟦🟦🟦🟦🟦"],
    "emoji": ["🧱🧱🧱🧱🧱🧱", "🧱🧍📦🎯✅🧱", "🧱⬜⬜⬜⬜🧱", "🧱🧱🧱🧱🧱🧱"],
    "stars": ["******", "*@$. *", "*    *", "******"],
    "squares": ["⬛⬛⬛⬛⬛⬛", "⬛🧍📦🎯✅⬛", "⬛⬜⬜⬜⬜⬛", "⬛⬛⬛⬛⬛⬛"],
}


@pytest.mark.parametrize("key", DRAWN)
def test_a_table_says_what_its_program_draws(key: str) -> None:
    """Box and goal, wall and floor are those of the program, not only each other's."""
    board = ["######", "#@$. #" if key in ("sokobot", "stars") else "#@$.*#", "#    #", "######"]
    assert rows_of(formats.read("\n".join(DRAWN[key]))) == [board]


def test_words_beside_boards_in_strings() -> None:
    """Titles and moves of a JSON file come with the boards beside them."""
    levels = [{"title": "One", "board": "\n".join(OTHER), "solution": "rRR"}, {"title": "Two", "board": ROOM}]
    collection = formats.read(json.dumps(levels))
    assert [saved.text for saved in collection.levels[0].saved_moves] == ["rRR"]
    assert len(collection) == 2


def test_a_board_in_a_string_that_is_not_whole_is_a_level_too() -> None:
    """It is not left out without a word."""
    collection = formats.read(
        json.dumps({"one": ROOM, "two": ROOM.replace("@", "-").replace("########", "# ######", 1)})
    )
    assert rows_of(collection)[0] == ROWS
    assert [len(level.board.of_kind("pusher")) for level in collection] == [1, 0]


# By its name a text of some length, made of a number of parts, and the number.
HOSTILE: dict[str, tuple[Callable[[int], str], int]] = {
    "quotes": (lambda count: '"' + '\\"' * count, 100_000),
    "kinds of quotes": (lambda count: "\"'" * count, 100_000),
    "walls": (lambda count: ("##\n" * 149 + "@$\n\n") * count, 150),
    "strings": (lambda count: '"#"' * count, 60_000),
    "tags": (lambda count: "<a" * count, 100_000),
    "numbers": (lambda count: "\n".join(f"{number} #@" for number in range(1, count)), 20_000),
    "another program": (lambda count: ("#O_X\n" * 100 + "\n") * count, 150),
    "arrays": (lambda count: "['#'," * count, 100_000),
    "one array": (lambda count: "[" + "'#' " * count + "x", 200_000),
    "numbers in arrays": (lambda count: "[0,0,0]\n" * count, 50_000),
    "bars": (lambda count: ("|#|#|#|\n" * 500 + "\n") * count, 100),
    "two blanks": (lambda count: ("#  #  #\n" * 100 + "\n") * count, 150),
    "calls": (lambda count: 'f("#");\n' * count, 60_000),
    "words": (lambda count: "wall " * count, 100_000),
    "words in lines": (lambda count: "wall wall wall\n" * count, 50_000),
    "words in brackets": (lambda count: "[wall " * count, 50_000),
    "long words": (lambda count: ("a" * 60 + " ") * count, 20_000),
    "macros": (lambda count: "{code" * count, 50_000),
    "legends": (lambda count: "# wall . goal\n" * count, 50_000),
    "breaks": (lambda count: "<br>" * count, 50_000),
    "entities": (lambda count: "&#35;" * count, 40_000),
}


@pytest.mark.deep
@pytest.mark.parametrize("form", HOSTILE)
def test_hostile_forms_cost_no_more_than_their_length(form: str) -> None:
    """Quotes that never end, boards that never begin: each is refused or read soon."""
    make, count = HOSTILE[form]

    def read(count: int) -> None:
        with suppress(FormatError):
            formats.read(make(count))

    grows_evenly(read, count)


def test_lines_of_problems_are_those_of_the_file() -> None:
    """What is said of a rewritten board names the line in which it stands."""
    text = "<p>Level</p>\n\n" + "\n".join(drawn(ROWS, "ragen"))
    (problem,) = formats.read(text).problems
    assert problem.line == 3
    level = formats.read(text).levels[0]
    assert level.source is not None
    assert level.source.where(0)[0] == 3


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("x = [\n  '######',\n  '#@ x.#',\n  '######']", 3, 7),
        (json.dumps({"map": ["######", "#@ x.#", "######"]}), 1, 24),
        (json.dumps([ROWS, ["######", "#@ x.#", "######"]]), 1, len(json.dumps([ROWS])) + 17),
        ("<p>######<br>#@ x.#<br>######</p>", 1, 17),
        ("<pre>######\n#@ x.#\n######</pre>", 2, 4),
        ("1: ######\n2: #@ x.#\n3: ######", 2, 7),
        ("tom: ######\ntom: #@ x.#\ntom: ######", 2, 9),
        ("🧱🧱🧱🧱🧱\n🧱🧍📦🍎🧱\n🧱🧱🧱🧱🧱", 2, 0),
    ],
)
def test_a_sign_that_is_none_is_named_in_any_form(text: str, line: int, column: int) -> None:
    """With its line and, where the row stands in it as it is, its column; the text is not said to have no walls."""
    errors = [problem for problem in formats.read(text).problems if problem.severity == "error"]
    assert [(problem.line, problem.column) for problem in errors] == [(line, column)]
    assert repr("🍎" if column == 0 else "x") in errors[0].found


@pytest.mark.parametrize(
    ("text", "sign", "line"),
    [
        ("%%%%%%%\n%@ $ .%\n%%%%%%%", "%", 1),
        ("A level\n\nHHHHHHH\nH@ $ .H\nHHHHHHH", "H", 3),
        ("┌─────┐\n│@ $ .│\n└─────┘", "┌", 1),
        ("🟦🟦🟦🟦🟦🟦🟦\n🟦@ $ .🟦\n🟦🟦🟦🟦🟦🟦🟦", "🟦", 1),
        ("#######\n#q O .#\n#######", "q", 2),
        ("11111\n14231\n11111", "1", 1),
        ("int map[3][5] = {\n{1,1,1,1,1},\n{1,4,2,3,1},\n{1,1,1,1,1}};", "1", 2),
    ],
)
def test_walls_and_pieces_in_signs_of_their_own_are_named(text: str, sign: str, line: int) -> None:
    """Where there is no level, with the line and the column of the first one, and how signs are given a meaning."""
    with pytest.raises(FormatError, match=f"found '{sign}', expected one of .* or --symbols") as caught:
        formats.read(text)
    assert (caught.value.line, caught.value.column) == (line, 2 if line == 2 else 1)


def test_two_boards_with_blank_lines_between_their_rows() -> None:
    """As a word processor leaves them, with their titles as far above."""
    text = "\n\n".join(["One", *ROWS, "Two", *OTHER])
    assert rows_of(formats.read(text)) == [ROWS, OTHER]


@pytest.mark.parametrize(
    ("legend", "signs"),
    [
        ("Legend: # wall, . floor, o target, B box, @ player", "#.oB@"),
        ("B = box, P = player, G = goal, W = wall", "W GBP"),
        ("- W: a wall\n- .: floor\n- T: a target\n- C: a crate\n- K: the keeper", "W.TCK"),
        ("Here % are walls, o are boxes, x are goals and Y is the player", "% xoY"),
        ("legend = {'#': 'wall', 'o': 'box', 'x': 'target', '@': 'player'}", "# xo@"),
        ("walls (H), goals (o), boxes (x), you (Y)", "H oxY"),
        ("# 0 = floor, 1 = wall, 2 = goal, 3 = box, 5 = player", "10235"),
    ],
)
def test_a_legend_says_what_signs_mean(legend: str, signs: str) -> None:
    """In lines and in arrays; that it was followed is a warning."""
    rows = [row.translate(str.maketrans("# .$@", signs)) for row in ROWS]
    arrays = json.dumps([[*row] for row in rows])
    for text in ("\n".join(rows), arrays, arrays.replace('"', "") if signs.isdigit() else arrays):
        collection = formats.read(f"{legend}\n\n{text}\n")
        assert rows_of(collection) == [ROWS]
        assert "legend" in collection.problems[0].found


def test_a_wall_before_a_blank_is_no_mark() -> None:
    """Of two boards that touch, no row is read as a remark with ``#`` before it."""
    first = ["#######", "#.$  @#", "#   $.#", "#     #", "#######"]
    second = [
        "##########",
        "######## #",
        "####.   .#",
        "####@$.$ #",
        "#####  $ #",
        "#######. #",
        "#######$ #",
        "##########",
    ]
    text = "\n".join(first + second)
    assert all(rows in (first, second) for rows in rows_of(formats.read(text)))


def test_words_in_strings_belong_to_the_board_of_their_object() -> None:
    """Before it or behind it."""
    levels = [
        {"title": "One", "board": "\n".join(OTHER), "solution": "rR"},
        {"title": "Two", "moves": "l", "map": ROOM},
    ]
    collection = formats.read(json.dumps(levels))
    assert [level.title for level in collection] == ["One", "Two"]
    assert [[saved.text for saved in level.saved_moves] for level in collection] == [["rR"], ["l"]]


@pytest.mark.parametrize("between", ["   ", "  |  ", "\t"])
def test_boards_beside_each_other_are_two_levels(between: str) -> None:
    """With a warning."""
    wide = ["#" * 8, "#@ $  .#", "#" * 8]
    rows = zip([ROWS[0], *ROWS[2:]], [*wide, ""], strict=True)
    collection = formats.read("\n".join(f"{row}{between}{other}" for row, other in rows))
    assert rows_of(collection)[-1] == wide
    assert "touch" in collection.problems[0].found
