from validation.examples import assistant, call, header, history, result, stream, tools, user
from validation.facts.histories import HistoryCall
from validation.facts.json_text import Json
from validation.facts.streams import Call
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import WORD, Texts, rule

FIX = "Server: send an empty object when there are no arguments. Client: read blank arguments as an empty object, and say that you did."
CITY = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}


@rule(
    "ARG606",
    judges=(Call, HistoryCall),
    unusual=True,
    letters={"": row("info"), "required": row("warning", permissive="info")},
    params={"slot": WORD, "name": WORD, "required": WORD},
    says="Call {slot} ({name}) has no argument text.",
    expected="an object, an empty one when the tool needs nothing",
    actual="an empty text",
    why="It is the usual way to call a tool without parameters, but an empty text is not JSON, and clients differ in what they make of it.",
    fix=FIX,
    variants={
        "required": Texts(
            says="Call {slot} ({name}) has no argument text, but the tool requires {required}.",
            expected="an object with {required}",
            actual="an empty text",
            why="Clients that read this as an empty object run the tool without what it requires; others fail when they parse it.",
            fix="Server: send the arguments that the model wrote. Client: check arguments against the schema before running a tool.",
        ),
    },
    bad=[
        stream(tools(header(name="list_files")), note="a tool without parameters"),
        history(user(), assistant(call(arguments="")), result(), note="in a history"),
        stream(
            tools(header()), request={"tools": [{"type": "function", "function": {"name": "get_weather", "parameters": CITY}}]},
            note="the tool requires a city (variant: required)",
        ),
    ],
    good=[stream("{}"), history(user(), assistant(call(arguments="{}")), result())],
    see=["openai/openai-python#3502", "vercel/ai#6687", "openai/openai-agents-js#664"],
    breaks=["LangChain, LiteLLM, the OpenRouter provider: an empty object; elsewhere an empty text that JSON.parse refuses"],
)  # fmt: skip
def arguments_empty(call: Call | HistoryCall) -> Findings:
    """A call has no argument text.

    Empty, blank, null and missing arguments are the same. OpenAI itself does this for tools without parameters, so it is worth knowing
    and no more, unless the request declares the tool with required properties. Nothing is rewritten to an empty object here.
    """
    if call.json.state is not Json.EMPTY or not call.as_text:
        return
    required = _required(call)
    yield found(
        call, call.spot, variant="required" if required else "", slot=call.slot,
        name=(call.name or "unnamed")[:120], required=", ".join(required)[:120],
    )  # fmt: skip


def _required(call: Call | HistoryCall) -> list[str]:
    """The required properties of the called tool, where it is declared."""
    tools_declared = call.segment.declared
    tool = tools_declared.by_name.get(call.name or "") if tools_declared is not None else None
    required = tool.parameters.get("required") if tool is not None and tool.parameters is not None else None
    return [str(key) for key in required] if isinstance(required, list) else []
