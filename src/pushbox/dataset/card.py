"""The card of a data set: Markdown with the head of YAML that hubs of data sets read."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .rows import FIELDS, SPLITS

_SIZES = (("n<1K", 1000), ("1K<n<10K", 10_000), ("10K<n<100K", 100_000), ("100K<n<1M", 1_000_000),
          ("1M<n<10M", 10_000_000))  # fmt: skip
_TYPES = {"text": "string", "count": "int32", "number": "float64"}
_BOXOBAN = """@misc{boxobanlevels,
  author = {Arthur Guez, Mehdi Mirza, Karol Gregor, Rishabh Kabra, Sebastien Racaniere, Theophane Weber, David Raposo,
            Adam Santoro, Laurent Orseau, Tom Eccles, Greg Wayne, David Silver, Timothy Lillicrap, Victor Valdes},
  title = {An investigation of Model-free planning: boxoban levels},
  howpublished = {https://github.com/deepmind/boxoban-levels/},
  year = {2018}
}"""


def card(found: Mapping[str, Any]) -> str:
    """Return the card of a data set by its summary."""
    return "\n".join([*_head(found), "", *_body(found)]) + "\n"


def split_counts(text: str) -> dict[str, int]:
    """Return the number of levels of each split that the head of a card says."""
    head = text.partition("\n---\n")[0]
    return {
        split: int(count)
        for split, count in re.findall(r"- name: (\w+)\n +num_examples: (\d{1,12})$", head, re.MULTILINE)
    }


def _head(found: Mapping[str, Any]) -> Iterator[str]:
    levels = sum(found["splits"].values())
    licences = sorted({_licence(source) for source in found["sources"]})
    form = found["settings"]["forms"][0]
    yield "---"
    yield "pretty_name: Sokoban levels with proofs"
    yield f"license: {licences[0]}" if len(licences) == 1 else f"license: [{', '.join(licences)}]"
    yield "task_categories: [reinforcement-learning, other]"
    yield "tags: [sokoban, planning, puzzle, search]"
    yield "size_categories:"
    yield f"- {next((name for name, most in _SIZES if levels < most), '10M<n<100M')}"
    yield "configs:"
    yield "- config_name: default"
    yield "  data_files:"
    for split in SPLITS:
        if found["splits"][split]:
            yield f"  - split: {split}"
            yield f"    path: data/{split}.{form}"
    yield "dataset_info:"
    yield "  features:"
    for field in FIELDS:
        yield f"  - name: {field.name}"
        yield "    sequence: string" if field.kind == "texts" else f"    dtype: {_TYPES[field.kind]}"
    yield "  splits:"
    for split in SPLITS:
        yield f"  - name: {split}"
        yield f"    num_examples: {found['splits'][split]}"
    yield "---"


def _licence(source: Mapping[str, Any]) -> str:
    """Return the licence of the levels of a source: pushbox's own, Boxoban's, or that of a file, which is not known."""
    if source["own_split"]:
        return "apache-2.0"
    return "mit" if source["name"].startswith(("builtin:", "band:")) else "unknown"


_INTRODUCTION = """\
Levels of Sokoban, no two of them equal under rotation and reflection, each with its fewest pushes and its fewest moves,
solutions that have them, and a rating of its difficulty.
"""
_UNPROVEN = """
Whatever was not proven within the limits is null; `limit` then says which limit it was, and the best solution that was
found is there all the same.

## Fields
"""
_SPLITS_EXPLAINED = """
## Splits without near-duplicates

Near-duplicates are levels with one normal form: equal up to rotation, reflection, dead ends, walls that nobody sees,
and the place of the player in its area. All of them are in one split. A level that has one in a test or validation
split of Boxoban is in the test or validation split here, too; Boxoban's hard levels are in the test split. The others
are divided by their `group`, 90 : 5 : 5, so that a level stays in its split when the data set grows.
"""
_NEAR_EXPLAINED = """
Boxoban's own splits have near-duplicates, which `near-duplicates.jsonl` lists. So many levels of one split have one in
another:
"""
_MADE = """
## How it was made

By pushbox {program}, `pushbox dataset make` with these settings:

```json
{settings}
```

The solver searches for the fewest pushes, then moves, and for the fewest moves, then pushes, each with proof. The rules
replay every solution before it is written.
"""
_CHECK = """
## Check it

`pushbox dataset check FOLDER` replays every solution by the rules and checks ids, counts, splits and
near-duplicates."""
_CITE = f"""
## Cite

The levels of Boxoban are those of:

```bibtex
{_BOXOBAN}
```"""


def _body(found: Mapping[str, Any]) -> Iterator[str]:
    splits, statuses = found["splits"], found["statuses"]
    yield "# Sokoban levels with proofs"
    yield ""
    yield _INTRODUCTION
    yield from _table(("split", "levels"), [(split, f"{splits[split]:,}") for split in SPLITS])
    yield ""
    yield from _table(("status", "levels"), [(status, f"{count:,}") for status, count in statuses.items()])
    yield _UNPROVEN
    types = {field.name: _TYPES.get(field.kind, "list of string") + " or null" * field.is_optional for field in FIELDS}
    yield from _table(
        ("field", "type", "meaning"), [(f"`{field.name}`", types[field.name], field.meaning) for field in FIELDS]
    )
    yield _SPLITS_EXPLAINED.rstrip("\n")
    if found["near_duplicates"]:
        yield _NEAR_EXPLAINED
        yield from _table(
            ("split", "other split", "equal up to symmetry", "one normal form"),
            [
                (pair["split"], pair["other"], f"{pair['symmetric']:,}", f"{pair['normal']:,}")
                for pair in found["near_duplicates"]
            ],
        )
    yield _MADE.format(program=found["program"], settings=json.dumps(found["settings"], ensure_ascii=False))
    yield from _table(("source", "levels"), _by_folder(found["sources"]))
    if found["left_out"]:
        left_out = len(found["left_out"])
        yield f"\nLeft out: {left_out:,} levels or files that are no plain Sokoban; `dataset.json` lists them."
    yield _CHECK
    if any(source["own_split"] for source in found["sources"]):
        yield _CITE


def _by_folder(sources: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """Return the levels of each source, the files of one split of Boxoban together."""
    counts: dict[str, int] = {}
    for source in sources:
        name = f"Boxoban {source['own_split']}" if source["own_split"] else source["name"]
        counts[name] = counts.get(name, 0) + source["levels"]
    return [(_escaped(name), f"{count:,}") for name, count in counts.items()]


def _escaped(name: str) -> str:
    """Return a name as a cell of a table in Markdown."""
    return re.sub(r"([\\`*_\[\]<>|#!])", r"\\\1", " ".join(name.split()))


def _table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield f"|{'---|' * len(head)}"
    for row in rows:
        yield f"| {' | '.join(row)} |"
