"""The folder of a data set.

::

README.md               the card: Markdown with the head of YAML that hubs of data sets read
dataset.json            settings, sources, counts, and the sum of every file
data/train.parquet      the rows of a split, and the same in train.jsonl; validation and test likewise
near-duplicates.jsonl   the near-duplicates among Boxoban's own splits, where there are any
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from ..arguments import check_choice
from ..atomic_file import replacing
from ..errors import PushboxError, naming
from .forms import FORMS, Form, read_rows
from .journal import read_object
from .rows import SPLITS, Row

CARD, SUMMARY, NEAR_DUPLICATES, DATA = "README.md", "dataset.json", "near-duplicates.jsonl", "data"
VERSION = 1


def data_file(split: str, form: Form) -> str:
    """Return the path of the rows of a split within the folder, with slashes."""
    return f"{DATA}/{split}.{form}"


def summary(folder: str | os.PathLike[str]) -> dict[str, Any]:
    """Return what ``dataset.json`` says of a data set.  Raises PushboxError for a folder that is none."""
    path = Path(folder)
    with naming(path, OSError):
        found = read_object(path / SUMMARY) if path.is_dir() else None
    if found is None or found.get("pushbox") != "dataset" or found.get("version") != VERSION or not _is_whole(found):
        raise PushboxError.said("dataset-none", path=str(path))
    return found


def _is_whole(found: dict[str, Any]) -> bool:
    """Return whether the summary of a data set has the parts that are read."""
    splits, files = found.get("splits"), found.get("files")
    if not isinstance(splits, dict) or not isinstance(files, dict) or not isinstance(found.get("settings"), dict):
        return False
    counts = [splits.get(split) for split in SPLITS]
    forms = found["settings"].get("forms")
    are_forms = isinstance(forms, list) and forms and all(form in FORMS for form in forms)
    return bool(are_forms) and all(type(count) is int for count in counts) and len(splits) == len(SPLITS)


def forms_of(found: dict[str, Any]) -> list[Form]:
    """Return the forms that a data set has its rows in, by its summary."""
    return [form for form in FORMS if form in found["settings"]["forms"]]


def load(folder: str | os.PathLike[str], split: str | None = None) -> Iterator[Row]:
    """Yield the rows of a data set, of one split or of all, one at a time.

    Raises PushboxError for a folder that is none, and for a file that cannot be read; ArgumentError for a split that
    does not exist.
    """
    if split is not None:
        check_choice("split", split, SPLITS)
    form = forms_of(summary(folder))[-1]  # JSON lines need no other package
    return _rows(Path(folder), SPLITS if split is None else (split,), form)


def _rows(folder: Path, splits: tuple[str, ...], form: Form) -> Iterator[Row]:
    for split in splits:
        path = folder / data_file(split, form)
        with naming(path, OSError, PushboxError):
            yield from read_rows(path)


def sum_of(path: Path) -> str:
    """Return the SHA-256 of a file.  Raises OSError."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def write_text(path: Path, text: str) -> None:
    """Write a text into a file, whole or not at all.  Raises OSError."""
    with replacing(path) as file:
        file.write(text.encode())


def write_lines(path: Path, objects: Iterable[dict[str, Any]]) -> None:
    """Write JSON objects into a file, one a line, whole or not at all.  Raises OSError."""
    with replacing(path) as file:
        file.writelines(json.dumps(one, ensure_ascii=False).encode() + b"\n" for one in objects)
