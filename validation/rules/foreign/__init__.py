"""RSP9xx: streams and histories of other wire formats."""
