from validation.examples import assistant, document, history, user
from validation.facts.histories import History
from validation.facts.tools import Declared
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import WORD, Texts, rule

TOOL = {"type": "function", "function": {"name": "get_weather", "parameters": {"type": "object"}}}
TOOL_TEXT = '[{"type":"function","function":{"name":"get_weather"}}]'
EXPECTED = "an array of tool objects"


@rule(
    "MSG720",
    judges=History,
    letters={"": row("error", permissive="warning"), "json-text": row("warning", openai_strict="error", permissive="info")},
    params={"type": WORD},
    says="What stands under tools is no array of tool objects: {type}.",
    expected=EXPECTED,
    actual="{type}",
    why="The request or the training file is refused. Which tools there are cannot be told, so calls are not checked against them.",
    fix="Client: write the array of tools itself.",
    variants={
        "json-text": Texts(
            says="The tools are a string that holds an array, and not the array itself.",
            expected=EXPECTED,
            actual="{type}",
            why="OpenAI refuses it. Training sets with one column a field are stored like that, and some loaders decode them again.",
            unless="The loader decodes the string.",
            fix="Client: write the array itself before the line is sent or uploaded.",
        ),
    },
    breaks=["OpenAI: expected an array of objects", "loaders of training sets: fail, or train without tools"],
    bad=[
        document({"messages": [user()], "tools": "[' ']"}),
        document({"messages": [user()], "tools": {"get_weather": {}}}, note="an object"),
        document({"messages": [user()], "tools": TOOL_TEXT}, note="variant: json-text"),
    ],
    good=[
        document({"messages": [user(), assistant(content="Hello.")], "tools": [TOOL]}),
        document({"messages": [user()], "tools": None}, note="null is no tools"),
        history(user()),
    ],
    see=["hiyouga/LlamaFactory#7547", "OpenAI API reference"],
)
def tools_not_array(history: History) -> Findings:
    """The declared tools are no array.

    `tools` of a request or of a training line holds a string, an object, or an array with something else than objects in it. A string that
    holds a JSON array is read as that array and still refused by OpenAI.
    """
    tools = history.tool_list
    if tools.state is Declared.BROKEN:
        yield found(history, history.at, pointer=tools.pointer, type=tools.type)
    elif tools.state is Declared.JSON_TEXT:
        yield found(history, history.at, pointer=tools.pointer, variant="json-text", type=tools.type)
