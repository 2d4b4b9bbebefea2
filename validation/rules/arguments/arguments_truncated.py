from validation.examples import assistant, call, history, result, stream, user
from validation.facts.histories import HistoryCall
from validation.facts.json_text import Json
from validation.facts.streams import Call
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, TEXT, WORD, Texts, rule


@rule(
    "ARG602",
    judges=(Call, HistoryCall),
    unusual=True,
    letters={
        "": row("error", permissive="warning"),
        "in-history": row("error", openai_strict="warning", mistral="warning", vllm="warning", llama_cpp="error", permissive="warning"),
    },
    params={"slot": WORD, "name": WORD, "chars": NUMBER, "reason": WORD, "excerpt": TEXT},
    says="Call {slot} ({name}): the arguments stop behind character {chars} ({reason}).",
    expected="one whole JSON object",
    actual="a text that ends with {excerpt}",
    why="A strict parser fails. A lenient one closes what is open, and the tool runs with a shortened or empty object and no error.",
    fix="Server: say length when the answer was cut. Client: drop the call and ask again with more tokens; never complete it.",
    variants={
        "in-history": Texts(
            says="Call {slot} ({name}): the arguments stop behind character {chars} ({reason}).",
            expected="one whole JSON object",
            actual="a text that ends with {excerpt}",
            why="A cut answer was stored. Servers that parse old arguments refuse each later request, others show the model a broken call.",
            fix="Client: leave a call that was cut out of the history, together with its result.",
        ),
    },
    bad=[
        history(user(), assistant(call(arguments='{"city": "Os')), result(), note="stored in a history (variant: in-history)"),
        stream('{"city":', finish="content_filter", note="the filter stopped the answer"),
    ],
    good=[
        stream('{"city":', '"Oslo"}'),
        history(user(), assistant(call()), result()),
    ],
    also=["finish-content-filter"],
    see=["vllm-project/vllm#47761"],
    breaks=["LangChain (Python, JS), the OpenRouter provider: a shortened or empty object, and no error"],
)
def arguments_truncated(call: Call | HistoryCall) -> Findings:
    """The arguments of a call are the beginning of a JSON value.

    Everything that came is right so far and then it stops. In a stream there is nearly always a cause that is shown above this finding: a
    finish of length, a stream without a finish, or a finish that hides the cut.
    """
    if call.json.state is Json.TRUNCATED and call.as_text:
        yield found(
            call, call.spot, variant="in-history" if call.in_history else "", slot=call.slot,
            name=(call.name or "unnamed")[:120], chars=len(call.arguments), reason=call.json.reason[:120], excerpt=call.arguments[-40:],
        )  # fmt: skip
