"""Readable names for client programs, from their User-Agent."""

from __future__ import annotations

import re

MAX_LENGTH = 60  # characters

# Browsers name those that they are compatible with, too: the first one here that is named is it.
_BROWSERS = {
    "Edg": "Edge",
    "OPR": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "Chromium": "Chromium",
    "Chrome": "Chrome",
    "CriOS": "Chrome",
    "Safari": "Safari",
}
_SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "CrOS": "ChromeOS",
    "Windows": "Windows",
    "Macintosh": "macOS",
    "Linux": "Linux",
}


def client_name(user_agent: str) -> str:
    """Return the browser and the system that a User-Agent names, or its first word.

    >>> client_name("Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0")
    'Firefox, Linux'
    >>> client_name("curl/8.14.1")
    'curl/8.14.1'
    """
    browser = next((name for word, name in _BROWSERS.items() if f"{word}/" in user_agent), None)
    system = next((name for word, name in _SYSTEMS.items() if word in user_agent), None)
    if browser or system:
        return ", ".join(filter(None, (browser, system)))
    word = re.match(r"[!-~]*", user_agent)
    return word.group()[:MAX_LENGTH] if word else ""
