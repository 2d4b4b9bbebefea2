from validation.examples import assistant, call, history, result, stream, user
from validation.facts.histories import HistoryCall
from validation.facts.json_text import Json
from validation.facts.streams import Call
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, PLACE, TEXT, WORD, Texts, rule


@rule(
    "ARG601",
    judges=(Call, HistoryCall),
    unusual=True,
    letters={
        "": row("error", permissive="warning"),
        "in-history": row("error", openai_strict="warning", mistral="warning", vllm="warning", llama_cpp="error", permissive="warning"),
    },
    params={"slot": WORD, "name": WORD, "char": NUMBER, "chunk": PLACE, "reason": WORD, "excerpt": TEXT},
    says="Call {slot} ({name}): the joined arguments stop being JSON at character {char}, in the fragment of chunk {chunk} ({reason}).",
    expected="one JSON object",
    actual="{excerpt}",
    why="The client parses the joined text once, at the end; it does not parse, so the tool cannot be run.",
    fix="Server: write arguments with a JSON encoder, send every fragment once and in order. Client: show the model the parser's error.",
    variants={
        "in-history": Texts(
            says="Call {slot} ({name}): the arguments stop being JSON at character {char} ({reason}).",
            expected="one JSON object",
            actual="{excerpt}",
            why="Servers parse the arguments of old calls for their chat template: with this call every later request fails, or the model "
            "is shown something else.",
            fix="Client: write arguments with a JSON encoder before storing them; replace what does not parse by an empty object.",
        ),
    },
    bad=[
        stream('{"city":', " Oslo}", note="a text without quotes"),
        stream('{"city":"Oslo', '\n"}', note="a raw line break inside a text"),
        stream("{'city': 'Oslo', 'now': True}", note="as Python writes it"),
        stream('{city: "Oslo"}', note="a key without quotes"),
        history(user(), assistant(call(arguments='{"city": Oslo"}')), result(), note="in a history (variant: in-history)"),
    ],
    good=[stream('{"city":', '"Oslo"}'), history(user(), assistant(call()), result())],
    see=["vllm-project/vllm#48922", "vllm-project/vllm#43995", "ggml-org/llama.cpp#25510"],
    breaks=[
        "LangChain: the call moves to invalid_tool_calls; other clients raise when they parse it",
        "as a history: llama.cpp answers 500 and older vLLM 400 on every later request; current vLLM uses an empty object; SGLang refuses",
    ],
)
def arguments_invalid_json(call: Call | HistoryCall) -> Findings:
    """The joined arguments of a call are not JSON.

    A text or key without quotes, single quotes, a raw line break, an escape that does not exist. Arguments that only stop too early are
    `arguments-truncated`, a whole value with more behind it is `arguments-trailing-data`, none at all `arguments-empty`. NaN, a trailing
    comma, a comment or a word of Python is `arguments-lenient-json`.
    """
    if call.json.state is not Json.INVALID or call.quirks.relaxed or not call.as_text:
        return
    char, reason, name = call.json.char, call.json.reason[:120], (call.name or "unnamed")[:120]
    excerpt = call.arguments[max(0, char - 40) : char + 40]
    if isinstance(call, HistoryCall):
        yield found(call, call.spot, variant="in-history", slot=call.slot, name=name, char=char, reason=reason, excerpt=excerpt)
    else:
        chunk = call.chunk_of(char)
        yield found(call, call.last, slot=call.slot, name=name, char=char, chunk=chunk, reason=reason, excerpt=excerpt)
