"""Moves as letters, and run lengths for moves and board rows.

The letters are those of LURD (``lurd`` for a move, capitals for a push), and what the SOK format puts between them:
``[...]`` a jump, ``{...}`` a change of pusher, ``*`` the current position.  A count before a letter or a group repeats
it, ``3r2(dR)``; parentheses without a count group once; white space means nothing.

Run lengths for rows follow the same grammar: ``item := COUNT? (SYMBOL | "(" item+ ")")``, with ``|`` between rows.

Push lists, ``1-4u1,4-4l2``, name the pushes only: from where the player stands before them, column and row.

Source: the SOK format, versions 0.17 to 0.19; the Sokoban Wiki's pages on levels and solutions; ksokoban.online.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from .arguments import check_text, check_whole
from .errors import NotationError
from .sentence import say
from .tiling import SQUARE

# What `str.isspace` takes for white space; `split` would make an object of each word of a large file.
_WITHOUT_BLANKS = dict.fromkeys(code for code in range(0x3001) if chr(code).isspace())

MOVE_LETTERS = SQUARE.letters + SQUARE.letters.upper()  # of moves and of pushes

LONGEST = 4_000_000  # characters that a text may expand to
DEEPEST = 32  # groups within groups

Kind = Literal["steps", "jump", "select", "mark"]


class Token(NamedTuple):
    """A part of a line of moves, with its run lengths expanded.

    `kind` is ``steps`` (letters ``lurdLURD``), ``jump`` (``[...]``), ``select`` (``{...}``, a change of pusher) or
    ``mark`` (``*``, the current position).  `text` is the letters, of a jump or a selection those inside.  `column` is
    where its first letter or bracket stands in the text, from 1.
    """

    kind: Kind
    text: str
    column: int


class PushRun(NamedTuple):
    """Consecutive pushes: the player's cell before them, from 0, and their letters."""

    column: int
    row: int
    letters: str


def expand_moves(text: str) -> str:
    """Return moves as plain letters ``lurdLURD``: without white space, run lengths and groups.

    Raises NotationError, with the place of the first fault, for anything else: a jump, a change of pusher and the mark
    of the current position included; and for more than `LONGEST` letters.

    >>> expand_moves("3r (uU) 2l")
    'rrruUll'
    """
    check_text("text", text)
    plain = text.translate(_WITHOUT_BLANKS)
    if not _NO_LETTER.search(plain):
        NotationError.beyond(LONGEST, len(plain), "too-many-moves")
        return plain
    parsed = tokens(text)
    for token in parsed:
        if token.kind != "steps":
            raise NotationError.said(
                "only-letters", token=_NAMES[token.kind], letters=MOVE_LETTERS, column=token.column
            )
    return "".join(token.text for token in parsed)


def tokens(text: str) -> tuple[Token, ...]:
    """Return the tokens of a line of moves, run lengths expanded and neighbouring steps joined.

    Raises NotationError for a character that is none of the notation's, a bracket without its partner, a push inside a
    jump or a change of pusher, a count without a letter, a second ``*``, and a text that would grow beyond `LONGEST`
    letters, or is longer itself.

    >>> [tuple(token) for token in tokens("2r{ul}D")]
    [('steps', 'rr', 2), ('select', 'ul', 3), ('steps', 'D', 7)]
    """
    check_text("text", text)
    plain = text.translate(_WITHOUT_BLANKS)
    _check_size(len(plain), 0)
    places: Sequence[int] = range(1, len(text) + 2)
    if len(plain) < len(text):
        # An array, as a list of the places in a large file takes a gibibyte.
        places = array("L", (place for place, character in enumerate(text, start=1) if not character.isspace()))
        places.append(len(text) + 1)
    parsed = tuple(_joined(_parse(plain, _MOVES, places)))
    marks = [token for token in parsed if token.kind == "mark"]
    if len(marks) > 1:
        raise NotationError.said("second-mark", column=marks[1].column)
    return parsed


def is_push_list(text: str) -> bool:
    """Whether a text begins like a push list, as no line of letters does."""
    return bool(_FIRST_PUSH.match(text))


def push_list(text: str) -> tuple[PushRun, ...]:
    """Return the pushes of a push list; an empty text has none.

    Raises NotationError for anything else, and where a count, or the list, is beyond `LONGEST`.

    >>> push_list("1-4u1,4-4l2d1")
    (PushRun(column=1, row=4, letters='u'), PushRun(column=4, row=4, letters='lld'))
    """
    check_text("text", text)
    runs_of_pushes: list[PushRun] = []
    size = 0
    end = 0
    for entry in text.split(",") if text.strip() else ():
        match = _PUSHES.fullmatch(entry)
        if not match:
            raise NotationError(_expected(entry[:20], "pushes such as 1-4u1"), column=end + 1)
        runs = [(letter, _count(digits, end + 1)) for letter, digits in _RUN_OF_PUSHES.findall(match[3])]
        size += sum(count for _, count in runs)
        _check_size(size, end + 1)
        letters = "".join(letter.lower() * count for letter, count in runs)
        runs_of_pushes.append(PushRun(int(match[1]), int(match[2]), letters))
        end += len(entry) + 1
    return tuple(runs_of_pushes)


