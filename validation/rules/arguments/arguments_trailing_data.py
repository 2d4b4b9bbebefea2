import re

from validation.examples import assistant, call, dumps, entry, header, history, result, stream, tools, user
from validation.facts.histories import HistoryCall
from validation.facts.json_text import Json
from validation.facts.streams import Call
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, TEXT, WORD, Texts, rule

OSLO = '{"city":"Oslo"}'
WHY = "A strict parser fails on the whole text; a lenient one uses the first value and forgets the rest, so the tool gets a wrong input."
CLIENT = "Client: refuse the call; do not run the first value alone."
_BLANKS = re.compile(r'("[^"\\]*+(?:\\.[^"\\]*+)*+")|[ \t\n\r]++', re.DOTALL)
"""Strings, which stay, and the blanks around them."""


def _texts(what: str, server: str) -> Texts:
    return Texts(
        says=f"Call {{slot}} ({{name}}): {what}; the second part begins at character {{char}}.",
        expected="one JSON object and nothing behind it",
        actual="{excerpt} behind it",
        why=WHY,
        fix=f"Server: {server} {CLIENT}",
    )


PLAIN = _texts("text that is no JSON follows the arguments", "end the arguments where their JSON ends; keep markup and chatter out.")
VARIANTS = {
    "second-call": _texts("another value follows, probably the arguments of a second call", "give each call an index and id of its own."),
    "repeated": _texts("the arguments come more than once", "send every fragment once; do not flush the whole arguments at the end."),
    "leaked-empty": _texts("an empty object comes before the arguments", "do not send the empty input of a block before its fragments."),
    "extra-bracket": _texts("a closing bracket too many follows the arguments", "end the arguments where their JSON ends."),
    "quoted-copy": _texts("a copy in quotes follows the arguments", "do not send a summary of the call behind its fragments."),
}


@rule(
    "ARG603",
    judges=(Call, HistoryCall),
    unusual=True,
    letters=dict.fromkeys(("", *VARIANTS), row("error")),
    params={"slot": WORD, "name": WORD, "char": NUMBER, "excerpt": TEXT},
    says=PLAIN.says, expected=PLAIN.expected, actual=PLAIN.actual, why=WHY, fix=PLAIN.fix,
    variants=VARIANTS,
    bad=[
        stream(tools(header(arguments=OSLO)), tools(entry('{"zone":"UTC"}')), note="a second call without id (variant: second-call)"),
        stream(tools(header(arguments="{}")), tools(entry(OSLO)), note="an empty object leaked in front (variant: leaked-empty)"),
        stream(OSLO, "}", note="a bracket too many (variant: extra-bracket)"),
        stream(OSLO, dumps(OSLO), note="the whole once more, as a text (variant: quoted-copy)"),
        stream(OSLO, "</tool_call>", note="markup"),
        history(user(), assistant(call(arguments=OSLO + OSLO)), result(), note="the same value twice, in a history (variant: repeated)"),
        stream('{"city": "Oslo"', "}", OSLO, note="the whole once more, written anew (variant: repeated)"),
    ],
    good=[stream(OSLO, " \n", note="blanks are no data"), history(user(), assistant(call()), result())],
    see=["omnigent-ai/omnigent#28", "dyedd/lens#49"],
    breaks=["LangChain: the first value is used; every other measured client ends up with a text that does not parse"],
)  # fmt: skip
def arguments_trailing_data(call: Call | HistoryCall) -> Findings:
    """Something follows the JSON value of a call's arguments.

    What follows tells where it comes from: another object is the second call of an index, an object behind an empty one leaked in front
    of it, the same object once more a last flush, a bracket or markup is left over by a parser, a quoted copy is a summary.
    """
    if call.json.state is Json.TRAILING and call.as_text:
        char = call.json.char
        rest = call.arguments[char:].strip()
        yield found(
            call, call.spot, variant=_which(call.arguments[:char].strip(), rest),
            slot=call.slot, name=(call.name or "unnamed")[:120], char=char, excerpt=rest[:80],
        )  # fmt: skip


def _which(value: str, rest: str) -> str:
    if rest.startswith(("{", "[")):
        empty = value.removeprefix("{").removesuffix("}").strip() == ""
        return "repeated" if _comes_again(value, rest) else "leaked-empty" if empty else "second-call"
    if rest.startswith(('"{', '"[')):
        return "quoted-copy"
    return "" if rest.strip("}] \t\n\r") else "extra-bracket"


def _comes_again(value: str, rest: str) -> bool:
    """True when the rest is the value once more, or several times, with whatever blanks: some write it anew for a last fragment."""
    once, again = _BLANKS.sub(r"\1", value), _BLANKS.sub(r"\1", rest)
    times, left = divmod(len(again), len(once))
    return not left and again == once * times
