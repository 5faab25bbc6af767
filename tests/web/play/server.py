"""A server without the shipped levels, for tests that stop it.

Its arguments are the URL of a library and the seconds of its lease.
"""

from __future__ import annotations

import sys
from dataclasses import replace

from pushbox.store import seed_library
from pushbox.web.serve import serve
from pushbox.web.settings import LeaseTimes, Settings

LEASES = LeaseTimes(seconds=60.0, renewal=0.3, poll=0.1, handover=5.0)  # no load makes them lapse

if __name__ == "__main__":
    seed_library.seed_library = lambda library: None  # noqa: ARG005  # they take some seconds
    settings = Settings(database=sys.argv[1], leases=replace(LEASES, seconds=float(sys.argv[2])))
    serve(settings, "127.0.0.1", 0, on_ready=lambda address: print(address, flush=True))
