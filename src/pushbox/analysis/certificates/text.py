"""The text of a certificate: a header, the level, the positions in base64, and a checksum of all of it.

::

    pushbox certificate 1
    game: sokoban
    id: 9f8a...                      (see `pushbox.identity.canonical_id`)
    claim: fewest-pushes
    moves: 33                        (and the other five counts; none where it is unsolvable)
    solution: rrUU...
    program: pushbox 1.0
    limits: seconds 60, positions 1000000
    evidence: closed                 (or replay, exhausted)
    positions: 1234
    subset: 2                        (closed alone, as are peak, a cell, and size, the bytes of the body)
    size: 4567
    level: xsb                       (or json, for what XSB cannot hold)
    | ####
    ...
    : base64 of the zlib stream
    ...
    sha256: of all that stands above

There is one text for a certificate: lines end with LF, fields have one order, and nothing else may stand there.
"""

from __future__ import annotations

import hashlib
import re
import zlib
from base64 import b64encode
from binascii import Error, a2b_base64
from collections.abc import Iterable, Iterator
from dataclasses import replace

from ... import formats
from ...errors import FormatError, PushboxError
from ...level import Level
from ...metrics import Metrics
from ...sentence import counted, located, say
from .claim import (
    CLAIMS,
    EVIDENCE,
    MAX_BODY,
    MAX_FIELDS,
    MAX_LEVEL,
    MAX_POSITIONS,
    MAX_SUBSET,
    MAX_TEXT,
    Certificate,
    InvalidCertificate,
    MalformedCertificate,
    Proof,
)

_FIRST = "pushbox certificate 1"
_LINE = 57  # bytes of the stream in a line
_TEXT_LINE = len(": ") + _LINE // 3 * 4 + len("\n")  # bytes of the text in it
_MOST_FIELDS = 30  # lines of fields
_OTHER_FIELDS = 1 << 10  # bytes of the fields and the checksum without the level and the solution
_CHUNK = _LINE * 1024
_DIGEST = re.compile(rb"sha256: [0-9a-f]{64}\n", re.ASCII)
_LEVEL_FORMATS = ("xsb", "json")


def bare(level: Level) -> Level:
    """Return a level without its words and saved moves."""
    return Level(level.board, level.game, level.options)


def write(certificate: Certificate) -> Iterator[bytes]:
    """Yield the text of a certificate, piece by piece."""
    digest = hashlib.sha256()
    for piece in _pieces(certificate):
        digest.update(piece)
        yield piece
    yield f"sha256: {digest.hexdigest()}\n".encode("ascii")


