"""Certificates: what is certified is what exhaustive search finds, and the checker accepts nothing else.

`make fuzz` certifies more boards, and the levels of a collection.
"""

from __future__ import annotations

import ast
import hashlib
import random
import runpy
import subprocess
import sys
import zlib
from base64 import b64encode
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from tests.analysis.claims.room import Room
from tests.depth import scaled

import pushbox
from pushbox import builtin, load, read
from pushbox.analysis.certificates import (
    Certificate,
    Claim,
    InvalidCertificate,
    MalformedCertificate,
    UncertifiedError,
    certify,
    check,
    losses,
    native,
    write,
)
from pushbox.analysis.certificates.assignment import best_prices
from pushbox.analysis.certificates.claim import MAX_BODY, MAX_POSITIONS
from pushbox.analysis.certificates.exhaustion import TooManyStates, count_states
from pushbox.analysis.certificates.field import field_of, symmetries
from pushbox.bench.rooms import rooms
from pushbox.errors import PushboxError
from pushbox.level import Level
from pushbox.solver import Limit

FUZZ: dict[str, Any] = runpy.run_path(str(Path(__file__).parents[2] / "fuzz" / "certificates.py"))
ROOM = read("########\n#   #  #\n# $    #\n#@$ ...#\n# $    #\n#   #  #\n########")[0]
SHUT = read("#######\n#  .  #\n## # ##\n#@$ $.#\n#######")[0]


def text_of(certificate: Certificate) -> bytes:
    return b"".join(write(certificate))


def resealed(text: bytes) -> bytes:
    """Return a text with the checksum that it should have."""
    body = text[: text.rindex(b"sha256: ")]
    return body + f"sha256: {hashlib.sha256(body).hexdigest()}\n".encode()


@pytest.fixture(scope="module")
def certificate() -> Certificate:
    """Return a certificate whose proof has many positions."""
    return certify(ROOM, "fewest-moves").certificate


@pytest.mark.deep
def test_random_boards_and_forgeries() -> None:
    """What exhaustive search finds is certified and holds, and nothing else is; each forgery is refused.

    Of 92 boards it is that they cannot be solved, of which 6 take positions to prove, and 300 bytes are changed.
    """
    report = FUZZ["Report"]()
    FUZZ["certify_boards"](report, 6, 5)
    assert {*report.positions} == {"unsolvable", "fewest-pushes", "fewest-moves"}
    assert len(report.positions["unsolvable"]) == 92
    FUZZ["certify_mirrored"](report, scaled(400), 2)
    FUZZ["flip"](report, 300, 1)
    FUZZ["forge"](report, 40, 1)
    assert not report.faults
    assert report.refused["a changed byte"] == 300
    assert {*report.refused} >= {"a changed byte", "a position that is missing", "a lower cost", "a longer solution"}


def test_a_member_stands_for_its_images() -> None:
    """A proof has one position of each pair of mirror images, and needs it; those of before have both, and hold."""
    made = certify(ROOM, "fewest-moves").certificate
    both = check((Path(__file__).parents[1] / "golden" / "both_images.certificate").read_bytes())
    assert (made.level, made.cost) == (both.level, both.cost)
    assert (made.proof.positions, both.proof.positions) == (163, 321)
    positions = FUZZ["decoded"](made)
    for at in range(0, len(positions), 8):
        with pytest.raises(InvalidCertificate):
            check(text_of(FUZZ["with_positions"](made, positions[:at] + positions[at + 1 :])))


def test_images_of_boxes_with_numbers() -> None:
    """A box goes to the image of its square and keeps its number, here that of its row."""
    board = read("#########\n#. $ $ .#\n#   @   #\n#. $ $ .#\n#########")[0].board
    terrain = tuple(
        sort._replace(number=board.rc(cell)[0] if sort.kind == "goal" else 0) for cell, sort in enumerate(board.terrain)
    )
    pieces = [piece._replace(number=board.rc(piece.anchor)[0] if piece.kind == "box" else 0) for piece in board.pieces]
    level = Level(replace(board, terrain=terrain, pieces=tuple(pieces)), "plus")
    made = certify(level, "fewest-moves").certificate
    assert check(text_of(made)).proof.positions == 242


