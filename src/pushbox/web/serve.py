"""A server from start to end: the app under uvicorn, stopped by Ctrl-C without losing anything."""

from __future__ import annotations

import asyncio
import signal
import socket
import sys
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from types import FrameType

import uvicorn
from fastapi import FastAPI

from ..errors import naming
from ..sentence import located, say
from .connections import Config, Connections, max_connections, raise_descriptor_limit
from .forwarded import Proxies, parse_address
from .gc_tuning import tuned_gc
from .logs import BoundedHandler, open_logs
from .malloc_tuning import tune_malloc
from .metrics import open_metrics
from .opening import Opening
from .running import running
from .settings import Settings, Timeouts
from .shell import create_shell

_SWITCH = 0.0002  # seconds after which a thread at work lets the one go on that answers players
GRACE = 5  # seconds that open requests and sockets have to end
_BACKLOG = 2048  # connections that the system keeps until this server takes them


def serve(
    settings: Settings,
    host: str,
    port: int,
    *,
    hostnames: tuple[str, ...] = (),
    on_ready: Callable[[str], object],
    open_browser: bool = False,
) -> None:
    """Serve until Ctrl-C or SIGTERM; `on_ready` gets the address once the server answers, and a browser may open it.

    It answers with pages as soon as its library is open; all other requests wait until the API is there, too. It shuts
    down in order: all moves are written, and running jobs are cancelled. Port 0 is any free port. It answers
    to addresses, to this machine's names and to `hostnames`, that of a proxy for instance, so that no other site's name
    can be made to point at it (DNS rebinding). Raises PushboxError if the address or the library is not available,
    KeyboardInterrupt after Ctrl-C.
    """
    settings = replace(settings, hosts=_names(host, hostnames))
    tune_malloc()
    sys.setswitchinterval(_SWITCH)
    descriptors = raise_descriptor_limit()
    connections = Connections(max_connections(settings.limits, descriptors), settings.limits, Proxies(settings.proxies))
    listener = _listen(host, port)
    address = f"http://{_display_host(host)}:{listener.getsockname()[1]}/"

    def ready() -> None:
        on_ready(address)
        if open_browser:
            _open_browser(address)

    opening = Opening()
    app = create_shell(replace(settings, address=address), opening)
    app.state.connections = connections
    server = _Server(_config(app, settings, connections), ready)

    async def run() -> None:
        from .library import open_library  # not before the socket listens

        # Here and not in uvicorn: what keeps the app from starting is the caller's, and no signal cuts its end short.
        async with open_library(app), running(_watch(connections, settings.timeouts, faults)):
            ended = asyncio.Event()
            rest = asyncio.create_task(_complete(app, opening, server, ended))
            try:
                await server.serve(sockets=[listener])
            finally:
                ended.set()
                await rest

    metrics = open_metrics(settings.metrics, app.state.metrics) if settings.metrics else nullcontext()
    with listener, metrics, open_logs(settings.access_log, as_json=settings.log_json) as faults:
        asyncio.run(run())
    if server.signal == signal.SIGINT:
        raise KeyboardInterrupt


async def _complete(app: FastAPI, opening: Opening, server: uvicorn.Server, ended: asyncio.Event) -> None:
    """Make the rest of a server while it answers with pages, and close it after the end; end it where that fails."""
    failed = True
    try:
        await asyncio.to_thread(_add_api, app)
        async with app.router.lifespan_context(app), tuned_gc():
            failed = False
            opening.end()
            await ended.wait()
    finally:
        if failed:
            opening.end(failed=True)
            server.should_exit = True


def _add_api(app: FastAPI) -> None:
    from .app import complete  # in a thread, as it takes longest of all

    complete(app)


def _config(app: FastAPI, settings: Settings, connections: Connections) -> Config:
    return Config(
        app,
        connections,
        settings.timeouts,
        lifespan="off",
        log_config=None,
        log_level="warning",
        access_log=False,
        ws_max_size=settings.limits.body,
        ws_per_message_deflate=False,  # messages are small, and there are many
        timeout_graceful_shutdown=GRACE,
        server_header=False,
    )


async def _watch(connections: Connections, timeouts: Timeouts, faults: BoundedHandler) -> None:
    """End connections that are late, and write how many records were left out, for as long as the server runs."""
    loop = asyncio.get_running_loop()
    pause = min(1.0, timeouts.head / 4, timeouts.body / 4)
    while True:
        await asyncio.sleep(pause)
        connections.check(loop.time())
        faults.sum_up()


class _Server(uvicorn.Server):
    """A server that calls back when it answers, and keeps the signal that ended it."""

    def __init__(self, config: uvicorn.Config, on_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_ready = on_ready
        self.signal = 0

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for listener in sockets or ():
            listener.listen(_BACKLOG)  # asyncio has set what it takes at once
        if self.started:
            self._on_ready()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        # What is ignored from the start, as Ctrl-C is for a program in the background, stays ignored.
        heeded = [s for s in (signal.SIGINT, signal.SIGTERM) if signal.getsignal(s) is not signal.SIG_IGN]
        old = {sort: signal.signal(sort, self.handle_exit) for sort in heeded}
        try:
            yield
        finally:
            for sort, handler in old.items():
                signal.signal(sort, handler)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.signal = sig
        super().handle_exit(sig, frame)


def _listen(host: str, port: int) -> socket.socket:
    with naming(located("serve", say("host-port", host=host, port=port)), OSError, UnicodeError):
        family, _, _, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        dual = family == socket.AF_INET6 and place[0] == "::" and socket.has_dualstack_ipv6()
        listener = socket.create_server(place[:2], family=family, backlog=_BACKLOG, dualstack_ipv6=dual)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)  # its connections get it: some just vanish
        return listener


def _open_browser(address: str) -> None:
    """Open a browser if there is one; a machine without a display has none, which is no error."""
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return
    browser.open(address)


def _names(host: str, hostnames: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names that a server answers to; also this machine's, if it is reachable from the network."""
    names = ["localhost", host, *hostnames]
    if not _is_local(host):
        hostname = socket.gethostname()
        names += [hostname, f"{hostname.partition('.')[0]}.local"]
    return tuple(name.lower().removesuffix(".") for name in names if name)


def _is_local(host: str) -> bool:
    address = parse_address(host)
    return host == "localhost" or (address is not None and address.is_loopback)


def _display_host(host: str) -> str:
    """Return a host as in an address, with this machine's name for the wildcard."""
    if host in {"", "0.0.0.0", "::"}:  # noqa: S104  # the user has asked for it
        return "localhost"
    return f"[{host}]" if ":" in host else host
