"""Hold certificates against exhaustive search on random boards, and the checker against forged ones.

::

    python fuzz/certificates.py [--boards N] [--seed N] [--flips N] [--seconds S] [--shared FILE]

Boards are small and crowded, some of them with numbers.  Of each that can be solved the fewest pushes and the fewest
moves are certified, of each other that it cannot be, until there are N whose proof has positions; all must be what
exhaustive search finds, and hold.  So must those of N boards that are their own mirror image.  Then certificates are
corrupted: a byte changed, and, with the right checksum, a position left out, one that is solved put in, a cost changed,
a longer solution.  What the checker accepts of them ends the run with 1.  At last the fewest pushes of every level of
FILE are certified and checked, by default of ``../shared/levels/skinner/Microban.txt``, or of what lies in the folder
that ``PUSHBOX_SHARED`` names, where the solver proves them within S seconds.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))

from pushbox import formats  # from the folder named above
from pushbox.analysis.certificates import Certificate, Claim, UncertifiedError, certify, check, write
from pushbox.bench.rooms import rooms
from pushbox.board import Piece
from pushbox.errors import PushboxError
from pushbox.games.position import load
from pushbox.level import Level
from pushbox.solver import Limit, native

BESIDE = Path(__file__).resolve().parents[2] / "shared" / "levels"
SHARED = Path(os.environ.get("PUSHBOX_SHARED", BESIDE)) / "skinner" / "Microban.txt"

_Position = tuple[tuple[int, ...], int]  # the boxes and the player; the cost


@dataclass
class Report:
    """What a run has met: certificates by their claim with the positions of each, what was refused, and faults."""

    positions: dict[str, list[int]] = field(default_factory=dict)
    texts: list[bytes] = field(default_factory=list)
    refused: dict[str, int] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def lines(self) -> Iterator[str]:
        """Yield the report as lines for people."""
        for claim, positions in self.positions.items():
            proven = sum(count > 0 for count in positions)
            yield (f"{claim}: {len(positions):,} certificates hold, {proven:,} of them with positions, "
                   f"{max(positions, default=0):,} at most")  # fmt: skip
        for name, count in self.refused.items():
            yield f"{name}: {count:,} refused"
        yield f"{len(self.faults):,} faults"
        yield from self.faults


def main() -> None:
    """Parse the options and run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", type=int, default=200, help="unsolvable boards (default: 200)")
    parser.add_argument("--flips", type=int, default=1_000, help="changed bytes, and forged bodies (default: 1,000)")
    parser.add_argument("--seed", type=int, default=1, help="of the boards (default: 1)")
    parser.add_argument("--seconds", type=float, default=10.0, help="for the solver, a level of FILE (default: 10)")
    parser.add_argument("--shared", type=Path, default=SHARED, help="a file of levels")
    options = parser.parse_args()
    began = time.monotonic()
    report = Report()
    certify_boards(report, options.boards, options.seed)
    certify_mirrored(report, options.boards, options.seed)
    flip(report, options.flips, options.seed)
    forge(report, options.flips, options.seed)
    print(*report.lines(), sep="\n", flush=True)
    if options.shared.exists():
        certify_file(report, options.shared, options.seconds)
    else:
        print(f"{options.shared}: the file is not there, so none of its levels was certified")
    print(f"{len(report.faults):,} faults, seed {options.seed}, {time.monotonic() - began:.0f} s")
    sys.exit(bool(report.faults))


def certify_boards(report: Report, unsolvable: int, seed: int) -> None:
    """Certify random boards until so many of them are unsolvable by a proof with positions."""
    rng = random.Random(seed)
    for number, room in enumerate(rooms(1_000 * unsolvable, seed=seed, largest=5, boxes=4)):
        level = numbered(rng, room) if number % 4 == 0 else room
        fewest = {claim: _best(level, claim) for claim in ("fewest-pushes", "fewest-moves")}
        if fewest["fewest-pushes"] is None:
            certify_level(report, level, "unsolvable", None)
            if sum(count > 0 for count in report.positions.get("unsolvable", ())) >= unsolvable:
                return
        else:
            for claim, cost in fewest.items():
                certify_level(report, level, claim, cost)