def test_symmetries_keep_the_floor_and_the_goals() -> None:
    """As many of a board are found as turn its picture into itself; goals of other numbers are other goals."""
    rng, kept = random.Random(8), Counter[int]()
    square = read("#######\n#  .  #\n# $ $ #\n#. @ .#\n# $ $ #\n#  .  #\n#######")[0]
    for plain in (square, *rooms(200, seed=8, largest=3, boxes=2)):
        mirrored = FUZZ["mirrored"](plain)
        for level in (plain, mirrored, FUZZ["numbered"](rng, mirrored)):
            room, field = Room.of(level), field_of(load(level))
            assert room is not None
            assert field is not None
            picture = picture_of(room)
            turned = [*turns(picture), *turns(tuple(row[::-1] for row in picture))]
            kept[turned.count(picture)] += 1
            assert len(symmetries(field)) == turned.count(picture) - 1
    assert {*kept} == {1, 2, 4, 8}
    assert min(kept[1], kept[2]) > 50


def picture_of(room: Room) -> tuple[str, ...]:
    """Return the floor that the player could walk to as a picture, with goals of the numbers of boxes as letters."""
    floor, numbers = room.walk(frozenset(), room.player), {number for _, number in room.boxes}
    letters = {place: chr(ord("a") + number) for place, number in room.goals.items() if number in numbers}
    (top, bottom), (left, right) = ((min(line), max(line)) for line in zip(*floor, strict=True))
    places = [[(row, column) for column in range(left, right + 1)] for row in range(top, bottom + 1)]
    return tuple("".join(letters.get(place, ".") if place in floor else "#" for place in row) for row in places)


