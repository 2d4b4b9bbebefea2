from validation.examples import header, stream, tools
from validation.facts.markup import Markup, asked_about, bare_calls_in, markup_in
from validation.facts.streams import Choice
from validation.finding import INFERRED, Findings, found
from validation.profiles import row
from validation.rule import NUMBER, TEXT, WORD, Texts, rule

OSLO = '{"city":"Oslo"}'
CALL = '{"name": "get_weather", "arguments": ' + OSLO + "}"
THOUGHT = f"The weather, then. <tool_call>\n{CALL}\n</tool_call>"
LOWER = row("warning", permissive="info")
ENDS = ("stop", "tool_calls")


def _texts(says: str, why: str, unless: str = "") -> Texts:
    fix = "Server: use a reasoning parser that ends where the call begins, and update it. Client: do not run what stands in reasoning."
    return Texts(says, "the call in tool_calls", "{excerpt}", why, unless, fix)


PLAIN = _texts(
    "The reasoning holds the markup of a tool call, {marker}, at character {char}, and there is neither a call nor an answer.",
    "The reasoning parser swallowed the call: no tool is run, and the agent ends without a word.",
)
VARIANTS = {
    "answered": _texts(
        "The reasoning holds the markup of a tool call, {marker}, at character {char}, and there is no call.",
        "The reasoning parser may have swallowed a call; what the answer says then rests on no result.",
        "The model only thought about the call and decided against it.",
    ),
    "bare-json": _texts(
        "The whole reasoning is the JSON of a call of {marker}, and there is no call.",
        "The reasoning parser may have swallowed the call: no tool is run.",
        "The model only thought about such an object.",
    ),
    "quoted": _texts(
        "The reasoning speaks of the markup of tool calls, {marker}, at character {char}.",
        "It stands in code, or the user asked about it, so this is no call that was lost.",
    ),
}


@rule(
    "TCD328",
    judges=Choice,
    letters={"": row("error", permissive="warning"), "answered": LOWER, "bare-json": LOWER, "quoted": row("info")},
    params={"marker": WORD, "char": NUMBER, "excerpt": TEXT},
    says=PLAIN.says, expected=PLAIN.expected, actual=PLAIN.actual, why=PLAIN.why, fix=PLAIN.fix,
    variants=VARIANTS,
    bad=[
        stream({"reasoning_content": THOUGHT[:30]}, {"reasoning_content": THOUGHT[30:]}, finish="stop", note="the call was swallowed"),
        stream({"reasoning": THOUGHT}, {"content": "It is cold."}, finish="stop", note="and an answer came (variant: answered)"),
        stream({"reasoning": CALL}, finish="stop", note="nothing but a call (variant: bare-json)"),
        stream({"reasoning": f"```\n{THOUGHT}\n```"}, {"content": "4."}, finish="stop", note="in fenced code (variant: quoted)"),
    ],
    good=[
        stream({"reasoning": THOUGHT}, tools(header(arguments=OSLO)), note="the call was read"),
        stream({"reasoning": "I could answer between <tool_call> tags."}, {"content": "4."}, finish="stop", note="no body behind it"),
    ],
    also=["completion-empty"],
    see=["vllm-project/vllm#35687", "cubist38/mlx-openai-server#284", "ggml-org/llama.cpp#24202"],
    breaks=["every client: the call is never run"],
)  # fmt: skip
def tool_markup_in_reasoning(choice: Choice) -> Findings:
    """A tool call was left in the reasoning.

    The same search as in the content, where no call was read and the answer ended as if it were complete. A model may also think about a
    call and decide against it, which is why an answer beside it makes this a warning.
    """
    if choice.calls or choice.finish not in ENDS or not choice.reasoning:
        return
    request, text = choice.stream.request, "".join(choice.reasoning)
    markup, variant = markup_in(text), "answered" if any(piece.strip() for piece in choice.content) else ""
    if markup is None and (names := bare_calls_in(text)):
        markup, variant = Markup(names[0], 0, False), "bare-json"
    if markup is not None:
        quoted = markup.quoted or (request is not None and asked_about(request.messages, markup.marker))
        yield found(
            choice, choice.reasoning_spot(markup.char), variant="quoted" if quoted else variant, certainty=INFERRED,
            marker=markup.marker[:120], char=markup.char, excerpt=text[markup.char:].strip()[:80],
        )  # fmt: skip
