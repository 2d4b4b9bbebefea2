"""MSG7xx: the shape of one message."""
