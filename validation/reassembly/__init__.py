"""Room 3: one pass -> facts. `streams` is the hot path, `histories` links calls and results, `json_text` reads joined arguments.

Everything is recorded and nothing is judged. Each decision table of the catalogue (2.2, 2.3) is settled here once.
"""
