from validation.examples import entry, header, stream, tools
from validation.facts.markup import name_token_in
from validation.facts.streams import Call
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import WORD, rule

OSLO = '{"city":"Oslo"}'


@rule(
    "TCD337",
    judges=Call,
    unusual=True,
    letters=row("error", permissive="warning"),
    params={"slot": WORD, "name": WORD, "token": WORD},
    says="The name of call {slot} holds a piece of the model's template, {token}: {name}.",
    expected="the name of a declared tool",
    actual="{name}",
    why="No tool has such a name, so the call cannot be run, and a history with it is refused.",
    fix="Server: update the tool parser: it did not see where the name ends. Client: do not run the call, and do not guess at the name.",
    bad=[
        stream(tools(header(name="get_weather<|channel|>commentary")), tools(entry(OSLO)), note="a token behind the name"),
        stream(tools(header(name="get_weather[ARGS]")), tools(entry(OSLO)), note="a marker of another template"),
    ],
    good=[
        stream(tools(header()), tools(entry(OSLO))),
        stream(tools(header(name="get_weather_v2")), tools(entry(OSLO)), note="an ordinary name"),
    ],
    also=["tool-name-charset"],
    see=["vllm-project/vllm#32587"],
    breaks=["every client: no such tool"],
)
def tool_name_markup(call: Call) -> Findings:
    """The name of a call holds a token of a chat template.

    The parser of the server took more than the name from what the model wrote. What the name would be without it is not guessed.
    """
    token = name_token_in(call.name) if call.name else None
    if token is not None:
        spot = call.name_spot or call.first
        yield found(call, spot, pointer=call.name_pointer, slot=call.slot, name=(call.name or "")[:120], token=token)
