from validation.examples import assistant, document, history, user
from validation.facts.histories import Message
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import PLACE, WORD, Texts, rule

EXPECTED = "a content, calls, or both"
FIX = "Client: leave the message out."
CUT = ("content_filter", "length")
FILTERED = {"choices": [{"index": 0, "message": assistant(content=None), "finish_reason": "content_filter"}]}


@rule(
    "MSG703",
    judges=Message,
    letters={
        "": row("warning", openai_strict="error", anthropic_compat="error", permissive="info"),
        "empty-string": row("warning", anthropic_compat="error", permissive="info"),
    },
    params={"message": PLACE, "state": WORD},
    says="Assistant message {message} has neither content nor calls; its content is {state}.",
    expected=EXPECTED,
    actual="content {state}",
    why="OpenAI refuses the request, others show the model an empty turn of its own. Most likely the calls of this message were lost.",
    fix=FIX + " If results follow it, restore its calls.",
    variants={
        "empty-string": Texts(
            says="Assistant message {message} has an empty content and no calls.",
            expected=EXPECTED,
            actual="an empty string",
            why="Anthropic and older Mistral models refuse an empty text; others show the model an empty turn of its own.",
            unless="The receiver takes an empty string, as OpenAI does.",
            fix=FIX,
        ),
    },
    breaks=[
        "OpenAI: Invalid value for 'content': expected a string, got null; an empty string is taken",
        "Anthropic: text content blocks must be non-empty",
        "mistral-common: v1 and v3 refuse it, v7 and later accept it",
        "llama.cpp: needs one of the keys; Ollama: invalid message content type",
    ],
    bad=[
        history(user(), assistant(content=None), user("Hello?")),
        history(user(), {"role": "assistant"}, user("Hello?"), note="no content at all"),
        history(user(), assistant(content=""), user("Hello?"), note="variant: empty-string"),
        history(user(), assistant(content=[{"type": "text", "text": ""}]), user("Hello?"), note="variant: empty-string, in a part"),
    ],
    good=[
        history(user(), assistant(content="4 degrees.")),
        history(user(), assistant(content=[{"type": "text", "text": ""}, {"type": "text", "text": "4 degrees."}])),
        history(user(), assistant("call_a"), note="calls need no content"),
        document({"call_type": "completion", "messages": [user()], "response": FILTERED}, note="the filter took the answer"),
        history(user(), assistant(content=None, refusal="I cannot help with that."), note="a refusal"),
    ],
    see=["docker/docker-agent#63", "vercel/ai#13744", "anthropics/anthropic-sdk-python#461", "mistral-common 1.13.1"],
)  # fmt: skip
def assistant_empty(message: Message) -> Findings:
    """An assistant message says nothing and calls nothing.

    Its content is null, absent, an empty string or text parts that are empty, and it has no calls, no legacy `function_call`, no refusal
    and no audio. It is left over from an interrupted run, or from a message whose calls were lost when it was stored. Quiet in a fresh
    answer that the token limit or a filter left empty.
    """
    wire = message.wire
    if message.role != "assistant" or message.turn is not None or (message.is_answer and message.finish in CUT):
        return
    if any(wire.get(key) for key in ("function_call", "refusal", "audio")):
        return
    content = wire.get("content")
    if content is None:
        state = "null" if "content" in wire else "absent"
        yield found(message, message.spot, pointer="/content" if "content" in wire else "", message=message.index, state=state)
    elif "empty-text" not in message.history.lost and (content == "" or (message.text == "" and set(message.part_types) == {"text"})):
        yield found(message, message.spot, pointer="/content", variant="empty-string", message=message.index, state="empty")
