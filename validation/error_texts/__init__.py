"""What servers and clients say of a history or a stream that is wrong, and which rules tell why. Data; `error_search` reads it."""

from validation.error_texts.calls import CALLS
from validation.error_texts.clients import CLIENTS
from validation.error_texts.entry import ErrorText
from validation.error_texts.linkage import LINKAGE
from validation.error_texts.messages import MESSAGES

ERROR_TEXTS: tuple[ErrorText, ...] = (*LINKAGE, *MESSAGES, *CALLS, *CLIENTS)

__all__ = ["ERROR_TEXTS", "ErrorText"]
