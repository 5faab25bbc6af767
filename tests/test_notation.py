from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pushbox import notation
from pushbox.errors import NotationError
from pushbox.grid import cut
from pushbox.notation import Token, decode, decode_lenient, encode, expand_moves, tokens

repeatable = settings(derandomize=True, deadline=None)


def cases(shared: Path, name: str) -> Any:
    return json.loads((shared / "parser_cases" / name).read_text("utf-8"))


def test_decode_cases(shared: Path) -> None:
    """Every decoding that the peers publish is ours too."""
    for text, expected, _ in cases(shared, "rle.json")["decode"]:
        assert decode(text) == expected


def test_decode_error_cases(shared: Path) -> None:
    """Digits without a symbol are an error for the strict reader, and dropped with notice by the lenient one."""
    for text, _, _ in cases(shared, "rle.json")["decode_error"]:
        with pytest.raises(NotationError, match="character 7: found the count 11 at the end"):
            decode(text)
        assert decode_lenient(text) == ("#" * 32 + "*" * 22, ("11",))


def test_encode_cases(shared: Path) -> None:
    """Every encoding that the peers publish is ours too, but that floor is always written as `-` (a decision)."""
    for text, expected, threshold, _ in cases(shared, "rle.json")["encode"]:
        assert encode(text, threshold=threshold) == expected.replace(" ", "-")


def test_encode_error_cases(shared: Path) -> None:
    """A digit in the source cannot be distinguished from a count, so it is refused."""
    for text, _, _ in cases(shared, "rle.json")["encode_error"]:
        with pytest.raises(NotationError, match="expected no digit"):
            encode(text)


def test_snapshot_cases(shared: Path) -> None:
    """Every snapshot of the peers is tokenised or refused as they do; which games take it is theirs to say."""
    for case in cases(shared, "snapshot_lurd.json"):
        text = case["input"]
        if case.get("expect", "").startswith("error"):
            with pytest.raises(NotationError, match=r"^character [0-9]+: "):
                tokens(text)
            continue
        parsed = tokens(text)
        if "pushes" in case:
            steps = "".join(token.text for token in parsed if token.kind == "steps")
            assert sum(letter.isupper() for letter in steps) == case["pushes"]
        if "jumps" in case:
            assert sum(token.kind == "jump" for token in parsed) == case["jumps"]
        if "normalised" in case:
            assert expand_moves(text) == case["normalised"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ()),
        ("R*rd", (Token("steps", "R", 1), Token("mark", "", 2), Token("steps", "rd", 3))),
        ("{rddd}Urr", (Token("select", "rddd", 1), Token("steps", "Urr", 7))),
        ("[]Urrd", (Token("jump", "", 1), Token("steps", "Urrd", 3))),
        (" 2( r\n[l] )", tuple(Token(*parts) for parts in (("steps", "r", 3), ("jump", "l", 7)) * 2)),
        ("[3l]", (Token("jump", "lll", 1),)),
        ("(rrR)(uuU)", (Token("steps", "rrRuuU", 1),)),
    ],
)
def test_tokens(text: str, expected: tuple[Token, ...]) -> None:
    """Tokens come with run lengths expanded, steps joined, and the column of the text where they begin."""
    assert tokens(text) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("ll x", "character 4: found 'x', expected one of lurdLURD, a count, ( ), [ ], { } or *"),
        ("l l ]", "character 5: found ']' without its '['"),
        (" [ l", "character 2: found '[' without its ']'"),
        ("l [ l U ]", "character 7: found the push 'U' in a jump [...], expected moves only"),
        ("{l}{L}", "character 5: found the push 'L' in a change of pusher {...}, expected moves only"),
        ("3", "character 1: found the count 3 at the end, expected"),
        ("(2)", "character 2: found the count 2 before ')', expected"),
        ("()", "character 1: found an empty group"),
        ("0r", "character 1: found the count 0, expected at least 1"),
        ("3[r]", "character 2: found '[', expected a letter"),
        ("[[r]]", "character 2: found '[', expected a letter"),
        ("r*l*", "character 4: found a second *"),
        ("(*)", r"character 2: found * with a count or in a group"),
        ("9" * 5000 + "r", "character 1: found the count 999999999..., expected at most 4,000,000"),
        ("(" * 40 + "r" + ")" * 40, "character 33: found groups within groups, expected at most 32"),
    ],
)
def test_token_errors(text: str, message: str) -> None:
    """An error names the first bad character, counted from 1 in the text as it was given."""
    with pytest.raises(NotationError) as caught:
        tokens(text)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize("text", ["r[]", "r{l}", "r*"])
def test_letters_refuses_what_is_no_step(text: str) -> None:
    """Plain letters have no room for jumps, changes of pusher and the mark."""
    with pytest.raises(NotationError, match=r"character 2: found .*, expected one of the letters lurdLURD"):
        expand_moves(text)


@pytest.mark.parametrize(
    "text",
    [
        "9999(9999(9999(9999(r))))",
        "(((((((4000000r)r)r)r)r)r)r)",
        "4000000(rl)",
        "(2000000r)" * 1000,
        "1" * 200_000,
        "(" * 200_000,
        "2(" * 20 + "r" + ")" * 20 + "4000000l",
    ],
)
@pytest.mark.usefixtures("soon")
def test_hostile_expansion_ends_quickly(text: str) -> None:
    """However large a text says it is, the answer comes at once."""
    for reader in (tokens, decode):
        with pytest.raises(NotationError):
            reader(text)


def test_decode_keeps_brackets_of_rows() -> None:
    """In rows only the parenthesis groups; other brackets are symbols."""
    assert decode("2[a]|") == "[[a]\n"


def test_decode_errors_of_rows() -> None:
    """A row's end closes neither a count nor a group."""
    for text, column in (("a3|b", 2), ("2(a|b)", 4), ("a)", 2), ("a\n2", 3)):
        with pytest.raises(NotationError) as caught:
            decode(text)
        assert caught.value.column == column


@given(st.text(alphabet="#@$.*+-_ab\n", max_size=200))
@repeatable
def test_decode_inverts_encode(text: str) -> None:
    """decode(encode(rows)) == rows."""
    assert decode(encode(text)) == text


@given(st.text(alphabet="lurdLURD", max_size=200), st.integers(2, 5))
@repeatable
def test_letters_invert_encode(text: str, threshold: int) -> None:
    """letters(encode(moves)) == moves, and wrapping changes nothing."""
    assert expand_moves(encode(text, threshold=threshold)) == text
    lines = cut(text, 7)
    assert expand_moves("\n".join(lines)) == text
    assert all(0 < len(line) <= 7 for line in lines)


@given(st.text(alphabet="lrUD 0123()[]{}*|\nx", max_size=60))
@repeatable
def test_readers_raise_nothing_else(text: str) -> None:
    """Reading any text returns or raises NotationError with a place in the text."""
    for column in filter(None, (fault(reader, text) for reader in (tokens, expand_moves, decode, decode_lenient))):
        assert 1 <= column <= len(text) + 1


def fault(reader: Callable[[str], object], text: str) -> int | None:
    try:
        reader(text)
    except NotationError as error:
        return error.column
    return None


def test_solution_refuses_other_letters() -> None:
    """A solution is plain letters and nothing else."""
    with pytest.raises(NotationError, match="character 3: found 'x'"):
        expand_moves("lux")


def test_a_long_solution() -> None:
    """A hundred thousand letters on many lines are one solution."""
    text = "\n".join(["lurdLURDrr" * 7] * 1500)
    assert len(expand_moves(text)) == 105_000
    assert notation.LONGEST > 1_000_000
