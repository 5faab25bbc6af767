"""Forged certificates, studies and levels: small files that ask for much before a search begins.

They are added to the `KINDS` of `hostile_files.py`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator

from hostile_files import Bytes, kind, many, repeated, whole

_FIRST = b"pushbox certificate 1\n"
_ROOM = ("#######", "#@ $ .#", "#     #", "#######")


def hall(side: int, goals: int, boxes: int, apart: int = 1) -> list[str]:
    """Return the rows of an empty square, with goals from its first cell on and boxes from its last one on."""
    rows = [[" "] * side for _ in range(side)]
    for goal in range(goals):
        rows[goal // side][goal % side] = "."
    for box in range(boxes):
        row, column = divmod(side * side - 2 - box * apart, side)
        rows[row][column] = "$" if rows[row][column] == " " else "*"
    rows[side - 1][side - 1] = "@"
    return ["#" * (side + 2), *(f"#{''.join(row)}#" for row in rows), "#" * (side + 2)]


def crowded(boxes: int) -> list[str]:
    """Return the rows of a level of boxes that reach one goal together, beside as many that are frozen on theirs."""
    width = 2 * boxes + 4
    wall, lane = "#" * width, f"#{' ' * (width - 3)} #"
    rows = [wall, f"#@{' ' * (width - 3)}#", f"#{' $' * boxes}  #", lane, f"#.{'#' * (width - 4)} #", wall]
    return [*rows, f"#{'.' * (boxes - 1)}".ljust(width, "#"), wall, *[f"#{'*' * (width - 2)}#"] * 2, wall]


def pushes_without_end(times: int) -> Iterator[str]:
    """Yield the lines of a level of 300 boxes with a solution that pushes another one there and back again."""
    rows = [["#"] * 42, *(["#", *" " * 40, "#"] for _ in range(40)), ["#"] * 42]
    for box in range(300):
        rows[5 + 2 * (box // 18)][3 + 2 * (box % 18)] = "*"
    rows[2][2], rows[2][4], rows[2][20] = "@$."
    yield from map("".join, rows)
    yield f"Solution: r{times}(RurrdLulld){'R' * 16}"


def forged(rows: Iterable[str], solution: str = "", **proof: object) -> Callable[[float], Bytes]:
    """Return what makes a certificate with the right checksum, of a proof that proves nothing."""

    def parts(_scale: float) -> Bytes:
        from pushbox.analysis.certificates import Certificate, Proof, checker, text, write
        from pushbox.formats import read
        from pushbox.games.position import load
        from pushbox.play.verify import verify

        (level,) = read("\n".join(rows), format="xsb").levels
        position = load(text.bare(level))
        metrics = verify(position, solution).metrics if solution else None
        claim = "solution" if solution else "unsolvable"
        known = checker.level_id(position)
        evidence = Proof(**{"evidence": "closed", **proof})
        yield from write(Certificate(position.level, known, claim, solution, metrics, evidence, "none", "none"))

    return parts


def sealed(unit: bytes, size: int, head: bytes) -> Callable[[float], Bytes]:
    """Return what makes a certificate with the right checksum of one unit over and over."""

    def parts(scale: float) -> Iterator[bytes]:
        digest = hashlib.sha256()
        for part in repeated(unit, size, head, b"\n")(scale):
            digest.update(part)
            yield part
        yield f"sha256: {digest.hexdigest()}\n".encode()

    return parts


def certificates() -> None:
    """Add certificates whose proofs ask for much before their first position is read."""
    head = b"".join(forged(_ROOM, positions=1, subset=2, body=bytes(4))(1))
    for name, parts in {
        "four of 196 goals": forged(hall(16, 196, 4), positions=1, subset=4, body=bytes(2)),
        "400 boxes": forged(hall(31, 400, 400), positions=1000, subset=1, body=bytes(1500)),
        "600 goals": forged(hall(31, 600, 20), positions=1000, subset=2, body=bytes(1500)),
        "a million positions": forged(["#" * 90, f"#@$.{' ' * 85}#", *["#" * 90] * 100], positions=1_000_000),
        "a million empty positions": forged(hall(30, 9, 9), positions=1_000_000, body=bytes(60_000_000)),
        "states": forged(hall(20, 8, 8, 45), evidence="exhausted", positions=200_000),
        "a million moves": forged(_ROOM, solution="du" * 500_000 + "rRR", evidence="replay"),
        "lines of nothing": sealed(b"\n", 60_000_000, _FIRST),
        "rows of nothing": sealed(b": \n", 60_000_000, head[: head.index(b"\n: ") + 1]),
        "a long program": sealed(b"x", 60_000_000, head[: head.index(b"program: ") + 9]),
    }.items():
        kind(f"certificate, {name}", parts, ".cert")


def studies() -> None:
    """Add studies with as many nodes as there may be."""

    def study(rows: Iterable[str], lines: Iterable[str]) -> Callable[[float], Bytes]:
        text = "\n".join(["pushbox-study 1", "level xsb", *(f"| {row}" for row in rows), "start", *lines, ""])
        return whole(text.encode())

    walk = ["moves r", "moves l"] * 1_490
    errors = [line for count in range(2_900) for line in ("  or", f"    moves {1_900_000 + count}(lr)x")]
    filled = ["#" * 300, f"#@ {' ' * 296}#", *[f"#{'*' * 298}#"] * 296, "#" * 300]
    kind("study, many boxes", study(filled, walk), ".study")
    kind("study, moves that cannot be read", study(_ROOM, ["moves d", "moves u", *errors]), ".study")
    kind("study, long moves", study(_ROOM, ["moves 29000(du)"] * 2_900), ".study")
    marks = "  mark area " + "A1 " * 1_300_000
    kind("study, marks", study(_ROOM, ["moves d", marks]), ".study")


def analysed_levels() -> None:
    """Add levels with much to replay, to compare and to look at before a search."""
    room = "\n".join(_ROOM).encode() + b"\n"

    def lines(count: int, text: str) -> Callable[[float], Bytes]:
        return lambda scale: [
            room,
            *(b"Solution: %s\n" % text.format(number=number).encode() for number in range(many(count, scale))),
        ]

    kind("solutions of run lengths", lines(100_000, "{number}(du)900000(du)"))
    kind("solutions, each its own", lines(100_000, "{number}(du)rRR"))
    kind("pushes without end", whole("\n".join(pushes_without_end(90_000)).encode()))
    for boxes in (100, 250):
        kind(f"{boxes} boxes that reach one goal", whole("\n".join(crowded(boxes)).encode()))
    kind("300 boxes apart", whole("\n".join(hall(40, 300, 300, 2)).encode()))

    def corridors(scale: float) -> Iterator[bytes]:
        wall = b"#" * 6_502
        for number in range(many(60, scale)):
            yield b"\n".join((wall, b"#@%s#" % b"$.".rjust(20 + number).ljust(6_499), wall, b"", b""))

    kind("corridors that are nearly the same", corridors)


for add in (certificates, studies, analysed_levels):
    add()
