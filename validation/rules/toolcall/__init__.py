"""TCD3xx: the raw tool-call entries of a stream."""
