from validation.examples import document, user
from validation.facts.histories import History
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, WORD, rule


def _tool(parameters: object) -> list[dict[str, object]]:
    return [{"type": "function", "function": {"name": "get_weather", "parameters": parameters}}]


@rule(
    "TGT817",
    judges=History,
    letters=row("warning", mistral="error", permissive="info"),
    params={"name": WORD, "where": WORD, "fault": WORD, "number": NUMBER},
    says="The parameters of {name} are no valid JSON Schema at {where}: {fault}. Tools with such a fault: {number}.",
    expected="a JSON Schema (Draft 7) of an object",
    actual="{fault}",
    why="Endpoints that compile the schema refuse the request; others let the model guess what the arguments should look like.",
    unless="The target has keywords or types of its own.",
    fix="Client: correct the schema; types are written in small letters, required is an array of names.",
    breaks=["Mistral: checks schemas against Draft 7", "servers that constrain the output by the schema: fail or ignore it"],
    bad=[
        document({"messages": [user()], "tools": _tool({"type": "objec"})}),
        document(
            {"messages": [user()], "tools": _tool({"type": "object", "properties": {"city": {"type": "string", "required": True}}})},
            note="required belongs beside properties",
        ),
    ],
    good=[
        document({"messages": [user()], "tools": _tool({"type": "object", "properties": {"city": {"type": ["string", "null"]}}})}),
        document({"messages": [user()], "tools": [{"type": "function", "function": {"name": "now"}}]}, note="no parameters at all"),
    ],
    see=["mistral-common 1.13.1", "JSON Schema Draft 7"],
)
def tool_schema_invalid(history: History) -> Findings:
    """The schema of a declared tool is no JSON Schema.

    Judged is its form alone, as the meta-schema of Draft 7 has it: whether a keyword has the value it may have. One finding stands for all
    tools of a history. Whether arguments fit their schema is ARG608.
    """
    faulty = [(tool, tool.fault) for tool in history.tool_list.entries if tool.fault is not None]
    if faulty:
        tool, fault = faulty[0]
        yield found(
            history, history.at, pointer=history.tool_list.pointer_to(tool, tool.schema_pointer + fault.pointer), count=len(faulty),
            name=(tool.name or f"tool {tool.number}")[:120], where=(fault.pointer or "its top")[:120], fault=fault.what[:160],
            number=len(faulty),
        )  # fmt: skip
