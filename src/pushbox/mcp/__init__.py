"""A server of the Model Context Protocol: language models read, play, solve and make levels by tools.

`server.create_server` makes it, `stdio.serve` and `http.serve` run it; everything here needs pushbox[mcp].  Tools are
thin: each calls the library once, within the limits of `bounds`.
"""
