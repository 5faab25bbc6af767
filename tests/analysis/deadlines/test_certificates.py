"""Checks of made-up certificates end at every stage, and take no more memory than there is.

No test measures time: a clock that the tests advance counts how often it is asked, beside the work that there is.
"""

from __future__ import annotations

import hashlib
from math import comb
from typing import Any

import pytest
from tests.analysis.deadlines.parts import Clock, counting, hall

from pushbox import load, read
from pushbox.analysis.certificates import (
    Certificate,
    InvalidCertificate,
    MalformedCertificate,
    OutOfTime,
    Proof,
    certify,
    check,
    checker,
    claim,
    closed,
    write,
)
from pushbox.analysis.certificates.assignment import best_prices
from pushbox.analysis.certificates.exhaustion import count_states
from pushbox.analysis.certificates.field import Field, field_of
from pushbox.analysis.certificates.losses import Bound, Subsets
from pushbox.analysis.certificates.text import bare
from pushbox.deadline import Deadline
from pushbox.grid import cell_of
from pushbox.level import Level


def forged(level: Level, proof: Proof, claimed: Any = "unsolvable") -> bytes:
    position = load(bare(level))
    certificate = Certificate(position.level, checker.level_id(position), claimed, "", None, proof, "x", "y")
    return b"".join(write(certificate))


def field(level: Level) -> Field:
    found = field_of(load(level))
    assert found is not None
    return found


def test_a_deadline_is_a_moment(clock: Clock) -> None:
    """It is over once it has passed, at once for no seconds, and never without any."""
    lasting, never = Deadline(5), Deadline(None)
    assert (lasting.is_over, lasting.left, never.left, Deadline(0).is_over) == (False, 5, None, True)
    clock.most = 0
    assert (lasting.is_over, lasting.left, never.is_over) == (True, 0, False)
    with pytest.raises(OutOfTime, match="not done within 5 seconds"):
        lasting.check()


def test_a_check_is_over_wherever_it_is(clock: Clock) -> None:
    """Whichever look at the clock finds the time over, nothing is said of the certificate."""
    text = forged(hall(6, 9, 3), Proof("closed", 3, b"\0\0\0\0\0\0", 2))
    with pytest.raises(InvalidCertificate):
        check(text, seconds=1)
    looks = clock.asked
    assert looks > 300
    for most in (1, 2, 5, *range(10, looks, 41), looks - 1):
        clock.asked, clock.most = 0, most
        with pytest.raises(OutOfTime):
            check(text, seconds=1)
        assert clock.asked == most + 1


