"""ARG6xx: the joined arguments of one call."""
