"""Solvers as programs of their own: a line protocol, a client that drives any program that speaks it, and a server.

`protocol` holds the messages of both sides, `client` drives engines (`EnginePool`), `search` is one search by one of
them, `server` is an engine (`serve`).  ``docs/protocol.md`` explains the protocol to writers of engines.
"""
