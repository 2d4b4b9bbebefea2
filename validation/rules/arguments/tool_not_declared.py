import re
from collections.abc import Iterable

from validation.examples import Example, assistant, call, document, header, result, stream, tools, user
from validation.facts.histories import HistoryCall
from validation.facts.streams import Call
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import WORD, Texts, rule

SHOWN = 5
SAYS = "Call {slot} calls {name}, which the request does not declare. Declared: {declared}."
DECLARED = {"tools": [{"type": "function", "function": {"name": "list_files_tool", "parameters": {"type": "object"}}}]}


def calling(name: str, note: str = "") -> Example:
    return stream(tools(header(name=name, arguments="{}")), request=DECLARED, note=note)


def stored(name: str, note: str = "") -> Example:
    return document({"messages": [user(), assistant(call(name=name, arguments="{}")), result()], **DECLARED}, note=note)


@rule(
    "ARG610",
    judges=(Call, HistoryCall),
    needs="segment.declared",
    letters={"": row("warning", permissive="info"), "in-history": row("info")},
    params={"slot": WORD, "name": WORD, "declared": WORD, "near": WORD},
    says=SAYS,
    expected="{near}",
    actual="{name}",
    why="The client has no tool of that name. Some look it up and fail; some endpoints refuse the whole answer.",
    unless="A gateway renames tools, and maps the name back later.",
    fix="Server: allow declared names only while the name is written. Client: answer the call with an error that lists the tools.",
    variants={
        "in-history": Texts(
            says=SAYS,
            expected="{near}",
            actual="{name}",
            why="Tools change between turns and no known endpoint refuses this, but the model sees a tool that it cannot use any more.",
            fix="Client: nothing, if the tool was taken away on purpose.",
        ),
    },
    bad=[calling("listFiles", note="nearly the declared name"), stored("list_dir", note="in a history (variant: in-history)")],
    good=[
        calling("list_files_tool"),
        stored("list_files_tool"),
        stream(tools(header(name="web_search", arguments="{}")), request={"tools": [{"type": "web_search"}]}, note="the server's own tool"),
        stream(tools(header(arguments="{}")), request={"model": "demo-model"}, note="the tools are not known"),
    ],
    see=["mastra-ai/mastra#9688", "MiniMax-AI/MiniMax-Provider-Verifier"],
    breaks=["Groq: `attempted to call tool ... which was not in request.tools`; agents raise when they look the tool up"],
)
def tool_not_declared(call: Call | HistoryCall) -> Findings:
    """A call names a tool that the request does not declare.

    Judged only when the request's tools are known. Tools of the server's own have no name in the request and may call themselves anything,
    so nothing is said where there is one. In a history it is worth knowing and no more.
    """
    known = call.segment.declared
    if known is None or not known.complete or not call.name or call.custom or call.name in known.by_name:
        return
    names = list(known.by_name)
    yield found(
        call, call.spot, variant="in-history" if call.in_history else "", slot=call.slot, name=call.name[:120],
        declared=", ".join(names[:SHOWN])[:120] or "nothing", near=_near(call.name, names[:1_000])[:120] or "a declared name",
    )  # fmt: skip


def _near(name: str, names: Iterable[str]) -> str:
    """The declared name that this one is, or is the beginning of, when case and punctuation do not count; "" for none."""
    bare = re.sub("[^a-z0-9]", "", name.lower())
    bares = ((other, re.sub("[^a-z0-9]", "", other.lower())) for other in names)
    return next((other for other, one in bares if bare and one and (one.startswith(bare) or bare.startswith(one))), "")
