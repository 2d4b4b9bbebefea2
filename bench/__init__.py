"""Speed and size, measured against floors of the same run. `python -m bench` prints the table that docs/performance.md quotes."""
