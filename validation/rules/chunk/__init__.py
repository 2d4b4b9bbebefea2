"""CHK2xx: the envelope of a chunk, and what stays equal over a stream."""
