"""No sentence without its check: what the terminal game tells of a move, beside the boards before and after it."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

from tests.depth import scaled

from pushbox import conformance, formats, games, levels, load
from pushbox.board import Board, Piece
from pushbox.games.position import Position
from pushbox.grid import Cell
from pushbox.render.visible import visible_board
from pushbox.tui.narration import boxes_home, describe, narrate

STEPS = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}
Words = dict[str, str]


class Seen(NamedTuple):
    """What a player sees before a move, and after it, with all sentences on it."""

    before: Board
    after: Board
    sentences: tuple[str, ...] = ()


def cell_of(board: Board, name: str) -> Cell:
    """Return the cell with a name such as B2: letters of columns, and the number of the row."""
    letters, digits = re.fullmatch(r"([A-Z]+)(\d+)", name).groups()  # type: ignore[union-attr]
    column = 0
    for letter in letters:
        column = 26 * column + ord(letter) - ord("A") + 1
    return (int(digits) - 1) * board.width + column - 1


def end_of(board: Board, start: Cell, words: Words) -> Cell:
    """Return where the way that is told ends."""
    if words["cell"]:
        return cell_of(board, words["cell"])
    count, (down, right) = int(words["count"] or 1), STEPS[words["direction"]]
    return start + count * (down * board.width + right)


def is_told(seen: Seen, board: Board, cell: Cell) -> bool:
    """Whether a sentence names a cell: where a piece has stopped on its way, before it fell or slid on."""
    return any(f"at {board.cell_name(cell)} " in text for text in seen.sentences)


def has_gone(seen: Seen, words: Words) -> bool:
    """Whether a piece has gone that way from the cell that is named; onto a goal, or off one, if that is told."""
    before = seen.before
    walkers = (piece for piece in before.pieces if words["who"] != "You" or piece.kind == "pusher")
    starts: dict[Cell, Piece | None] = {piece.anchor: piece for piece in walkers}
    if words["at"]:
        start = cell_of(before, words["at"])
        starts = {start: starts.get(start)} if start in starts or len(seen.sentences) > 1 else {}
    return any(is_way(seen, start, end_of(before, start, words), words["place"], of=starts[start]) for start in starts)


def has_been_pushed(seen: Seen, words: Words) -> bool:
    """Whether a piece has been pushed or pulled that way, or is gone if that is told."""
    if "where it" in words["place"]:
        return len(seen.after.pieces) < len(seen.before.pieces)
    starts = [piece for piece in seen.before.pieces if piece.kind != "pusher"]
    return any(
        is_way(seen, start.anchor, end_of(seen.before, start.anchor, words), words["place"], of=start)
        for start in starts
    )


def is_way(seen: Seen, start: Cell, end: Cell, place: str, *, of: Piece | None) -> bool:
    """Whether a piece has come from one cell to another, and the goals there are what is told of the place."""
    is_there = any(piece.anchor == end and (of is None or piece.kind == of.kind) for piece in seen.after.pieces)
    if not (is_there or is_told(seen, seen.after, end)):
        return False
    onto, off = " goal" in place and "off" not in place, "off its goal" in place
    return (not onto or seen.after.terrain[end].kind == "goal") and (
        not off or seen.before.terrain[start].kind == "goal"
    )


def piece_at(board: Board, name: str) -> list[Piece]:
    """Return the pieces in a cell."""
    return [piece for piece in board.pieces if piece.anchor == cell_of(board, name)]


def has_ended(seen: Seen, words: Words) -> bool:
    """Whether a piece that was there is gone, or one that has come there by the same move."""
    is_fewer = len(seen.after.pieces) < len(seen.before.pieces)
    here = piece_at(seen.before, words["at"])
    return any(piece not in seen.after.pieces for piece in here) or (is_fewer and not here and len(seen.sentences) > 1)


def has_become(seen: Seen, words: Words) -> bool:
    """Whether the piece there now is what is told of it, and was not."""
    state: dict[str, Callable[[Piece], object]] = {
        "blooms": lambda piece: piece.bloomed,
        "is fixed": lambda piece: piece.fixed,
        "burns down": lambda piece: piece.spent,
        "has": lambda piece: f"has a fuse of {piece.fuse} left" == words["becomes"],
        "turns": lambda piece: (
            words["becomes"].removeprefix("turns ").replace(" and ", " ").split() == [*dict.fromkeys(piece.colours)]
        ),
    }
    value = next(of for name, of in state.items() if words["becomes"].startswith(name))
    now, was = (piece_at(board, words["at"]) for board in (seen.after, seen.before))
    return any(map(value, now)) and not all(map(value, was))


def appears(seen: Seen, words: Words) -> bool:
    """Whether something is in that cell that was not there."""
    return bool({*piece_at(seen.after, words["at"])} - {*seen.before.pieces})


def is_now(seen: Seen, words: Words) -> bool:
    """Whether the ground of that cell has changed."""
    cell = cell_of(seen.after, words["at"])
    return seen.before.terrain[cell] != seen.after.terrain[cell] and words["was"] != words["now"]


def are_home(seen: Seen, words: Words) -> bool:
    """Whether so many of so many are on goals with their number and their colours."""
    pieces = [piece for piece in seen.after.pieces if piece.kind != "pusher"]

    def fits(piece: Piece) -> bool:
        colours = (*piece.colours, *("" for _ in piece.cells))
        grounds = [seen.after.terrain[cell] for cell in piece.cells]
        return all(
            (ground.kind, ground.number) == ("goal", piece.number) and ground.colour in {None, "", colour}
            for ground, colour in zip(grounds, colours, strict=False)
        )

    return (int(words["home"]), int(words["count"])) == (sum(map(fits, pieces)), len(pieces))


def has_size(seen: Seen, words: Words) -> bool:
    """Whether the board has so many columns and rows."""
    return (int(words["columns"]), int(words["rows"])) == (seen.after.width, seen.after.height)


def are_beside(seen: Seen, words: Words) -> bool:
    """Whether the board ends, or has a wall, just on those sides of which it is told; floor is free."""
    board = seen.after
    row, column = divmod(cell_of(board, words["at"]), board.width)
    for side in re.split(r", (?=left|right|up|down)", words["sides"]):
        way, _, what = side.partition(" ")
        down, right = STEPS[way]
        inside = 0 <= row + down < board.height and 0 <= column + right < board.width
        cell = (row + down) * board.width + column + right
        stands = inside and any(cell in piece.cells for piece in board.pieces)
        is_wall = inside and board.terrain[cell].kind == "wall" and not stands
        if (what == "the edge", what == "wall") != (not inside, is_wall) or (stands and what == "floor"):
            return False
    return True


WHO = r"(?P<who>You|Player \d+|The .+? at (?P<at>[A-Z]+\d+))"
WAY = r"(?:(?:(?P<count>\d+) cells )?(?P<direction>left|right|up|down)|to (?P<cell>[A-Z]+\d+))(?P<place>.*)"
DOES = (
    r"(?:walk|jump|fall|roll|slide|move)s?|(?:is|are) (?:pushed back|pushed|pulled|carried|teleported)"
)  # fmt: skip
CLAIMS: dict[str, tuple[str, Callable[[Seen, Words], bool]]] = {
    "pushes-what": (rf"{WHO} (?:pushe?s?|pulls?) (?:the .+?|\d+ \w+) {WAY}", has_been_pushed),
    "goes": (rf"{WHO} (?:{DOES}) {WAY}", has_gone),
    "ends-gone": (rf"{WHO} (?:falls and is gone|vanishes|explodes|is gone)", has_ended),
    "becomes-fixed": (
        rf"{WHO} (?P<becomes>blooms|is fixed|burns down|turns .+|has a fuse of \d+ left)",
        has_become,
    ),
    "appears": (r"An? .+ appears at (?P<at>[A-Z]+\d+)", appears),
    "is-now": (r"The (?P<was>.+) at (?P<at>[A-Z]+\d+) is now (?P<now>.+)", is_now),
    # As one-is-home does
    "boxes-are-home": (r"(?P<home>\d+) of (?P<count>\d+) \w+ (?:is|are) home\.?", are_home),
    "board-has": (r"The board has (?P<columns>\d+) columns? and (?P<rows>\d+) rows?\.", has_size),
    "beside-cell": (r"Beside (?P<at>[A-Z]+\d+): (?P<sides>.+)\.", are_beside),
}
LISTS = re.compile(r"[^:]+: .+\.")  # what stands where, which the pictures of the same boards are tests of
OTHER: dict[str, list[str]] = {"direction": [*STEPS], "at": ["A1", "B2", "C3", "D1"], "cell": ["A1", "B2", "C3"]}


@cache
def told() -> list[tuple[Seen, str]]:
    """Return what is told of random plays of every game."""
    return [*plays()]


def plays() -> Iterator[tuple[Seen, str]]:
    """Yield the sentences on each move of random plays and of shipped solutions, and on the board after it."""
    for key in games.keys():
        rng = random.Random(f"told {key}")
        for level in conformance.random_levels(games.find(key), scaled(8), seed=21):
            position = load(level)
            for _ in range(12):
                if moves := list(position.legal_moves):
                    move = rng.choice(moves)
                    yield from told_of(position, position := position.apply(move), move)
    for level in formats.read_file(levels.path("rabbit")).levels:
        position = load(level)
        for move in position.parse(level.saved_moves[0].text):
            yield from told_of(position, position := position.apply(move), move)


def told_of(before: Position, after: Position, move: Any) -> Iterator[tuple[Seen, str]]:
    """Yield the sentences on a move, and on the board after it."""
    texts = tuple(narrate(before.view, after.view, before.transition(move).changes))
    seen = Seen(visible_board(before.view), visible_board(after.view), texts)
    about = boxes_home(after.view), *describe(after.view, next(iter(after.view.of_kind("pusher")), None))
    yield from ((seen, text) for text in (*texts, *about) if text)


def read(text: str) -> tuple[str, Words] | None:
    """Return the claim of a sentence, and its words; None for a list."""
    fits = {name: match for name, (pattern, _) in CLAIMS.items() if (match := re.fullmatch(pattern, text))}
    if not fits and LISTS.fullmatch(text):
        return None
    assert len(fits) == 1, (text, [*fits])
    name, match = fits.popitem()
    return name, {group: word or "" for group, word in match.groupdict().items()}


def altered(words: Words) -> Iterator[Words]:
    """Yield the words with one of them changed."""
    for name, word in words.items():
        if word.isdecimal():
            yield words | {name: str(int(word) + 1)}
        elif word:
            yield from (words | {name: other} for other in OTHER.get(name, ()) if other != word)


def test_what_is_told_of_a_move_is_so() -> None:
    """Each sentence has one claim, which holds, and which refuses it with another direction, cell or number."""
    held, refused = Counter[str](), Counter[str]()
    for seen, text in told():
        if (claimed := read(text)) is None:
            continue
        name, words = claimed
        claim = CLAIMS[name][1]
        assert claim(seen, words), (text, *map(str, seen))
        held[name] += 1
        for others in altered(words):
            try:
                refused[name] += not claim(seen, others)
            except IndexError:  # a cell that the board does not have
                refused[name] += 1
    assert held.keys() == CLAIMS.keys(), "told of nothing"
    assert refused.keys() == CLAIMS.keys()
    assert all(refused[name] >= held[name] / 2 for name in CLAIMS), (held, refused)
