"""``pushbox metrics``."""

from __future__ import annotations

import sys

import click

from .. import metrics as counts
from ..errors import PushboxError
from .common import json_option, metric_fields, print_json


@click.command(
    "metrics",
    epilog="Capitals are pushes, so the case must be right: pushbox verify replays a solution and corrects it.",
)
@click.argument("text", required=False)
@json_option
def command(text: str | None, as_json: bool) -> None:
    """Count the moves, pushes, box lines, box changes, pushing sessions and player lines of a solution.

    TEXT is in LURD letters, run lengths allowed; without it, or as -, it is read from standard input.

    Example: pushbox metrics ruuLLLLrrrrddlUruLLLulDrddllluuRRDrdLuuurDD
    """
    raw = sys.stdin.read() if text in {None, "-"} else text
    try:
        metrics = counts.measure(raw or "")
    except PushboxError as error:
        raise PushboxError(f"metrics: {error}") from None
    if as_json:
        print_json(metric_fields(metrics))
        return
    for name, value in metrics._asdict().items():
        click.echo(f"{name.replace('_', ' '):17}{value}")
