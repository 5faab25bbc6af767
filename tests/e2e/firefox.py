"""Firefox, driven by WebDriver BiDi: the browser of the distribution, which Playwright's own protocol cannot drive."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.programs import running
from websockets.sync.client import ClientConnection, connect

_LISTENS = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
_PREFERENCES = {
    "app.normandy.enabled": False,
    "app.update.disabledForTesting": True,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.w3c_touch_events.enabled": 1,
    "extensions.getAddons.cache.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,#remote-settings-dummy/v1",
    "toolkit.telemetry.reportingpolicy.firstRun": False,
}
KEYS = {"ArrowLeft": "\ue012", "ArrowUp": "\ue013", "ArrowRight": "\ue014", "ArrowDown": "\ue015", "Escape": "\ue00c"}


@contextmanager
def firefox(program: str, profile: Path, language: str) -> Iterator[Firefox]:
    """Start a Firefox whose visitor reads one language; it ends with the context."""
    preferences = _PREFERENCES | {"intl.accept_languages": language}
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in preferences.items()]
    (profile / "user.js").write_text("".join(lines))
    command = [program, "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0"]
    with running([*command, "about:blank"]) as process:
        assert process.stderr is not None, "its output is a pipe"
        address = next(found[1] for line in process.stderr if (found := _LISTENS.search(line)))
        with connect(f"{address}/session", max_size=None) as socket:
            browser = Firefox(socket)
            browser.call("session.new", {"capabilities": {}})
            browser.call("session.subscribe", {"events": ["log.entryAdded"]})
            yield browser


class Firefox:
    """A running Firefox."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._number = 0
        self.faults: list[str] = []  # errors in the console, and those that nobody caught

    def call(self, method: str, parameters: dict[str, Any]) -> dict[str, Any]:
        """Return the result of a command.  Raises RuntimeError where it is an error."""
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": parameters}))
        while True:
            message = json.loads(self._socket.recv(timeout=300))
            if message.get("method") == "log.entryAdded" and message["params"]["level"] == "error":
                self.faults.append(message["params"]["text"])
            if message.get("id") == self._number:
                if message["type"] == "error":
                    raise RuntimeError(f"{method}: {message['message']}")
                return dict(message["result"])

    def page(self, width: int, height: int) -> Page:
        """Open a window of a visitor of its own, with a view of a size in pixels."""
        visitor = self.call("browser.createUserContext", {})["userContext"]
        context = self.call("browsingContext.create", {"type": "tab", "userContext": visitor})["context"]
        self.call("browsingContext.setViewport", {"context": context, "viewport": {"width": width, "height": height}})
        return Page(self, context)


class Page:
    """A window of Firefox."""

    def __init__(self, browser: Firefox, context: str) -> None:
        self._browser = browser
        self._context = context

    def _call(self, method: str, **parameters: Any) -> dict[str, Any]:
        return self._browser.call(method, {"context": self._context, **parameters})

    def goto(self, address: str) -> None:
        """Load a page to its end."""
        self._call("browsingContext.navigate", url=address, wait="complete")

    def reload(self) -> None:
        """Load the page anew."""
        self._call("browsingContext.reload", wait="complete")

    def evaluate(self, expression: str) -> Any:
        """Return the value of an expression of JavaScript, awaited, as JSON has it."""
        text = f"(async () => JSON.stringify((await ({expression})) ?? null))()"
        target = {"context": self._context}
        answer = self._browser.call("script.evaluate", {"expression": text, "target": target, "awaitPromise": True})
        if answer["type"] != "success":
            raise RuntimeError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    def wait(self, expression: str, seconds: float = 120) -> None:
        """Wait until an expression is true.  Raises TimeoutError."""
        end = time.monotonic() + seconds
        while not self.evaluate(f"Boolean({expression})"):
            if time.monotonic() > end:
                raise TimeoutError(expression)
            time.sleep(0.1)

    def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        signs = [KEYS.get(key, key) for key in keys]
        actions = [{"type": kind, "value": sign} for sign in signs for kind in ("keyDown", "keyUp")]
        self._call("input.performActions", actions=[{"type": "key", "id": "keys", "actions": actions}])

    def click(self, selector: str) -> None:
        """Click on the middle of an element."""
        self.stroke("mouse", [self.middle(selector)])

    def stroke(self, kind: str, points: Sequence[tuple[float, float]]) -> None:
        """Go down with a mouse or a finger at the first point, over the others, and up at the last."""
        moves = [{"type": "pointerMove", "x": round(x), "y": round(y), "duration": 30} for x, y in points]
        actions = [moves[0], {"type": "pointerDown", "button": 0}, *moves[1:], {"type": "pointerUp", "button": 0}]
        source = {"type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": actions}
        self._call("input.performActions", actions=[source])

    def middle(self, selector: str) -> tuple[float, float]:
        """Return the middle of an element, once it is there, scrolled into view."""
        name = json.dumps(selector)
        self.wait(f"document.querySelector({name})")
        box = self.evaluate(
            f"(() => {{ const it = document.querySelector({name}); it.scrollIntoView({{ block: 'nearest' }});"
            " const { x, y, width, height } = it.getBoundingClientRect(); return [x + width / 2, y + height / 2]; })()"
        )
        return box[0], box[1]
