"""Python without what only POSIX systems have, for programs that are started with this folder on their path.

Modules are gone as if they did not exist, and names of `os`, `signal` and `select` are taken away, but for those that
Python's own modules and other packages call on this system where they would call others on Windows.
"""

from __future__ import annotations

import asyncio  # noqa: F401  # Python's own modules for loops, processes and files have all that they want
import importlib.abc
import os
import select
import signal
import subprocess
import sys
import tempfile  # noqa: F401
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

MODULES = frozenset(
    {"resource", "fcntl", "termios", "tty", "pty", "pwd", "grp", "readline", "syslog", "curses", "posix"}
)
_OF_OS = (
    "O_CLOEXEC", "O_DIRECTORY", "O_NOFOLLOW", "O_NONBLOCK", "O_TMPFILE", "chown", "ctermid", "fchmod", "fchown",
    "fdatasync", "fork", "forkpty", "getegid", "geteuid", "getgid", "getgroups", "getloadavg", "getpgid", "getpgrp",
    "getpriority", "getresuid", "getsid", "initgroups", "killpg", "lchown", "mkfifo", "mknod", "nice",
    "openpty", "posix_fadvise", "pread", "pwrite", "sched_getaffinity", "sched_setaffinity", "setgid",
    "setgroups", "setpgid", "setpriority", "setsid", "setuid", "statvfs", "sync", "sysconf", "tcgetpgrp", "tcsetpgrp",
    "ttyname", "wait3", "wait4",
)  # fmt: skip
_OF_SIGNAL = (
    "ITIMER_REAL", "SIGALRM", "SIGCHLD", "SIGCONT", "SIGHUP", "SIGKILL", "SIGPIPE", "SIGQUIT", "SIGSTOP", "SIGTSTP",
    "SIGUSR1", "SIGUSR2", "SIGWINCH", "alarm", "pause", "pthread_kill", "pthread_sigmask", "setitimer", "siginterrupt",
    "sigpending", "sigtimedwait", "sigwait", "sigwaitinfo",
)  # fmt: skip
_OF_SELECT = ("poll", "epoll")


class _Absent(importlib.abc.MetaPathFinder):
    """Says of some modules that they do not exist."""

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: object = None) -> None:
        """Raise ModuleNotFoundError for a module that only POSIX systems have."""
        del path, target
        if fullname.partition(".")[0] in MODULES:
            raise ModuleNotFoundError(f"No module named {fullname!r}", name=fullname)


@contextmanager
def lent(*names: str) -> Iterator[None]:
    """Give modules back for the imports of a package that asks for others on Windows."""
    absent = sys.meta_path.pop(0)
    yield
    sys.meta_path.insert(0, absent)
    for name in names:
        sys.modules.pop(name, None)


def _take_away() -> None:
    for name in MODULES:
        sys.modules.pop(name, None)
    sys.meta_path.insert(0, _Absent())
    for module, names in ((os, _OF_OS), (signal, _OF_SIGNAL), (select, _OF_SELECT)):
        for name in names:
            if hasattr(module, name):
                delattr(module, name)
    subprocess.Popen.kill = subprocess.Popen.terminate  # type: ignore[method-assign]  # as on Windows


_take_away()
