"""``pushbox serve``."""

from __future__ import annotations

import click

from ..errors import PushboxError
from .output import print_line


@click.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="Where to listen; 0.0.0.0 is everywhere.")
@click.option("--port", type=click.IntRange(0, 65535), default=8100, show_default=True, help="0 is any free one.")
@click.option("--name", "names", multiple=True, metavar="HOST", help="A name it is reached by, beside this machine's.")
@click.option("--proxy", "proxies", multiple=True, metavar="ADDRESS", help="Believe its X-Forwarded-For and -Proto.")
@click.option("--database", metavar="URL", help="The library; else the file in your data folder.")
@click.option("--cluster", metavar="ADDRESS", help="Search on the workers of this Dask scheduler.")
@click.option("--rates", metavar="URI", help="A Redis in which several servers count requests together.")
@click.option("--access-log", metavar="FILE", help="Write a line for each request; - is standard error.")
@click.option("--log-json", is_flag=True, help="Write logs as one JSON object a line.")
@click.option("--metrics", metavar="HOST:PORT", help="Show metrics there, for Prometheus.")
@click.option("--open", "opens", is_flag=True, help="Open a browser.")
def command(
    host: str,
    port: int,
    names: tuple[str, ...],
    proxies: tuple[str, ...],
    database: str | None,
    cluster: str | None,
    rates: str | None,
    access_log: str | None,
    metrics: str | None,
    *,
    log_json: bool,
    opens: bool,
) -> None:
    """Serve the web app until Ctrl-C: play, analyse, edit, a library, daily levels, races.

    It needs no account and no other program.  Everything that is confirmed is on the disk; what was played is there
    again after a restart.  The API is described at /openapi.json.

    Example: pushbox serve --port 8200 --database sqlite:///levels.sqlite
    """
    try:
        from ..web.serve import serve
        from ..web.settings import MEMORY, Settings
    except ModuleNotFoundError as error:
        raise PushboxError(f"serve needs {error.name}: pip install 'pushbox[web]'") from None
    settings = Settings(
        database=database,
        cluster=cluster,
        rates=rates or MEMORY,
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
