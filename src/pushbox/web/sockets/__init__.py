"""What all sockets share: connection, handler, the envelope of messages, and turns at threads."""
