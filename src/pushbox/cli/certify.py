"""``pushbox certify``."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click
from click.core import ParameterSource

from ..atomic_file import replacing
from ..errors import PushboxError, naming
from ..level import Level
from ..sentence import Sentence, counted, located, of_level, say, spoken, word
from ..solver.api import Limit, Progress
from . import common
from .completing import complete_file
from .output import print_json, print_line
from .progress import bar
from .results import Results, describe_search, limit_options

if TYPE_CHECKING:
    from ..analysis.certificates import Certificate, Claim

_CLAIMS = ("best", "solution", "fewest-pushes", "fewest-moves", "unsolvable")
_COLUMNS = "{:>5}  {:13}  {:>6}  {:>6}  {:>9}  {:>10}  {}"
_HEAD = ("claim", "moves", "pushes", "positions", "bytes")
_MAX_POSITIONS, _MOST_POSITIONS = 10_000_000, 1_000_000
_CHECK_MEMORY = 512
_ENDING = ".cert"
_CHECK_SECONDS = 600.0  # a million positions take a minute or two where nothing else runs


@click.command("certify")
@click.argument("file", metavar="FILE", required=False, shell_complete=complete_file)
@common.levels_option
@common.choice_option("--claim", _CLAIMS, "What to prove; the best is unsolvable, fewest-pushes or else a solution.")
@click.option("--positions", type=click.IntRange(0, _MAX_POSITIONS), default=_MOST_POSITIONS, show_default=True,
              help="Positions of a proof, at most.")  # fmt: skip
@click.option("--check-memory", type=click.IntRange(1), default=_CHECK_MEMORY, show_default=True,
              help="MiB that a check may take; no proof is made that takes more.")  # fmt: skip
@click.option("--out", metavar="C", type=click.Path(),
              help="Write the certificate to this file, those of several levels to this folder.")  # fmt: skip
@click.option("--verify", is_flag=True, help="Check each certificate that is made, as --check does.")
@click.option("--check", "checked", metavar="C", type=click.Path(), help="Check a certificate instead.")
@limit_options
@common.read_as_options
@common.json_option
def command(
    file: str | None,
    selection: str,
    claim: str,
    positions: int,
    check_memory: int,
    out: str | None,
    checked: str | None,
    read_as: common.ReadAs,
    *,
    verify: bool,
    as_json: bool,
    limit: Limit,
) -> None:
    """Prove a claim about the levels of FILE, with evidence that anybody can check.

    A certificate is a text: the level, the claim, a solution if there is one, and the positions of a proof. --check
    verifies all of it by the rules alone; the checker shares no code with the solver.

    Before it begins, it says what a proof takes at most: positions, text, memory and time; --positions lowers that.
    If a proof takes too many positions or too much time, pushbox certifies only a solution, and a note says why. The
    limits hold for the search for an answer and for that of the proof. --seconds also limits a check, by --check or
    --verify (default: ten minutes); a proof of more than some million positions needs more --check-memory.

    Exit codes: 0 if everything is certified or the certificate holds; 1 if a claim is not proven or a certificate does
    not hold; 2 for a bad level or certificate; 3 if a check took too long.

    Examples: pushbox certify levels.xsb --level 3 --out level3.cert

    pushbox certify --check level3.cert
    """
    if (file is None) == (checked is None) or (verify and checked is not None):
        raise PushboxError.said("certify-what")
    is_default = click.get_current_context().get_parameter_source("seconds") is ParameterSource.DEFAULT
    seconds = _CHECK_SECONDS if is_default or limit.seconds is None else limit.seconds
    if checked is not None:
        _check(checked, seconds, check_memory, as_json=as_json)
    assert file is not None
    collection = common.load_and_print_problems(file, read_as)
    chosen = list(common.select_levels(collection, selection))
    path_of = _paths(out, [number for number, _ in chosen])
    results = Results(file, _COLUMNS, *_HEAD, as_json=as_json, alone=False)
    codes = common.problem_codes(collection)
    with bar(len(chosen)) as progress:
        for number, level in chosen:
            bounds = {"positions": positions, "check_memory": check_memory}
            report = progress.level(number, describe_search)
            fields = _certify(number, level, claim, limit, bounds, report)
            pieces = fields.pop("text", None)
            verdict = _verdict(b"".join(pieces), seconds, check_memory, report) if verify and pieces else None
            if pieces and (verdict is None or verdict.code != common.Exit.NO):
                _write(path_of(number), pieces)
            if verdict is not None:
                fields |= {"checked": verdict.status, "check_message": verdict.message}
                codes.append(verdict.code)
            codes.append({"certified": common.Exit.YES, "error": common.Exit.BAD}.get(fields["status"], common.Exit.NO))
            progress.done()
            below = spoken(verdict.message) if verdict is not None else ""
            results.add(number, level, fields, _values(fields), fields.get("message"), below=below)
    results.finish(counted(len(chosen), "level"))
    common.exit_with(common.worst(codes))


def _paths(out: str | None, numbers: list[int]) -> Callable[[int], Path | None]:
    """Return the file for the certificate of each level, or None."""
    if out is None:
        return lambda _: None
    if len(numbers) == 1:
        return lambda _: Path(out)
    width = len(str(max(numbers, default=0)))
    return lambda number: Path(out) / f"{number:0{width}}{_ENDING}"


def _write(path: Path | None, pieces: Iterable[bytes]) -> None:
    if path is None:
        return
    with naming(path, OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacing(path) as opened:
            opened.writelines(pieces)


def _certify(
    number: int,
    level: Level,
    claim: str,
    limit: Limit,
    bounds: Mapping[str, int],
    report: Callable[[Progress], object],
) -> common.Fields:
    """Say what a proof takes at most; return the fields of a certificate for JSON, and the pieces of its text.

    The `bounds` are those of `forecast` and `certify`.
    """
    from ..analysis.certificates import UncertifiedError, certify, write  # with the native search
    from ..analysis.certificates.forecast import forecast
    from ..analysis.certificates.serialize import certificate_to_json

    began = time.monotonic()
    wanted: Claim | None = None if claim == "best" else claim  # type: ignore[assignment]  # the others are claims
    try:
        fewer = {**bounds, "positions": min(bounds["positions"], limit.nodes or bounds["positions"])}
        if claim != "solution" and (at_most := forecast(level, **fewer)):
            print_line(of_level(number, at_most.sentence()), err=True)
        certificate, note = certify(level, wanted, limit=limit, progress=report, **bounds)
    except UncertifiedError as error:
        return {"status": "uncertified", "claim": claim, "message": str(error), "seconds": time.monotonic() - began}
    except PushboxError as error:
        return {"status": "error", "message": str(error)}
    pieces = [*write(certificate)]
    fields = {"status": "certified", **certificate_to_json(certificate), "bytes": sum(map(len, pieces))}
    return fields | {"seconds": time.monotonic() - began, "text": pieces} | ({"message": note} if note else {})


def _values(fields: common.Fields) -> Iterable[object]:
    """Return the values of a row of the table."""
    claim = word("claim", fields["claim"] if fields["status"] == "certified" else "none")
    counts = (fields.get(name, "") for name in ("moves", "pushes"))
    sizes = (f"{fields[name]:,}" if name in fields else "" for name in ("positions", "bytes"))
    return (claim, *counts, *sizes)


class _Verdict(NamedTuple):
    """What a check says: its exit code, its status for JSON, a sentence, and what holds."""

    code: common.Exit
    status: str
    message: Sentence
    holds: Certificate | None = None


def _verdict(data: bytes, seconds: float, memory: int, show: Callable[[Progress], object]) -> _Verdict:
    """Check the text of a certificate.  Raises MalformedCertificate."""
    from ..analysis.certificates import InvalidCertificate, OutOfTime, check
    from ..analysis.certificates.serialize import sentence_of

    began = time.monotonic()

    def report(done: int, most: int) -> None:
        show(Progress(time.monotonic() - began, done, most - done))

    try:
        certificate = check(data, report, seconds=seconds, memory=memory)
    except InvalidCertificate as error:
        return _Verdict(common.Exit.NO, "refused", say("certificate-refused", error=str(error)))
    except OutOfTime:
        return _Verdict(common.Exit.LIMIT, "unknown", say("check-seconds", seconds=seconds))
    message = say("certificate-holds", what=sentence_of(certificate))
    return _Verdict(common.Exit.YES, "holds", message, certificate)


def _check(name: str, seconds: float, memory: int, *, as_json: bool) -> None:
    """Check a certificate, print what it proves or why it does not hold, and exit."""
    from ..analysis.certificates import MalformedCertificate
    from ..analysis.certificates.claim import MAX_TEXT
    from ..analysis.certificates.serialize import certificate_to_json

    began = time.monotonic()
    data = _read(name, MAX_TEXT + 1)
    with bar(1, "certificate") as progress, naming(name, MalformedCertificate):
        verdict = _verdict(data, seconds, memory, progress.level(1, describe_search))
    message = located(name, verdict.message)
    if as_json:
        fields: common.Fields = {"certificate": name}
        if (certificate := verdict.holds) is not None:
            fields |= certificate_to_json(certificate) | {"program": certificate.program, "limits": certificate.limits}
        print_json(fields | {"status": verdict.status, "message": message, "seconds": time.monotonic() - began})
    else:
        print_line(message)
    common.exit_with(verdict.code)


def _read(name: str, most: int) -> bytes:
    with naming(name, OSError):
        if name == "-":
            return sys.stdin.buffer.read(most)
        with Path(name).open("rb") as opened:
            return opened.read(most)
