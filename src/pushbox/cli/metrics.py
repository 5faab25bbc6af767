"""``pushbox metrics``."""

from __future__ import annotations

import click

from .. import metrics as counts
from ..errors import PushboxError, naming
from ..sentence import spoken, word
from .common import json_option, metric_fields, read_text
from .output import print_result
from .tables import padded_to


@click.command(
    "metrics",
    epilog="Capitals are pushes, so the case must be right: pushbox verify replays a solution and corrects it.",
)
@click.argument("text", required=False)
@json_option
def command(text: str | None, as_json: bool) -> None:
    """Count the moves, pushes, box lines, box changes, pushing sessions and player lines of a solution.

    TEXT has LURD letters, with run lengths if you like. Without TEXT, or with -, standard input is read.

    Example: pushbox metrics ruuLLLLrrrrddlUruLLLulDrddllluuRRDrdLuuurDD
    """
    with naming("metrics", PushboxError):
        fields = metric_fields(counts.measure(read_text(text)))
    lines = (
        f"{padded_to(spoken(word('metric', name.replace('_', ' '))), False, 17)}{value}"
        for name, value in fields.items()
    )
    print_result(fields, *lines, as_json=as_json)
