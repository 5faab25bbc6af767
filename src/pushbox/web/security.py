"""Security checks of every request and headers of every response: one middleware around the whole app.

A request that changes something needs the header ``X-Pushbox`` or a token, which no form and no other site can send,
and, if it names an origin, that of this server. Its body passes `bodies`.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..sentence import say
from .bearer import bearer_of
from .bodies import Body
from .errors import ApiError, error_response
from .forwarded import parse_address
from .layer import Layer
from .rate_limits import SentBytes
from .settings import Settings

HEADER = "X-Pushbox"

POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}

_YEAR = 365 * 24 * 3600
_SAFE = ("GET", "HEAD", "OPTIONS")
_logger = logging.getLogger("pushbox.web")


class Security(Layer):
    """The outermost layer of the app: it refuses, counts, adds headers, and answers where the app itself fails."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        super().__init__(app)
        self._settings = settings

    async def _handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        rejection = _rejection(HTTPConnection(scope), self._settings)
        if scope["type"] == "websocket":
            if rejection is not None:
                await receive()
                await send({"type": "websocket.close", "code": 4403, "reason": rejection.message})
            else:
                with suppress(asyncio.CancelledError):  # it has been waited for, while the server ends
                    await self._app(scope, receive, send)
            return
        scope.setdefault("state", {})
        body = Body(scope, receive, self._settings.limits, SentBytes(HTTPConnection(scope), self._settings.limits.sent))
        out = _Response(send, scope, body)
        try:
            if rejection is not None:
                raise rejection
            body.check()
            await self._app(scope, body, out)
        except ApiError as error:
            await self._fail(scope, receive, out, error)
        except asyncio.CancelledError:  # it has been waited for, while the server ends
            await self._fail(scope, receive, out, ApiError.said("server", "server-ended"))
        except ClientDisconnect:  # nobody is there who could be answered
            return
        except Exception:
            _logger.exception("%s %s", scope["method"], scope["path"])
            await self._fail(scope, receive, out, ApiError.said("server", "server-failed"))

    async def _fail(self, scope: Scope, receive: Receive, out: _Response, error: ApiError) -> None:
        if not out.started:
            await error_response(error)(scope, receive, out)


def _rejection(connection: HTTPConnection, settings: Settings) -> ApiError | None:
    """Return why a request is refused before it is routed, None where it is not."""
    host = connection.headers.get("host", "")
    if settings.hosts and not _answers_to(_name(f"//{host}"), settings.hosts):
        expected = say("named-host")
        return ApiError.said("forbidden", "wrong-host", host=host[:80], expected=expected)
    if connection.scope["type"] == "http" and connection.scope["method"] in _SAFE:
        return None
    origin = connection.headers.get("origin")
    if origin is not None and not _is_own(origin.lower(), host.lower(), connection.scope["scheme"]):
        return ApiError.said("forbidden", "wrong-origin", origin=origin[:80])
    # No form and no other site can send a token either.
    if connection.scope["type"] == "http" and HEADER not in connection.headers and bearer_of(connection) is None:
        return ApiError.said("forbidden", "no-header", header=HEADER)
    return None


def _answers_to(name: str, hosts: tuple[str, ...]) -> bool:
    """Return whether a server answers to a name; any address is allowed, as no other site can have it."""
    return name in hosts or parse_address(name) is not None


def _is_own(origin: str, host: str, scheme: str) -> bool:
    """Return whether an origin is this server's; a server reached by TLS has no pages without."""
    origin_scheme, _, origin_host = origin.partition("://")
    return origin_host == host and (origin_scheme == "https" or scheme not in {"https", "wss"})


def _name(address: str) -> str:
    """Return the name of the host in an address, without its port; empty where it has none."""
    try:
        return (urlsplit(address).hostname or "").removesuffix(".")
    except ValueError:
        return ""


class _Response:
    """The response, with the headers that every one has and the cookies that were set on the way."""

    def __init__(self, send: Send, scope: Scope, body: Body) -> None:
        self._send = send
        self._scope = scope
        self._body = body
        self.started = False

    async def __call__(self, message: Message) -> None:
        if self._body.refusal is None:
            await self._send_with_headers(message)
        elif message["type"] == "http.response.start":
            # The reader of the body took its end for an error of another sort: this is the reason.
            await error_response(self._body.refusal)(self._scope, self._body, self._send_with_headers)

    async def _send_with_headers(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.started = True
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers[name] = value
            if self._scope["path"].startswith("/api/"):
                headers.setdefault("Cache-Control", "no-store")
            for name, token in self._scope["state"].get("cookies", {}).items():
                headers.append("Set-Cookie", _cookie(name, token, secure=self._scope["scheme"] == "https"))
        await self._send(message)


def _cookie(name: str, token: str, *, secure: bool) -> str:
    """Return the header that sets a cookie for a year, or that removes it where the token is empty."""
    words = [f"{name}={token}", f"Max-Age={_YEAR if token else 0}", "Path=/", "HttpOnly", "SameSite=Lax"]
    return "; ".join([*words, "Secure"] if secure else words)
