"""Ways in which people and programs spoil a board within a text, by chance.

Each takes the rows of a board and returns the lines in their place, and which of these are spoiled, from 0.
"""

from __future__ import annotations

import html
from collections.abc import Callable
from random import Random

Spoiled = tuple[list[str], set[int]]
Spoil = Callable[[list[str], Random], Spoiled]

WORDS = (
    "exit here", "hello", "Title: hall", "; a note", "?????", "see www.example.org/x?y=1", "Author: me", "1", "(gone)",
    "=====", "row 3 is lost", ":: aside",
)  # fmt: skip
NO_SIGNS = "?%e,xO0&~^="
MARKS = ("> ", "- ", "* ", "• ", "| ", "// ", "1. ", "x", "## ", ": ", "; ", "  - ", '"', "+ ")
TAGS = (("<b>", "</b>"), ("`", "`"), ("<td>", ""), ('"', '",'), ("[i]", "[/i]"), ("'", "'"))


def _at(rows: list[str], index: int, *lines: str) -> Spoiled:
    return [*rows[:index], *lines, *rows[index + 1 :]], {index}


def row_of_words(rows: list[str], rng: Random) -> Spoiled:
    """Put a text in the place of a row."""
    return _at(rows, rng.randrange(len(rows)), rng.choice(WORDS))


def framed_word(rows: list[str], rng: Random) -> Spoiled:
    """Put a text between walls in the place of a row."""
    return _at(rows, rng.randrange(len(rows)), f"#{rng.choice((' exit ', ' ? ', '  e  ', ' 12 ', ' door', 'x  '))}#")


def blank_row(rows: list[str], rng: Random) -> Spoiled:
    """Put a blank line in the place of a row, but for the first and the last."""
    return _at(rows, rng.randrange(1, len(rows) - 1), "")


def other_sign(rows: list[str], rng: Random) -> Spoiled:
    """Put a sign that is none in the place of one."""
    index = rng.randrange(len(rows))
    row = rows[index]
    column = rng.choice([at for at, sign in enumerate(row) if sign != " "])
    return _at(rows, index, row[:column] + rng.choice(NO_SIGNS) + row[column + 1 :])


def joined_rows(rows: list[str], rng: Random) -> Spoiled:
    """Write two rows in one line."""
    index = rng.randrange(len(rows) - 1)
    line = rows[index] + rng.choice(("", " ", "   ")) + rows[index + 1]
    return [*rows[:index], line, *rows[index + 2 :]], {index}


def mark_before_a_row(rows: list[str], rng: Random) -> Spoiled:
    """Write a mark before one row."""
    index = rng.randrange(len(rows))
    return _at(rows, index, rng.choice(MARKS) + rows[index])


def number_before_a_row(rows: list[str], rng: Random) -> Spoiled:
    """Write a number before one row."""
    index = rng.randrange(len(rows))
    return _at(rows, index, f"{index + 1}{rng.choice((' ', ': ', '. ', chr(9), ''))}{rows[index]}")


def words_behind_a_row(rows: list[str], rng: Random) -> Spoiled:
    """Write something behind one row."""
    index = rng.randrange(len(rows))
    return _at(rows, index, rows[index] + rng.choice(("|", " <-", " exit", " ; wall", "\\", ",", " here#", "  #")))


def tagged_row(rows: list[str], rng: Random) -> Spoiled:
    """Write one row in markup or quotes."""
    index = rng.randrange(len(rows))
    before, behind = rng.choice(TAGS)
    return _at(rows, index, before + rows[index] + behind)


def marks(rows: list[str], rng: Random) -> Spoiled:
    """Write the same mark before all rows."""
    mark = rng.choice(("> ", "    ", "\t", "| ", "// ", "# ", "* ", ": ", "- "))
    return [mark + row for row in rows], {*range(len(rows))}


def numbers(rows: list[str], rng: Random) -> Spoiled:
    """Number all rows."""
    form = rng.choice(("{} {}", "{}: {}", "{:2} {}", "{}\t{}", "{}. {}", "{:3}|{}", "{:02} {}"))
    first = rng.choice((0, 1, 7, 95))
    return [form.format(number, row) for number, row in enumerate(rows, start=first)], {*range(len(rows))}


def markup(rows: list[str], rng: Random) -> Spoiled:
    """Write the board as a part of a page, a post or a program."""
    escaped = [html.escape(row).replace(" ", "&nbsp;") for row in rows]
    lines = rng.choice(
        (
            [f"<pre>{rows[0]}", *rows[1:-1], f"{rows[-1]}</pre>"],
            ["<pre>", *rows, "</pre>"],
            [f"[code]{rows[0]}", *rows[1:-1], f"{rows[-1]}[/code]"],
            ["```", *rows, "```"],
            [f"<p>{'<br>'.join(escaped)}</p>"],
            [f'"{row}",' for row in rows],
            [f"{row}<br>" for row in rows],
        )
    )
    return lines, {*range(len(lines))}


SPOILS: tuple[Spoil, ...] = (
    row_of_words, framed_word, blank_row, other_sign, joined_rows, mark_before_a_row, number_before_a_row,
    words_behind_a_row, tagged_row, marks, numbers, markup,
)  # fmt: skip


def text_around(boards: list[list[str]], middle: list[str], rng: Random) -> tuple[str, int]:
    """Return a text of three boards, `middle` in the place of the second, and the number of its first line."""
    form = rng.randrange(5)
    lines: list[str] = []
    first = 0
    for number, rows in enumerate((boards[0], middle, boards[2]), start=1):
        above, below = (
            ([f"; {number}", ""], [""]),
            ([], [f"Title: Level {number}", ""]),
            ([f"Level {number}"], [""]),
            ([], [""]),
            ([], [f"; Level {number}", "Author: Me", ""]),
        )[form]
        lines += above
        if number == 2:
            first = len(lines) + 1
        lines += [*rows, *below]
    return "\n".join(lines) + "\n", first
