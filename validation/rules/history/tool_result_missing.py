from validation.examples import assistant, history, result, user
from validation.facts.histories import SEND, Turn, ids_of
from validation.finding import CERTAIN, INFERRED, Findings, found
from validation.profiles import row
from validation.rule import PLACE, WORD, Texts, rule

LETTERS = row("error", vllm="warning", permissive="warning")
FIX = 'Client: add a tool message for each of these ids right behind the calls; an error text or "interrupted" is fine. Or drop the call.'


@rule(
    "HIS501",
    judges=Turn,
    letters={"": LETTERS, "at-end": LETTERS},
    params={"message": PLACE, "closing": PLACE, "ids": WORD},
    says="Message {message} calls tools, and message {closing} follows before there is a result for {ids}.",
    expected="a tool message for every call before any other message",
    actual="no result for {ids}",
    why="Hosted endpoints refuse the whole request, so the conversation cannot go on from here.",
    fix=FIX,
    variants={
        "at-end": Texts(
            says="The history is to be sent, and ends without a result for {ids}, called in message {message}.",
            expected="a tool message for every call",
            actual="no result for {ids}",
            why="Hosted endpoints refuse a request whose calls are still open.",
            unless="The history is a record or a training example: there a call may stand open at the end.",
            fix=FIX,
        ),
    },
    breaks=[
        "OpenAI, Azure, DashScope, Moonshot: 400, must be followed by tool messages responding to each 'tool_call_id'",
        "DeepSeek: 400, insufficient tool messages following tool_calls message",
        "Mistral: Not the same number of function calls and responses",
        "Anthropic: tool_use ids were found without tool_result blocks immediately after",
        "Gemini: the number of function response parts must equal the number of function call parts",
        "vLLM, SGLang, llama.cpp, Ollama: not checked, the template decides",
    ],
    bad=[
        history(user(), assistant("call_a", "call_b"), result("call_a"), user("And tomorrow?"), note="one of two results is missing"),
        history(user(), assistant("call_a", "call_b"), purpose="send", note="variant: at-end, to be sent with open calls"),
    ],
    good=[
        history(user(), assistant("call_a", "call_b"), result("call_a"), result("call_b"), user("And tomorrow?")),
        history(user(), assistant("call_a"), note="a record may end with an open call"),
        history(user(), assistant("call_a"), purpose="train", note="a training example may end with the call to be learnt"),
    ],
    see=["QwenLM/qwen-code#606", "agno-agi/agno#3105", "anthropics/claude-code#8210", "google-gemini/gemini-cli#4217"],
)  # fmt: skip
def tool_result_missing(turn: Turn) -> Findings:
    """A call has no result.

    Every call of an assistant message needs a tool message with its id before any other message. It is usually lost when a run is
    interrupted, when results of parallel calls are merged, or when a hand-over copies only some of them.

    One finding names all calls of the message that nothing answers. A result that comes too late is HIS507; an unknown id beside a call
    without a result is HIS503, and names that call. At the end of a history the call is only missing when the history is to be sent; in a
    record it is pending (HIS510).
    """
    open_calls = turn.missing or turn.pending
    # Calls that share an id stand here only when no other is open: then the finding on that id is the cause.
    judged = open_calls[0] if open_calls and open_calls[0].twins else turn
    if turn.missing and turn.closed_by is not None:
        yield found(
            judged, turn.spot, related=(turn.closed_by.spot,),
            message=turn.message.index, closing=turn.closed_by.index, ids=ids_of(turn.missing),
        )  # fmt: skip
    elif turn.pending and turn.history.purpose == SEND:
        certainty = INFERRED if turn.history.purpose_inferred else CERTAIN
        yield found(
            judged, turn.spot, variant="at-end", certainty=certainty,
            message=turn.message.index, ids=ids_of(turn.pending),
        )  # fmt: skip
