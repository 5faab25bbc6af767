"""Notebooks: how values of pushbox show themselves in them, and a board that is played in one."""
