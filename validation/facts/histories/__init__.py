"""What was seen of a history: its messages, its turns with calls, and what each result answers. Written by `reassembly`, read by rules.

    messages    one message
    turns       one assistant message with calls, and a reply that was stored as several
    calls       one call of a turn
    results     one tool message and what it answers
    history     the whole list
    ids         ids as texts show them

A *turn* is an assistant message with calls; its *block* is the run of tool messages directly behind it. Every tool message has exactly one
binding, settled once for the whole history (`reassembly.linkage`); rules turn it into findings and never derive it again.
"""

from validation.facts.histories.calls import HistoryCall, IdState
from validation.facts.histories.history import ARCHIVE, SEND, TRAIN, History
from validation.facts.histories.ids import ids_of, short_id
from validation.facts.histories.messages import NO_KEYS, Message, json_type
from validation.facts.histories.results import Binding, Result
from validation.facts.histories.turns import Split, Turn

__all__ = [
    "ARCHIVE", "NO_KEYS", "SEND", "TRAIN", "Binding", "History", "HistoryCall", "IdState", "Message", "Result", "Split", "Turn", "ids_of",
    "json_type", "short_id",
]  # fmt: skip
