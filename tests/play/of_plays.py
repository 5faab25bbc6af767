"""What sentences of games, plays, verdicts and scores claim: small functions of the board and of a play in a few lines.

A claim takes a subject, which it knows more of than the sentence says, and the parameters of the sentence.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tests.analysis.claims.room import At, Place, Room

from pushbox.board import Board, Piece
from pushbox.games.position import Position
from pushbox.level import Level
from pushbox.sentence import Sentence

Params = Mapping[str, Any]
Claim = Callable[[Any, Params], bool]


@dataclass(frozen=True)
class Tried:
    """A move that the rules refuse in a position."""

    position: Position
    move: Any

    @cached_property
    def board(self) -> Board:
        """The position, with what is hidden."""
        return self.position.rules.board(self.position.state)

    @property
    def direction(self) -> int:
        """The direction of a move of one piece."""
        return self._parts[1] % 4

    @property
    def cell(self) -> int:
        """The cell of the piece that moves."""
        return self._parts[0]

    @property
    def target(self) -> int:
        """The cell to which it would go."""
        grid = self.board.grid
        return grid.step[self.direction][self.cell]

    @property
    def _parts(self) -> tuple[int, int]:
        rules: Any = self.position.rules
        if dict(self.position.level.options).get("reverse") == "yes":
            cell, action = getattr(rules, "base", rules).rules.split(self.position.state.inner, self.move)
            return cell, action
        if isinstance(self.move, tuple):
            return self.move[0], self.move[1]
        return self.board.of_kind("pusher")[0].anchor, self.move

    def at(self, cell: int, *kinds: str) -> list[Piece]:
        """Return the pieces on a cell, of some kinds."""
        return [piece for piece in self.board.pieces if cell in piece.cells and (not kinds or piece.kind in kinds)]


def is_direction(tried: Tried, params: Params) -> bool:
    """Whether the direction that is named is that of the move, which is illegal."""
    grid = tried.board.grid
    return bool(
        params["direction"].code == f"direction.{grid.tiling.names[tried.direction]}"
        and tried.position.rules.apply(tried.position.state, tried.move) is None
    )


def is_wall(tried: Tried, cell: int) -> bool:
    """Whether a cell is a wall, or off the board."""
    return cell >= len(tried.board.terrain) or tried.board.terrain[cell].kind == "wall"


def boxes_at(tried: Tried, cell: int, *, hidden: bool = False) -> list[Piece]:
    """Return the boxes on a cell that are seen, or hidden."""
    return [box for box in tried.at(cell, "box") if box.hidden == hidden]


REFUSALS: dict[str, Claim] = {
    "player-cannot-go": lambda tried, params: is_direction(tried, params) and is_why(tried, params["why"]),
    "pusher-cannot-go": lambda tried, params: is_direction(tried, params) and is_why(tried, params["why"]),
    "circle-slide": lambda tried, params: slides(tried, params, "circle"),
    "square-slide": lambda tried, params: slides(tried, params, "block"),
    "one-fixed": lambda tried, _: any(stays_fixed(tried, cell) for cell in pair(tried)),
    "both-empty": lambda tried, _: not any(tried.at(cell) or is_wall(tried, cell) for cell in pair(tried)),
    "one-piece": lambda tried, _: tried.at(pair(tried)[0]) == tried.at(pair(tried)[1]) != [],
    "cannot-swap": lambda tried, _: [] != tried.at(pair(tried)[0]) != tried.at(pair(tried)[1]) != [],
    "stone-shares": lambda tried, _: not tried.move[2] and len(tried.at(tried.move[0], "stone")) > 1,
}


def slides(tried: Tried, params: Params, kind: str) -> bool:
    """Whether a piece of Blockoban that is named stands there and cannot slide."""
    return (
        is_direction(tried, params)
        and params["cell"] == tried.board.cell_name(tried.cell)
        and (tried.at(tried.cell)[0].kind == "circle") == (kind == "circle")
    )


def stays_fixed(tried: Tried, cell: int) -> bool:
    """Whether nothing on a cell of Hanano ever moves: a wall, a flower, or what is fixed."""
    is_flower = tried.board.terrain[cell].kind == "flower"
    return is_wall(tried, cell) or is_flower or any(piece.fixed for piece in tried.at(cell))


def pair(tried: Tried) -> tuple[int, int]:
    """Return the two cells that a move of Hanano exchanges."""
    return tried.move, tried.move + 1


WHYS: dict[str, Callable[[Tried, Params], bool]] = {
    "why-wall": lambda tried, _: not tried.at(tried.target) and is_wall(tried, tried.target),
    "why-solid": lambda tried, _: kind_at(tried) == "terminal",
    "why-blocked": lambda tried, _: bool(boxes_at(tried, tried.target)) and not boxes_at(tried, tried.target)[0].fixed,
    "why-fixed": lambda tried, _: boxes_at(tried, tried.target)[0].fixed,
    "why-something": lambda tried, _: bool(boxes_at(tried, tried.target, hidden=True)),
    "why-pusher": lambda tried, _: bool(tried.at(tried.target, "pusher")),
    "why-locked": lambda tried, _: bool(boxes_at(tried, tried.target)) and kind_at(tried) == "lock",
    "why-colour": lambda tried, params: params["colour"].code == f"colour.{pusher_colour(tried)}" and differs(tried),
    "why-ground": lambda tried, params: params["terrain"].code == f"terrain.{kind_at(tried)}",
}


def is_why(tried: Tried, why: Sentence) -> bool:
    """Whether the reason of a refusal holds."""
    return any(WHYS[why.code](one, why.params) for one in linked(tried))


def linked(tried: Tried) -> list[Tried]:
    """Return the moves of all that are linked with who goes, as one of them may be what is in the way."""
    groups = [piece.group for piece in tried.at(tried.cell, "pusher")]
    others = [piece.anchor for piece in tried.board.of_kind("pusher") if piece.group and piece.group in groups]
    return [Tried(tried.position, (cell, tried.direction)) for cell in others] or [tried]


def kind_at(tried: Tried) -> str:
    """Return the kind of the terrain of the target."""
    return tried.board.terrain[tried.target].kind


def pusher_colour(tried: Tried) -> str:
    """Return the colour of who goes, or of one who is linked with them."""
    return tried.at(tried.cell, "pusher")[0].colours[0]


def differs(tried: Tried) -> bool:
    """Whether the box in the way has another colour than who goes."""
    return pusher_colour(tried) not in boxes_at(tried, tried.target)[0].colours


@dataclass(frozen=True)
class Reached:
    """A position, with the first one and the number of moves that lead from there."""

    start: Position
    position: Position
    moves: int

    @cached_property
    def boards(self) -> tuple[Board, Board]:
        """The first board, and the present one."""
        before, now = self.start.rules.board(self.start.state), self.position.rules.board(self.position.state)
        return before, now

    def colours(self, number: int) -> Counter[str]:
        """Count the boxes of each colour on the first board, or on the present one."""
        return Counter(box.colours[0] for box in self.boards[number].of_kind("box") if box.colours)

    def owned(self, player: int) -> int:
        """Count the goals of a player with a box."""
        board = self.boards[1]
        boxes = {box.anchor for box in board.of_kind("box")}
        return sum(
            sort.kind == "goal" and sort.player == player and cell in boxes for cell, sort in enumerate(board.terrain)
        )


def wrong_numbers(reached: Reached, params: Params) -> bool:
    """Whether all boxes are on goals, and as many on goals of another number."""
    board = reached.boards[1]
    numbers = [(box.number, board.terrain[box.anchor]) for box in board.of_kind("box")]
    return all(sort.kind == "goal" for _, sort in numbers) and params["count"] == sum(
        number != sort.number for number, sort in numbers
    )


def cannot_vanish(reached: Reached, params: Params) -> bool:
    """Whether so few boxes of these colours are left, and enough of all others."""
    least = int(reached.start.game.info.option_values(reached.start.level)["vanish_min"])
    named = {colour: int(count) for count, colour in re.findall(r"(\d+) (\w+) box", str(params["rest"]))}
    return named == {colour: count for colour, count in reached.colours(1).items() if count < least}


def cannot_join(reached: Reached, params: Params) -> bool:
    """Whether as many boxes of a colour are gone as is said, of several that there were."""
    colour = params["colour"].code.removeprefix("colour.")
    before, now = (reached.colours(number)[colour] for number in (0, 1))
    gone = 1 if params["rest"].code == "box-gone" else params["rest"].params["count"]
    swallowed = sum(value for name, value in reached.boards[0].counters if name.endswith(colour))
    return before + swallowed > 1 and gone == before + swallowed - now


def more_goals(reached: Reached, params: Params) -> bool:
    """Whether a player has filled more of their goals."""
    own, other = reached.owned(params["player"]), reached.owned(3 - params["player"])
    return own > other and (params["most"], params["fewest"]) == (own, other)


OUTCOMES: dict[str, Claim] = {
    "exploded": lambda reached, _: any(box.fixed and box.spent for box in reached.boards[1].of_kind("box")),
    "no-pusher-left": lambda reached, _: not reached.boards[1].of_kind("pusher"),
    "fewer-boxes": lambda reached, _: len(reached.boards[1].of_kind("box")) < goals_of(reached.boards[1]),
    "cannot-join": cannot_join,
    "draw": lambda reached, params: params["count"] == reached.owned(1) == reached.owned(2),
    "more-goals": more_goals,
    "wrong-numbers": wrong_numbers,
    "cannot-vanish": cannot_vanish,
    "flew-off": lambda reached, params: number(params["pieces"]) == fallen(reached),
    "limit-steps": lambda reached, params: (
        params["count"] == dict(reached.start.level.options)["steps"] <= reached.moves
    ),
}


def fallen(reached: Reached) -> int:
    """Return how many pieces are missing on the board, with those that were missing on the first one."""
    first, now = reached.boards
    return dict(first.counters).get("fallen", 0) + len(first.pieces) - len(now.pieces)


def steps_of(reached: Reached) -> int:
    """Return the steps that the level allows."""
    return int(dict(reached.start.level.options)["steps"])


def goals_of(board: Board) -> int:
    """Count the goals of a board."""
    return sum(sort.kind == "goal" for sort in board.terrain)


@dataclass(frozen=True)
class Line:
    """A line of letters on a room: what is played of it, and the fewest pushes from its end."""

    level: Level
    text: str

    @cached_property
    def room(self) -> Room:
        """The room of the level."""
        room = Room.of(self.level)
        assert room is not None
        return room

    @cached_property
    def solved_after(self) -> list[int]:
        """The numbers of moves after which all boxes are home."""
        pushes = [number for number, letter in enumerate(self.text, start=1) if letter.isupper()]
        boards = [self.room.boxes, *(push.after.boxes for push in self.room.played(self.text))]
        states = [boards[sum(number <= at for number in pushes)] for at in range(len(self.text) + 1)]
        return [at for at, boxes in enumerate(states) if self.room.is_solved(boxes)]

    @property
    def is_solved(self) -> bool:
        """Whether all boxes are home at the end."""
        return len(self.text) in self.solved_after

    @property
    def end(self) -> At:
        """The position at the end."""
        pushes = self.room.played(self.text)
        return pushes[-1].after if pushes else self.room.start

    @property
    def off(self) -> int:
        """How many boxes are not on goals at the end."""
        return sum(place not in self.room.goals for place, _ in self.end.boxes)

    @property
    def pushes(self) -> int:
        """How many of the moves push."""
        return len(self.room.played(self.text))


LINES: dict[str, Claim] = {
    "off-goal": lambda line, params: params["count"] == line.off != 1,
    "one-off-goal": lambda line, _: line.off == 1,
    "solved-until": lambda line, params: params["count"] == line.solved_after[0] and not line.is_solved,
    "solved-before": lambda line, params: line.is_solved and solved_before(line, params),
    "score-solved": lambda line, params: params["count"] == line.pushes and len(line.text) in line.solved_after,
    "score-solved-of": lambda line, params: line.is_solved and solved_of(line, params),
    "score-lost": lambda line, _: line.end not in line.room.far,
    "score-winnable": lambda line, params: params["count"] == line.room.far[line.end] > 0,
}


def solved_before(line: Line, params: Params) -> bool:
    """Whether a line solves the level first after so many moves, and so many more follow."""
    return bool(params["count"] == line.solved_after[0] and params["extra"] == len(line.text) - params["count"] > 0)


def solved_of(line: Line, params: Params) -> bool:
    """Whether a line has so many pushes, and the best one of the level so many."""
    return bool(params["count"] == line.pushes and params["fewest"] == line.room.fewest)


def cannot_be_won(level: Level, _: Params) -> bool:
    """Whether a level has no solution."""
    return fewest(level) is None


VERDICTS: dict[str, Claim] = {
    "unsolvable.all-visited": cannot_be_won,
    "unsolvable.begins-lost": cannot_be_won,
    "unsolvable.corral": cannot_be_won,
    "unsolvable.dead-square": lambda level, _: has_dead_box(level),
    "unsolvable.deadlock": cannot_be_won,
    "unsolvable.exhausted": cannot_be_won,
    "unsolvable.fewer-goals": lambda level, _: not has_assignment(level),
    "unsolvable.frozen-box": lambda level, _: never_moves(level),
    "unsolvable.no-assignment": lambda level, _: not has_assignment(level),
    "unsolvable.unreachable-box": lambda level, _: never_moves(level),
    "at-least-pushes": lambda level, params: params["count"] <= (fewest(level) or 10**9),
}


def staying(level: Level) -> list[tuple[Place, int]]:
    """Return the boxes that stay where they are while none is pushed to where it would be lost alone."""
    room = room_of(level)
    seen, waiting = {room.start}, [room.start]
    for at in waiting:
        after = {push.after for push in room.pushes(at) if push.after.boxes - at.boxes <= room.live} - seen
        seen |= after
        waiting += after
    return [box for box in room.boxes if all(box in at.boxes for at in seen)]


def never_moves(level: Level) -> bool:
    """Whether a box off its goals stays where it is."""
    return any(room_of(level).goals.get(place) != own for place, own in staying(level))


def alone(level: Level, box: tuple[Place, int], goals: dict[Place, int]) -> bool:
    """Whether a box would get to one of some goals if there were no other but those that stay where they are."""
    room = room_of(level)
    walls = {place for place, _ in staying(level)} - {box[0]}
    left = {goal: own for goal, own in goals.items() if goal not in walls}
    return Room(room.floor - walls, left, frozenset({box}), room.player).fewest is not None


def has_dead_box(level: Level) -> bool:
    """Whether a box would get to no goal, even alone."""
    room = room_of(level)
    return any(not alone(level, box, room.goals) for box in room.boxes)


def has_assignment(level: Level) -> bool:
    """Whether each box can have a goal of its own that it would reach alone."""
    room = room_of(level)
    reach = [[goal for goal, own in room.goals.items() if alone(level, box, {goal: own})] for box in room.boxes]
    taken: dict[Place, int] = {}

    def place_of(box: int, seen: set[Place]) -> bool:
        for goal in reach[box]:
            if goal not in seen:
                seen.add(goal)
                if goal not in taken or place_of(taken[goal], seen):
                    taken[goal] = box
                    return True
        return False

    return all(place_of(box, set()) for box in range(len(reach)))


def room_of(level: Level) -> Room:
    """Return the room of a level."""
    room = Room.of(level)
    assert room is not None
    return room


def fewest(level: Level) -> int | None:
    """Return the fewest pushes of a level."""
    return room_of(level).fewest


@dataclass(frozen=True)
class Turn:
    """A turn of a play by texts: the line before, the answer, the line after, and how many turns are left."""

    before: Line
    answer: str
    after: Line
    left: int


def played(turn: Turn) -> str:
    """Return what the turn has added to the line."""
    assert turn.after.text.startswith(turn.before.text)
    return turn.after.text[len(turn.before.text) :]


def number(words: Any) -> int:
    """Return the number of a text such as "3 moves"."""
    return int(words.params["count"])


def counts(turn: Turn, params: Params) -> bool:
    """Whether a turn has played so many moves and pushes."""
    added = played(turn)
    return number(params["moves"]) == len(added) and number(params["pushes"]) == turn.after.pushes - turn.before.pushes


def is_stopped(turn: Turn, params: Params) -> bool:
    """Whether a turn has played so much, and a step that the answer has next is refused."""
    asked = re.sub(r"[^lurdLURD]", "", turn.answer.rpartition(":")[2])
    return counts(turn, params) and len(played(turn)) < len(asked)


def taken_back(turn: Turn) -> int:
    """Return how many pushes a turn has taken back."""
    assert turn.before.text.startswith(turn.after.text)
    return turn.before.pushes - turn.after.pushes


def standing(turn: Turn, params: Params) -> bool:
    """Whether so many boxes are home, of so many, and turns left."""
    boxes = turn.after.room.boxes
    home = len(boxes) - turn.after.off
    return (params["home"], params["boxes"], number(params["turns"])) == (home, len(boxes), turn.left)


TURNS: dict[str, Claim] = {
    "turn-played": lambda turn, params: counts(turn, params) and bool(played(turn)),
    "turn-stopped": is_stopped,
    "turn-undo": lambda turn, params: number(params["pushes"]) == taken_back(turn),
    "turn-no-undo": lambda turn, _: not turn.before.text,
    "turn-nothing": lambda turn, _: turn.before.text == turn.after.text,
    "turn-standing": standing,
    "turn-solved": lambda turn, params: turn.after.is_solved and number(params["pushes"]) == turn.after.pushes,
}

STARTS: dict[str, Claim] = {
    "solved-at-start": lambda level, _: room_of(level).is_solved(room_of(level).boxes),
    "lost-at-start": lambda level, _: fewest(level) is None,
    "boxes-and-goals": lambda level, params: (
        (number(params["boxes"]), number(params["goals"])) == (len(level.board.of_kind("box")), goals_of(level.board))
    ),
}

CLAIMS: dict[str, Claim] = REFUSALS | OUTCOMES | LINES | VERDICTS | TURNS | STARTS
