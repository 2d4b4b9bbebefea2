"""What was seen of a stream: slotted facts per stream, choice and call. Written by `reassembly.streams`, read by rules.

calls       one call: a slot of the key (stream, choice index, tool index)
choices     one choice of a stream
streams     one stream of chunks, or one merged response
"""

from validation.facts.streams.calls import Call, IdChange, IdOutcome, Repeat
from validation.facts.streams.choices import OTHER_OUTPUT, Choice, Finish
from validation.facts.streams.streams import ErrorFrame, Shape, Stream

__all__ = ["OTHER_OUTPUT", "Call", "Choice", "ErrorFrame", "Finish", "IdChange", "IdOutcome", "Repeat", "Shape", "Stream"]
