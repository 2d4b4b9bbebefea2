from validation.examples import Example, Wire, document, tool_results, tool_uses
from validation.facts.foreign import ANTHROPIC
from validation.facts.histories import Binding, HistoryCall, Result, short_id
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, WORD, Texts, rule


def _sent(*messages: Wire, note: str = "") -> Example:
    return document({"model": "demo-model", "max_tokens": 99, "messages": [{"role": "user", "content": "Oslo?"}, *messages]}, note=note)


@rule(
    "RSP954",
    judges=(HistoryCall, Result),
    letters=dict.fromkeys(("", "no-call", "used-twice", "second-result", "no-id"), row("error")),
    params={"id": WORD, "message": NUMBER},
    says="The tool_use {id} of message {message} has no tool_result.",
    expected="a tool_result with this id in the next user message",
    actual="none",
    why="The API refuses every request that holds this history, so the conversation is stuck until it is repaired.",
    fix="Client: keep each tool_use with its id, and answer it once, in the next user message; drop calls whose result is lost.",
    variants={
        "no-call": Texts(
            "Message {message} holds a tool_result for {id}, but no tool_use before it has this id.", "the id of a tool_use", "{id}",
            "Each tool_result must have its tool_use in the message before; the API refuses the request.",
        ),
        "used-twice": Texts(
            "The id {id} of a tool_use in message {message} was used before.", "an id of its own", "{id} again",
            "Ids of calls must be unique in the whole request; the API refuses it.", "",
            "Client: store each call once. Server: make ids that do not come again in a conversation.",
        ),
        "second-result": Texts(
            "Message {message} holds a second tool_result for {id}.", "one tool_result a call", "two",
            "Each call has a single result; the API refuses the request.",
        ),
        "no-id": Texts(
            "A tool_use or tool_result of message {message} has no id that can link it.", "an id", "none",
            "Without it a call and its result are not linked; the API refuses the request.",
        ),
    },
    bad=[
        _sent(tool_uses("toolu_a"), {"role": "user", "content": "Well?"}, note="no result"),
        _sent(tool_uses("toolu_a"), note="about to be sent with an open call"),
        _sent(tool_uses("toolu_a", "toolu_b"), tool_results("toolu_a"), {"role": "assistant", "content": "Hm."}, note="one of two"),
        _sent(tool_uses("toolu_a"), tool_results("toolu_a", "toolu_z"), note="variant: no-call"),
        _sent(tool_uses("toolu_a", "toolu_a"), tool_results("toolu_a"), note="variant: used-twice"),
        _sent(tool_uses("toolu_a"), tool_results("toolu_a", "toolu_a"), note="variant: second-result"),
        _sent(tool_uses(""), note="variant: no-id"),
    ],
    good=[
        _sent(tool_uses("toolu_a", "toolu_b"), tool_results("toolu_b", "toolu_a"), note="any order"),
        document([{"role": "user", "content": "Oslo?"}, tool_uses("toolu_a")], purpose="archive", note="a record that ends with the call"),
    ],
    see=["anthropics/claude-code#20693", "anthropics/claude-code#18947"],
    breaks=["Anthropic: tool_use ids must be unique; each tool_use must have a single result; unexpected tool_use_id found"],
)  # fmt: skip
def anthropic_call_linkage(judged: HistoryCall | Result) -> Findings:
    """A call and its result are not linked in an Anthropic history.

    Each `tool_use` has an id of its own in the whole request, and one `tool_result`. A history that ends with open calls waits for their
    results, unless it is to be sent. A result that is there but in a wrong place is `anthropic-tool-result-position`.
    """
    if isinstance(judged, HistoryCall):
        message, variant = judged.turn.message, {"unanswered": "", "": None}.get(judged.link, judged.link)
    else:
        message, variant = judged.message, _of_result(judged)
    if variant is not None and message.history.foreign == ANTHROPIC:
        yield found(judged, judged.id_spot, variant=variant, id=short_id(judged.id) or "?", message=message.index)


def _of_result(result: Result) -> str | None:
    return {Binding.UNKNOWN: "no-call", Binding.SURPLUS: "second-result", Binding.NO_ID: "no-id"}.get(result.binding)
