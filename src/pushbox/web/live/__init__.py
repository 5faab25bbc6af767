"""Live rooms: a race on one level, each on their own board, or all on one board, where the server ticks."""
