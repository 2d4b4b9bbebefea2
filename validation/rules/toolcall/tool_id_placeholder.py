from validation.examples import entry, header, stream, tools
from validation.facts.streams import Call, IdOutcome
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, WORD, rule

OSLO = '{"city":"Oslo"}'


@rule(
    "TCD314",
    judges=Call,
    needs="id_changes",
    letters=row("error"),
    params={"slot": WORD, "name": WORD, "word": WORD, "times": NUMBER},
    says="Call {slot} ({name}) has the text {word} as its id (×{times}).",
    expected="a real id once, and no id afterwards",
    actual="{word}",
    why="It is a word for nothing, but clients take it for an id: it replaces the real one, and every such call then has the same.",
    fix="Server: leave the id out where there is none. Client: read null, None and undefined in quotes as no id.",
    bad=[
        stream(tools(header()), tools(entry(OSLO, id="null")), note="on a later fragment"),
        stream(tools(header("None", arguments=OSLO)), note="from the start"),
    ],
    good=[
        stream(tools(header()), tools({**entry(OSLO), "id": None}), note="a real null says nothing"),
        stream(tools(header("0", arguments=OSLO)), note="a poor id, but one"),
    ],
    see=["zed-industries/zed#53605", "mistralai/client-js#69"],
    breaks=["openai-node and LangChain: the real id is overwritten"],
)
def tool_id_placeholder(call: Call) -> Findings:
    """A call's id is a word that means nothing.

    The text null, None or undefined: something was written into a string that had no value. It is not taken as the id of the call here.
    """
    words = [change for change in call.id_changes if change.outcome is IdOutcome.PLACEHOLDER]
    if words:
        yield found(
            call, words[0].spot, pointer="/id", count=len(words), slot=call.slot, name=(call.name or "unnamed")[:120], word=words[0].id,
            times=len(words),
        )  # fmt: skip
