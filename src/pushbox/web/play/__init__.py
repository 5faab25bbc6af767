"""Play over a socket: a table is one level being played, and everything that happens at it is written down."""
