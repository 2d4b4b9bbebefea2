"""A request and its answer, as a log keeps them, as one history: what was sent, and behind it what came back."""

from collections.abc import Iterator

from validation.decoding.wrappers.conversions.answers import add_answer, error_of
from validation.decoding.wrappers.conversions.conversation import STREAM, Conversation
from validation.decoding.wrappers.conversions.held import Held
from validation.decoding.wrappers.conversions.messages import add_messages
from validation.decoding.wrappers.searching import error_text
from validation.facts.carriage import Wrapped
from validation.facts.places import Sources
from validation.facts.requests import Request

FAILED_DETAIL = 200


def exchange(
    sent: Held,
    answer: Held,
    *,
    request: Request | None = None,
    tools: Held | None = None,
    tools_alike: bool = True,
    streamed: bool = False,
) -> Iterator[Wrapped]:
    """The history of one exchange, if there is any message in it. Where the log holds no answer there was none.

    `tools`: where they stand beside the messages, `tools_alike` when that is a list of them. `streamed`: the answer was a stream, of which
    the log only keeps what came of it. An error in the place of the answer is none: the request failed.
    """
    error = error_of(answer)
    answer = answer if error is None else answer._replace(value=None)
    conversation = Conversation()
    conversation.tools, conversation.tools_alike = tools, tools_alike
    conversation.lost |= {STREAM} if streamed else set()
    add_messages(conversation, sent)
    anything = bool(conversation.messages)
    answered = add_answer(conversation, answer)
    yield from conversation.rest()
    if not conversation.messages and not conversation.foreign:
        return
    state = "answered" if answered else "unanswered" if anything else ""
    yield conversation.wrapped(exchange=state, request=request)
    if error is not None:
        yield failed(error_text(error), answer)


def asked(sent: Held, *, request: Request | None = None) -> Iterator[Wrapped]:
    """The history that was sent, where the log holds the answer as a stream of its own."""
    conversation = Conversation()
    add_messages(conversation, sent)
    yield from conversation.rest()
    if conversation.messages or conversation.foreign:
        yield conversation.wrapped(request=request)


def failed(detail: object, held: Held) -> Wrapped:
    """A request that failed: it has no answer that could be judged. `held` says so."""
    text = detail if isinstance(detail, str) else ""
    sources = Sources()
    sources.places[""] = held.source()
    return Wrapped(Wrapped.FAILED, None, held.pointer[: held.text or None], detail=text[:FAILED_DETAIL], sources=sources)