def format_push_list(pushes: Iterable[PushRun]) -> str:
    """Return pushes as text, the inverse of `push_list`.

    >>> format_push_list([PushRun(4, 4, "lld")])
    '4-4l2d1'
    """
    return ",".join(
        f"{column}-{row}" + "".join(f"{run[1]}{len(run[0])}" for run in _SAME.finditer(letters))
        for column, row, letters in pushes
    )


def encode(text: str, *, threshold: int = 3) -> str:
    r"""Write moves, or rows between line ends, in run lengths: every run of at least `threshold` as a count.

    Blanks become ``-`` and line ends ``|``; groups are never written.  Raises NotationError for a character that run
    lengths give another meaning: a digit, a parenthesis, ``|``.

    >>> encode("####\n#  #"), encode("uurrr")
    ('4#|#--#', 'uu3r')
    """
    check_text("text", text)
    check_whole("threshold", threshold, 1)
    if bad := _RESERVED.search(text):
        raise NotationError(_expected(bad[0], "no digit, parenthesis or |"), column=bad.start() + 1)

    def counted(match: re.Match[str]) -> str:
        length = len(match[0])
        return f"{length}{match[1]}" if length >= threshold else match[0]

    return _RUN.sub(counted, text.replace(" ", "-")).replace("\n", "|")


def decode(text: str) -> str:
    r"""Read run lengths, the inverse of `encode`: rows are returned with line ends between them.

    Raises NotationError for a count without a symbol, a parenthesis without its partner, a group that is empty or holds
    a row's end, and a text that would grow beyond `LONGEST` characters.

    >>> decode("4#|2(#-)")
    '####\n#-#-'
    """
    check_text("text", text)
    if not _RUN_LENGTHS.search(text):
        return text.replace("|", "\n")
    if (plain := _expand_counts(text)) is not None:
        return plain
    return "".join(token.text for token in _parse(text, _ROWS, range(1, len(text) + 2))).replace("|", "\n")


def decode_lenient(text: str) -> tuple[str, tuple[str, ...]]:
    r"""Read run lengths as `decode` does, but drop digits that stand alone at the end of a row, and return them too.

    >>> decode_lenient("3#|#-#8")
    ('###\n#-#', ('8',))
    """
    check_text("text", text)
    rows = text.replace("\n", "|").split("|")
    kept = [row.rstrip("0123456789") for row in rows]
    stray = tuple(row[len(rest) :] for row, rest in zip(rows, kept, strict=True) if len(rest) < len(row))
    return decode("|".join(kept)), stray


def _expand_counts(text: str) -> str | None:
    """Return rows in run lengths without groups, as nearly all are, with line ends between them.

    None where there is a group or a fault, which `_parse` takes care of.
    """
    parts = _COUNTED.split(text)  # what stands between counts, and each count, in turns
    counts = parts[1::2]
    if "(" in text or ")" in text or max(map(len, counts)) > _SHORT_COUNT or "" in (rests := parts[2::2]):
        return None
    numbers = [int(count) for count in counts]
    if 0 in numbers or sum(numbers) > LONGEST - len(text) or any(rest[0] in "|\n" for rest in rests):
        return None
    expanded = [rest[0] * number + rest[1:] for number, rest in zip(numbers, rests, strict=True)]
    return "".join([parts[0], *expanded]).replace("|", "\n")


class _Frame(NamedTuple):
    opener: str
    column: int
    times: int
    parts: list[Token]

    def closed(self) -> list[Token]:
        """Return the expansion of a group or a bracket, once."""
        if self.opener in _KINDS:
            return [Token(_KINDS[self.opener], "".join(part.text for part in self.parts), self.column)]
        if not self.parts:
            raise NotationError.said("empty-group", column=self.column)
        return list(_joined(self.parts, self.column))


_NO_LETTER = re.compile(rf"[^{MOVE_LETTERS}]")
_RESERVED = re.compile(r"[0-9()|]")
_RUN_LENGTHS = re.compile(r"[0-9()]")
_COUNTED = re.compile(r"([0-9]+)")
_SHORT_COUNT = 6  # digits of a count that need no look at how large it is
_RUN = re.compile(r"([^\n])\1+")
_ROW_END = re.compile(r"[|\n]")
_PUSH = re.compile(r"[LURD]")
_SAME = re.compile(r"(.)\1*")
_FIRST_PUSH = re.compile(rf"\s*[0-9]{{1,6}}-[0-9]{{1,6}}[{MOVE_LETTERS}]")
_PUSHES = re.compile(rf"\s*([0-9]{{1,6}})-([0-9]{{1,6}})((?:[{MOVE_LETTERS}][0-9]*)+)\s*")
_RUN_OF_PUSHES = re.compile(rf"([{MOVE_LETTERS}])([0-9]*)")
_ENDS = ("", "|", "\n")
_OPENERS = {")": "(", "]": "[", "}": "{"}
_KINDS: dict[str, Kind] = {"[": "jump", "{": "select"}
_NAMES: dict[Kind, str] = {
    "steps": "steps",
    "jump": say("token-jump"),
    "select": say("token-select"),
    "mark": say("token-mark"),
}


