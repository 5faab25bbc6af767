"""A package that adds a game with pieces of its own, a command, a renderer and a route to pushbox."""
