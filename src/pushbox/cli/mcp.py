"""``pushbox mcp``."""

from __future__ import annotations

import click

from ..extras import requiring
from .output import print_line
from .setting_options import database_option


@click.command("mcp")
@click.option("--http", "over_http", is_flag=True, help="Serve streamable HTTP instead of standard input and output.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on, with --http.")
@click.option("--port", type=click.IntRange(0, 65535), default=8101, show_default=True, help="0 takes any free port.")
@click.option("--name", "names", multiple=True, metavar="HOST", help="Answer to this name too, with --http.")
@database_option(help="The library that is searched; by default the file in your data folder.")
def command(host: str, port: int, names: tuple[str, ...], database: str | None, *, over_http: bool) -> None:
    """Serve tools for language models: read, play, solve, explain and make levels, by the Model Context Protocol.

    A client starts it by itself, with `pushbox` as the command and `mcp` as its argument, and speaks with it over
    standard input and output. Clients that show MCP Apps show a board that you and the model play together.

    Over HTTP, whoever reaches the address may search your library. If it listens on all addresses (--host 0.0.0.0),
    name the one that clients use with --name too.

    Example: pushbox mcp --http --port 8101
    """
    with requiring("mcp"):
        from ..mcp import stdio
        from ..mcp.server import create_server
    if not over_http:
        stdio.serve(create_server(database))
        return
    with requiring("mcp"):
        from ..mcp import http
    server = create_server(database)
    http.serve(server, host, port, hostnames=names, on_ready=lambda address: print_line(f"pushbox is at {address}"))
