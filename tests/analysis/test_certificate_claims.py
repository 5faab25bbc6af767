"""No sentence without its check: what a certificate says, and what is said beforehand of its proof."""

from __future__ import annotations

import re
import tracemalloc
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache

import pytest
from tests.analysis.claims.room import WAYS, Boxes, Place, Room, on
from tests.depth import scaled

from pushbox import builtin, read
from pushbox.analysis.certificates import Certificate, UncertifiedError, certify, check, write
from pushbox.analysis.certificates.claim import CLAIMS
from pushbox.analysis.certificates.forecast import Forecast, forecast
from pushbox.analysis.certificates.serialize import sentence_of
from pushbox.bench.rooms import rooms
from pushbox.level import Level

COUNTS = r"(?P<moves>[\d,]+) moves?, (?P<pushes>[\d,]+) push(?:es)?"
POSITIONS = r" \((?P<positions>[\d,]+) positions?\)"
SENTENCES = {
    "unsolvable": f"the level has no solution{POSITIONS}",
    "solution": f"the level is solved in {COUNTS}",
    "fewest-pushes": f"no solution has fewer pushes than the one of {COUNTS}{POSITIONS}",
    "fewest-moves": f"no solution has fewer moves than the one of {COUNTS}{POSITIONS}",
}
WHY_NOT = {  # and whether there is a solution
    "it can be solved": True, "it has no solution": False, "no solution was found within the limits": False,
}  # fmt: skip


def room_of(level: Level) -> Room:
    """Return the room of a level."""
    room = Room.of(level)
    assert room is not None
    return room


@cache
def certified() -> list[tuple[Level, Certificate]]:
    """Return certificates of every claim that is proven of crowded rooms."""
    found: list[tuple[Level, Certificate]] = []
    refusals: list[tuple[Level, str]] = []
    for level in rooms(scaled(150, least=12), seed=41, largest=5, boxes=3):
        for claim in CLAIMS:
            try:
                found.append((level, certify(level, claim).certificate))
            except UncertifiedError as error:
                refusals.append((level, str(error)))
    assert all(WHY_NOT[why] == (room_of(level).fewest is not None) for level, why in refusals)
    assert {one.claim for _, one in found} == {*CLAIMS}
    return found


def fewest_moves(room: Room) -> int:
    """Return the fewest moves of a solution, step by step."""
    start: tuple[Boxes, Place] = room.boxes, room.player
    seen, waiting = {start}, [(start, 0)]
    for (boxes, player), moves in waiting:
        if room.is_solved(boxes):
            return moves
        taken = dict(boxes)
        for way in WAYS:
            there, beyond = on(player, way), on(player, way, 2)
            if there not in room.floor or (there in taken and (beyond not in room.floor or beyond in taken)):
                continue
            moved = boxes - {(there, taken[there])} | {(beyond, taken[there])} if there in taken else boxes
            if (moved, there) not in seen:
                seen.add((moved, there))
                waiting.append(((moved, there), moves + 1))
    raise AssertionError("it has no solution")


def positions_in(certificate: Certificate, boxes: int) -> int:
    """Count the positions of a body: how many boxes are as before, the others, the player, and the cost."""
    numbers = iter(re.findall(rb"[\x80-\xff]*[\x00-\x7f]", certificate.proof.body, re.DOTALL))
    count = 0
    for shared in numbers:
        skipped = [next(numbers) for _ in range(boxes - shared[0] + 2)]
        assert len(skipped) >= 2
        count += 1
    return count


def is_true(level: Level, certificate: Certificate, sentence: str) -> bool:
    """Whether a sentence on a level holds, and its positions are those of the evidence."""
    room, claim = room_of(level), certificate.claim
    match = re.fullmatch(SENTENCES[claim], sentence)
    assert match is not None, sentence
    said = {name: int(value.replace(",", "")) for name, value in match.groupdict().items()}
    inside = room.walk(frozenset(), room.player)
    count = positions_in(certificate, sum(place in inside for place, _ in room.boxes))
    if said.get("positions", count) != count:
        return False
    if claim == "unsolvable":
        return room.fewest is None
    text = certificate.solution
    pushes = room.played(text)
    solves = room.is_solved(pushes[-1].after.boxes if pushes else room.boxes)
    best = {"solution": True, "fewest-pushes": len(pushes) == room.fewest}.get(claim)
    best = len(text) == fewest_moves(room) if best is None else best
    return solves and best and (said["moves"], said["pushes"]) == (len(text), len(pushes))


def spoiled(sentence: str) -> Iterator[str]:
    """Yield a sentence with one more of each count."""
    for number in re.finditer(r"[\d,]*\d", sentence):
        yield f"{sentence[: number.start()]}{int(number[0].replace(',', '')) + 1:,}{sentence[number.end() :]}"


def test_what_a_certificate_says_is_true() -> None:
    """Each claim; with another count it is not."""
    for level, certificate in certified():
        sentence = sentence_of(certificate)
        assert is_true(level, certificate, sentence), (str(level.board), sentence)
        assert not any(is_true(level, certificate, other) for other in spoiled(sentence))


def test_a_proof_takes_no_more_than_was_said() -> None:
    """Positions and bytes, in games that are exhausted too; nothing is said where people compete."""
    levels = [*certified()]
    for key in ("sokolor", "blockage"):
        with suppress(UncertifiedError):
            levels.append((builtin(key)[0], certify(builtin(key)[0], "fewest-moves", positions=5_000).certificate))
    for level, certificate in levels:
        at_most = forecast(level)
        assert at_most is not None
        text = b"".join(write(certificate))
        own = len(certificate.solution) + sum(len(line) for line in text.splitlines(keepends=True) if line[:2] == b"| ")
        assert certificate.proof.positions <= at_most.positions
        assert len(text) - own <= at_most.size
    assert forecast(builtin("versus")[0]) is None


def test_a_check_takes_no_more_memory_than_was_said() -> None:
    """With the table of the boxes that are looked up together: here it is nearly all of it."""
    level = read("\n".join(["#" * 14, f"# @$.$.$.$.{' ' * 2}#", *[f"#{' ' * 12}#"] * 3, "#" * 14]))[0]
    made = certify(level, "fewest-pushes").certificate
    text = b"".join(write(replace(made, proof=replace(made.proof, subset=4))))
    at_most = forecast(level, positions=1)
    assert at_most is not None
    tracemalloc.start()
    try:
        check(text)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert at_most.memory / 20 < most < at_most.memory + 500_000


@pytest.mark.parametrize("positions", [0, 1, 1_000])
def test_fewer_positions_take_less(positions: int) -> None:
    """So --positions says how much there may be; a small room has fewer whatever is allowed."""
    level = builtin("campaign-05")[0]
    whole, part = forecast(level), forecast(level, positions=positions)
    assert whole is not None
    assert part is not None
    assert part.positions == positions < whole.positions
    assert part.size < whole.size
    assert part.memory < whole.memory
    small = forecast(next(rooms(1, seed=1, largest=3, boxes=2)))
    assert small is not None
    assert small.positions < 1_000


def test_a_forecast_is_said_with_its_numbers() -> None:
    assert Forecast(12_345, 1_500_000, 250_000_000, 3.2, 70.0).sentence() == (
        "a proof has at most 12,345 positions: 1.5 MB of text, 250.0 MB to check, about 3 s to make and 70 s to check"
    )
