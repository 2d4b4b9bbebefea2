from validation.examples import entry, header, stream, tools
from validation.facts.streams import Call, IdOutcome
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, WORD, Texts, rule

OSLO = '{"city":"Oslo"}'
CHANGES = (IdOutcome.NEW_ID, IdOutcome.OTHER_SLOT)


@rule(
    "TCD312",
    judges=Call,
    needs="id_changes",
    letters={"": row("error"), "other-slot": row("error")},
    params={"slot": WORD, "name": WORD, "id": WORD, "other": WORD, "times": NUMBER},
    says="The id of call {slot} ({name}) changes in mid call: {id} at first, {other} on a later fragment (×{times}).",
    expected="{id}, or no id",
    actual="{other}",
    why="The result is sent back under one of the ids, and which one depends on the client; by id the call falls into pieces.",
    fix="Server: make the id once a call, not once a chunk. Client: join by index and keep the first id.",
    variants={
        "other-slot": Texts(
            says="A fragment under index {slot} ({name}, {id}) carries {other}, the id of another call: index and id disagree.",
            expected="{id}, or no id",
            actual="{other}",
            why="Clients that join by index and clients that join by id put this fragment into different calls; one of the two is wrong.",
            fix="Server: keep one counter for index and id. Client: join by index, and do not run calls whose ids disagree.",
        ),
    },
    bad=[
        stream(tools(header()), tools(entry('{"city":', id="call_x")), tools(entry('"Oslo"}', id="call_y")), note="a new id every time"),
        stream(
            tools(header()), tools(header("call_b", index=1)), tools(entry(OSLO, id="call_b")), tools(entry(OSLO, index=1)),
            note="the id of the other call (variant: other-slot)",
        ),
    ],
    good=[
        stream(tools(header()), tools(entry('{"city":')), tools(entry('"Oslo"}'))),
        stream(tools(header()), tools(header("call_b", index=1)), tools(entry(OSLO)), tools(entry(OSLO, index=1)), note="by index alone"),
    ],
    see=["langchain-ai/langchain#38673"],
    breaks=[
        "LangChain (Python, JS): one call a fragment; openai-python: the ids are glued together; openai-node, LiteLLM: the last id stays",
    ],
)  # fmt: skip
def tool_id_changes(call: Call) -> Findings:
    """The id of a call changes while its arguments still come.

    A different id without the start of a new call: the arguments are whole only when the fragments of both ids are joined. Where the id
    is that of another call, the variant `other-slot` says so.
    """
    changes = [change for change in call.id_changes if change.outcome in CHANGES]
    if changes:
        change = changes[0]
        yield found(
            call, change.spot, pointer="/id", related=(call.first,), variant="other-slot" if change.outcome is IdOutcome.OTHER_SLOT else "",
            count=len(changes), slot=call.slot, name=(call.name or "unnamed")[:120], id=(call.id or "no id")[:120], other=change.id[:120],
            times=len(changes),
        )  # fmt: skip
