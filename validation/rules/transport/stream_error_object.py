from validation.examples import chunk, document, header, jsonl, sse, tools
from validation.facts.foreign import AnthropicStream, ResponsesStream
from validation.facts.streams import Stream
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import PLACE, TEXT, WORD, Texts, rule

_ROLE = chunk({"role": "assistant", "content": None})
_CALL = chunk(tools(header(arguments='{"city":"Oslo"}')))
_END = chunk({}, finish="tool_calls")
_ERROR = {"error": {"code": 502, "message": "upstream at capacity", "type": "provider_unavailable"}}
_FIX = "Server: nothing more, this is the way to say it. Client: check error before choices, and do not use what came before as an answer."


@rule(
    "SSE113",
    judges=Stream,
    needs="errors",
    letters={"": row("error"), "body": row("error")},
    params={"chunk": PLACE, "code": WORD, "message": TEXT},
    says="At chunk {chunk} the stream reports an error ({code}): {message}",
    expected="chunks up to a finish_reason",
    actual="an object with error",
    why="The status was 200 when the stream began, so the object is all that tells of the failure. The answer is incomplete.",
    fix=_FIX,
    variants={
        "body": Texts(
            says="There is no answer, only an error ({code}): {message}",
            expected="chunks",
            actual="an object with error",
            why="The request failed before the first chunk. There is no stream to judge.",
            fix="Server: say so with the HTTP status, too. Client: check the status, then error, before choices.",
        )
    },
    breaks=[
        "Clients that read only choices take the stream for one that stopped.",
        "The official SDKs raise APIError, which is right.",
    ],
    bad=[
        sse(_ROLE, _ERROR, note="alone"),
        sse(_ROLE, {**chunk({"content": ""}, finish="error"), **_ERROR}, note="beside choices that finish with error"),
        sse(
            _ROLE,
            {"object": "error", "message": "upstream at capacity", "type": "InternalServerError", "code": 500},
            note="as vLLM writes it",
        ),
        document(_ERROR, note="variant: body"),
        document({"object": "chat.completion", "choices": [], **_ERROR}, note="in a whole response (variant: body)"),
        document({"type": "error", "error": _ERROR["error"]}, note="as Anthropic writes it (variant: body)"),
        document({"detail": "Not Found"}, note="as FastAPI writes it (variant: body)"),
    ],
    good=[
        sse(_ROLE, _CALL, _END),
        jsonl(_ROLE, *({**wire, "error": None} for wire in (_CALL, _END)), note="error: null is no error"),
    ],
    see=["openrouter.ai/docs/api_reference/streaming", "BerriAI/litellm#40578", "aaif-goose/goose#8027"],
)
def stream_error_object(stream: Stream) -> Findings:
    """The stream holds an object with an `error`.

    A server that has already sent 200 can only report trouble inside the stream. The object may stand alone, beside `choices`, or be the
    whole body. Bodies that some servers write without an `error` around them count where they can be nothing else: `"object":"error"` with
    a message, a `detail` alone, a code of 400 or more with a message. The rules on chunks do not judge it, and what is missing afterwards
    (`finish-missing`, `done-missing`) follows from it.
    """
    if not stream.errors:
        return
    first = stream.errors[0]
    yield found(
        stream, first.spot, variant="" if _something_came(stream) else "body", count=len(stream.errors),
        chunk=first.spot.chunk, code=first.code[:40] or "no code", message=first.message[:120] or "no message",
    )  # fmt: skip


def _something_came(stream: Stream) -> bool:
    """True where there is more than the error, which counts as an event in streams of other formats."""
    if stream.kind != "stream":
        return not all(choice.delta_missing for choice in stream.choices)
    return stream.chunks > isinstance(stream, AnthropicStream | ResponsesStream)
