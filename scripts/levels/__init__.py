"""How the levels that come along were made."""
