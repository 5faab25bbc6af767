"""Play over a socket: a view of one level being played, whose whole history is written to the library."""
