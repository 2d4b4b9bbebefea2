import re

from validation.examples import assistant, call, document, header, history, result, stream, tools, user
from validation.facts.histories import History, HistoryCall
from validation.facts.named_texts import function_names
from validation.facts.streams import Call
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import WORD, Texts, rule

OPENAI = re.compile(r"[a-zA-Z0-9_-]+")
GEMINI = re.compile(r"[a-zA-Z_][a-zA-Z0-9_.:-]*")
SAYS = "The function name {name} has characters that OpenAI does not take."
STRICT = {"openai_strict": "error", "mistral": "error", "anthropic_compat": "error", "permissive": "info"}


@rule(
    "TGT805",
    judges=(Call, HistoryCall, History),
    unusual=True,
    letters={
        "": row("warning", **STRICT), "dotted": row("warning", **STRICT, gemini_compat="off"),
        "gemini-start": row("off", gemini_compat="warning"), "in-stream": row("info", openai_strict="warning", permissive="off"),
    },
    params={"name": WORD},
    says=SAYS,
    expected="letters, digits, _ and -",
    actual="{name}",
    why="Names are checked in the declared tools and in old calls alike; one name is enough to have the whole request refused.",
    unless="The target takes such names, as some models do.",
    fix="Client: replace the other characters by _, in tools, calls and results alike. Server: send names as they were declared.",
    variants={
        "dotted": Texts(says=SAYS, unless="The target is Gemini, which takes dots and colons."),
        "in-stream": Texts(
            says=SAYS,
            why="Whoever sent this takes the name. The next request, with this call in its history, can be refused by another target.",
        ),
        "gemini-start": Texts(
            says="The function name {name} begins with a character that Gemini does not take there.",
            expected="a letter or _ at the start",
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
    for name, at, pointer in function_names(judged):
        variant = _variant(name)
        if isinstance(judged, Call):
            variant = None if variant in (None, "gemini-start") else "in-stream"
        if variant is not None:
            yield found(judged, at, pointer=pointer, variant=variant, name=name[:120])
            return


def _variant(name: str) -> str | None:
    openai, gemini = OPENAI.fullmatch(name) is not None, GEMINI.fullmatch(name) is not None
    if not name.strip() or (openai and gemini):
        return None
    return "dotted" if gemini else "gemini-start" if openai else ""
