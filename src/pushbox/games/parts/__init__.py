"""Functions that several games share."""
