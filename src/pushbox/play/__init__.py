"""Playing: sessions with a history, replay and verification, transcripts, perft."""