def most_bytes(body: int) -> int:
    """Return the most bytes of a text with a body of so many, beside its level and its solution.

    What zlib cannot compress grows by 5 bytes in 16 KiB.
    """
    packed = body + 5 * (body // (1 << 14) + 1) + 6
    return _OTHER_FIELDS + -(-packed // _LINE) * _TEXT_LINE


def _pieces(certificate: Certificate) -> Iterator[bytes]:
    yield _head(certificate)
    if certificate.proof.evidence == "closed":
        yield from _body_lines(certificate.proof.body)


def _head(certificate: Certificate) -> bytes:
    """Return the part above the positions."""
    key, level_lines = _level_lines(certificate.level)
    fields = [f"{name}: {value}" for name, value in (*_fields(certificate), ("level", key))]
    return "".join(f"{line}\n" for line in [_FIRST, *fields, *(f"| {line}" for line in level_lines)]).encode()


def _fields(certificate: Certificate) -> Iterator[tuple[str, object]]:
    proof = certificate.proof
    yield "game", certificate.level.game
    yield "id", certificate.level_id
    yield "claim", certificate.claim
    if certificate.metrics is not None:
        yield from certificate.metrics._asdict().items()
        yield "solution", certificate.solution
    yield "program", certificate.program
    yield "limits", certificate.limits
    yield "evidence", proof.evidence
    if proof.evidence != "replay":
        yield "positions", proof.positions
    if proof.evidence == "closed":
        yield "subset", proof.subset
        if proof.peak is not None:
            yield "peak", proof.peak
        yield "size", len(proof.body)


def _level_lines(level: Level) -> tuple[str, list[str]]:
    """Return the format that holds a level, and its lines in it."""
    for key in _LEVEL_FORMATS:
        try:
            text = formats.write(level, key)
        except FormatError:
            continue
        return key, text.removesuffix("\n").split("\n")
    raise PushboxError.said("no-text-holds")


def _body_lines(body: bytes) -> Iterator[bytes]:
    compressor = zlib.compressobj(9)
    waiting = b""
    for start in range(0, len(body), _CHUNK):
        waiting += compressor.compress(body[start : start + _CHUNK])
        whole = len(waiting) // _LINE * _LINE
        yield from _base64_lines(waiting[:whole])
        waiting = waiting[whole:]
    yield from _base64_lines(waiting + compressor.flush())


def _base64_lines(data: bytes) -> Iterator[bytes]:
    for start in range(0, len(data), _LINE):
        yield b": " + b64encode(data[start : start + _LINE]) + b"\n"


def read(data: bytes) -> Certificate:
    """Read a certificate.

    Raises MalformedCertificate for what is none, or beyond the bounds, InvalidCertificate where the checksum is that of
    another text.
    """
    if len(data) > MAX_TEXT:
        raise MalformedCertificate.said("more-mebibytes", most=MAX_TEXT >> 20)
    if not data.startswith(f"{_FIRST}\n".encode()):
        raise MalformedCertificate.said("certificate-begins", first=_FIRST)
    end = data.rfind(b"sha256: ")
    if end <= 0 or data[end - 1 : end] != b"\n" or not _DIGEST.fullmatch(data, end):
        raise InvalidCertificate.said("certificate-cut")
    if data[end + 8 : -1].decode() != hashlib.sha256(data[:end]).hexdigest():
        raise InvalidCertificate.said("certificate-changed")
    return _parse(data[:end])


def _parse(data: bytes) -> Certificate:
    start = data.find(b"\n: ") + 1 or len(data)
    first = data.find(b"\n| ", 0, start) + 1 or start
    _require_size(say("part-fields"), first, MAX_FIELDS)
    _require_size(say("part-level"), start - first, 3 * MAX_LEVEL)  # each of its lines has two signs more
    lines = _decoded(data[:first]).split("\n", _MOST_FIELDS)
    if len(lines) > _MOST_FIELDS:
        raise MalformedCertificate.said("more-fields", most=_MOST_FIELDS)
    fields = _Fields(lines[1:-1])
    certificate = _certificate(fields, _decoded(data[first:start]).split("\n")[:-1], data[start:])
    fields.end()
    if _head(certificate) != data[:start]:
        raise MalformedCertificate.said("certificate-header")
    return certificate


def _require_size(part: str, size: int, most: int) -> None:
    if size > most:
        raise MalformedCertificate.said("part-bytes", part=part, count=size, most=most)


def _decoded(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise MalformedCertificate.said("byte-utf-8", byte=error.start) from None


class _Fields:
    """The fields of a header, which are taken one by one in their order."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._waiting = [line.partition(": ") for line in lines][::-1]

    def has(self, name: str) -> bool:
        return bool(self._waiting) and self._waiting[-1][0] == name

    def take(self, name: str) -> str:
        if not self.has(name):
            raise MalformedCertificate.said("certificate-line", name=name)
        return self._waiting.pop()[2]

    def choice(self, name: str, choices: Iterable[str]) -> str:
        value = self.take(name)
        if value not in choices:
            raise MalformedCertificate(located(name, say("found-one-of", found=value[:40], known=", ".join(choices))))
        return value

    def number(self, name: str, most: int) -> int:
        value = self.take(name)
        if not re.fullmatch(r"0|[1-9][0-9]{0,11}", value, re.ASCII) or int(value) > most:
            raise MalformedCertificate(located(name, say("number-up-to", found=value[:40], most=most)))
        return int(value)

    def end(self) -> None:
        if self._waiting:
            raise MalformedCertificate.said("header-more", found=self._waiting[-1][0][:40])


def _certificate(fields: _Fields, level_lines: list[str], stream: bytes) -> Certificate:
    game, level_id = fields.take("game"), fields.take("id")
    claim = fields.choice("claim", CLAIMS)
    solution, metrics = "", None
    if claim != "unsolvable":
        metrics = Metrics(*(fields.number(name, 10**9) for name in Metrics._fields))
        solution = fields.take("solution")
    program, limits = fields.take("program"), fields.take("limits")
    evidence = fields.choice("evidence", EVIDENCE)
    proof = Proof(evidence)  # type: ignore[arg-type]  # a choice of these
    if evidence != "replay":
        proof = replace(proof, positions=fields.number("positions", MAX_POSITIONS))
    if evidence == "closed":
        subset = fields.number("subset", MAX_SUBSET)
        peak = fields.number("peak", 10**6) if fields.has("peak") else None
        proof = replace(proof, subset=subset, peak=peak, body=_body(stream, fields.number("size", MAX_BODY)))
    elif stream:
        raise MalformedCertificate.said("positions-unexpected")
    level = _level(fields.choice("level", _LEVEL_FORMATS), level_lines, game)
    return Certificate(level, level_id, claim, solution, metrics, proof, program, limits)  # type: ignore[arg-type]


def _level(key: str, lines: list[str], game: str) -> Level:
    if any(not line.startswith("| ") for line in lines):
        raise MalformedCertificate.said("certificate-level-lines")
    text = "".join(f"{line[2:]}\n" for line in lines)
    if len(text) > MAX_LEVEL:
        raise MalformedCertificate.said("level-letters", count=len(text), most=MAX_LEVEL)
    try:
        levels = formats.read_strict(text, format=key).levels
    except PushboxError as error:
        raise MalformedCertificate(located("level", str(error))) from None
    if len(levels) != 1:
        raise MalformedCertificate.said("levels-one", levels=counted(len(levels), "level"))
    level = bare(levels[0])
    if level.game != game:
        raise MalformedCertificate.said("certificate-game", game=game[:40], other=level.game)
    return level


def _body(stream: bytes, size: int) -> bytes:
    """Return the positions, decompressed to the size that was said and no further."""
    lines = (stream[start : start + _TEXT_LINE] for start in range(0, len(stream), _TEXT_LINE))
    try:
        packed = b"".join(map(_unpacked, lines))
        decompressor = zlib.decompressobj()
        body = decompressor.decompress(packed, size + 1)
    except (Error, zlib.error) as error:
        raise MalformedCertificate.said("positions-packed", error=str(error)) from None
    if len(body) != size or not decompressor.eof or decompressor.unused_data:
        raise MalformedCertificate.said("positions-bytes", size=size)
    return body


def _unpacked(line: bytes) -> bytes:
    """Return the bytes of a line, of which all but the last are full."""
    if not (line.startswith(b": ") and line.endswith(b"\n")):
        raise MalformedCertificate.said("certificate-position-lines", count=_TEXT_LINE - 1)
    return a2b_base64(line[2:-1], strict_mode=True)
