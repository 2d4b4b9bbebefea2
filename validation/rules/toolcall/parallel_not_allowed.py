from validation.examples import header, stream, tools
from validation.facts.streams import Choice
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, WORD, rule

OSLO = '{"city":"Oslo"}'
ONE = {"parallel_tool_calls": False}
TWO = (tools(header(arguments=OSLO)), tools(header("call_b", index=1, arguments=OSLO)))


@rule(
    "TCD333",
    judges=Choice,
    needs="stream.request",
    letters=row("warning", permissive="info"),
    params={"choice": WORD, "calls": NUMBER},
    says="Choice {choice} makes {calls} calls, although the request allowed one (parallel_tool_calls is false).",
    expected="one call",
    actual="{calls} calls",
    why="A client that asked for one call runs the first and leaves the others without a result; the next request is then refused.",
    fix="Server: stop after the first call where the request says so. Client: answer every call that came, or drop the surplus ones.",
    bad=[stream(*TWO, request=ONE, note="two calls where one was allowed")],
    good=[
        stream(TWO[0], request=ONE, note="one call"),
        stream(*TWO, request={"parallel_tool_calls": True}, note="several were allowed"),
        stream(*TWO, note="the request is not known"),
    ],
    see=["openai/openai-openapi ParallelToolCalls", "vllm-project/vllm#39584"],
    breaks=["clients that look at the first call only"],
)
def parallel_not_allowed(choice: Choice) -> Findings:
    """The request allowed one call and the answer makes several.

    Judged only where the request is known and says parallel_tool_calls false. The two halves of a call that was split over two indexes
    count as one.
    """
    request = choice.stream.request
    calls = [call for call in choice.calls if all(call is not rest for _, rest in choice.splits)]
    if request is not None and request.parallel_tool_calls is False and len(calls) > 1:
        yield found(
            choice, calls[1].first, related=(calls[0].first,), count=len(calls) - 1, choice=choice.text, calls=len(calls)
        )  # fmt: skip