def certify_mirrored(report: Report, boards: int, seed: int) -> None:
    """Certify so many boards that are their own mirror image but for the pusher, every fourth with numbers."""
    rng = random.Random(seed)
    levels = (mirrored(room) for room in rooms(100 * boards, seed=seed, largest=4, boxes=2))
    enough = (level for level in levels if len(level.board.of_kind("box")) <= len(level.board.cells_of("goal")))
    for number, level in enumerate(islice(enough, boards)):
        level = numbered(rng, level) if number % 4 == 0 else level
        fewest = _best(level, "fewest-pushes")
        certify_level(report, level, "unsolvable" if fewest is None else "fewest-pushes", fewest)
        if fewest is not None:
            certify_level(report, level, "fewest-moves", _best(level, "fewest-moves"))


def mirrored(level: Level) -> Level:
    """Return a board with its mirror image beside it, over one column of both; the pusher is there once."""
    board = level.board
    width, right = 2 * board.width - 1, board.width - 1
    places = [divmod(cell, width) for cell in range(width * board.height)]
    terrain = tuple(board.terrain[row * board.width + min(column, width - 1 - column)] for row, column in places)
    anchors = {(piece.kind, *board.rc(piece.anchor)) for piece in board.pieces}
    others = {(kind, row, width - 1 - column) for kind, row, column in anchors if kind == "box" and column < right}
    pieces = tuple(Piece(kind, (row * width + column,)) for kind, row, column in sorted(anchors | others))
    return replace(level, board=replace(board, width=width, terrain=terrain, pieces=pieces))


def _best(level: Level, claim: Claim) -> int | None:
    """Return the fewest pushes or moves by exhaustive search, which prunes nothing; None where nothing solves it."""
    by_moves = claim == "fewest-moves"
    best = native.best_counts(native.puzzle_of(load(level)), "moves" if by_moves else "pushes")
    return None if best is None else best[0 if by_moves else 1]


def numbered(rng: random.Random, level: Level) -> Level:
    """Return a level with numbers from 0 to 2 on its boxes, and on as many of its goals."""
    boxes, goals = level.board.of_kind("box"), level.board.cells_of("goal")
    numbers = [rng.randint(0, 2) for _ in boxes]
    homes = dict(zip(rng.sample(goals, len(goals)), numbers, strict=False))
    terrain = tuple(sort._replace(number=homes.get(cell, 0)) for cell, sort in enumerate(level.board.terrain))
    pieces: list[Piece] = [box._replace(number=number) for box, number in zip(boxes, numbers, strict=True)]
    board = replace(level.board, terrain=terrain, pieces=(*level.board.of_kind("pusher"), *pieces))
    return replace(level, game="plus", board=board)


def certify_level(report: Report, level: Level, claim: Claim, cost: int | None) -> None:
    """Certify what exhaustive search has found, and check it; another claim must not be certified."""
    other: Claim = "fewest-pushes" if claim == "unsolvable" else "unsolvable"
    try:
        certify(level, other)
    except UncertifiedError:
        pass
    else:
        report.faults.append(f"certified as {other}, but it is not:\n{level.board}")
    try:
        certificate = certify(level, claim).certificate
        text = b"".join(write(certificate))
        checked = check(text)
    except PushboxError as error:
        report.faults.append(f"{claim}: {error}:\n{level.board}")
        return
    if certificate.cost != cost or checked != certificate:
        report.faults.append(f"{claim}: {certificate.cost} instead of {cost}:\n{level.board}")
    report.positions.setdefault(claim, []).append(certificate.proof.positions)
    report.texts.append(text)


