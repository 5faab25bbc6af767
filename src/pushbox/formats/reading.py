"""From the bytes or the text of a file to its levels: its encoding, its format, the form of its boards."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from pathlib import PurePath

from ..arguments import check_optional, check_text, check_type
from ..errors import FormatError, TooLarge
from ..level import Collection, Level, Problem
from ..reprs import abridged
from ..sentence import listed, say
from . import archives, codec, collected, encodings, play_logs, puzzlescript, rewriting, symbol_tables
from . import text as texts
from .detection import detect, naming_candidates
from .encodings import Decoded
from .files import endings
from .registry import find
from .rewriting import Rewritten
from .xsb import Xsb


def read(
    data: str | bytes,
    *,
    format: str | None = None,  # noqa: A002
    name: str = "",
    encoding: str | None = None,
    symbols: str | None = None,
) -> Collection:
    """Read the levels of a file, in the format with the key `format`, or in the detected one.

    `name`, that of the file, helps to detect. Bytes are decoded in the `encoding` that is named, else in the one that
    they are found to be in (see `pushbox.formats.encodings`); a guess is a warning among the problems. Of an archive
    the levels of all its files are read. `symbols` names what boards are drawn with: a table of
    `pushbox.formats.symbol_tables`, or signs and meanings, such as ``X=wall o=box``. Raises FormatError if nothing can
    be read at all, UnsupportedError for an unknown format, encoding or table.
    """
    check_type("data", data, str | bytes, "the text or the bytes of a file")
    check_text("name", name, "the name of the file")
    check_optional(check_text, "encoding", encoding, "the name of an encoding, such as 'gb18030'")
    check_optional(check_text, "symbols", symbols, "a table of signs, or signs and meanings, such as 'X=wall o=box'")
    if isinstance(data, bytes) and archives.kind(data):
        if format:
            find(format)

        def read_file(content: bytes, name: str) -> Collection:
            return read(content, format=format, name=name, encoding=encoding, symbols=symbols)

        return collected.read(archives.files(data, name), read_file, every=format is not None)
    if isinstance(data, str) and "\n" not in data and PurePath(data).suffix.lower() in endings():
        raise FormatError.said("name-of-file", name=abridged(data))
    decoded = encodings.decode(data, encoding) if isinstance(data, bytes) else Decoded(texts.check(data))
    if symbols is None:
        collection = _read_text(decoded.text, format, name)
    else:
        way = rewriting.by_symbols(decoded.text, symbol_tables.named(symbols))
        collection = as_rewritten(codec.read(find(format or "xsb"), way.text), way)
    if decoded.problems:
        return replace(collection, problems=(*decoded.problems, *collection.problems))
    return collection


def _read_text(text: str, key: str | None, name: str) -> Collection:
    if not text.strip():
        raise FormatError.said("nothing-in-it")
    if key:
        return codec.read(find(key), text)
    if (source := puzzlescript.rewritten(text)) is not None:
        return as_rewritten(codec.read(find("xsb"), source.text), source)
    if (played := play_logs.transcript(text)) is not None:
        return played
    if (log := play_logs.rewritten(text)) is not None:
        return _of_log(text, name, *log)
    return _in_any_form(text, name)


def _of_log(text: str, name: str, way: Rewritten, problems: list[Problem]) -> Collection:
    """Return the levels of a page with maps of the exercise, or of a log of play.

    Where there are only boards that are nearly such maps, they may be boards in the signs of another program.  Raises
    FormatError for the first fault if there are no levels.
    """
    if not way.how:
        with suppress(FormatError):
            reading = _in_any_form(text, name)
            has_errors = any(problem.severity == "error" for problem in reading.problems)
            if reading.levels and not has_errors and all(map(makes_sense, reading.levels)):
                return reading
    detection = detect(way.text, "")
    # The format of what else is there counts if its boards stand among text too.
    format_ = find(detection.format if isinstance(find(detection.format), Xsb) else "xsb")
    try:
        reading = as_rewritten(codec.read(format_, way.text), way)
        return _with_problems(reading if way.how else replace(reading, evidence=detection.evidence), problems)
    except FormatError:
        error = next((problem for problem in problems if problem.severity == "error"), None)
        if error is None:
            raise
        raise FormatError(error.found, line=error.line, column=error.column) from None


def _in_any_form(text: str, name: str) -> Collection:
    """Return the levels of a text as it is, or in the form in which it reads best."""
    fault: FormatError | None = None
    best: Collection | None = None
    try:
        best = detected(text, name)
    except TooLarge:
        raise
    except FormatError as error:
        fault = error
    if best is not None and best.levels:
        info = find(best.format).info
        if not info.lossless and all(map(_is_frame, best.levels)):
            fault = FormatError.said("no-level-expecting", expected=info.expected)
            best = None
        elif not best.problems and (info.lossless or not (rewriting.suspicious(text) or _is_doubtful(best))):
            return _with_problems(best, rewriting.undoubled(text))
    as_it_is = best
    for way in rewriting.rewritten(text):
        with suppress(FormatError):
            reading = detected(way.text, "")
            if best is not None and best.levels and _without_sense(reading) > _without_sense(best):
                continue  # what was a problem would become a board that nobody drew
            merit, before = _merit(reading), (_merit(best) if best is not None else _NONE)
            # What reads as well in both ways is what its form says that it is: nobody doubles all signs by chance.
            if merit > before or (merit == before and way.is_form):
                best = as_rewritten(reading, way)
    if best is None:
        assert fault is not None  # or there would be the levels of the text as it is
        best = _nearly(text)
        if best is None and (strange := rewriting.strange_sign(text)) is not None:
            sign, line, column = strange
            signs = say("signs-or-symbols", signs=say("xsb-signs"))
            with naming_candidates(detect(text, name)):
                raise FormatError(say("one-of-signs", found=sign, signs=signs), line=line, column=column)
        if best is None:
            raise fault
    return _with_problems(best, rewriting.undoubled(text)) if best is as_it_is else best


def _is_doubtful(collection: Collection) -> bool:
    """Return whether one of a few levels makes no sense, as in the signs of another program."""
    return len(collection.levels) <= _FEW and _without_sense(collection) > 0


_FEW = 20  # levels of a text that someone has pasted


def _nearly(text: str) -> Collection | None:
    """Return what is wrong with the boards of a text that has none but some that are nearly such, in another form."""
    for way in rewriting.nearly(text):
        with suppress(FormatError):
            return as_rewritten(detected(way.text, ""), way)
    return None


def _with_problems(collection: Collection, problems: Iterable[Problem]) -> Collection:
    if not (more := [*problems]):
        return collection
    return replace(collection, problems=tuple(sorted([*collection.problems, *more], key=lambda one: one.line)))


def _is_frame(level: Level) -> bool:
    """Return whether there is nothing but walls, as around a banner of comments."""
    return not level.board.pieces and not level.board.cells_of("goal")


def detected(text: str, name: str) -> Collection:
    """Return the levels of a text in the format that is detected.  Raises FormatError as `codec.read`."""
    detection = detect(text, name)
    with naming_candidates(detection):
        return codec.read(find(detection.format), text, detection.evidence)


def _merit(collection: Collection) -> tuple[bool, int, int]:
    """Return how well a text reads: all of it, levels that make sense without those that do not, the former."""
    senseless = _without_sense(collection)
    good, bad = len(collection.levels) - senseless, senseless + len(collection.problems)
    return good > 0 and bad == 0, good - bad, good


_NONE = (False, 0, 0)  # the merit of nothing


def _without_sense(collection: Collection) -> int:
    return len(collection.levels) - sum(map(makes_sense, collection.levels))


def makes_sense(level: Level) -> bool:
    """Return whether a level has a player, and as many boxes as goals, of which one at least is free."""
    board = level.board
    boxes, goals = board.of_kind("box"), {*board.cells_of("goal")}
    return bool(board.of_kind("pusher")) and len(boxes) == len(goals) and any(box.anchor not in goals for box in boxes)


def as_rewritten(collection: Collection, way: Rewritten) -> Collection:
    """Return what was read of a rewritten text, with the lines of the old one and a warning of a guess."""

    def line(number: int) -> int:
        return way.numbers[min(number, len(way.numbers)) - 1] if number > 0 else number

    levels = tuple(
        replace(one, source=one.source._replace(line=line(one.source.line), top=line(one.source.top)))
        if one.source
        else one
        for one in collection.levels
    )
    lines = way.text.split("\n") if way.raw and collection.problems else []

    def column(problem: Problem) -> int:
        """Return the column in the old text, 0 where the row does not stand in it as it is."""
        if not lines or problem.column < 1 or problem.line < 1:
            return problem.column
        row = lines[problem.line - 1]
        at = way.raw[line(problem.line) - 1].find(row)
        return problem.column + at if at >= 0 else 0

    problems = tuple(one._replace(line=line(one.line), column=column(one)) for one in collection.problems)
    form = listed(way.how, "and")
    if way.guess:
        guess = Problem(way.guess, 0, "warning", say("guessed-signs", form=form), repair=say("read-so"))
        problems = (guess, *problems)
    return replace(collection, levels=levels, problems=problems, header="", evidence=str(form))
