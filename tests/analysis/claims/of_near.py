"""What the parts of a sentence on two levels claim: each holds of one way to lay the first over the second."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import NamedTuple

from pushbox.level import Level

from .room import WAYS, Place, Room, inside, on
from .said import Said, read_back

_SLACK = 16  # rows and columns that a level may be shifted


@dataclass(frozen=True)
class Laid:
    """What is different of a second level where the first lies over it: cells added, and cells removed."""

    floor: tuple[frozenset[Place], frozenset[Place]]
    goals: tuple[frozenset[Place], frozenset[Place]]
    boxes: tuple[frozenset[Place], frozenset[Place]]
    player_moved: bool


class Layer(NamedTuple):
    """The floor, goals, boxes and the player of a level, walls outside left out."""

    floor: frozenset[Place]
    goals: frozenset[Place]
    boxes: frozenset[Place]
    player: Place

    @classmethod
    def of(cls, level: Level) -> Layer:
        """Return those of a level."""
        room, board = Room.of(level), level.board
        assert room is not None
        floor = frozenset(walked(room))
        boxes = frozenset(place for place, _ in room.boxes) & floor
        assert floor <= inside(board)
        return cls(floor, frozenset(room.goals) & floor, boxes, room.player)

    def moved(self, move: Callable[[Place], Place]) -> Layer:
        """Return them in other places."""
        floor, goals, boxes = (frozenset(map(move, part)) for part in (self.floor, self.goals, self.boxes))
        return Layer(floor, goals, boxes, move(self.player))


def walked(room: Room) -> set[Place]:
    """Return where the player could walk without boxes."""
    return room.walk(frozenset(), room.player)


def turned(code: str) -> Callable[[Place], Place]:
    """Return the function on places that a text on turns and mirrors is of: first mirrored, then turned right."""
    parts = code.split(".")
    turns, mirrored = int(parts[2]) if len(parts) > 2 else 0, parts[-1] == "mirrored"

    def move(place: Place) -> Place:
        row, column = place
        column = -column if mirrored else column
        for _ in range(turns):
            row, column = column, -row
        return row, column

    return move


def overlays(first: Layer, second: Layer, code: str) -> Iterator[Laid]:
    """Yield every way to lay a level over another, turned as a code says."""
    first, area = first.moved(turned(code)), _area(second)
    top, left = (min(at[axis] for at in second.floor) - min(at[axis] for at in first.floor) for axis in (0, 1))
    for row, column in product(range(-_SLACK, _SLACK + 1), repeat=2):
        over = first.moved(partial(on, way=(top + row, left + column)))
        floor, goals, boxes = ((new - old, old - new) for old, new in zip(over[:3], second[:3], strict=True))
        yield Laid(floor, goals, boxes, over.player not in area)


def _area(second: Layer) -> set[Place]:
    seen = {second.player}
    for place in (waiting := [second.player]):
        new = {on(place, way) for way in WAYS} & second.floor - second.boxes - seen
        seen |= new
        waiting += new
    return seen


Part = Callable[[Laid, int], bool]


def changed(kind: str, how: str) -> Part:
    """Claim that so many of a kind are moved, or more, or fewer; walls are where floor is not."""

    def part(laid: Laid, count: int) -> bool:
        gone, come = laid.floor if kind == "wall" else (getattr(laid, kind)[1], getattr(laid, kind)[0])
        moved = min(len(come), len(gone))
        return count == {"moved": moved, "more": len(come) - moved, "fewer": len(gone) - moved}[how]

    return part


def corridor(laid: Laid, count: int) -> bool:
    """So many cells of floor are new, one beside the other, no four in a square, and none is gone."""
    new, gone = laid.floor
    if gone or len(new) != count or not new:
        return False
    seen = {next(iter(new))}
    for place in (waiting := [*seen]):
        more = {on(place, way) for way in WAYS} & new - seen
        seen |= more
        waiting += more
    squares = any(
        all((row + down, column + right) in new for down, right in product((0, 1), repeat=2)) for row, column in new
    )
    return seen == new and not squares


def nothing(laid: Laid, count: int) -> bool:
    """Nothing is different."""
    del count
    return not any(map(any, (laid.floor, laid.goals, laid.boxes))) and not laid.player_moved


_KINDS = {"wall": "wall", "goal": "goals", "box": "boxes"}
_PARTS: dict[str, Part] = {
    **{f"near.{name}.{how}": changed(kind, how) for name, kind in _KINDS.items() for how in ("moved", "more", "fewer")},
    "near.corridor": corridor,
    "near.player": lambda laid, _: laid.player_moved,
    "near.same": nothing,
    "near.turned": lambda *_: True,  # the overlays are those of the turn
}
JUDGED = {"near.comma": "joins parts, each of which has a claim"}


def part_of(code: str) -> Part | None:
    """Return the claim of a code: its text for one has the claim of its text for many."""
    return _PARTS.get("near.turned" if code.startswith("near.turned.") else code.removesuffix(".1"))


def said_of(sentence: str) -> list[Said]:
    """Return the parts of a sentence after the title of the first level, which has no comma."""
    return [read_back(part, "near") for part in sentence.split(", ")[1:]]


def holds(first: Level, second: Level, parts: list[Said]) -> bool:
    """Whether one way to lay a level over another has all that is said, and is different in nothing else."""
    turns = [said.code for said in parts if said.code.startswith("near.turned.")]
    said = [(claim, count_of(one)) for one in parts if (claim := part_of(one.code)) is not None]
    silent = {
        kind for kind in ("wall", "goal", "box") if not any(one.code.startswith(f"near.{kind}.") for one in parts)
    }
    if any(one.code.startswith("near.corridor") for one in parts):
        silent -= {"wall"}
    said += [(_PARTS[f"near.{kind}.{how}"], 0) for kind in silent for how in ("moved", "more", "fewer")]
    moved = any(one.code == "near.player" for one in parts)
    return (
        len(turns) < 2
        and len(said) >= len(parts)
        and any(
            laid.player_moved is moved and all(claim(laid, count) for claim, count in said)
            for laid in overlays(Layer.of(first), Layer.of(second), turns[0] if turns else "near.turned.0")
        )
    )


def count_of(said: Said) -> int:
    """Return the count that a sentence names."""
    return said.number("count") if "count" in said.params else 1
