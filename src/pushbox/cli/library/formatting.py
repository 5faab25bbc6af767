"""Entries of a library as lines for people, and as fields for JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from ... import formats
from ...grades import grade_of
from ...render.notes import counted_pieces
from ...sentence import counted, listed, located, say, spoken, word
from ..common import Fields, metric_fields
from ..likeness import near_line, same_line

if TYPE_CHECKING:
    from ...analysis.similarity import Difference
    from ...identity import Relation
    from ...sentence import Language
    from ...store.collections import CollectionEntry
    from ...store.imports import ImportSummary
    from ...store.levels import LevelEntry
    from ...store.solutions import SolutionEntry
    from ...store.summaries import LevelName
    from ...store.transfer import ExportedFile, FileReport

_MAX_PRINTED = 5  # problems of a file that are printed; the rest is counted

Best = Mapping[str, int]  # the lowest of each count


def collection_fields(entry: CollectionEntry) -> Fields:
    """Return a collection for JSON."""
    names = ("id", "name", "title", "author", "notes", "format", "owner", "published", "levels")
    return {name: getattr(entry, name) for name in names} | {
        "games": dict(entry.games),
        "added": entry.added.isoformat(),
    }


def without_ending(name: str) -> str:
    """Return the name of a collection without the ending that it has of a file of levels."""
    stem, _, ending = name.rpartition(".")
    return stem if stem and f".{ending.lower()}" in formats.endings() else name


def shown_names(names: Iterable[str]) -> dict[str, str]:
    """Return which name of each collection people see: without its ending, but where two would be the same."""
    short = {name: without_ending(name) for name in names}
    count = Counter(short.values())
    return {name: shown if count[shown] == 1 else name for name, shown in short.items()}


def collection_line(entry: CollectionEntry, shown: str) -> str:
    """Return a collection on one line, with the name that people see."""
    games = ", ".join(game for game, _ in entry.games)
    title = ", ".join(filter(None, (entry.title, entry.author)))
    return f"{entry.id:>6}  {shown:28}  {spoken(counted(entry.levels, 'level')):>12}  {games:12}  {title}".rstrip()


def collection_page(entry: CollectionEntry) -> Iterator[str]:
    """Yield a collection, line by line."""
    yield located(entry.name, listed([counted(entry.levels, "level"), say("collection-number", number=entry.id)]))
    labels = {name: word("noun", name) for name in ("title", "author", "notes")}
    labels |= {"format": say("collection-format"), "owner": say("collection-owner")}
    for name, label in labels.items():
        if value := getattr(entry, name):
            first, *others = value.splitlines() if name == "notes" else [value]
            yield f"  {spoken(label)}: {first}"
            yield from (f"    {line}" for line in others)
    for game, count in entry.games:
        yield f"  {game}: {spoken(counted(count, 'level'))}"
    yield f"  {spoken(say('report-added'))}: {entry.added:%Y-%m-%d %H:%M} UTC"


def level_fields(entry: LevelEntry, collection: str, best: Best) -> Fields:
    """Return a level for JSON, with the lowest of each count."""
    names = ("id", "number", "title", "author", "game", "width", "height", "boxes", "goals")
    fields = {name: getattr(entry, name) for name in names}
    difficulty = None if entry.difficulty is None else round(entry.difficulty, 1)
    grade = None if entry.difficulty is None else grade_of(entry.difficulty)
    more = {"tags": list(entry.tags), "best": dict(best) or None, "difficulty": difficulty, "grade": grade}
    return {"collection": collection} | fields | more


def level_line(entry: LevelEntry, best: Best) -> str:
    """Return a level on one line: number, size, boxes, the fewest moves and pushes, difficulty, title."""
    counts = spoken(listed([counted(best["moves"], "move"), counted(best["pushes"], "push")])) if best else ""
    size, boxes = f"{entry.width}x{entry.height}", spoken(counted_pieces(entry.level.board.pieces, entry.boxes))
    title = ", ".join(filter(None, (entry.title, entry.author)))
    hard = "" if entry.difficulty is None else f"{entry.difficulty:.0f}"
    start = f"{entry.number:>6}  {entry.game:9}  {size:>7}  {boxes:>9}"
    return f"{start}  {counts:24}  {hard:>3}  {title}".rstrip()


def solution_fields(entry: LevelEntry, answer: SolutionEntry, best_by: Sequence[str]) -> Fields:
    """Return a solution for JSON, with the counts by which it is the best."""
    fields: Fields = {
        "level": entry.number,
        "id": answer.id,
        "moves_text": answer.text,
        **metric_fields(answer.metrics),
    }
    fields |= {"title": answer.title or None, "account": answer.account, "seconds": answer.seconds}
    return fields | {"assists": sorted(answer.assists), "best_by": list(best_by), "added": answer.added.isoformat()}


def counts_cell(moves: int, pushes: int) -> str:
    """Return the counts of a solution as one column, its numbers below those of other rows."""
    after = [spoken(counted(count, noun)).partition(" ")[2] for count, noun in ((moves, "move"), (pushes, "push"))]
    return f"{moves:>6} {after[0]:5} {pushes:>5} {after[1]:6}"


def solution_line(entry: LevelEntry, answer: SolutionEntry, best_by: Sequence[str]) -> str:
    """Return a solution on one line."""
    counts = counts_cell(answer.metrics.moves, answer.metrics.pushes)
    by = f"  ({spoken(say('best-by', metrics=listed([word('head', name) for name in best_by])))})" if best_by else ""
    return f"{entry.number:>6} {counts}  {answer.text}{by}"


def report_fields(report: FileReport, near: Sequence[Fields] | None = ()) -> Fields:
    """Return the report on a file for JSON; `near` is None for levels that were not compared with others."""
    fields: Fields = {name: getattr(report, name) for name in ("file", "status", "collection", "levels", "solutions")}
    duplicates = [{"level": one.level, "of": one.of, "relation": one.relation.value} for one in report.duplicates]
    fields |= {"duplicates": duplicates, "problems": list(report.problems)}
    return fields | ({"compared": False} if near is None else {"near": list(near)} if near else {})


def report_lines(report: FileReport, near: Sequence[Fields] = ()) -> Iterator[str]:
    """Yield the report on a file, the first of its problems, and of the levels that are nearly the same as others."""
    counts: list[str] = [counted(report.levels, "level")]
    if report.solutions:
        counts.append(counted(report.solutions, "solution"))
    if report.duplicates:
        counts.append(say("report-not-new", count=len(report.duplicates)))
    statuses = {
        "added": say("report-added"),
        "changed": say("report-changed"),
        "unchanged": say("report-unchanged"),
        "failed": say("report-failed"),
    }
    yield located(report.file, listed([statuses[report.status], *(counts if report.collection is not None else ())]))
    yield from _first_problems(report.problems)
    yield from (f"  {spoken(near_duplicate_line(fields))}" for fields in near[:_MAX_PRINTED])
    if len(near) > _MAX_PRINTED:
        yield f"  {spoken(say('report-more-near', number=len(near) - _MAX_PRINTED))}"


def _first_problems(problems: Sequence[str]) -> Iterator[str]:
    yield from (f"  {spoken(problem)}" for problem in problems[:_MAX_PRINTED])
    if (more := len(problems) - _MAX_PRINTED) > 0:
        yield f"  {spoken(say('report-more', problems=counted(more, 'problem')))}"


def import_fields(file: str, program: str, summary: ImportSummary) -> Fields:
    """Return the result of an import for JSON."""
    names = ("solutions", "known", "saved_games", "tagged", "levels", "unplaced")
    counts = {name: getattr(summary, name) for name in names}
    return {"file": file, "program": program, **counts, "problems": list(summary.problems)}


def import_lines(file: str, summary: ImportSummary) -> Iterator[str]:
    """Yield the result of an import in lines, with its first problems."""
    solutions, levels = counted(summary.solutions, "solution"), counted(summary.levels, "level")
    parts: list[str] = [say("solutions-for-levels", solutions=solutions, levels=levels)]
    parts += [say("import-known", number=summary.known)] if summary.known else []
    parts += [counted(summary.saved_games, "saved game")] if summary.saved_games else []
    parts += [say("import-tagged", number=summary.tagged)] if summary.tagged else []
    parts += [say("import-unplaced", number=summary.unplaced)] if summary.unplaced else []
    yield located(file, listed(parts))
    yield from _first_problems(summary.problems)


def duplicate_fields(relation: Relation, level: LevelName, of: LevelName) -> Fields:
    """Return a level that is the same as another for JSON."""
    return _likeness(relation.value, level, of)


def _likeness(relation: str, level: LevelName, of: LevelName) -> Fields:
    fields: Fields = {"collection": level.collection, "level": level.number, "title": level.title}
    return fields | {
        "relation": relation, "of_collection": of.collection, "of_level": of.number, "of_title": of.title
    }  # fmt: skip


def duplicate_line(fields: Fields) -> str:
    """Return a duplicate on one line, made of its fields."""
    level, other = _levels(fields)
    return same_line(level, fields["relation"], other)


def _levels(fields: Fields) -> tuple[str, str]:
    """Return a level, and the one that it is like, with the names of their collections that people see."""
    shown = shown_names((fields["collection"], fields["of_collection"]))
    return (
        " ".join(filter(None, (f"{shown[fields['collection']]} {fields['level']}", fields["title"]))),
        " ".join(filter(None, (f"{shown[fields['of_collection']]} {fields['of_level']}", fields["of_title"]))),
    )


def near_fields(difference: Difference, level: LevelName, of: LevelName, lang: Language) -> Fields:
    """Return a level that is nearly the same as another for JSON."""
    from ...analysis.similarity import describe

    fields = _likeness("near", level, of)
    sentence = describe(_levels(fields)[1], difference, lang)
    return fields | {"sentence": sentence, "changes": difference.count, "likeness": round(difference.likeness, 3)}


def near_duplicate_line(fields: Fields) -> str:
    """Return a level that is nearly the same as another on one line, made of its fields."""
    return near_line(_levels(fields)[0], fields["sentence"])


def exported_fields(exported: ExportedFile) -> Fields:
    """Return a file that was written for JSON."""
    file = None if exported.file is None else str(exported.file)
    fields: Fields = {"collection": exported.name, "file": file, "format": exported.format, "levels": exported.levels}
    return fields | {"lost": list(exported.lost)}
