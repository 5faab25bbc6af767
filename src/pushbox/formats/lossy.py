"""Reduce a collection to what a format can hold.

Formats need no support for this: losses are counted again with one thing after the other simplified or removed, and a
removal that avoids a loss stays. Only texts are removed: titles, authors, notes, saved moves and headers. Board, game
and options are the puzzle, so a level that would lose one of these is left out as a whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import groupby
from typing import Any, NamedTuple, TypeVar

from ..errors import FormatError
from ..level import Collection, Level, SavedMoves
from ..sentence import Sentence, located, say
from . import codec
from .api import Format
from .registry import find

_T = TypeVar("_T")
_Words = TypeVar("_Words", Level, Collection)
_Losses = Callable[[_T], list[str]]  # of a value in the place that it has


class Reduced(NamedTuple):
    """The part of a collection that a format can hold, its text, and a sentence for every loss.

    `left_out` are the numbers of whole levels, from 1, in the original collection.
    """

    collection: Collection
    text: str
    lost: tuple[str, ...]
    left_out: tuple[int, ...] = ()


def reduce(collection: Collection, key: str) -> Reduced:
    """Reduce a collection to what the format with a key can hold, with its text.

    Costs one run of `losses` per dropped thing. Raises FormatError if not even one level can be held, or each of them
    but not all in one file, UnsupportedError for an unknown format.
    """
    if collection.format != key:
        # The text of another format is no text of this one, even if it can be read as such.
        levels = tuple(level.without_source() for level in collection.levels)
        collection = replace(collection, levels=levels, header="", format=key)
    format_ = find(key)
    encoded = _encode(format_, collection)
    if not encoded.losses:
        return Reduced(collection, encoded.text, ())
    known = _with_known_fields(collection, key)
    again = encoded if known == collection else _encode(format_, known)
    if not again.losses:
        return Reduced(known, again.text, tuple(encoded.losses))
    kept = _held(format_, known, again.losses)
    reduced = replace(known, levels=tuple(level for _, level in kept))
    last = again if reduced == known else _encode(format_, reduced)
    if kept and last.losses and (written := _written_beside(format_, kept, last.losses)) != kept:
        kept = written
        reduced = replace(known, levels=tuple(level for _, level in kept))
        last = _encode(format_, reduced) if kept else last
    if not kept:
        raise FormatError.said("no-level-written", format=key, loss=encoded.losses[0])
    if last.losses:
        reduced, last = _with_fewer_words(format_, reduced, last)
    held = {number for number, _ in kept}
    gone = tuple(number for number in range(1, len(collection.levels) + 1) if number not in held)
    left_out = [say("levels-left-out", levels=_levels(gone))] if gone else []
    return Reduced(reduced, last.text, (*encoded.losses, *left_out), gone)


def _with_fewer_words(
    format_: Format, collection: Collection, encoded: codec.Encoded
) -> tuple[Collection, codec.Encoded]:
    """Return a collection with the collection texts that the format can hold, and its file text.

    `encoded` is what becomes of it as it is.  Raises FormatError if the levels can be held one by one but not together.
    """
    whole = _simpler(
        collection, _COLLECTION, lambda one: (encoded if one is collection else _encode(format_, one)).losses
    )
    if whole is None:
        raise FormatError.said("not-in-one-file", format=format_.info.key, loss=encoded.losses[0])
    return whole, encoded if whole is collection else _encode(format_, whole)


def _encode(format_: Format, collection: Collection) -> codec.Encoded:
    """Return the text of a collection, or its losses.  Raises FormatError where dropping words is no way out."""
    encoded = codec.encode(format_, collection)
    if encoded.too_large:
        raise FormatError.said("too-much-for-file", format=format_.info.key, loss=encoded.losses[0])
    return encoded


_Numbered = tuple[int, Level]  # a level with its number in the collection


def _held(format_: Format, collection: Collection, lost: Iterable[str]) -> list[_Numbered]:
    """Return the levels with as few texts removed as known losses require.

    Levels that a format cannot hold are left out; `_written` finds losses that show only in the text.
    """
    numbered = list(enumerate(collection.levels, start=1))
    bare = Collection(collection.levels, format=format_.info.key)
    if any(format_.collection_losses(bare)):  # some formats have room for one
        return next(filter(None, (_written(format_, [one]) for one in numbered)), [])
    named = {number for sentence in lost if (number := _of_level(sentence)[0])}
    stated = partial(codec.level_losses, format_)
    simpler = ((number, _simpler(one, _LEVEL, stated) if number in named else one) for number, one in numbered)
    return [(number, level) for number, level in simpler if level is not None]


def _written_beside(format_: Format, levels: list[_Numbered], lost: list[str]) -> list[_Numbered]:
    """Return the levels whose text reads back, simplified if necessary; `lost` was said of all in one file.

    Where that was of the words of the collection alone the levels may read back without them.
    """
    of_words = isinstance(lost[0], Sentence) and lost[0].code == "words-changed"
    return (_written if of_words else _parted)(format_, levels)


def _written(format_: Format, levels: list[_Numbered]) -> list[_Numbered]:
    """Return the levels whose text reads back, simplified if necessary.  They are written together first."""
    if not levels or (len(levels) > 1 and _reads_back(format_, levels)):
        return levels
    return _parted(format_, levels)


def _reads_back(format_: Format, part: list[_Numbered]) -> bool:
    return not _encode(format_, Collection(tuple(level for _, level in part), format=format_.info.key)).losses


def _parted(format_: Format, levels: list[_Numbered]) -> list[_Numbered]:
    """Return the levels whose text reads back, simplified if necessary, of some that cannot be written together.

    They are written in quarters, so that one bad level costs little; each by itself where all quarters fail, as bad
    levels are many then.
    """

    def alone(numbered: _Numbered) -> list[_Numbered]:
        number, level = numbered
        one = partial(Collection, format=format_.info.key)
        simple = _simpler(level, _LEVEL, lambda level: codec.losses(format_, one((level,))))
        return [] if simple is None else [(number, simple)]

    size = -(-len(levels) // _PARTS)
    parts = [levels[start : start + size] for start in range(0, len(levels), size)]
    fine = [size > 1 and _reads_back(format_, part) for part in parts]
    if not any(fine):
        return [kept for one in levels for kept in alone(one)]
    return [
        kept
        for part, is_fine in zip(parts, fine, strict=True)
        for kept in (part if is_fine else _parted(format_, part))
    ]


_PARTS = 4  # of levels of which some cannot be written


def _with_known_fields(collection: Collection, key: str) -> Collection:
    """Return a collection without the words for which the format with a key has no field at all."""
    info = find(key).info
    unknown = [name for name in _LEVEL if name not in info.level_fields]
    levels = tuple(_without(level, unknown) for level in collection.levels)
    return _without(replace(collection, levels=levels), [n for n in _COLLECTION if n not in info.collection_fields])


def _without(value: _Words, names: Iterable[str]) -> _Words:
    empty = {name: type(field)() for name in names if (field := getattr(value, name))}
    return replace(value, **empty) if empty else value


def grouped(lost: Iterable[str]) -> list[str]:
    """Merge similar losses of several levels into one sentence, in the order of their first occurrence.

    >>> from pushbox.sentence import of_level
    >>> grouped([of_level(1, "found a title"), of_level(2, "found a title")])
    ['levels 1-2: found a title']
    """
    numbers: dict[str, list[int]] = {}
    for sentence in lost:
        number, loss = _of_level(sentence)
        numbers.setdefault(loss, []).extend([number] if number else [])
    return [located(_levels(tuple(of)), loss) if of else loss for loss, of in numbers.items()]


def _of_level(loss: str) -> tuple[int, str]:
    """Split a loss into the number of its level, 0 for the collection, and the loss itself."""
    if isinstance(loss, Sentence) and loss.code == "of-level":
        return loss.params["number"], loss.params["message"]
    return 0, loss


def _spans(numbers: tuple[int, ...]) -> str:
    # Numbers that follow each other are as far from their places as each other.
    runs = ([number for _, number in run] for _, run in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0]))
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def _levels(numbers: tuple[int, ...]) -> Sentence:
    if len(numbers) == 1:
        return say("level-number", number=numbers[0])
    return say("level-numbers", numbers=_spans(numbers))


def _simpler(value: _T, fields: tuple[str, ...], losses: _Losses[_T]) -> _T | None:
    """Return a value with as little dropped from `fields` as leaves no loss, None where something stays."""
    before = set(losses(value))
    while before:
        candidates = (candidate for name in fields for candidate in _candidates(value, name, losses))
        trials = ((candidate, set(losses(candidate))) for candidate in candidates)
        better = next(((candidate, after) for candidate, after in trials if before - after), None)
        if better is None:
            return None
        value, before = better
    return value


_LEVEL = ("title", "author", "notes", "saved_moves", "headers")
_COLLECTION = ("title", "author", "notes", "headers")


def _candidates(value: Any, name: str, losses: _Losses[Any]) -> Iterator[Any]:
    """Yield a level or a collection with one field simpler and simpler, at last without it."""
    field = getattr(value, name)
    if not field:
        return
    if len(field) > _FEW_ROWS and not isinstance(field, str):
        yield _with_held_rows(value, name, losses)
        yield replace(value, **{name: ()})
        return
    for simpler in _texts(field) if isinstance(field, str) else _rows(field):
        if simpler != field:
            yield replace(value, **{name: simpler})


_FEW_ROWS = 100  # of which each is tried by itself
_MOST_TRIALS = 500


def _with_held_rows(value: Any, name: str, losses: _Losses[Any]) -> Any:
    """Return a level or a collection with those rows of a long list that can be held, each as it is or gone.

    The list is halved until its parts can be held; where that takes too many trials the parts that are left are gone.
    """
    accepted = set(losses(replace(value, **{name: ()})))
    held: list[Any] = []
    parts = [getattr(value, name)]
    trials = 0
    while parts and trials < _MOST_TRIALS:
        part = parts.pop()
        trials += 1
        if accepted.issuperset(losses(replace(value, **{name: part}))):
            held += part
        elif len(part) > 1:
            middle = len(part) // 2
            parts += [part[middle:], part[:middle]]
    return replace(value, **{name: tuple(held)})


def _texts(text: str) -> Iterator[str]:
    yield "\n".join(text.splitlines())
    yield " ".join(text.split())
    yield ""


def _rows(rows: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    """Yield a list with one of its entries simpler or gone, from the last, so that numbers of others stay; then none.

    Where several entries lose something, each has its turn.
    """
    for index in range(len(rows) - 1, -1, -1):
        entry = rows[index]
        for simpler in _moves(entry) if isinstance(entry, SavedMoves) else _header(*entry):
            yield (*rows[:index], simpler, *rows[index + 1 :])
        yield (*rows[:index], *rows[index + 1 :])
    yield ()


def _moves(moves: SavedMoves) -> Iterator[SavedMoves]:
    yield moves._replace(notes="")
    yield moves._replace(text="".join(moves.text.split()))
    yield moves._replace(title=" ".join(moves.title.split()))
    yield moves._replace(title="")


def _header(name: str, text: str) -> Iterator[tuple[str, str]]:
    yield name, " ".join(text.split())
