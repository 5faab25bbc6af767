"""The option ``--cluster``, and the warning about a scheduler that is reached without TLS."""

from __future__ import annotations

from functools import partial

import click

from ..sentence import spoken
from .output import print_line

cluster_option = partial(click.option, "--cluster", metavar="ADDRESS")


def warn_of_cluster(address: str) -> None:
    """Print why a scheduler at an address should not be used as it is, if there is a reason."""
    from ..batch.dask_cluster import warning  # most commands have no cluster

    if sentence := warning(address):
        print_line(f"pushbox: {spoken(sentence)}", err=True)