def flip(report: Report, count: int, seed: int) -> None:
    """Change a byte of a certificate so many times."""
    rng = random.Random(seed)
    for _ in range(count):
        text = bytearray(rng.choice(report.texts))
        place = rng.randrange(len(text))
        text[place] ^= rng.randint(1, 255)
        _refuse(report, "a changed byte", bytes(text))


def forge(report: Report, count: int, seed: int) -> None:
    """Forge the positions of so many certificates, and give each the right checksum."""
    rng = random.Random(seed)
    with_positions = [certificate for certificate in map(check, report.texts) if certificate.proof.positions > 1]
    for _ in range(count):
        certificate = rng.choice(with_positions)
        name, forged = rng.choice(FORGERIES)(rng, certificate)
        if forged is not None:
            _refuse(report, name, b"".join(write(forged)))


def _refuse(report: Report, name: str, text: bytes) -> None:
    try:
        check(text)
    except PushboxError:
        report.refused[name] = report.refused.get(name, 0) + 1
    else:
        report.faults.append(f"accepted in spite of {name}:\n{text.decode('utf-8', 'replace')}")


def decoded(certificate: Certificate) -> list[_Position]:
    """Return the positions of a certificate: boxes and player, and what it costs."""
    boxes = _boxes(certificate)
    numbers = iter(_numbers(certificate.proof.body))
    positions: list[_Position] = []
    last: tuple[int, ...] = ()
    cost = 0
    for shared in numbers:
        items = list(last[:shared])
        for _ in range(boxes - shared):
            items.append((items[-1] + 1 if items else 0) + next(numbers))
        items.append(next(numbers))
        rise = next(numbers)
        cost += -(rise + 1 >> 1) if rise & 1 else rise >> 1
        last = tuple(items)
        positions.append((last, cost))
    return positions


def _boxes(certificate: Certificate) -> int:
    return len(certificate.level.board.of_kind("box")) - _unreached(certificate)


def _walked(certificate: Certificate) -> set[int]:
    """Return the cells that the pusher could walk to if there were no boxes."""
    board = certificate.level.board
    reached = {board.of_kind("pusher")[0].anchor}
    waiting = [*reached]
    for cell in waiting:
        for step in board.grid.step:
            near = step[cell]
            if near < len(board.terrain) and board.terrain[near].kind != "wall" and near not in reached:
                reached.add(near)
                waiting.append(near)
    return reached


def _unreached(certificate: Certificate) -> int:
    """Return how many boxes nobody can walk to, which no position names."""
    reached = _walked(certificate)
    return sum(box.anchor not in reached for box in certificate.level.board.of_kind("box"))


def _numbers(body: bytes) -> Iterator[int]:
    number, shift = 0, 0
    for byte in body:
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            yield number
            number, shift = 0, 0


def encoded(positions: list[_Position]) -> bytes:
    """Return the body of some positions, as they stand."""
    body = bytearray()
    last: tuple[int, ...] = ()
    last_cost = 0
    for items, cost in positions:
        boxes = len(items) - 1
        shared = next((at for at in range(boxes) if at >= len(last) - 1 or items[at] != last[at]), boxes)
        rise = cost - last_cost
        gaps = [items[at] - (items[at - 1] + 1 if at else 0) for at in range(shared, boxes)]
        for number in (shared, *gaps, items[-1], -2 * rise - 1 if rise < 0 else 2 * rise):
            while number >= 128:
                body.append(number & 127 | 128)
                number >>= 7
            body.append(number)
        last, last_cost = items, cost
    return bytes(body)


def with_positions(certificate: Certificate, positions: list[_Position]) -> Certificate:
    """Return a certificate with other positions."""
    proof = replace(certificate.proof, positions=len(positions), body=encoded(positions))
    return replace(certificate, proof=proof)


def without_one(rng: random.Random, certificate: Certificate) -> tuple[str, Certificate]:
    """Leave a position out."""
    positions = decoded(certificate)
    del positions[rng.randrange(len(positions))]
    return "a position that is missing", with_positions(certificate, positions)


