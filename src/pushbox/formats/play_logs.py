"""Pages with maps of the console exercise, and logs of play, in which several pictures are of one room.

The first picture of a room is the level.  The others are taken for its play, as a warning says, and its moves are saved
where each picture is a run in one direction from the one before.  Pictures in the signs of XSB are a log where a
prompt, such as ``> r`` or ``ply 3``, or the count of moves stands between them, as two levels of a collection may be of
one room too.

Source: the console exercise, whose page shows its map and a run of its game (see `pushbox.tui.console`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..grid import Grid, grid
from ..level import Collection, Problem, SavedMoves
from ..sentence import Sentence, counted, say
from . import console, json
from .play_pictures import Picture, boards, is_log, is_of_log, maps
from .rewriting import Rewritten, shown

_MOST = 1_000_000  # characters of a text that is looked at so closely
_AROUND = 2  # lines above and below the pictures of a game that may belong to it


def rewritten(text: str) -> tuple[Rewritten, list[Problem]] | None:
    """Return a text with each of its maps of the exercise and of its logs of play as one level of XSB.

    Beside it the problems, with the lines of the old text.  None for a text without maps and logs, and for a map alone,
    which is a file of the format `console`.
    """
    if len(text) > _MOST or "##" not in text or console.FORMAT.recognise(text, ""):
        return None
    has_maps = "P" in text and _PLAYER.search(text) is not None
    has_prompts = any(hint in text for hint in _HINTS)
    if not has_maps and not has_prompts:
        return None
    raw = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    numbers: Sequence[int] = range(1, len(raw) + 1)
    if _MARKUP.search(text):
        raw, numbers = shown(raw)
    faulty: list[tuple[range, Problem]] = []
    pictures = [*maps(raw, faulty)] if has_maps else []
    pictures += boards(raw) if has_prompts and is_log(raw) else ()
    games = [game for game in _games(raw, sorted(pictures)) if game[0].is_map or len(game) > 1]
    if not games and not faulty:
        return None
    levels: dict[int, list[str]] = {}  # by the line in which they begin
    left_out = {line for lines, _ in faulty for line in lines}
    how: list[Sentence] = []
    problems = [problem._replace(line=numbers[problem.line - 1]) for _, problem in faulty]
    for game in games:
        first, *others = game
        levels[first.start] = [*first.rows]
        left_out |= {line for picture in game for line in range(picture.start, picture.end)}
        around = range(max(first.start - _AROUND, 0), min(game[-1].end + _AROUND, len(raw)))
        left_out |= {line for line in around if is_of_log(raw[line])}
        how.append(say("form-table", source="the console exercise") if first.is_map else say("form-log"))
        if others:
            moves, is_solved = _play(game)
            levels[first.start] += [f"{'Solution' if is_solved else 'Savegame'}: {moves}"] if moves else []
            found = say("more-pictures", pictures=counted(len(others), "picture"))
            repair = say("read-as-play") if moves else say("moves-unknown")
            problems.append(Problem(numbers[others[0].start], 0, "warning", found, repair=repair))
    lines: list[str] = []
    origins: list[int] = []
    for index, line in enumerate(raw):
        part = ["", *levels[index], ""] if index in levels else [line] if index not in left_out else []
        lines += part
        origins += [numbers[index]] * len(part)
    guess = next((numbers[game[0].start] for game in games if game[0].is_map), 0)
    return Rewritten("\n".join(lines), origins or [1], tuple(dict.fromkeys(how)), guess), problems


_PLAYER = re.compile(r"[#.\-+O]P[#.\-+OP]")
_MARKUP = re.compile(r"<(?:br|pre|code|td|p)\b", re.IGNORECASE)
_HINTS = ("\n>", "\n$", "\nply ", "ove", "ommand", "nput", "outcome")  # of which every prompt has one


def transcript(text: str) -> Collection | None:
    """Return the level and the moves of a transcript of `pushbox transcript`, which may have other text around it.

    Of several pushers, a move that chooses another one says where that is from the last one, so that a line cannot be
    made of the moves without the game: they are left out, with a warning.  None for any other text.  Raises FormatError
    for a level that cannot be read.
    """
    head = _TRANSCRIPT.search(text) if "pushbox transcript" in text else None
    if head is None:
        return None
    level = json.decode(head[1])
    moves = _MOVE.findall(text, head.end())
    line = ("" if all(len(move) == 1 for move in moves) else " ").join(moves)
    problems: tuple[Problem, ...] = ()
    ends = sum(cell.player > 0 for cell in level.board.terrain)  # of pushers, in reverse play
    if max(ends, len(level.board.of_kind("pusher"))) > 1 and ("[" in line or "{" in line):
        number = text.count("\n", 0, head.end()) + 1
        found, repair = say("more-pictures", pictures=counted(len(moves), "picture")), say("moves-unknown")
        problems = (Problem(number, 0, "warning", found, repair=repair),)
    elif line and line not in {saved.text for saved in level.saved_moves}:
        level = level.with_saved_moves(SavedMoves("Savegame", line))
    return Collection((level,), problems, format="json", evidence=say("form-transcript"))


_TRANSCRIPT = re.compile(r"^pushbox transcript [12]\r?\ngame: .*\nlevel: (.*?)\r?$", re.MULTILINE)
_MOVE = re.compile(r"^> (.*\S)", re.MULTILINE)


def _games(raw: Sequence[str], pictures: Sequence[Picture]) -> list[list[Picture]]:
    """Return the pictures of each game, the level first."""
    games: list[list[Picture]] = []
    latest: dict[object, list[Picture]] = {}
    for picture in pictures:
        room = picture.room
        game = latest.get(room)
        is_play = game and picture.has_goals_of(game[0])
        if game and is_play and (picture.is_map or is_log(raw[game[-1].end : picture.start + 1])):
            game.append(picture)
        else:  # there may be two levels of one room
            latest[room] = [picture]
            games.append(latest[room])
    return games


# Play -----------------------------------------------------------------------------------------------------------------

_Position = tuple[int, frozenset[int]]  # the cells of the player and of the boxes


def _play(game: Sequence[Picture]) -> tuple[str, bool]:
    """Return the best play from the first picture on, in LURD: one that solves the level, else the longest.

    Beside it whether it solves the level.  Where a picture does not follow, the next one like the first begins anew.
    """
    signs = game[0].signs
    shape = grid(len(game[0].rows[0]), len(game[0].rows))
    walls = {cell for cell, sign in enumerate(signs) if sign == "#"} | {shape.outside}
    goals = {cell for cell, sign in enumerate(signs) if sign in ".*+"}
    start = position = _position(game[0])
    runs: list[str] = []  # to each picture from the one before
    began: int | None = 0  # the first of the runs that follow each other, None after a picture that does not follow
    length = 0  # of these
    best = (False, 0, 0, 0)  # whether the level is solved, the length, the first run and the one after the last
    for picture in game[1:]:
        after = _position(picture)
        run = _run(shape, walls, position, after)
        runs.append(run or "")
        if began is None or run is None:
            began, length = (len(runs), 0) if after == start else (None, 0)
        else:
            length += len(run)
            best = max(best, (after[1] <= goals, length, began, len(runs)), key=lambda play: play[:2])
        position = after
    return "".join(runs[best[2] : best[3]]), best[0]


def _position(picture: Picture) -> _Position:
    player = next(cell for cell, sign in enumerate(picture.signs) if sign in "@+")
    return player, frozenset(cell for cell, sign in enumerate(picture.signs) if sign in "$*")


def _run(shape: Grid, walls: set[int], before: _Position, after: _Position) -> str | None:
    """Return the steps in one direction that lead from one position to another, or None.  O(boxes)."""
    (start, boxes), (end, then) = before, after
    gone, come = boxes - then, then - boxes
    if len(gone) > 1:
        return None
    for direction, step in enumerate(shape.step):
        player, moves = start, ""
        first = box = -1  # where the box stood that is pushed, and where it is
        while player != end or gone != {first} - {-1} or come != {box} - {-1}:
            player = step[player]
            is_push = player == box or (box < 0 and player in boxes)
            if player in walls or (is_push and (step[player] in walls or step[player] in boxes)):
                break
            if is_push:
                first, box = first if box >= 0 else player, step[player]
            letter = shape.tiling.letters[direction]
            moves += letter.upper() if is_push else letter
        else:
            return moves
    return None
