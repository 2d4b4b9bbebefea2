from validation.examples import assistant, document, header, stream, tools, user
from validation.facts.histories import Turn
from validation.facts.requests import Request
from validation.facts.streams import Choice
from validation.finding import CERTAIN, NEEDS_CONTEXT, Findings, found
from validation.profiles import row
from validation.rule import NUMBER, PLACE, WORD, Texts, rule

OSLO = '{"city":"Oslo"}'
TOOL = {"type": "function", "function": {"name": "get_weather", "parameters": {"type": "object"}}}
PLAIN = row("warning", gemini_compat="info", permissive="info")
FORCED = {"tools": [TOOL], "tool_choice": {"type": "function", "function": {"name": "get_weather"}}}
ANSWER = {"choices": [{"index": 0, "message": assistant("call_a"), "finish_reason": "stop"}]}


@rule(
    "FIN407",
    judges=(Choice, Turn),
    unusual=True,
    letters={"": PLAIN, "request-known": row("warning", permissive="info"), "log": PLAIN},
    params={"choice": WORD, "calls": NUMBER, "name": WORD, "tool_choice": WORD, "message": PLACE},
    says="Choice {choice} made calls ({calls}, first {name}) and finished with stop.",
    expected="tool_calls",
    actual="stop",
    why="Loops that run tools only when finish_reason is tool_calls never run these: the agent stops in silence.",
    unless="The request forced this function by name (tool_choice): OpenAI and vLLM then say stop on purpose. The request is not known.",
    fix="Server: say tool_calls when calls were made under auto or required. Client: decide by the presence of calls, not by the reason.",
    variants={
        "request-known": Texts(
            says="Choice {choice} made calls ({calls}, first {name}) and finished with stop, although tool_choice was {tool_choice}.",
        ),
        "log": Texts(
            says="The log says that message {message} made calls ({calls}, first {name}) and finished with stop.",
            unless="The request forced this function by name (tool_choice).",
        ),
    },
    bad=[
        stream(OSLO, finish="stop", note="the request is not known"),
        stream(OSLO, finish="stop", request={"tools": [TOOL], "tool_choice": "auto"}, note="a free choice (variant: request-known)"),
        stream(tools(header(arguments=OSLO)), finish="stop", request={"tools": [TOOL]}, note="auto (variant: request-known)"),
        document({"call_type": "completion", "messages": [user()], "response": ANSWER}, note="LiteLLM's log of it (variant: log)"),
    ],
    good=[
        stream(OSLO),
        stream(OSLO, finish="stop", request=FORCED, note="one function was forced by name"),
        stream({"content": "Four."}, finish="stop", note="no call"),
    ],
    see=["vllm-project/vllm#25054", "openai/openai-dotnet#64", "langchain4j/langchain4j#1380", "googleapis/python-genai#2868"],
    breaks=["agent loops that branch on finish_reason; the measured libraries hand the calls on all the same"],
)  # fmt: skip
def tool_calls_finish_stop(ended: Choice | Turn) -> Findings:
    """Calls were made, and the answer finished with stop.

    With tool_choice auto or required the finish_reason of an answer with calls is tool_calls. When the request forced one function by
    name, OpenAI and vLLM say stop, and this rule is silent. Without the request nobody can tell, and the finding says so. It is never an
    error: the calls are there. A log whose own words are others than those of the wire does not tell.
    """
    segment = ended.history if isinstance(ended, Turn) else ended.stream
    named = [call for call in ended.calls if call.name]
    request = segment.request
    if not named or "finish-words" in segment.lost or (request is not None and request.named_function):
        return
    known = request is not None and request.choice_known
    certainty, name = CERTAIN if known else NEEDS_CONTEXT, (named[0].name or "")[:120]
    if isinstance(ended, Turn):
        if ended.history.finishes.get(ended.message.index) == "stop":
            yield found(ended, ended.spot, variant="log", certainty=certainty, message=ended.message.index, calls=len(named), name=name)
        return
    stop = next((finish for finish in ended.finishes if finish.value == "stop"), None)
    first = next(call.first for call in ended.calls if call.name)
    if stop is not None:
        yield found(
            ended, stop.spot, related=(first,), variant="request-known" if known else "", certainty=certainty,
            count=len(named), choice=ended.text, calls=len(named), name=name, tool_choice=_said(request),
        )  # fmt: skip


def _said(request: Request | None) -> str:
    said = request.tool_choice if request is not None else None
    return "auto" if said is None else str(said.get("type", "an object") if isinstance(said, dict) else said)[:120]
