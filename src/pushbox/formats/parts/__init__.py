"""Functions that several formats share."""
