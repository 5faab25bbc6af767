"""Checked JSON values: errors name the place in the document and what was expected there."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, TypeVar, get_type_hints

from ...errors import FormatError
from ...level import Scalar
from ...sentence import Sentence, say, word
from ..api import MOST_CELLS
from ..bounds import check_values

LARGEST_NUMBER = 2**53  # beyond it other readers of JSON round

Value = Any  # what json.loads returns
Object = dict[str, Any]
_T = TypeVar("_T")
_S = TypeVar("_S")
Reader = Callable[[Value, str], _T]  # of a value at a path; raises FormatError that begins with the path

_SURROGATE = re.compile("[\ud800-\udfff]")


class ObjectReader:
    """A JSON object whose fields are taken one by one; a field that was not taken is an error at the `end`."""

    def __init__(self, value: Value, path: str) -> None:
        self._fields: Object = read_dict(value, path or say("the-document"))
        self._path = path
        self._taken: set[str] = set()

    def need(self, name: str, reader: Reader[_T]) -> _T:
        """Return the field with a name. Raises FormatError if it is missing."""
        path = f"{self._path}.{name}" if self._path else name
        self._taken.add(name)
        if name not in self._fields:
            raise FormatError.said("json-missing", path=path)
        return reader(self._fields[name], path)

    def take(self, name: str, reader: Reader[_T], default: _T) -> _T:
        """Return the field with a name, or the default."""
        self._taken.add(name)
        return self.need(name, reader) if name in self._fields else default

    def each(self, name: str, reader: Reader[_T]) -> tuple[_T, ...]:
        """Return the items of a list under a name, none where there is no such field."""
        nothing: tuple[_T, ...] = ()
        return self.take(name, each(reader), nothing)

    def end(self) -> None:
        """Raise FormatError for a field that was not taken."""
        if strange := self._fields.keys() - self._taken:
            expected = ", ".join(sorted(self._taken))
            place = self._path or say("the-document")
            raise FormatError.said("json-unknown-field", path=place, field=shown(min(strange)), expected=expected)


def each(reader: Reader[_T]) -> Reader[tuple[_T, ...]]:
    """Return the reader of a list of items."""

    def read(value: Value, path: str) -> tuple[_T, ...]:
        return tuple(reader(item, f"{path}[{index}]") for index, item in enumerate(read_list(value, path)))

    return read


def pair(first: Reader[_T], second: Reader[_S], expected: str) -> Reader[tuple[_T, _S]]:
    """Return the reader of a list of two, one for each reader."""

    def read(value: Value, path: str) -> tuple[_T, _S]:
        if not isinstance(value, list) or len(value) != 2:
            raise FormatError.said("json-expecting", path=path, value=shown(value), expected=expected)
        return first(value[0], f"{path}[0]"), second(value[1], f"{path}[1]")

    return read


def _of(kind: type[_T], expected: str) -> Reader[_T]:
    def read(value: Value, path: str) -> _T:
        if not isinstance(value, kind):
            raise FormatError.said("json-expecting", path=path, value=shown(value), expected=expected)
        return value

    return read


read_dict: Reader[Object] = _of(dict, say("an-object"))
read_list: Reader[list[Value]] = _of(list, say("a-list"))
_read_str: Reader[str] = _of(str, say("a-text"))


def read_text(value: Value, path: str) -> str:
    """Return a text of whole characters."""
    text = _read_str(value, path)
    if not text.isascii() and _SURROGATE.search(text):
        raise FormatError.said("json-half", path=path)
    return text


def read_integer(value: Value, path: str) -> int:
    """Return a whole number that every reader of JSON knows exactly."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise FormatError.said("json-whole", path=path, value=shown(value))
    if abs(value) > LARGEST_NUMBER:
        raise FormatError.said("json-bits", path=path, count=value.bit_length(), most=LARGEST_NUMBER)
    return value


