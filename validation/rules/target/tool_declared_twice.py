from validation.examples import document, user
from validation.facts.histories import History
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, WORD, rule


def _tools(*names: str) -> list[dict[str, object]]:
    return [{"type": "function", "function": {"name": name, "parameters": {"type": "object"}}} for name in names]


@rule(
    "TGT816",
    judges=History,
    letters=row("warning", openai_strict="error", permissive="info"),
    params={"name": WORD, "first": NUMBER, "second": NUMBER, "number": NUMBER},
    says="The tool {name} is declared twice: entries {first} and {second} of tools. Names that occur again: {number}.",
    expected="a name of its own for every tool",
    actual="{name} twice",
    why="Kimi refuses the request; elsewhere nobody says which of the two is meant when the model calls it.",
    fix="Client: drop the copy, or give one of the two another name.",
    breaks=["Kimi: 400", "elsewhere: undefined"],
    bad=[document({"messages": [user()], "tools": _tools("get_weather", "get_weather")})],
    good=[document({"messages": [user()], "tools": _tools("get_weather", "get_time")})],
    see=["MoonshotAI/Kimi-Vendor-Verifier"],
)
def tool_declared_twice(history: History) -> Findings:
    """Two declared tools have one name.

    It happens where tools of several servers are put together, or a list is appended to itself. One finding stands for all names.
    """
    first: dict[str, int] = {}
    twice = [tool for tool in history.tool_list.entries if tool.name and first.setdefault(tool.name, tool.number) != tool.number]
    if twice:
        tool = twice[0]
        yield found(
            history, history.at, pointer=history.tool_list.pointer_to(tool, tool.name_pointer), count=len(twice),
            name=tool.name[:120], first=first[tool.name], second=tool.number, number=len(twice),
        )  # fmt: skip
