from validation.examples import document, user
from validation.facts.histories import History
from validation.facts.tools import Declared
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import rule


@rule(
    "TGT819",
    judges=History,
    letters=row("warning", mistral="info", permissive="info"),
    says="The list of tools is empty.",
    expected="no tools key, or at least one tool in it",
    actual='"tools": []',
    why="DashScope and others refuse an empty list; some layers then miss the configuration that old calls need (HIS514).",
    unless="The target takes an empty list, as mistral-common does.",
    fix="Client: leave the key out when there are no tools.",
    breaks=["DashScope and others: [] is too short - 'tools'"],
    bad=[document({"model": "demo-model", "messages": [user()], "tools": []})],
    good=[document({"model": "demo-model", "messages": [user()]}), document({"model": "demo-model", "messages": [user()], "tools": None})],
    see=["QwenLM/qwen-code#2054", "mistral-common 1.13.1"],
)
def tools_empty(history: History) -> Findings:
    """A request has `tools: []`.

    Clients build the list from what is switched on and send it even when nothing is. Most servers take it for no tools; some demand at
    least one entry.
    """
    tools = history.tool_list
    if tools.state is Declared.ARRAY and not tools.entries:
        yield found(history, history.at, pointer=tools.pointer)