def _expected(found: str, expected: str) -> str:
    return say("found-expected", found=found, expected=expected)


def _joined(parsed: list[Token], column: int = 0) -> Iterator[Token]:
    """Yield the tokens with neighbouring steps made one; the first steps are said to begin at `column` where given."""
    steps: list[str] = []
    for token in parsed:
        if token.kind == "steps":
            column = column or token.column
            steps.append(token.text)
            continue
        if steps:
            yield Token("steps", "".join(steps), column)
            steps, column = [], 0
        yield token
    if steps:
        yield Token("steps", "".join(steps), column)


def _parse(text: str, grammar: _Grammar, places: Sequence[int]) -> list[Token]:
    """Expand counts and groups of `text`, whose characters have the columns `places`.

    O(len(text) + LONGEST), whatever the counts say.
    """
    frames = [_Frame("", 0, 1, [])]
    size = 0  # of all that was expanded, what lies in a group counting each time, so that the work is bounded
    for match in grammar.item.finditer(text):
        digits, symbols = match.groups()
        column = places[match.start(2)]
        count = _count(digits, places[match.start()])
        frame = frames[-1]
        if symbols in grammar.brackets:
            if frame.opener in _KINDS or (digits and symbols in _KINDS):
                raise NotationError(_expected(symbols, say("a-letter")), column=column)
            if len(frames) > DEEPEST:
                raise NotationError.said("groups-deep", most=DEEPEST, column=column)
            frames.append(_Frame(symbols, column, count, []))
        elif digits and (symbols[:1] in _ENDS or symbols in grammar.brackets.values()):
            where = say("before-symbol", symbol=symbols[0]) if symbols else say("at-end")
            raise NotationError.said(
                "count-misplaced",
                count=digits[:9],
                where=where,
                expected=grammar.expected,
                column=places[match.start()],
            )
        elif symbols and symbols == grammar.brackets.get(frame.opener):
            inner = frames.pop().closed()
            size += sum(len(token.text) + 1 for token in inner) * (frame.times - 1)
            _check_size(size, frame.column)
            frames[-1].parts.extend(inner * frame.times)
        elif symbols in _OPENERS:
            raise NotationError.said("unopened", close=symbols, open=_OPENERS[symbols], column=column)
        elif symbols:
            size += count + len(symbols)
            _check_size(size, column)
            token = grammar.token(digits, symbols, places[match.start(2) : match.end(2)], frame.opener)
            frame.parts.append(token._replace(text=token.text[:1] * count + token.text[1:]) if digits else token)
    if len(frames) > 1:
        opener, column = frames[-1].opener, frames[-1].column
        raise NotationError.said("unclosed", open=opener, close=grammar.brackets[opener], column=column)
    return frames[0].parts


def _steps(digits: str, symbols: str, places: Sequence[int], opener: str) -> Token:
    """Return the token of a run of letters, or of one other character."""
    column = places[0]
    if symbols == "*":
        if opener or digits:
            raise NotationError.said("mark-alone", column=column)
        return Token("mark", "", column)
    if symbols[0] not in MOVE_LETTERS:
        raise NotationError(_expected(symbols, _MOVES.expected), column=column)
    if opener in _KINDS and (push := _PUSH.search(symbols)):
        raise NotationError.said("push-in", push=push[0], place=_NAMES[_KINDS[opener]], column=places[push.start()])
    return Token("steps", symbols, column)


def _cells(digits: str, symbols: str, places: Sequence[int], opener: str) -> Token:
    """Return the token of a run of row symbols."""
    del digits
    end = _ROW_END.search(symbols)
    if end and opener:
        raise NotationError.said("row-in-group", column=places[end.start()])
    return Token("steps", symbols, places[0])


def _count(digits: str, column: int) -> int:
    """Return a count, or 1 if it is missing."""
    significant = digits.lstrip("0")
    if digits and not significant:
        raise NotationError.said("count-zero", column=column)
    if len(significant) > len(str(LONGEST)) or int(significant or 1) > LONGEST:
        raise NotationError.said("count-large", count=significant[:9], most=LONGEST, column=column)
    return int(significant or 1)


def _check_size(size: int, column: int) -> None:
    if size > LONGEST:
        raise NotationError.said("text-grows", most=LONGEST, column=column)


class _Grammar(NamedTuple):
    item: re.Pattern[str]  # a count, then a run of symbols, one other character or the end
    brackets: dict[str, str]
    expected: str
    token: Callable[[str, str, Sequence[int], str], Token]


_MOVES = _Grammar(
    re.compile(rf"([0-9]*)([{MOVE_LETTERS}]+|.|$)", re.DOTALL),
    {"(": ")", "[": "]", "{": "}"},
    say("expected-symbol", letters=MOVE_LETTERS),
    _steps,
)
_ROWS = _Grammar(re.compile(r"([0-9]*)([^0-9()]+|.|$)", re.DOTALL), {"(": ")"}, say("expected-group"), _cells)
