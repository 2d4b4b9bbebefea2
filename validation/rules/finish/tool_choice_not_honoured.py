from validation.examples import header, stream, tools
from validation.facts.streams import Choice
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import WORD, Texts, rule

OSLO = '{"city":"Oslo"}'
TIME = tools(header(name="get_time", arguments="{}"))
NAMED = {"type": "function", "function": {"name": "get_weather"}}
ALLOWED = {"type": "allowed_tools", "allowed_tools": {"mode": "auto", "tools": [NAMED]}}
FIX = "Server: check that the model's parser and the sampler support tool_choice. Client: check the calls before running them."
OTHER = Texts(
    says="Choice {choice} called {name}, although tool_choice allowed only {wanted}.",
    expected="a call of {wanted}", actual="a call of {name}",
    why="A client that forced one tool reads its arguments as that tool's, and runs or stores something else.", fix=FIX,
)  # fmt: skip
LETTERS = row("warning", permissive="info")


@rule(
    "FIN418",
    judges=Choice,
    needs="stream.request",
    letters={"": LETTERS, "none": LETTERS, "other-tool": LETTERS},
    params={"choice": WORD, "wanted": WORD, "name": WORD},
    says="Choice {choice} made no call, although tool_choice demanded one of {wanted}.",
    expected="a call of {wanted}", actual="text alone",
    why="A client that demanded a call reads its arguments and does not expect a text; it fails or goes on without the call.", fix=FIX,
    variants={
        "none": Texts(
            says="Choice {choice} called {name}, although tool_choice was none.",
            expected="text alone", actual="a call of {name}",
            why="A client that forbade calls does not run them, and gets no text in their place.", fix=FIX,
        ),
        "other-tool": OTHER,
    },
    bad=[
        stream({"content": "Four."}, finish="stop", request={"tool_choice": "required"}, note="a call was required"),
        stream({"content": "Four."}, finish="stop", request={"tool_choice": NAMED}, note="one function was forced"),
        stream(OSLO, request={"tool_choice": "none"}, note="calls were forbidden (variant: none)"),
        stream(TIME, request={"tool_choice": NAMED}, note="another one (variant: other-tool)"),
        stream(TIME, request={"tool_choice": ALLOWED}, note="not on the list (variant: other-tool)"),
    ],
    good=[
        stream(OSLO, finish="stop", request={"tool_choice": NAMED}),
        stream({"content": "Fo"}, finish="length", request={"tool_choice": "required"}, note="cut before a call could come"),
        stream({"content": "Four."}, finish="stop", request={"tool_choice": "auto"}),
        stream({"content": "Four."}, finish="stop", note="the request is not known"),
    ],
    see=["vllm-project/vllm#53255", "MoonshotAI/Kimi-Vendor-Verifier"],
    breaks=["clients that force a tool to get structured output"],
)  # fmt: skip
def tool_choice_not_honoured(choice: Choice) -> Findings:
    """The answer does not do what tool_choice asked for.

    Judged when the request is known: required or a named function and no call, none and a call, or a call of a tool that was not allowed.
    An answer that was cut, filtered or refused owes no call, and an empty one is `completion-empty`.
    """
    request = choice.stream.request
    if request is None:
        return
    mode, allowed = request.demand, request.allowed_names
    calls = [call for call in choice.calls if call.name]
    wanted = ", ".join(sorted(allowed))[:120] or "the tools"
    if mode == "none" and calls:
        yield found(choice, calls[0].first, variant="none", choice=choice.text, wanted=wanted, name=(calls[0].name or "")[:120])
    elif mode == "required" and choice.finish == "stop" and choice.content_chars and not _tried(choice):
        yield found(choice, choice.finishes[0].spot, choice=choice.text, wanted=wanted, name="")
    elif allowed and (other := next((call for call in calls if call.name not in allowed), None)):
        yield found(choice, other.first, variant="other-tool", choice=choice.text, wanted=wanted, name=(other.name or "")[:120])


def _tried(choice: Choice) -> bool:
    return bool(choice.tool_entries or choice.calls or choice.tool_calls_not_array or choice.function_call or choice.refusal_chars)
