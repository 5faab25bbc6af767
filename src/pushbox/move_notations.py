"""Moves in other notations than LURD: arrows, words, WASD, compass points, digits of learning environments.

People paste what a program, a course or a language model has written.  A text is read as a whole in one notation, or
not at all: no letter is guessed.

Source: Advent of Code 2024, day 15 (``<^>v``); gym-sokoban (`Discrete(9)`); Jumanji, Sokoban-v0; the answers of
language-model environments (``<answer>Right || Up</answer>``); the plans of programs that solve problems of PDDL.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from .arguments import check_text
from .errors import NotationError, UnsupportedError
from .notation import LONGEST, expand_moves

_ARROWS = {"l": "←⇐⬅◀⇦◁", "u": "↑⇑⬆▲⇧△", "r": "→⇒➡▶⇨▷", "d": "↓⇓⬇▼⇩▽"}
_WORDS = {"l": ("left", "west"), "u": ("up", "north"), "r": ("right", "east"), "d": ("down", "south")}
# What stands between moves and around them, and means nothing.
_BETWEEN = re.compile(r"(?:->|=>|\|\||[\s,;|/\[\]()\"'`]|\ufe0f|\ufe0e)+")
_ANSWER = re.compile(r"<answer>(.*?)</answer>", re.IGNORECASE | re.DOTALL)
_STEP_NUMBER = re.compile(r"(?<!\S)[0-9]{1,6}[.):](?!\S)")
_VERBS = frozenset(("move", "push", "go", "step", "walk", "then", "and"))


class MoveNotation(NamedTuple):
    """A way to write moves: what it is called, how it is described, and its text for each of ``lurd``.

    Its texts stand with `between` among them.  One that is not `detected` means nothing unless it is named, as digits.
    """

    name: str
    summary: str
    texts: Mapping[str, str]
    between: str = ""
    detected: bool = True


_ALL = (
    MoveNotation("arrows", "→ ↑ ← ↓, in any of their forms", {"l": "←", "u": "↑", "r": "→", "d": "↓"}),
    MoveNotation("words", "Right, Up, Left, Down", {"l": "Left", "u": "Up", "r": "Right", "d": "Down"}, " "),
    MoveNotation("wasd", "the keys w up, a left, s down, d right", {"l": "a", "u": "w", "r": "d", "d": "s"}),
    MoveNotation("angles", "<^>v, of Advent of Code", {"l": "<", "u": "^", "r": ">", "d": "v"}),
    MoveNotation("vi", "the keys h left, j down, k up, l right", {"l": "h", "u": "k", "r": "l", "d": "j"}),
    MoveNotation(
        "gym",
        "the digits of gym-sokoban: 1 up, 2 down, 3 left, 4 right, 5 to 8 the same, 0 nothing",
        {"u": "1", "d": "2", "l": "3", "r": "4"},
        " ",
        detected=False,
    ),
    MoveNotation(
        "jumanji",
        "the digits of Jumanji: 0 up, 1 right, 2 down, 3 left",
        {"u": "0", "r": "1", "d": "2", "l": "3"},
        " ",
        detected=False,
    ),
)
NOTATIONS: dict[str, MoveNotation] = {notation.name: notation for notation in _ALL}


def read_moves(text: str, notation: str | None = None) -> str:
    """Return moves in any notation as letters ``lurd``; text of LURD itself keeps its capitals and signs.

    A text in one of the `NOTATIONS` is recognised if it is in nothing else; digits need the name of theirs.  Raises
    NotationError for a text that is in none of them, or not in the one that is named, UnsupportedError for an unknown
    name.

    >>> read_moves("Right || Up"), read_moves("→→↑"), read_moves("r, R, u"), read_moves("1 4", "gym")
    ('ru', 'rru', 'rRu', 'ur')
    """
    check_text("text", text)
    NotationError.beyond(LONGEST, len(text), "too-many-moves")
    if notation is None:
        letters = recognise(text)
        return text if letters is None else letters
    if notation == "lurd":
        return expand_moves(text)
    letters = _READERS[_find(notation).name](_answer(text))
    if letters is None:
        raise NotationError.said("not-in-notation", text=text.strip()[:40], notation=NOTATIONS[notation].summary)
    return letters


def recognise(text: str) -> str | None:
    """Return the letters of moves in one of the `NOTATIONS`, or in LURD with other signs between its letters.

    None for LURD as it is, which keeps its signs, and for every other text.
    """
    if "dir-" in text.lower() and (letters := _plan(text)):
        return letters
    answer = _answer(text)
    if answer is text and _LURD.fullmatch(text):
        return None
    bare = _BETWEEN.sub("", answer)
    if not bare:
        return None
    if _LETTERS.fullmatch(bare):
        return bare
    for name, notation in NOTATIONS.items():
        if notation.detected and _OWN.get(name, _ANY).search(answer) and (letters := _READERS[name](answer)):
            return letters
    return None


def write_moves(letters: str, notation: str) -> str:
    """Return moves, letters ``lurd`` in either case, in a notation; the inverse of `read_moves` but for capitals.

    Raises NotationError for anything but letters, UnsupportedError for an unknown notation.

    >>> write_moves("rR", "words"), write_moves("rRu", "arrows"), write_moves("rR", "gym")
    ('Right Right', '→→↑', '4 4')
    """
    plain = expand_moves(letters)
    if notation == "lurd":
        return plain
    found = _find(notation)
    return found.between.join(map(found.texts.__getitem__, plain.lower()))


def _find(name: str) -> MoveNotation:
    if name not in NOTATIONS:
        raise UnsupportedError.said("unknown-notation", name=name[:40], known=", ".join(("lurd", *NOTATIONS)))
    return NOTATIONS[name]


def _answer(text: str) -> str:
    """Return what stands between the last ``<answer>`` tags, the text itself where there are none."""
    answers = _ANSWER.findall(text) if "<answer>" in text.lower() else ()
    return answers[-1] if answers else text


def _by_signs(signs: Mapping[str, str]) -> Callable[[str], str | None]:
    """Return a reader of texts that have these signs alone, each with its letter, and what may stand between them."""
    table = str.maketrans(dict(signs))
    alphabet = frozenset(signs)

    def letters(text: str) -> str | None:
        bare = _BETWEEN.sub("", text)
        return bare.translate(table) if bare and alphabet.issuperset(bare) else None

    return letters


def _words(text: str) -> str | None:
    split = _BETWEEN.split(_STEP_NUMBER.sub(" ", text.lower()))
    parts = [part for part in split if part and part not in _VERBS]
    letters = [_LETTER_OF.get(part, "") for part in parts]
    return "".join(letters) if letters and all(letters) else None


def _plan(text: str) -> str | None:
    """Return the letters of a plan in PDDL, of steps such as ``(move player-1 pos-2-2 pos-3-2 dir-right)``."""
    if _NO_STEP.sub("", _STEP.sub("", text)):
        return None
    steps = _STEP.findall(text)
    return "".join(way[0].upper() if action.lower().startswith("push") else way[0].lower() for action, way in steps)


_STEP = re.compile(r"\(\s*(move|push[a-z-]*)\s[^()]{0,400}?\bdir-(left|up|right|down)\s*\)", re.IGNORECASE)
_NO_STEP = re.compile(r";[^\n]*|[0-9.]+:|\[[0-9.]+\]|\s+")  # comments, and times before and costs behind steps
_LURD = re.compile(r"[lurdLURD0-9()\[\]{}*\s]*")
_LETTERS = re.compile(r"[lurdLURD]+")
_LETTER_OF = {word: letter for letter, words in _WORDS.items() for word in words}
# Signs of a notation that no other has: without one of them a text is in none for sure.
_ANY = re.compile(r"")
_OWN = {"wasd": re.compile(r"[wasWAS]"), "vi": re.compile(r"[hjkHJK]"), "angles": re.compile(r"[<^>]")}
_READERS: dict[str, Callable[[str], str | None]] = {
    "arrows": _by_signs({arrow: letter for letter, arrows in _ARROWS.items() for arrow in arrows}),
    "words": _words,
    "wasd": _by_signs(dict(zip("wasdWASD", "uldrULDR", strict=True))),
    "angles": _by_signs(dict(zip("<^>v", "lurd", strict=True))),
    "vi": _by_signs(dict(zip("hjklHJKL", "ldurLDUR", strict=True))),
    "gym": _by_signs({"0": "", **dict(zip("12345678", "udlrudlr", strict=True))}),
    "jumanji": _by_signs(dict(zip("0123", "urdl", strict=True))),
}
