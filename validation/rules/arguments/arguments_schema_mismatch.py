from validation.examples import Example, Wire, assistant, call, document, header, result, stream, tools, user
from validation.facts.histories import HistoryCall
from validation.facts.streams import Call
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, TEXT, WORD, Texts, rule
from validation.schemas import Mismatch, check

CITY = {"type": "object", "properties": {"city": {"type": "string"}, "days": {"type": "integer"}}, "required": ["city"]}
SAYS = "Call {slot} ({name}): the arguments do not fit the tool's schema at {path}: expected {wanted}. Mismatches in all: {number}."


def declared(parameters: Wire, **more: object) -> Wire:
    return {"tools": [{"type": "function", "function": {"name": "get_weather", "parameters": parameters, **more}}]}


def streamed(arguments: str, request: Wire, note: str = "") -> Example:
    return stream(tools(header(arguments=arguments)), request=request, note=note)


@rule(
    "ARG608",
    judges=(Call, HistoryCall),
    needs="segment.declared",
    letters={"": row("warning", permissive="info"), "strict": row("error", permissive="warning"), "not-checked": row("info")},
    params={"slot": WORD, "name": WORD, "path": WORD, "wanted": TEXT, "got": TEXT, "number": NUMBER, "reason": WORD},
    says=SAYS,
    expected="{wanted}",
    actual="{got}",
    why="The tool gets an input it was not written for. Some endpoints refuse the whole answer, others leave it to the client to notice.",
    fix="Server: constrain the output by the schema. Client: check arguments before running a tool, and show the model what was wrong.",
    variants={
        "strict": Texts(
            says=SAYS,
            why="The tool was declared with strict: true, which promises that arguments fit its schema. Clients rely on it.",
            fix="Server: enforce the schema, or refuse strict. Client: check arguments as if the promise had not been given.",
        ),
        "not-checked": Texts(
            says="Call {slot} ({name}): the arguments were not checked against the tool's schema: {reason}.",
            expected="a schema that can be checked",
            actual="{reason}",
            why="Whether the arguments fit is not known.",
            fix="Client: write schemas that stand for themselves, without references to other documents and without costly patterns.",
        ),
    },
    bad=[
        streamed('{"city":["Oslo"]}', declared(CITY), note="an array for a text"),
        streamed('{"days":3}', declared(CITY), note="a required property is not there"),
        streamed('{"city":5}', declared(CITY, strict=True), note="strict was promised (variant: strict)"),
        streamed("{}", declared({"$ref": "https://example.com/city.json"}), note="a schema elsewhere (variant: not-checked)"),
        document({"messages": [user(), assistant(call(arguments="{}")), result()], **declared(CITY)}, note="in a history"),
    ],
    good=[
        streamed('{"city":"Oslo","days":3.0}', declared(CITY), note="3.0 is an integer"),
        streamed('{"city":["Oslo"]}', {"tools": []} | declared({"type": "object"})),
    ],
    see=["MoonshotAI/K2-Vendor-Verifier", "MiniMax-AI/MiniMax-Provider-Verifier", "HunorLaczko/ha-groq-cloud-api#20"],
    breaks=["Groq: refuses the whole answer (tool_use_failed); elsewhere the tool fails, or runs with the wrong input"],
)  # fmt: skip
def arguments_schema_mismatch(call: Call | HistoryCall) -> Findings:
    """The arguments do not satisfy the JSON Schema that the request declares for the tool.

    Checked as 2020-12, with what Draft 7 wrote differently; formats are notes and are not checked. The place inside the arguments is a
    JSON pointer. A tool declared with strict makes it an error in a stream. A schema that refers to something outside of it, cannot be
    read, or takes too long is not checked, and the finding says so.
    """
    declared_tools = call.segment.declared
    tool = declared_tools.by_name.get(call.name or "") if declared_tools is not None else None
    if tool is None or call.json.kind != "object" or not call.arguments or not call.as_text:
        return
    outcome = check(call.arguments, call.json, tool, call.segment.budget)
    name = tool.name[:120]
    if isinstance(outcome, Mismatch):
        variant = "strict" if tool.strict and not call.in_history else ""
        yield found(
            call, call.spot, variant=variant, count=outcome.times, slot=call.slot, name=name,
            path=outcome.pointer or "the top", wanted=outcome.expected, got=outcome.actual, number=outcome.times,
        )  # fmt: skip
    elif outcome is not None:
        yield found(call, call.spot, variant="not-checked", slot=call.slot, name=name, reason=outcome.reason)
