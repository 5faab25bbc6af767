"""A server whose leases are short, for tests that stop and kill it: the URL of a library is its argument."""

from __future__ import annotations

import sys

from pushbox.web.serve import serve
from pushbox.web.settings import LeaseTimes, Settings

LEASES = LeaseTimes(seconds=1.5, renewal=0.3, poll=0.1, handover=5.0)

if __name__ == "__main__":
    settings = Settings(database=sys.argv[1], leases=LEASES)
    serve(settings, "127.0.0.1", 0, on_ready=lambda address: print(address, flush=True))
