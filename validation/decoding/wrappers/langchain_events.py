"""Events of LangChain as `astream_events` gives them: what a model was sent, its answer piece by piece, and at its end the whole of it.

Other events (chains, tools, parsers) repeat what those of the model say, and are no messages.
Source: LangChain reference, `Runnable.astream_events`.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from validation.decoding.wrappers.conversions.answers import add_answer
from validation.decoding.wrappers.conversions.conversation import Conversation
from validation.decoding.wrappers.conversions.held import Held
from validation.decoding.wrappers.conversions.messages import add_each, add_messages
from validation.facts.carriage import Piece, Wrapped

NAME = "langchain-events"
PATH = "$.data"

START, STREAM, END = "on_chat_model_start", "on_chat_model_stream", "on_chat_model_end"
KINDS = ("chain", "chat_model", "llm", "tool", "retriever", "prompt", "parser")
EVENTS = frozenset(f"on_{kind}_{state}" for kind in KINDS for state in ("start", "stream", "end", "error"))


def sniff(value: Any) -> bool:
    """True for any such event."""
    if not isinstance(value, Mapping) or not isinstance(value.get("event"), str):
        return False
    return value["event"] in EVENTS and "run_id" in value and isinstance(value.get("data"), Mapping)


def parts(value: Any) -> Iterator[Wrapped]:
    """The event of a model, as a piece of its run."""
    if value["event"] in (START, STREAM, END):
        yield Wrapped(Wrapped.MESSAGE, value, "", group=NAME, join=join)


def join(pieces: Sequence[Piece]) -> Iterator[Wrapped]:
    """One history a run of the model."""
    runs: dict[str, dict[str, list[Held]]] = {}
    for value, at, pointer in pieces:
        data = Held(value, pointer, at=at).get("data")
        runs.setdefault(str(value["run_id"]), {}).setdefault(value["event"], []).append(data)
    for run in runs.values():
        conversation = Conversation()
        answered = _read(conversation, run)
        yield from conversation.rest()
        if conversation.messages:
            yield conversation.wrapped(exchange="answered" if answered else "")


def _read(conversation: Conversation, run: Mapping[str, list[Held]]) -> bool:
    """Append what was sent and what came back; of that the pieces, which have its calls as the endpoint wrote them. True for an answer."""
    sent = next((data for data in (*run.get(START, ()), *run.get(END, ())) if data.keys.get("input")), None)
    if sent is not None:
        add_messages(conversation, sent.get("input"))
    before = len(conversation.messages)
    add_each(conversation, [data.get("chunk") for data in run.get(STREAM, ()) if isinstance(data.keys.get("chunk"), dict)])
    whole = next(iter(run.get(END, ())), None)
    return len(conversation.messages) > before or (whole is not None and add_answer(conversation, whole.get("output")))
