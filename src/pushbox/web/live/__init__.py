"""Live rooms: a race on one level, each on a board of his own, or all on one board, where the server ticks."""
