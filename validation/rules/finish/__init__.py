"""FIN4xx: how a choice ended."""
