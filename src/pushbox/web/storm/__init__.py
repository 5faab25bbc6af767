"""Storms: as many levels as one can solve in three minutes, by the server's clock."""
