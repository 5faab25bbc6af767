"""``pushbox formats``."""

from __future__ import annotations

import click

from .. import formats
from ..formats.api import FormatInfo
from .common import json_option, print_json


@click.command("formats")
@click.argument("key", required=False)
@json_option
def command(key: str | None, as_json: bool) -> None:
    """List the file formats, or tell all about the one called KEY.

    Example: pushbox formats xsb
    """
    for name in (key,) if key else formats.keys():
        info = formats.find(name).info
        if as_json:
            print_json(_fields(info))
        elif key:
            click.echo(f"{info.name} ({info.key})\n{info.summary}\n")
            click.echo(f"Endings: {' '.join(info.endings) or 'none'}")
            click.echo(f"Solutions: {'yes' if info.solutions else 'no'}")
            click.echo(f"Source: {info.source}")
        else:
            click.echo(f"{info.key:12}{info.summary}")


def _fields(info: FormatInfo) -> dict[str, object]:
    told: dict[str, object] = {"format": info.key, "name": info.name, "summary": info.summary, "source": info.source}
    return told | {"endings": list(info.endings), "solutions": info.solutions}
