"""Renew the pins of what others can move: images of containers by their digest, actions by the hash of their tag.

    python scripts/pins.py            compare the pins with what the tags name today
    python scripts/pins.py --write    renew them

An image stands as ``registry/name:tag@sha256:...``, an action as ``owner/name@hash # v1.2.3``.  Ends with 1 where a pin
is outdated or missing, with 3 where a registry or a repository cannot be reached: what could not be looked up stays.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from email.message import Message
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
FILES = (
    ROOT / "deploy" / "Containerfile",
    ROOT / "deploy" / "compose.yaml",
    *sorted((ROOT / ".github" / "workflows").glob("*.yml")),
)
IMAGE = re.compile(r"(?P<name>docker\.io/[\w./-]+):(?P<tag>[\w.-]+)(?:@(?P<pin>sha256:[0-9a-f]{64}))?")
ACTION = re.compile(r"(?P<name>[\w-]+/[\w.-]+)@(?P<pin>[0-9a-f]{40}) # (?P<tag>v[\w.]+)")
REGISTRY, TOKENS = "https://registry-1.docker.io", "https://auth.docker.io"
FORGE = "https://github.com"
SECONDS = 30.0
# Of an index for all processors, before that of one image.
_MANIFESTS = (
    "application/vnd.oci.image.index.v1+json, application/vnd.docker.distribution.manifest.list.v2+json, "
    "application/vnd.oci.image.manifest.v1+json, application/vnd.docker.distribution.manifest.v2+json"
)


class Unreachable(Exception):
    """A registry or a repository does not answer; the message says which, and why."""


class Kind(NamedTuple):
    """A kind of pins: what they look like, what a tag names today, and how both are written."""

    pattern: re.Pattern[str]
    look_up: Callable[[str, str], str]
    written: str


class Found(NamedTuple):
    """What a file pins, and what its tag names today, in words where that cannot be looked up."""

    what: str
    pin: str
    today: str
    is_known: bool = True


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare, or renew, all pins; print a line for each that is not as it should be, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--write", action="store_true", help="renew what is outdated")
    parser.add_argument("--registry", default=REGISTRY, metavar="URL", help="default: %(default)s")
    parser.add_argument("--tokens", default=TOKENS, metavar="URL", help="default: %(default)s")
    parser.add_argument("--forge", default=FORGE, metavar="URL", help="default: %(default)s")
    options = parser.parse_args(arguments)
    found: list[Found] = []
    images = Kind(IMAGE, cache(partial(digest, options.registry, options.tokens)), "{name}:{tag}@{pin}")
    actions = Kind(ACTION, cache(partial(commit, options.forge)), "{name}@{pin} # {tag}")
    for file in FILES:
        text = renewed = file.read_text("utf-8")
        for kind in (images, actions):
            renewed = kind.pattern.sub(partial(_renewed, kind, found), renewed)
        if options.write and renewed != text:
            file.write_text(renewed, "utf-8")
    for one in found:
        if not one.is_known:
            print(f"{one.what}: NOT LOOKED UP: {one.today}")
        elif one.pin != one.today:
            print(f"{one.what}: {one.pin or 'no pin'} -> {one.today}{' (written)' if options.write else ''}")
    if any(not one.is_known for one in found):
        return 3
    return 1 if not options.write and any(one.pin != one.today for one in found) else 0


def _renewed(kind: Kind, found: list[Found], match: re.Match[str]) -> str:
    name, tag, pin = match["name"], match["tag"], match["pin"] or ""
    try:
        today = kind.look_up(name, tag)
    except Unreachable as error:
        found.append(Found(f"{name}:{tag}", pin, str(error), is_known=False))
        return match[0]
    found.append(Found(f"{name}:{tag}", pin, today))
    return kind.written.format(name=name, tag=tag, pin=today)


def digest(registry: str, tokens: str, name: str, tag: str) -> str:
    """Return the digest that a tag of an image of Docker's registry names today. Raises Unreachable."""
    path = name.removeprefix("docker.io/")
    token = json.loads(_answer(f"{tokens}/token?service=registry.docker.io&scope=repository:{path}:pull")[1])["token"]
    headers = {"Authorization": f"Bearer {token}", "Accept": _MANIFESTS}
    found = _answer(f"{registry}/v2/{path}/manifests/{tag}", headers)[0].get("Docker-Content-Digest", "")
    if not re.fullmatch(r"sha256:[0-9a-f]{64}", found):
        raise Unreachable(f"{registry}: found no digest of {path}:{tag}")
    return str(found)


def commit(forge: str, name: str, tag: str) -> str:
    """Return the commit that a tag of a repository names today. Raises Unreachable."""
    command = ["git", "ls-remote", "--tags", f"{forge}/{name}", f"refs/tags/{tag}", f"refs/tags/{tag}^{{}}"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=SECONDS)  # noqa: S603
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Unreachable(f"{forge}/{name}: {error}") from None
    hashes = re.findall(r"^([0-9a-f]{40})\t", done.stdout, re.MULTILINE)
    if not hashes:
        reason = (done.stderr.strip().splitlines() or [f"no tag {tag}"])[-1]
        raise Unreachable(f"{forge}/{name}: {reason}")
    return str(hashes[-1])  # of an annotated tag that of what it names


def _answer(url: str, headers: dict[str, str] | None = None) -> tuple[Message, bytes]:
    request = urllib.request.Request(url, headers=headers or {})  # noqa: S310
    try:
        with urllib.request.urlopen(request, timeout=SECONDS) as answer:  # noqa: S310
            return answer.headers, answer.read()
    except urllib.error.URLError as error:
        raise Unreachable(f"{url.partition('?')[0]}: {error.reason}") from None
    except OSError as error:
        raise Unreachable(f"{url.partition('?')[0]}: {error}") from None


if __name__ == "__main__":
    sys.exit(main())
