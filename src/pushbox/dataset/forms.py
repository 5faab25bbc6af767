"""The two forms of the rows of a data set: JSON lines, and Parquet by pyarrow."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args

from ..atomic_file import replacing
from ..errors import PushboxError
from ..extras import requiring
from .rows import FIELDS, Row

if TYPE_CHECKING:
    from pyarrow import Schema

Form = Literal["parquet", "jsonl"]
FORMS: tuple[Form, ...] = get_args(Form)

_MOST_LINE = 2_000_000  # bytes of a row of JSON
_GROUP = 10_000  # rows that are in memory at once when Parquet is written
_BATCH = 64  # and when it is read


def require_form(form: Form) -> None:
    """Raise PushboxError, with the command that installs it, where there is not what a form needs."""
    if form == "parquet":
        with requiring("dataset"):
            import pyarrow.parquet  # noqa: F401


@contextmanager
def writer(path: Path, form: Form) -> Iterator[Callable[[Row], None]]:
    """Yield what adds a row to a new file, which takes the place of an older one at the end.  Raises OSError."""
    with ExitStack() as stack:
        file = stack.enter_context(replacing(path))
        if form == "jsonl":
            yield lambda row: file.writelines([json.dumps(row.to_json()).encode("ascii"), b"\n"])
            return
        import pyarrow as pa
        from pyarrow.parquet import ParquetWriter

        schema, waiting = _schema(), list[dict[str, Any]]()
        parquet = stack.enter_context(ParquetWriter(file, schema, compression="zstd"))

        def flush() -> None:
            parquet.write_table(pa.Table.from_pylist(waiting, schema))
            waiting.clear()

        def add(row: Row) -> None:
            waiting.append(row.to_json())
            if len(waiting) == _GROUP:
                flush()

        yield add
        if waiting:
            flush()


def _schema() -> Schema:
    import pyarrow as pa

    kinds = {"text": pa.string(), "count": pa.int32(), "number": pa.float64(), "texts": pa.list_(pa.string())}
    return pa.schema([pa.field(field.name, kinds[field.kind], nullable=field.is_optional) for field in FIELDS])


def is_parquet(path: Path) -> bool:
    """Return whether a file begins as Parquet does.  Raises OSError."""
    with path.open("rb") as file:
        return file.read(4) == b"PAR1"


def read_objects(path: Path) -> Iterator[object]:
    """Yield the value of each row of a file in either form, as JSON has it.

    A line that is no JSON is a PushboxError in the place of its value.  Raises PushboxError for Parquet that cannot be
    read, and where pyarrow is missing; OSError.
    """
    yield from _parquet_objects(path) if is_parquet(path) else _json_objects(path)


def _json_objects(path: Path) -> Iterator[object]:
    with path.open("rb") as file:
        while line := file.readline(_MOST_LINE + 1):
            if len(line) > _MOST_LINE:
                raise PushboxError.said("dataset-long-row", most=_MOST_LINE)
            try:
                yield json.loads(line)
            except (ValueError, RecursionError):
                yield PushboxError.said("dataset-json")


def _parquet_objects(path: Path) -> Iterator[object]:
    require_form("parquet")
    import pyarrow as pa
    from pyarrow.parquet import ParquetFile

    try:
        with ParquetFile(path) as file:
            names = [field.name for field in FIELDS]
            if sorted(file.schema_arrow.names) != sorted(names):
                raise PushboxError.said("dataset-columns")
            for batch in file.iter_batches(_BATCH):
                yield from batch.to_pylist()
    except (pa.ArrowException, OSError, ValueError, UnicodeDecodeError) as error:
        reason = " ".join(str(error).split())[:200]
        raise PushboxError.said("dataset-parquet", reason=reason) from None


def read_rows(path: Path) -> Iterator[Row]:
    """Yield the rows of a file.  Raises PushboxError with the number of the first row that is none; OSError."""
    for number, value in enumerate(read_objects(path), start=1):
        try:
            yield Row.from_json(value)
        except PushboxError as error:
            raise PushboxError.said("dataset-row", row=number, message=str(error)) from None
