from validation.examples import assistant, header, history, result, stream, tools, user
from validation.facts.histories import HistoryCall, short_id
from validation.facts.streams import Call
from validation.finding import Findings, found
from validation.profiles import Row, row
from validation.rule import NUMBER, WORD, rule

LIMIT = 40
LONGER_LIMIT = 64
PLACES_SHOWN = 16


def _letters(anthropic: str) -> Row:
    return row(
        "info", openai_strict="warning", mistral="off", openrouter="off", anthropic_compat=anthropic, gemini_compat="off", permissive="off",
    )  # fmt: skip


@rule(
    "TGT801",
    judges=(Call, HistoryCall),
    unusual=True,
    letters={"": _letters("off"), "over-64": _letters("warning")},
    params={"id": WORD, "characters": NUMBER},
    says="The call id {id} has {characters} characters.",
    expected="at most 40 characters, at most 64 for Anthropic and the Responses API",
    actual="{characters} characters",
    why="Some targets limit the length of ids and refuse the whole request for one that is longer.",
    unless="The target has no such limit: the one of 40 at OpenAI was reported in 2024 and 2025, and not met any more in July 2026.",
    fix="Client: replace long ids by shorter ones, in the call and in its result alike. Server: make ids of at most 40 characters.",
    breaks=[
        "OpenAI, Azure, GitHub Copilot: string too long. Expected a string with maximum length 40 (reported)",
        "OpenAI Responses: call_id of at most 64",
    ],
    bad=[
        history(user(), assistant("call_" + "0123456789" * 4), result("call_" + "0123456789" * 4)),
        history(user(), assistant("call_" + "0123456789" * 8), result("call_" + "0123456789" * 8), note="variant: over-64"),
        stream(tools(header("chatcmpl-tool-0123456789abcdef0123456789abcdef")), '{"city":"Oslo"}', note="in a stream"),
    ],
    good=[history(user(), assistant("call_0123456789abcdef01234567"), result("call_0123456789abcdef01234567"))],
    see=["microsoft/autogen#6377", "langmanus/langmanus#119", "BerriAI/litellm#17343", "vercel/ai#8132", "vercel/ai#17233"],
)  # fmt: skip
def call_id_too_long(call: Call | HistoryCall) -> Findings:
    """A call id is longer than some targets allow.

    Gateways put a prefix, a signature or a second id into the id; helper libraries join an id that a stream repeats in every chunk
    (TCD311). A call of a stream is judged because its id goes into the next request.
    """
    id = call.id or ""
    if len(id) <= LIMIT:
        return
    spot = call.spot if isinstance(call, HistoryCall) else call.id_late or call.first
    related = tuple(result.spot for result in call.results[:PLACES_SHOWN]) if isinstance(call, HistoryCall) else ()
    variant = "over-64" if len(id) > LONGER_LIMIT else ""
    yield found(call, spot, pointer="/id", related=related, variant=variant, id=short_id(id), characters=len(id))