def with_other_cost(rng: random.Random, certificate: Certificate) -> tuple[str, Certificate]:
    """Change the cost of a position."""
    positions = decoded(certificate)
    at = rng.randrange(len(positions))
    items, cost = positions[at]
    other = cost - 1 if cost and rng.random() < 0.5 else cost + rng.randint(1, 3)
    positions[at] = items, other
    return ("a lower cost" if other < cost else "a higher cost"), with_positions(certificate, positions)


def with_solved(rng: random.Random, certificate: Certificate) -> tuple[str, Certificate | None]:
    """Put in a position of which all boxes are on goals."""
    board = certificate.level.board
    if board.of_kind("box")[0].number or any(box.number for box in board.of_kind("box")):
        return "a solved position", None
    cells = [cell for cell, sort in enumerate(board.terrain) if sort.kind != "wall"]
    if _unreached(certificate) or not set(cells) <= _walked(certificate):
        return "a solved position", None
    squares = {cell: number for number, cell in enumerate(cells)}
    homes = sorted(rng.sample([squares[goal] for goal in board.cells_of("goal")], _boxes(certificate)))
    player = next((square for square in squares.values() if square not in homes), None)
    if player is None:
        return "a solved position", None
    positions = decoded(certificate)
    costs = [cost for _, cost in positions]
    return "a solved position", with_positions(certificate, sorted([*positions, ((*homes, player), rng.choice(costs))]))


def with_more_pushes(rng: random.Random, certificate: Certificate) -> tuple[str, Certificate | None]:
    """Take a solution that is longer, with counts that are right, for the best."""
    del rng
    if certificate.metrics is None:
        return "a longer solution", None
    position = load(certificate.level)
    played = position.parse(certificate.solution)
    for at in range(len(played)):
        longer = [*played[:at], *_there_and_back(position, played[:at]), *played[at:]]
        if len(longer) > len(played):
            from pushbox.play.verify import verify

            replay = verify(position, position.format(longer))
            by_moves = certificate.claim == "fewest-moves"
            if replay.solved and (by_moves or replay.metrics.pushes > certificate.metrics.pushes):
                return "a longer solution", replace(certificate, solution=replay.text, metrics=replay.metrics)
    return "a longer solution", None


def _there_and_back(position: Any, moves: list[Any]) -> list[Any]:
    """Return two steps that lead back to where some moves lead, none where there are none."""
    state = position.play_line(moves).state
    rules = position.rules
    for move in rules.legal_moves(state):
        there = rules.apply(state, move)
        for back in rules.legal_moves(there.state):
            if rules.apply(there.state, back).state == state:
                return [move, back]
    return []


FORGERIES = (without_one, with_other_cost, with_solved, with_more_pushes)


def certify_file(report: Report, file: Path, seconds: float) -> None:
    """Certify the fewest pushes of the levels of a file, and print how many are."""
    counts: dict[str, int] = {}
    positions, slowest, size = 0, 0.0, 0
    for number, level in enumerate(formats.read(file.read_bytes()).levels, start=1):
        try:
            certificate = certify(level, "fewest-pushes", limit=Limit(seconds=seconds)).certificate
        except UncertifiedError as error:
            print(f"{file.name} {number}: {error}", flush=True)
            counts[str(error)] = counts.get(str(error), 0) + 1
            continue
        text = b"".join(write(certificate))
        began = time.monotonic()
        try:
            check(text)
        except PushboxError as error:
            report.faults.append(f"{file.name} {number}: {error}")
            continue
        slowest = max(slowest, time.monotonic() - began)
        positions, size = max(positions, certificate.proof.positions), max(size, len(text))
        counts["certified"] = counts.get("certified", 0) + 1
    print(f"{file.name}: {counts}; at most {positions:,} positions, {size:,} bytes, {slowest:.1f} s to check")


if __name__ == "__main__":
    main()
