from validation.examples import assistant, call, document, header, history, result, stream, tools, user
from validation.facts.histories import History, HistoryCall
from validation.facts.named_texts import function_names
from validation.facts.streams import Call
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, WORD, Texts, rule

LIMIT = 64
LONG = "get_weather_of_a_city_for_a_day_in_a_unit_from_a_source_by_a_name"


@rule(
    "TGT806",
    judges=(Call, HistoryCall, History),
    unusual=True,
    letters={
        "": row("warning", openai_strict="error", deepseek="error", mistral="error", gemini_compat="error", permissive="info"),
        "in-stream": row("info", openai_strict="warning", permissive="off"),
    },
    params={"name": WORD, "characters": NUMBER},
    says="The function name {name} has {characters} characters.",
    expected="at most 64 characters",
    actual="{characters} characters",
    why="Names are checked in the declared tools and in old calls alike; one that is too long has the whole request refused.",
    fix="Client: shorten the name, in tools, calls and results alike, and map it back before running the tool.",
    variants={
        "in-stream": Texts(
            says="The function name {name} has {characters} characters.",
            why="Whoever sent this takes the name. The next request, with this call in its history, can be refused by another target.",
        ),
    },
    breaks=["OpenAI, DeepSeek, Mistral, Gemini: at most 64 characters"],
    bad=[
        history(user(), assistant(call("call_a", LONG)), result("call_a")),
        document({"messages": [user()], "tools": [{"type": "function", "function": {"name": LONG}}]}, note="a declared tool"),
        stream(tools(header(name=LONG)), '{"city":"Oslo"}', note="variant: in-stream"),
    ],
    good=[history(user(), assistant(call("call_a", LONG[:64])), result("call_a"), note="64 characters")],
    see=["OpenAI API reference", "kaitranntt/ccs#25", "mistral-common 1.13.1"],
)  # fmt: skip
def tool_name_too_long(judged: Call | HistoryCall | History) -> Findings:
    """A function name is longer than 64 characters.

    Layers that join the name of a server, a namespace and a function get there quickly. Judged are the calls of a history, its declared
    tools (all of them in one finding), and the calls of a stream, whose names go into the next request.
    """
    for name, at, pointer in function_names(judged):
        if len(name) > LIMIT:
            variant = "in-stream" if isinstance(judged, Call) else ""
            yield found(judged, at, pointer=pointer, variant=variant, name=name[:120], characters=len(name))
            return
