"""``pushbox formats``."""

from __future__ import annotations

import sys

import click

from .. import formats
from ..formats.api import Format, FormatInfo
from .common import doc_body, json_option
from .completing import complete_format
from .output import print_result


@click.command("formats")
@click.argument("key", required=False, shell_complete=complete_format)
@json_option
def command(key: str | None, as_json: bool) -> None:
    """List the file formats, or describe the one called KEY.

    Example: pushbox formats xsb
    """
    for format_ in map(formats.find, (key,) if key else formats.keys()):
        info = format_.info
        lines = _page(format_) if key else [f"{info.key:12}{info.summary}"]
        print_result(_fields(info), *lines, as_json=as_json)


def _page(format_: Format) -> list[str]:
    """Return the page of a format, as Markdown, line by line."""
    info = format_.info
    return [
        f"# {info.name} (`{info.key}`)",
        "",
        f"{info.summary[0].upper()}{info.summary[1:]}.",
        "",
        *doc_body(sys.modules[type(format_).__module__]).split("\n"),
        "",
        f"* Files: {' '.join(f'`{ending}`' for ending in info.endings) or 'none of its own'}",
        f"* Solutions and saved games: {'kept' if info.solutions else 'not kept'}",
        f"* Read {'where it is recognised' if info.detected else f'only with `--from {info.key}`'}",
    ]


def _fields(info: FormatInfo) -> dict[str, object]:
    fields: dict[str, object] = {"format": info.key, "name": info.name, "summary": info.summary, "source": info.source}
    return fields | {"endings": list(info.endings), "solutions": info.solutions, "detected": info.detected}
