"""TGT8xx: limits and habits of one target."""