def turns(picture: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield a picture in each of its four directions."""
    for _ in range(4):
        picture = tuple(map("".join, zip(*picture[::-1], strict=True)))
        yield picture


@pytest.mark.parametrize("name", ["lessons", "plus", "multiban", "rabbit", "sokolor", "hanano", "crossoban",
                                  "blockage", "blockoban"])  # fmt: skip
def test_every_game(name: str) -> None:
    """Of every game the fewest pushes and moves of a first level are certified, and the texts are read back."""
    level = builtin(name)[0]
    for claim in ("solution", "fewest-pushes", "fewest-moves"):
        made = certify(level, claim).certificate
        assert made.claim == claim
        assert check(text_of(made)) == made


def test_of_competitors_a_solution_alone_is_certified() -> None:
    """Where people compete nobody goes through all states; the note says so."""
    made, note = certify(builtin("versus")[0])
    assert (made.claim, made.proof.evidence) == ("solution", "replay")
    assert "compete" in note
    check(text_of(made))


def test_the_best_claim_is_made() -> None:
    """Unsolvable, or the fewest pushes; a solution where the proof takes more positions, which the note says."""
    assert certify(SHUT).certificate.claim == "unsolvable"
    assert certify(ROOM).certificate.claim == "fewest-pushes"
    hard = builtin("lessons")[12]
    made, note = certify(hard, positions=0)
    assert made.claim in ("solution", "fewest-pushes")
    assert ("more than 0 positions" in note) == (made.claim == "solution")


def test_more_boxes_are_looked_up_where_few_leave_too_many_positions() -> None:
    """Two have an eighth of the positions, three a quarter; each proof holds, and the time is that of all together."""
    level = builtin("lessons")[9]
    for positions, boxes, needed in ((1_616, 2, 202), (1_615, 3, 120), (480, 3, 120), (479, 4, 25), (25, 4, 25)):
        made = certify(level, "fewest-pushes", positions=positions).certificate
        assert (made.proof.subset, made.proof.positions) == (boxes, needed)
        assert check(text_of(made)) == made
    with pytest.raises(UncertifiedError, match="more than 24 positions"):
        certify(level, "fewest-pushes", positions=24)


def test_all_searches_for_a_proof_share_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that is over time is the last one, and a later one has what the earlier ones left."""
    seconds = []

    def search(*arguments: Any) -> Any:
        seconds.append(arguments[3].seconds)
        raise (native.TooManyPositions if len(seconds) < 2 else UncertifiedError)("over")

    monkeypatch.setattr(native, "closed_proof", search)
    with pytest.raises(UncertifiedError, match="over"):
        certify(ROOM, "fewest-moves", limit=Limit(seconds=100))
    first, second = seconds
    assert second < first <= 100


def test_a_wrong_claim_is_not_certified() -> None:
    """A level that can be solved is not unsolvable, and one that cannot be has no best solution."""
    wrong: tuple[tuple[Level, Claim], ...] = (
        (ROOM, "unsolvable"), (SHUT, "fewest-pushes"), (SHUT, "fewest-moves"), (SHUT, "solution"),
    )  # fmt: skip
    for level, claim in wrong:
        with pytest.raises(UncertifiedError):
            certify(level, claim)
    with pytest.raises(UncertifiedError, match="more than 2 positions"):
        certify(ROOM, "fewest-moves", positions=2)
    with pytest.raises(UncertifiedError, match="within the limits"):
        certify(ROOM, "fewest-moves", progress=lambda _: True, limit=Limit(seconds=1e-9))


def test_the_checker_knows_no_solver(certificate: Certificate) -> None:
    """It holds a certificate where there is neither the core nor a solver."""
    program = (
        "import sys; sys.modules.update({'pushbox._core': None, 'pushbox.solver': None})\n"
        "from pushbox.analysis.certificates import check\n"
        "print(check(sys.stdin.buffer.read()).claim)"
    )
    run = subprocess.run(
        [sys.executable, "-c", program],
        input=text_of(certificate),
        capture_output=True,
        check=False,
        env={"PYTHONPATH": str(Path(pushbox.__file__).parents[1])},
    )
    assert run.stdout.strip() == b"fewest-moves", run.stderr.decode()


def test_the_text_has_one_form(certificate: Certificate) -> None:
    """The text that is read is the one that is written; whatever else says the same is refused."""
    text = text_of(certificate)
    assert check(text) == certificate
    assert text_of(check(text)) == text
    changes = (
        (b"\nmoves: ", b"\nmoves:  "),
        (b"\nmoves: ", b"\nmoves: 0"),
        (b"\nclaim: ", b"\nauthor: me\nclaim: "),
        (b"\nlevel: ", b"\nnote: x\nlevel: "),
        (b"\n| ", b"\n|  "),
        (b"\n: ", b"\n:  "),
        (b"game: sokoban", b"game: plus"),
        (b"claim: fewest-moves", b"claim: fewest-pushes"),
        (b"claim: fewest-moves", b"claim: unsolvable"),
        (b"evidence: closed", b"evidence: replay"),
        (b"evidence: closed", b"evidence: exhausted"),
        (b"subset: 2", b"subset: 1"),
        (b"peak: ", b"peak: 1"),
    )
    for before, after in changes:
        assert before in text
        with pytest.raises(PushboxError):
            check(resealed(text.replace(before, after, 1)))
    with pytest.raises(InvalidCertificate):
        check(text + b"\n")
    with pytest.raises(InvalidCertificate):
        check(text.replace(b"\n", b"\r\n", 1).replace(b"\r\n", b"\n", 1)[:-1])


def test_what_is_wrong_with_a_cost_is_said(certificate: Certificate) -> None:
    """A cost that is too high is undercut by a push; one that is too low undercuts others, or leads too far."""
    positions = FUZZ["decoded"](certificate)
    for at in range(0, len(positions), 8):
        items, cost = positions[at]
        for other, said in ((cost + 1, "lower cost|start costs"), (cost - 1, "lower cost|superfluous|not there")):
            if other >= 0:
                forged = [*positions[:at], (items, other), *positions[at + 1 :]]
                with pytest.raises(InvalidCertificate, match=said):
                    check(text_of(FUZZ["with_positions"](certificate, forged)))


@pytest.mark.parametrize("text", [b"", b"hello", b"\x00" * 100, b"pushbox certificate 2\n", b"pushbox certificate"])
def test_what_is_no_certificate(text: bytes) -> None:
    """It is said in a sentence."""
    with pytest.raises(MalformedCertificate, match="begins with"):
        check(text)


def test_bounds(certificate: Certificate) -> None:
    """More positions, bytes or squares than there may be are refused before they are unpacked."""
    text = text_of(certificate)
    size, positions = len(certificate.proof.body), certificate.proof.positions
    for before, after in (
        (f"size: {size}", f"size: {MAX_BODY + 1}"),
        (f"positions: {positions}\nsubset", f"positions: {MAX_POSITIONS + 1}\nsubset"),
        ("subset: 2", "subset: 9"),
    ):
        with pytest.raises(MalformedCertificate, match="expected a number up to"):
            check(resealed(text.replace(before.encode(), after.encode(), 1)))
    bomb = b64encode(zlib.compress(bytes(50_000_000), 9))
    start, end = text.index(b"\n: ") + 1, text.rindex(b"sha256: ")
    lines = b"".join(b": " + bomb[at : at + 76] + b"\n" for at in range(0, len(bomb), 76))
    with pytest.raises(MalformedCertificate, match="other positions than"):
        check(resealed(text[:start] + lines + text[end:]))
    row = "#" + " " * 40 + "#"
    hall = read("\n".join(["#" * 42, f"#@$.{' ' * 37}#", *[row] * 40, "#" * 42]))[0]
    forged = replace(certify(hall, "solution").certificate, claim="fewest-pushes")
    with pytest.raises(MalformedCertificate, match="too large"):
        check(text_of(replace(forged, proof=certificate.proof)))
    field = read("\n".join(["#" * 120, f"#@$.{' ' * 115}#", *["#" * 120] * 118]))[0]
    forged = replace(certify(field, "solution").certificate, claim="fewest-pushes")
    with pytest.raises(MalformedCertificate, match="too large"):
        check(text_of(replace(forged, proof=certificate.proof)))
    boxes = read("\n".join(["#" * 202, f"#@ ${' ' * 197}#", *["#" + "*" * 199 + ".#"] * 50, "#" * 202]))[0]
    with pytest.raises(TooManyStates, match="more than 1,"):
        count_states(load(replace(boxes, game="multiban")), "unsolvable", None, most=10**9)


def test_a_check_can_be_ended(certificate: Certificate) -> None:
    """What its callback raises ends it."""
    with pytest.raises(TimeoutError):
        check(text_of(certificate), _stop)


def _stop(_done: int, _all: int) -> None:
    raise TimeoutError


def test_boxes_that_nobody_reaches() -> None:
    """On their goals they are part of no proof; off them there is nothing more to be shown."""
    home = read("##########\n#@ $ .#*##\n#  #  ####\n##########")[0]
    lost = read("##########\n#@ $ .#$.#\n#  #  ####\n##########")[0]
    assert check(text_of(certify(home).certificate)).claim == "fewest-pushes"
    made = certify(lost).certificate
    assert (made.claim, made.proof.positions) == ("unsolvable", 0)
    check(text_of(made))


def test_the_best_prices() -> None:
    """They prove the cheapest of all assignments."""
    rng = random.Random(3)
    for _ in range(200):
        columns = rng.randint(1, 5)
        rows = rng.randint(1, min(4, columns))
        costs = [[rng.randint(0, 9) for _ in range(columns)] for _ in range(rows)]
        prices = best_prices(costs, columns)
        best = min(sum(map(list.__getitem__, costs, chosen)) for chosen in permutations(range(columns), rows))
        assert sum(min(map(int.__sub__, row, prices)) for row in costs) + sum(sorted(prices)[:rows]) == best


def test_no_prices_are_trusted(monkeypatch: pytest.MonkeyPatch, certificate: Certificate) -> None:
    """With any others the checker refuses a proof that holds, and accepts no forged one."""
    rng = random.Random(5)
    forged = [text_of(FUZZ[how](rng, certificate)[1]) for how in ("without_one", "with_other_cost") for _ in range(20)]
    monkeypatch.setattr(losses, "best_prices", lambda _, columns, _tick: [rng.randint(-9, 9) for _ in range(columns)])
    for text in (text_of(certificate), *forged):
        with pytest.raises(InvalidCertificate):
            check(text)


def test_the_trusted_core_is_small() -> None:
    """What has to be trusted of a proof by positions is three modules, which import values and each other."""
    allowed = {"__future__", "array", "collections", "collections.abc", "itertools", "math", "typing"}
    allowed |= {
        "board",
        "grid",
        "tiling",
        "sentence",
        "games.position",
        "claim",
        "field",
        "losses",
        "body",
        "assignment",
    }
    folder = Path(losses.__file__).parent
    for name in ("closed", "field", "losses"):
        tree = ast.parse((folder / f"{name}.py").read_text())
        imported = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        assert imported <= allowed
        assert not [node for node in ast.walk(tree) if isinstance(node, ast.Import)]


def test_no_proof_is_made_that_a_check_would_refuse(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its positions are those for which a check has memory, however many are wanted."""
    monkeypatch.setattr("pushbox.analysis.certificates.make.max_positions", lambda _, memory: memory)
    assert certify(ROOM, "fewest-moves", check_memory=MAX_POSITIONS).certificate.proof.positions > 5
    with pytest.raises(UncertifiedError, match="more than 5 positions"):
        certify(ROOM, "fewest-moves", check_memory=5)
