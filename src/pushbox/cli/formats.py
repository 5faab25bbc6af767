"""``pushbox formats``."""

from __future__ import annotations

import sys
from typing import cast

import click

from .. import formats
from ..formats.api import Format, FormatInfo
from ..formats.symbol_tables import SymbolTable
from ..sentence import Sentence, say, spoken, spoken_language, word
from .common import doc_body, json_option
from .completing import complete_format
from .output import print_result


@click.command("formats")
@click.argument("key", required=False, shell_complete=complete_format)
@json_option
def command(key: str | None, as_json: bool) -> None:
    """List the file formats and the tables of signs that other programs draw boards with, or describe the one with KEY.

    --symbols names a table. Without it, a table is used for a board that no other table fits.

    Examples: pushbox formats xsb

    pushbox formats ragen
    """
    tables = formats.symbol_tables.TABLES
    if key in tables:
        print_result(_table_fields(tables[key]), *_table_page(tables[key]), as_json=as_json)
        return
    if key is not None:
        print_result(_fields(formats.find(key).info), *_page(formats.find(key)), as_json=as_json)
        return
    for info in (formats.find(one).info for one in formats.keys()):
        line = f"{info.key:14}{spoken(Sentence(f'format.{info.key}', info.summary, {}))}"
        print_result(_fields(info), line, as_json=as_json)
    for table in tables.values():
        source = Sentence(f"symbols.{table.key}", table.source, {})
        line = f"{table.key:14}{spoken(say('signs-of', source=source))}"
        print_result(_table_fields(table), line, as_json=as_json)


def _table_fields(table: SymbolTable) -> dict[str, object]:
    meanings = {sign: meaning for meaning, sign in formats.symbol_tables.MEANINGS.items()}
    signs = {sign: meanings[own] for sign, own in table.signs.items()}
    return {"symbols": table.key, "source": table.source, "signs": signs}


def _table_page(table: SymbolTable) -> list[str]:
    """Return the page of a table, as Markdown, line by line."""
    fields = _table_fields(table)
    signs = cast(dict[str, str], fields["signs"])
    source = Sentence(f"symbols.{table.key}", table.source, {})
    heads = (spoken(word("head", head)) for head in ("sign", "meaning"))
    rows = [f"| `{sign}` | {spoken(word('sign', meaning))} |" for sign, meaning in signs.items()]
    head = [
        f"# {spoken(say('symbols-of', source=source))} (`{table.key}`)",
        "",
        f"| {' | '.join(heads)} |",
        "|---|---|",
    ]
    return [*head, *rows, "", f"* {spoken(say('symbols-read', key=table.key))}"]


def _page(format_: Format) -> list[str]:
    """Return the page of a format, as Markdown, line by line; what is in English only comes last in other languages."""
    info = format_.info
    summary = spoken(Sentence(f"format.{info.key}", info.summary, {}))
    endings = " ".join(f"`{ending}`" for ending in info.endings)
    short = [
        say("format-files", endings=endings) if endings else say("format-files-none"),
        say("format-keeps") if info.solutions else say("format-keeps-none"),
        say("format-read") if info.detected else say("format-read-named", key=info.key),
    ]
    recognised = [
        *([f"* Recognised by: {info.recognised_by}"] if info.recognised_by else []),
        *([f"* Not recognised: {info.not_recognised}"] if info.not_recognised else []),
    ]
    body = doc_body(sys.modules[type(format_).__module__]).split("\n")
    bullets = [f"* {spoken(sentence)}" for sentence in short]
    head = [f"# {info.name} (`{info.key}`)", "", f"{summary[0].upper()}{summary[1:]}.", ""]
    if spoken_language() == "en":
        return [*head, *body, "", *bullets, *recognised]
    return [*head, *bullets, "", spoken(say("english-only")), "", *body, "", *recognised]


def _fields(info: FormatInfo) -> dict[str, object]:
    fields: dict[str, object] = {"format": info.key, "name": info.name, "summary": info.summary, "source": info.source}
    fields |= {"recognised_by": info.recognised_by, "not_recognised": info.not_recognised}
    return fields | {"endings": list(info.endings), "solutions": info.solutions, "detected": info.detected}
