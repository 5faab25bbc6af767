"""A server with short leases and no shipped levels, for tests that kill it: the URL of a library is its argument."""

from __future__ import annotations

import sys

from pushbox.store import seed_library
from pushbox.web.serve import serve
from pushbox.web.settings import LeaseTimes, Settings

LEASES = LeaseTimes(seconds=1.5, renewal=0.3, poll=0.1, handover=5.0)

if __name__ == "__main__":
    seed_library.seed_library = lambda library: None  # noqa: ARG005  # they take some seconds
    settings = Settings(database=sys.argv[1], leases=LEASES)
    serve(settings, "127.0.0.1", 0, on_ready=lambda address: print(address, flush=True))
