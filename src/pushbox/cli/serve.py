"""``pushbox serve``."""

from __future__ import annotations

from typing import Any

import click

from ..extras import requiring
from .cluster_option import cluster_option, warn_of_cluster
from .output import print_line
from .setting_options import database_option

_SIZE = click.IntRange(1, 1 << 30)  # MiB


@click.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on; 0.0.0.0 is all.")
@click.option("--port", type=click.IntRange(0, 65535), default=8100, show_default=True, help="0 takes any free port.")
@click.option("--name", "names", multiple=True, metavar="HOST", help="Answer to this name too, besides this machine's.")
@click.option(
    "--proxy", "proxies", multiple=True, metavar="ADDRESS", help="Trust X-Forwarded-For and -Proto of this proxy."
)
@database_option(help="The library; by default the file in your data folder.")
@cluster_option(help="Search on the workers of this Dask scheduler.")
@click.option("--rates", metavar="URI", help="Redis for rate limits shared by several servers.")
@click.option(
    "--keep-days",
    metavar="DAYS",
    type=click.IntRange(1, 36_500),
    default=365,
    show_default=True,
    help="Delete what visitors without an account leave behind after so many days without a visit.",
)
@click.option(
    "--library-size", type=_SIZE, metavar="MIB", help="Refuse new data beyond so many MiB; by default 65,536."
)
@click.option("--visitor-size", type=_SIZE, metavar="MIB", help="Let a visitor keep so many MiB; by default 64.")
@click.option(
    "--address-size", type=_SIZE, metavar="MIB", help="Let an address add so many MiB in 30 days; by default 512."
)
@click.option("--access-log", metavar="FILE", help="Log each request here; - is standard error.")
@click.option("--log-json", is_flag=True, help="Write logs as one JSON object per line.")
@click.option("--metrics", metavar="HOST:PORT", help="Serve Prometheus metrics on this address.")
@click.option("--open", "opens", is_flag=True, help="Open a browser.")
def command(
    host: str,
    port: int,
    names: tuple[str, ...],
    proxies: tuple[str, ...],
    database: str | None,
    cluster: str | None,
    rates: str | None,
    keep_days: int,
    library_size: int | None,
    visitor_size: int | None,
    address_size: int | None,
    access_log: str | None,
    metrics: str | None,
    *,
    log_json: bool,
    opens: bool,
) -> None:
    """Serve the web app until Ctrl-C: play, analyse, edit, a library, daily levels, races.

    Players need no account, and the server needs no other program. Confirmed moves are on the disk, and plays survive a
    restart. The API is described at /openapi.json.

    Example: pushbox serve --port 8200 --database sqlite:///levels.sqlite
    """
    with requiring("web"):
        from ..web.serve import serve
        from ..web.settings import MEMORY, MIB, Limits, Settings
    sizes = {"library_disk": library_size, "visitor_disk": visitor_size, "address_disk": address_size}
    given: dict[str, Any] = {name: size * MIB for name, size in sizes.items() if size is not None}
    if cluster is not None:
        warn_of_cluster(cluster)
    settings = Settings(
        database=database,
        cluster=cluster,
        rates=rates or MEMORY,
        keep_days=keep_days,
        limits=Limits(**given),
        proxies=proxies,
        access_log=access_log,
        log_json=log_json,
        metrics=metrics,
    )
    serve(
        settings,
        host,
        port,
        hostnames=names,
        on_ready=lambda address: print_line(f"pushbox is at {address}"),
        open_browser=opens,
    )
