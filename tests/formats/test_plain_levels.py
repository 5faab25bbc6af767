"""Native code reads a file of plain levels as `pushbox.formats.xsb.reading` does, or leaves it to that."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from tests.depth import scaled

import pushbox
from pushbox import formats
from pushbox.errors import FormatError
from pushbox.formats.xsb import FORMAT, native, reading
from pushbox.level import Collection, Level, Source

TITLES = ("1", "12 (No way out!)", 'The "Dungeon"', "A, B & C", "no. 7 / 9", "")
SIGNS = '#@$.*+ -_\n;:|>"\r\tA1l'


def boards() -> list[list[str]]:
    """Return the rows of the plain boards of pushbox itself."""
    levels = [level for name in ("lessons", "sokoban") for level in pushbox.builtin(name)]
    return [formats.write(Level(level.board), "xsb").splitlines() for level in levels]


def plain_text(rng: Random, count: int) -> str:
    """Return a text of plain levels: titles or none, blank lines below them or none, and margins."""
    known = boards()
    parts = []
    for _ in range(count):
        margin = " " * rng.choice((0, 0, 3))
        rows = [margin + row + " " * rng.choice((0, 0, 2)) for row in rng.choice(known)]
        title = rng.choice(TITLES)
        head = f"{rng.choice(('; ', ';'))}{title}\n" + "\n" * rng.choice((0, 1)) if title else ""
        parts.append("\n" * rng.choice((0, 0, 1)) + head + "\n".join(rows))
    return rng.choice(("", "\n")) + "\n\n".join(parts) + rng.choice(("", "\n", "\n\n"))


def parts(collection: Collection) -> list[tuple[Level, Source | None]]:
    """Return the levels with their places, which do not count where levels are compared."""
    return [(level, level.source) for level in collection]


def both(text: str) -> bool:
    """Assert that native code reads a text as the whole format is read; return whether it reads it."""
    plain = native.plain_levels(text, "sokoban")
    if plain is None:
        return False
    whole = reading.scan(text, FORMAT)
    assert parts(plain) == parts(whole)
    assert (plain, plain.problems, plain.header) == (whole, whole.problems, whole.header)
    return True


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_plain_levels_are_read_alike(line_end: str) -> None:
    """Titles, places, boards and the text of each level are equal."""
    rng = Random(5)
    for _ in range(scaled(40)):
        assert both(plain_text(rng, 12).replace("\n", line_end))


def test_no_other_text_is_read_in_another_way() -> None:
    """With another sign somewhere, or a line lost or doubled, a text is read alike, or left to the whole format."""
    rng = Random(6)
    taken = 0
    for _ in range(scaled(1_500)):
        text = plain_text(rng, 3)
        if rng.random() < 0.7:
            at = rng.randrange(len(text))
            text = text[:at] + rng.choice(SIGNS) + text[at + rng.choice((0, 1)) :]
        else:
            lines = text.split("\n")
            at = rng.randrange(len(lines))
            lines[at : at + 1] = [lines[at]] * rng.choice((0, 2))
            text = "\n".join(lines)
        taken += both(text)
    assert taken > scaled(200)


@pytest.mark.deep
def test_files_of_the_field(shared: Path) -> None:
    """All texts of others, some of which are plain."""
    paths = sorted(path for path in shared.rglob("*") if path.suffix in {".txt", ".xsb"})
    assert sum(both(path.read_bytes().decode("utf-8", "replace")) for path in paths) > 3


def read_elsewhere(text: str, before: str) -> str:
    """Return what another process prints of the levels of a text, and whether it loaded native code, after a line."""
    code = (
        f"import sys\n{before}\nfrom pushbox import formats\n"
        "levels = formats.read(sys.stdin.read()).levels\n"
        "print(levels, [level.source for level in levels], sys.modules.get('pushbox._core') is not None)"
    )
    done = subprocess.run([sys.executable, "-c", code], input=text, capture_output=True, text=True, check=True)
    return done.stdout


def test_large_files_alone_load_native_code_and_none_needs_it() -> None:
    """A text of thousands of rows is read in the same way where there is no native code."""
    text = plain_text(Random(7), 300)
    with_core = read_elsewhere(text, "")
    assert with_core.endswith("True\n")
    assert read_elsewhere(text, "sys.modules['pushbox._core'] = None") == with_core.replace("True\n", "False\n")
    assert read_elsewhere(plain_text(Random(8), 3), "").endswith("False\n")


def test_a_file_has_no_more_levels_than_any() -> None:
    """The bound of all formats holds, and is named."""
    with pytest.raises(FormatError, match=r"200,?000"):
        formats.read("; 1\n#####\n#@$.#\n#####\n\n" * 200_001)