def read_size(value: Value, path: str) -> int:
    """Return the width or the height of a board."""
    if not 0 <= (size := read_integer(value, path)) <= MOST_CELLS:
        raise FormatError.said("json-size", path=path, size=size, most=MOST_CELLS)
    return size


def read_scalar(value: Value, path: str) -> Scalar:
    """Return the value of an option."""
    if isinstance(value, str):
        return read_text(value, path)
    if isinstance(value, bool):
        return value
    if isinstance(value, float):
        if not math.isfinite(value):
            raise FormatError.said("json-finite", path=path, value=value)
        return value
    if isinstance(value, int):
        return read_integer(value, path)
    raise FormatError.said("json-scalar", path=path, value=shown(value))


_READERS: Mapping[object, Reader[Any]] = {
    str: read_text,
    str | None: lambda value, path: None if value is None else read_text(value, path),
    int: read_integer,
    bool: _of(bool, say("json-true-or-false")),
    tuple[str, ...]: each(read_text),
    tuple[int, ...]: each(read_integer),
}


def named_tuple(kind: Callable[..., _T]) -> Reader[_T]:
    """Return the reader of an object with the fields of a named tuple; one that has a default may be missing."""
    readers = [(name, _READERS[hint]) for name, hint in get_type_hints(kind).items()]
    defaults: Object = kind._field_defaults  # type: ignore[attr-defined]  # of a named tuple

    quick = dict(readers)
    required = {name for name in quick if name not in defaults}

    def read(value: Value, path: str) -> _T:
        # As it is nearly always: a level has an object for each box, and where they lie is only said of a fault.
        if isinstance(value, dict) and value.keys() <= quick.keys() and required <= value.keys():
            try:
                return kind(**{name: quick[name](part, "") for name, part in value.items()})
            except FormatError:
                pass  # which is named below, with its path
        fields_of = ObjectReader(value, path)
        fields = {
            name: fields_of.take(name, reader, defaults[name]) if name in defaults else fields_of.need(name, reader)
            for name, reader in readers
        }
        fields_of.end()
        return kind(**fields)

    return read


def shown(value: Value) -> str:
    """Return a short value as it is written in the document."""
    if isinstance(value, (dict, list)):
        return say("an-object") if isinstance(value, dict) else say("a-list")
    text = json.dumps(value[:40] if isinstance(value, str) else value)
    return text if len(text) <= 42 else text[:40] + "..."


def parse(text: str) -> Value:
    """Return the value of a document.

    Raises FormatError, with line and column, for what is none, and for more values than a document may have.
    """
    check_values(text)
    try:
        return json.loads(text, parse_constant=_refuse, object_pairs_hook=_unique)
    except json.JSONDecodeError as error:
        raise FormatError(not_json(error), line=error.lineno, column=error.colno) from None
    except RecursionError:
        raise FormatError.said("json-deep") from None
    except ValueError:  # the standard library refuses numbers of thousands of digits so
        raise FormatError.said("json-digits") from None


def not_json(error: json.JSONDecodeError) -> Sentence:
    """Return why a text is not JSON."""
    reason = word("json-fault", error.msg[0].lower() + error.msg[1:])
    return say("not-json", reason=reason)


def _refuse(name: str) -> Value:
    raise FormatError.said("json-number", name=name)


def _unique(pairs: list[tuple[str, Value]]) -> Object:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        counts = Counter(name for name, _ in pairs)
        twice = next(name for name, count in counts.items() if count > 1)
        raise FormatError.said("json-twice", field=shown(twice))
    return fields


_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def dump(value: Value) -> str:
    """Return a value as text without blanks.  Raises FormatError for a number that JSON does not have."""
    try:
        text = _ENCODER.encode(value)
    except ValueError:
        raise FormatError.said("json-infinite") from None
    if not text.isascii() and (half := _SURROGATE.search(text)):
        raise FormatError.said("json-half-in", found=half[0])
    return text
