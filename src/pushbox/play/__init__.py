"""Playing: sessions with a history, replay and verification, transcripts, perft, and the laws that every game obeys."""
