"""A request and its answer, as a log keeps them, as one history: what was sent, and behind it what came back."""

from collections.abc import Iterator

from validation.decoding.wrappers.conversions.answers import add_answer
from validation.decoding.wrappers.conversions.conversation import Conversation
from validation.decoding.wrappers.conversions.held import Held
from validation.decoding.wrappers.conversions.messages import add_messages
from validation.facts.carriage import Wrapped
from validation.facts.requests import Request

FAILED_DETAIL = 200


def exchange(
    sent: Held, answer: Held, *, request: Request | None = None, tools: Held | None = None, known: bool = True
) -> Iterator[Wrapped]:
    """The history of one exchange, if there is any message in it.

    `tools`: where they stand beside the messages. `known`: the log would hold an answer if there had been one, so none means that the
    request was not answered.
    """
    conversation = Conversation()
    conversation.tools = tools
    add_messages(conversation, sent)
    asked = bool(conversation.messages)
    answered = add_answer(conversation, answer)
    if not conversation.messages and not conversation.foreign:
        return
    state = "answered" if answered else "unanswered" if known and asked else ""
    yield conversation.wrapped(exchange=state, request=request)


def failed(detail: object) -> Wrapped:
    """A request that failed: it has no answer that could be judged."""
    text = detail if isinstance(detail, str) else ""
    return Wrapped(Wrapped.FAILED, None, "", detail=text[:FAILED_DETAIL])