def test_nothing_is_played_after_the_time_to_read(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is read is bounded by its size; then the time is looked at before the level, its id and its solution are."""
    text = forged(hall(5, 1, 1), Proof("closed"))
    for most, name in enumerate(("require_playable", "_check_solution", "_check_closed"), start=1):
        clock.asked, clock.most = 0, most
        with monkeypatch.context() as patch:
            patch.setattr(checker, name, lambda *_: pytest.fail("it goes on"))
            with pytest.raises(OutOfTime):
                check(text, seconds=1)


def test_placements_on_goals_ask() -> None:
    """Each placement of the boxes that are looked up, and each cell of the player."""
    level = field(hall(6, 6))
    calls, tick = counting()
    Subsets(level, 2, tick)
    assert len(calls) > comb(6, 2) * (36 - 2)


def test_too_many_placements_are_refused_before_they_are_made() -> None:
    """Of 196 goals four are chosen in 59 million ways; what no boxes fill counts for nothing."""

    def tick() -> None:
        pytest.fail("placements are made")

    with pytest.raises(InvalidCertificate, match="found more than 200,000 placements"):
        Subsets(field(hall(16, 196)), 4, tick)
    Subsets(field(hall(16, 196, 3)), 4, tick)


def test_placements_of_several_numbers() -> None:
    """Those of each number are no more than it has boxes, and all of them are there."""
    level = read("#######\n#@ $$ #\n# $.. #\n#  .  #\n#######")[0]
    numbers, homes = iter((1, 1, 2)), iter((1, 2, 1))
    terrain = tuple(sort._replace(number=next(homes) if sort.kind == "goal" else 0) for sort in level.board.terrain)
    pieces = tuple(
        piece._replace(number=next(numbers)) if piece.kind == "box" else piece for piece in level.board.pieces
    )
    numbered = Level(level.board.__class__(level.board.width, level.board.height, terrain, pieces), "plus")
    found = field(numbered)
    assert found.counts == (2, 1)
    solved = [boxes for boxes in Subsets(found, 2, lambda: None)._live if not found.off_goals(boxes)]
    assert len(solved) == 3  # both goals of 1, and each of them with that of 2


def test_bounds_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each square that a lone box parts the floor at, each of its pulls from a goal, and each row of an assignment."""
    level = field(hall(8, 10))
    calls, tick = counting()
    bound = Bound(level, None, tick)
    tables = len(calls)
    assert tables > len(level.squares) + 10 * 30
    bound.reaches(level.boxes, level.player, None)
    assert len(calls) >= tables + 4
    calls.clear()
    with monkeypatch.context() as patch:
        patch.setattr(Bound, "_costs_to", lambda *_: [])
        Bound(level, None, tick)
    assert len(calls) == len(level.squares)
    calls.clear()
    best_prices([[abs(row - column) for column in range(30)] for row in range(20)], 30, tick)
    assert len(calls) >= 20


def test_each_position_and_each_push_asks(clock: Clock) -> None:
    """A certificate that holds has as many looks as positions, when they are read, and as pushes."""
    level = read("########\n#   #  #\n# $    #\n#@$ ...#\n# $    #\n#   #  #\n########")[0]
    made = certify(level, "fewest-moves").certificate
    assert made.proof.positions > 20
    clock.asked = 0
    bound = counting()
    Bound(field(level), field(level).player, bound[1])
    Subsets(field(level), made.proof.subset, bound[1])
    check(b"".join(write(made)), seconds=1)
    assert clock.asked > len(bound[0]) + 3 * made.proof.positions
    assert made.proof.peak is not None
    peak = 1 << cell_of(*level.board.rc(made.proof.peak), field(level).pitch)
    tables, read_and_tables = counting(), counting()
    Bound(field(level), peak, tables[1])
    Subsets(field(level), made.proof.subset, tables[1])
    closed._Closure(
        field(level), made.proof, made.cost, by_moves=True, peak=peak, report=lambda *_: None, tick=read_and_tables[1]
    )
    assert len(read_and_tables[0]) == len(tables[0]) + made.proof.positions


def test_each_move_of_an_exhausted_proof_asks(clock: Clock) -> None:
    position = load(hall(4, 1, 1))
    clock.asked = 0
    states = count_states(position, "unsolvable", 3, deadline=Deadline(1))
    assert states > 5
    assert clock.asked > 2 * states
    clock.asked, clock.most = 0, 20
    with pytest.raises(OutOfTime):
        count_states(position, "unsolvable", None, deadline=Deadline(1))


def test_large_boards_have_fewer_positions() -> None:
    """As each position takes more memory, more than there may be are refused before one is read."""
    small = field(hall(10, 1))
    assert checker.max_positions(small) > claim.MOST_POSITIONS
    assert checker.max_positions(small, 8 * claim.CHECK_MEMORY) == claim.MAX_POSITIONS
    wide = read("#" * 110 + "\n#@$." + " " * 105 + "#\n" + ("#" * 110 + "\n") * 80)[0]
    assert 100_000 < checker.max_positions(field(wide)) < claim.MOST_POSITIONS
    with pytest.raises(MalformedCertificate, match=r"positions: found 1,000,000, expected at most \d\d\d,\d\d\d here"):
        check(forged(wide, Proof("closed", 1_000_000)))
    fair = hall(5, 1, 1)
    little = checker.max_positions(field(fair), 1)
    with pytest.raises(MalformedCertificate, match=rf"found {little + 1:,}, expected at most {little:,} here"):
        check(forged(fair, Proof("closed", little + 1)), memory=1)
    with pytest.raises(InvalidCertificate):
        check(forged(fair, Proof("closed", little + 1)), memory=2)


def test_headers_and_lines_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """No text makes a list of its millions of lines: those of the fields are few, and those of positions are full."""
    text = forged(hall(5, 1, 1), Proof("closed", 1, b"\0" * 4, 2))

    def refused(changed: bytes, sentence: str) -> None:
        changed = changed[: changed.rindex(b"sha256: ")]
        with pytest.raises(MalformedCertificate, match=sentence):
            check(changed + f"sha256: {hashlib.sha256(changed).hexdigest()}\n".encode())

    refused(text.replace(b"\nprogram: ", b"\n" * 50 + b"\nprogram: "), "found more than 30 lines of fields")
    refused(text.replace(b"\n: ", b"\n: \n: "), "the positions cannot be unpacked")
    monkeypatch.setattr("pushbox.analysis.certificates.text.MAX_FIELDS", 300)
    refused(text.replace(b"program: x", b"program: " + b"x" * 300), "found fields of 4.. bytes, expected at most 300")
    monkeypatch.setattr("pushbox.analysis.certificates.text.MAX_LEVEL", 10)
    refused(text, "found a level of .. bytes, expected at most 30")
