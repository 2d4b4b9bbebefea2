from validation.examples import header, stream, tools
from validation.facts.streams import Call, Choice
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import WORD, rule

OSLO, BERGEN = '{"city":"Oslo"}', '{"city":"Bergen"}'


@rule(
    "TCD313",
    judges=Choice,
    unusual=True,
    letters=row("error"),
    params={"id": WORD, "slot": WORD, "other": WORD},
    says="Calls {slot} and {other} have the same id, {id}.",
    expected="an id of its own for each call",
    actual="{id} on both",
    why="A result names its call by the id, so these results cannot be told apart, and APIs refuse a message with the same id twice.",
    fix="Server: make a unique id for each call. Client: give the later call an id of its own before calls and results are stored.",
    bad=[
        stream(tools(header(arguments=OSLO)), tools(header(arguments=BERGEN, index=1)), note="two calls, one id"),
        stream(tools(*(header(arguments=OSLO, index=number) for number in range(3))), note="three of them"),
    ],
    good=[stream(tools(header(arguments=OSLO)), tools(header("call_b", arguments=BERGEN, index=1)))],
    see=["can1357/oh-my-pi#2055", "openclaw/openclaw#40996", "agno-agi/agno#5116"],
    breaks=[
        "OpenAI, DeepSeek: `Duplicate value for 'tool_call_id'`; Mistral v11 and Anthropic refuse too, once the history goes back",
        "AI SDK and OpenRouter provider: the second call gets an id that was made up",
    ],
)
def tool_id_shared(choice: Choice) -> Findings:
    """Two calls of one message have the same id.

    The calls differ by their index, so they can be told apart in the stream, but no longer in the history. The later call is the primary
    place, the first one with that id the related.
    """
    first: dict[str, Call] = {}
    shared = [
        (own, call) for call in choice.calls if call.id and (own := first.setdefault(call.id, call)) is not call and own.key != call.key
    ]  # fmt: skip
    if shared:
        own, later = shared[0]
        related = (own.first, *(call.first for _, call in shared[1:4]))
        yield found(
            choice, later.id_late or later.first, pointer="/id", related=related, count=len(shared), id=(own.id or "")[:120], slot=own.slot,
            other=later.slot,
        )  # fmt: skip
