"""What tests that start programs share: a program that ends with its test, and one that ignores signals.

::

    from tests.programs import deaf, running
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

_GRACE = 5.0  # seconds to end what a program has started itself

# What sh is given before a command that shall ignore signals; "$@" keeps each argument whole.
_IGNORE = 'trap "" {}; exec "$@"'


@contextmanager
def running(command: Sequence[str], **options: Any) -> Iterator[subprocess.Popen[str]]:
    """Yield a program whose output is read by pipes; it has ended when the test has, however the test went."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options) as process:
        try:
            yield process
        finally:
            process.terminate()
            try:
                process.communicate(timeout=_GRACE)
            except subprocess.TimeoutExpired:
                process.kill()


def deaf(command: Sequence[str], *names: str) -> list[str]:
    """Return a command that runs another one with signals ignored from the start, as nohup and & do."""
    return ["sh", "-c", _IGNORE.format(" ".join(names)), "sh", *command]
