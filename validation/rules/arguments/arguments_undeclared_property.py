from validation.examples import Example, Wire, assistant, call, document, header, result, stream, tools, user
from validation.facts.histories import HistoryCall
from validation.facts.streams import Call
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, TEXT, WORD, Texts, rule
from validation.schemas import unnamed

CITY = {"type": "object", "properties": {"city": {"type": "string"}, "unit": {"type": "string"}}}


def declared(parameters: Wire) -> Wire:
    return {"tools": [{"type": "function", "function": {"name": "get_weather", "parameters": parameters}}]}


def streamed(arguments: str, parameters: Wire, note: str = "") -> Example:
    return stream(tools(header(arguments=arguments)), request=declared(parameters), note=note)


@rule(
    "ARG609",
    judges=(Call, HistoryCall),
    needs="segment.declared",
    letters={"": row("info"), "near": row("warning", permissive="info")},
    params={"slot": WORD, "name": WORD, "property": TEXT, "place": WORD, "near": TEXT, "number": NUMBER},
    says="Call {slot} ({name}): the property {property} at {place} is not declared. Undeclared properties: {number}.",
    expected="declared properties",
    actual="{property}",
    why="The schema allows it, so nothing fails: most tools ignore what they do not know, and what the model meant by it is lost.",
    fix='Server: nothing. Client: declare the property, or "additionalProperties": false.',
    variants={
        "near": Texts(
            says="Call {slot} ({name}): the property {property} at {place} is not declared; {near} is.",
            expected="{near}",
            actual="{property}",
            why="The tool looks for {near}, does not find it, and uses a default, although the model gave a value.",
            fix='Server: constrain the output by the schema. Client: declare "additionalProperties": false, so that this is caught.',
        ),
    },
    bad=[
        streamed('{"city":"Oslo","mood":"calm"}', CITY, note="made up"),
        streamed('{"city":"Oslo","Unit":"c"}', CITY, note="another spelling (variant: near)"),
        document(
            {"messages": [user(), assistant(call(arguments='{"city":"Oslo","mood":1}')), result()], **declared(CITY)}, note="in a history"
        ),
    ],
    good=[
        streamed('{"city":"Oslo"}', CITY),
        streamed('{"mood":1}', {"type": "object"}, note="nothing is declared"),
        streamed('{"mood":"1"}', {**CITY, "additionalProperties": {"type": "string"}}, note="any name is declared"),
    ],
    see=["openai/openai-openapi ChatCompletionMessageToolCall"],
    breaks=["tools that read their parameters by name use a default instead"],
)
def arguments_undeclared_property(call: Call | HistoryCall) -> Findings:
    """The arguments have a property that the tool's schema neither names nor forbids.

    Models make such properties up, and the protocol warns of it. A name that differs from a declared one by nothing but case, underscores
    or hyphens is the variant `near`; where that one is required, `arguments-schema-mismatch` tells it already. Objects whose schema is put
    together from several are not judged.
    """
    declared_tools = call.segment.declared
    tool = declared_tools.by_name.get(call.name or "") if declared_tools is not None else None
    if tool is None or call.json.kind != "object" or not call.arguments or not call.as_text:
        return
    extra = unnamed(call.arguments, call.json, tool, call.segment.budget)
    if extra is not None:
        near = extra.near if not extra.missing else ""
        yield found(
            call, call.spot, variant="near" if near else "", count=extra.times, slot=call.slot, name=(call.name or "")[:120],
            property=extra.name, place=extra.pointer or "the top", near=near, number=extra.times,
        )  # fmt: skip
