from validation.examples import header, stream, tools
from validation.facts.markup import Markup, asked_about, bare_calls_in, markup_in
from validation.facts.streams import Choice
from validation.finding import INFERRED, Findings, found
from validation.profiles import row
from validation.rule import NUMBER, TEXT, WORD, Texts, rule

OSLO = '{"city":"Oslo"}'
CALL = '{"name": "get_weather", "arguments": ' + OSLO + "}"
FENCED = {"content": f"The model writes:\n```\n<tool_call>\n{CALL}\n</tool_call>\n```\nand the server reads it."}
LOWER = row("warning", permissive="info")
SERVER = "Server: start it with the tool parser and the template of this model, and update it."


def _texts(says: str, why: str, unless: str = "") -> Texts:
    return Texts(says, "the call in tool_calls", "{excerpt}", why, unless, f"{SERVER} Client: do not show the markup, and do not run it.")


PLAIN = _texts(
    "The text holds the markup of a tool call, {marker}, at character {char}, and there is no call.",
    "The server did not see the call that the model wrote. The user reads markup, and no tool is run.",
)
VARIANTS = {
    "residue": _texts(
        "The text holds the markup of a tool call, {marker}, at character {char}, beside calls that were read.",
        "The server's parser read calls and left some of their markup in the text, which the user sees.",
    ),
    "bare-json": _texts(
        "The whole text is the JSON of a call of {marker}.",
        "Either the server did not see the call that the model wrote, or it read the call and left it in the text as well.",
        "The user asked for such an object.",
    ),
    "quoted": _texts(
        "The text speaks of the markup of tool calls, {marker}, at character {char}.",
        "It stands in code, or the user asked about it, so this is no call that was lost.",
    ),
}


@rule(
    "TCD327",
    judges=Choice,
    letters={"": row("error", permissive="warning"), "residue": LOWER, "bare-json": LOWER, "quoted": row("info")},
    params={"marker": WORD, "char": NUMBER, "excerpt": TEXT},
    says=PLAIN.says, expected=PLAIN.expected, actual=PLAIN.actual, why=PLAIN.why, fix=PLAIN.fix,
    variants=VARIANTS,
    bad=[
        stream({"content": "<tool_"}, {"content": "call>\n" + CALL}, {"content": "\n</tool_call>"}, finish="stop", note="cut by chunks"),
        stream({"content": "<｜tool▁calls▁begin｜>function"}, finish="stop", note="a marker with bars needs no body"),
        stream({"content": "[TOOL_CALLS] []<|python_tag|>"}, tools(header(arguments=OSLO)), note="left over (variant: residue)"),
        stream({"content": CALL}, tools(header(arguments=OSLO)), note="nothing but a call (variant: bare-json)"),
        stream(FENCED, finish="stop", note="in fenced code (variant: quoted)"),
    ],
    good=[
        stream({"content": "Put the call between <tool_call> tags, as JSON."}, finish="stop", note="a marker without a body"),
        stream({"content": '{"name": "Oslo", "degrees": 4}'}, finish="stop", note="JSON that is no call"),
    ],
    see=["sgl-project/sglang#17141", "stdapi-ai/stdapi.ai#182", "lsdefine/GenericAgent#804", "exo-explore/exo#2281"],
    breaks=["every client: the call is never run, and the user reads markup"],
)  # fmt: skip
def tool_markup_in_content(choice: Choice) -> Findings:
    """The markup of a tool call was left in the text.

    Models write calls as text between markers of their template, and the server's parser turns them into tool_calls. Where it fails, the
    markers stay in the content. The joined text is searched, since markers are cut by chunks; code in it, fenced or between backticks, is
    not. A marker needs the body of a call behind it, or the bars of a special token. JSON alone is a call only where a known request
    declares its name.
    """
    request, text = choice.stream.request, "".join(choice.content)
    markup, variant = markup_in(text), "residue" if choice.calls else ""
    if markup is None and (names := bare_calls_in(text)) and (request is None or set(names) <= request.declared.by_name.keys()):
        markup, variant = Markup(names[0], 0, False), "bare-json"
    if markup is not None:
        quoted = markup.quoted or (request is not None and asked_about(request.messages, markup.marker))
        yield found(
            choice, choice.content_spot(markup.char), variant="quoted" if quoted else variant, certainty=INFERRED,
            marker=markup.marker[:120], char=markup.char, excerpt=text[markup.char:].strip()[:80],
        )  # fmt: skip
