"""INP0xx: the file as it was uploaded. These rules never blame an endpoint."""
