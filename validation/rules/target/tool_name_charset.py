import re

from validation.examples import assistant, call, document, header, history, result, stream, tools, user
from validation.facts.histories import History, HistoryCall
from validation.facts.streams import Call
from validation.finding import Findings, found
from validation.profiles import Row, row
from validation.rule import WORD, Texts, rule

OPENAI = re.compile(r"[a-zA-Z0-9_-]+")
GEMINI = re.compile(r"[a-zA-Z_][a-zA-Z0-9_.:-]*")
SAYS = "The function name {name} has characters that {target} does not take."
WHY = "Names are checked in the declared tools and in old calls alike; one name is enough to have the whole request refused."
FIX = "Client: replace the other characters by _, in tools, calls and results alike. Server: send names as they were declared."


def _letters(**own: str) -> Row:
    return row("warning", **{"openai_strict": "error", "mistral": "error", "anthropic_compat": "error", "permissive": "info", **own})


@rule(
    "TGT805",
    judges=(Call, HistoryCall, History),
    letters={
        "": _letters(), "dotted": _letters(gemini_compat="off"), "gemini-start": row("off", gemini_compat="warning"),
        "in-stream": row("info", openai_strict="warning", permissive="off"),
    },
    params={"name": WORD, "target": WORD},
    says=SAYS,
    expected="letters, digits, _ and -",
    actual="{name}",
    why=WHY,
    unless="The target takes such names, as some models do.",
    fix=FIX,
    variants={
        "dotted": Texts(says=SAYS, why=WHY, unless="The target is Gemini, which takes dots and colons.", fix=FIX),
        "in-stream": Texts(
            says=SAYS,
            why="Whoever sent this takes the name. The next request, with this call in its history, can be refused by another target.",
            fix=FIX,
        ),
        "gemini-start": Texts(
            says="The function name {name} begins with a character that {target} does not take there.",
            expected="a letter or _ at the start",
            why=WHY,
            fix="Client: put a letter or _ in front.",
        ),
    },
    breaks=["OpenAI, Mistral, Anthropic: refuse the request", "Gemini: takes dots and colons, too, and wants a letter or _ at the start"],
    bad=[
        history(user(), assistant(call("call_a", "get_/whoami")), result("call_a")),
        history(user(), assistant(call("call_a", "weather.get")), result("call_a"), note="variant: dotted"),
        history(user(), assistant(call("call_a", "2nd_tool")), result("call_a"), note="variant: gemini-start"),
        document({"messages": [user()], "tools": [{"type": "function", "function": {"name": "météo"}}]}, note="a declared tool"),
        stream(tools(header(name="get weather")), '{"city":"Oslo"}', note="variant: in-stream"),
    ],
    good=[history(user(), assistant(call("call_a", "get_whoami")), result("call_a"))],
    see=["OpenAI API reference", "mcp-use/mcp-use#90", "danishjsheikh/swagger-mcp#13", "kaitranntt/ccs#25", "mistral-common 1.13.1"],
)  # fmt: skip
def tool_name_charset(judged: Call | HistoryCall | History) -> Findings:
    """A function name has a character that targets refuse.

    Names made from paths, titles or packages bring slashes, dots and blanks along. Judged are the calls of a history, its declared tools
    (all of them in one finding), and the calls of a stream, whose names go into the next request. An empty name is MSG716.
    """
    if isinstance(judged, History):
        for tool in judged.tool_list.entries:
            variant = _variant(tool.name)
            if variant is not None:
                yield found(
                    judged, judged.at, pointer=judged.tool_list.pointer_to(tool, tool.name_pointer), variant=variant,
                    name=tool.name[:120], target=_target(variant),
                )  # fmt: skip
                return
    elif isinstance(judged, HistoryCall):
        variant = _variant(judged.name)
        if variant is not None:
            pointer = f"/{judged.body}/name"
            yield found(judged, judged.spot, pointer=pointer, variant=variant, name=judged.name[:120], target=_target(variant))
    elif judged.name and _variant(judged.name) in ("", "dotted"):
        pointer = "/custom/name" if judged.custom else "/function/name"
        yield found(
            judged, judged.name_spot or judged.first, pointer=pointer, variant="in-stream", name=judged.name[:120], target=_target(""),
        )  # fmt: skip


def _variant(name: str) -> str | None:
    if not name.strip():
        return None
    openai, gemini = OPENAI.fullmatch(name) is not None, GEMINI.fullmatch(name) is not None
    return "dotted" if gemini and not openai else "gemini-start" if openai and not gemini else None if openai else ""


def _target(variant: str) -> str:
    return "Gemini" if variant == "gemini-start" else "OpenAI"
