"""A server over standard input and output from start to end."""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mcp.server import MCPServer


def serve(mcp: MCPServer[Any]) -> None:
    """Serve the program at the other end until it closes standard input; Ctrl-C ends this program at once."""
    before = signal.getsignal(signal.SIGINT)
    if before is signal.default_int_handler:  # whose exception waits for the next line of input
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        mcp.run("stdio")
    finally:
        signal.signal(signal.SIGINT, before)
