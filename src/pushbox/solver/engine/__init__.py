"""Solvers as programs of their own: a line protocol, a client that drives any program that speaks it, and a server.

`protocol` holds the words for both sides, `client` asks (`Engines`), `server` answers (`serve`); `peer` is a process
that is spoken with line by line, `lines` cuts bytes into lines.  ``docs/protocol.md`` tells it to writers of engines.
"""
