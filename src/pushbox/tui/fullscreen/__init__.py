"""The terminal game over the whole screen, on Textual: every game, by keys and mouse."""
