"""The engine: bytes in, a report out. Pure Python; it knows no web framework, no queue, no network.

The rooms, in the order the data walks (only `pipeline` names them all, and rooms never import each other):

    decoding      bytes -> records, one file a container
    segmenting    records -> whose they are: which stream, which history
    reassembly    one pass -> facts: what was seen, without opinion
    rules         facts -> findings, one file a rule
    report        findings -> a report: causes, order, caps, counts, verdicts

Beside them: `rendering` (a report as text, JSON, Markdown ...) and `__main__` (the same engine in a terminal).
The words that all rooms share import no room: `facts`, `finding`, `rule`, `profiles`, `examples`.
"""
