import re

from validation.examples import assistant, call, document, history, result, user
from validation.facts.histories import History, short_id
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, WORD, Texts, rule

FORM = re.compile(r"(?:functions\.)?[^:]+:\d+")
K2_FORM = re.compile(r"functions\.[^:]+:\d+")
KIMI = re.compile(r"kimi", re.IGNORECASE)
K3 = re.compile(r"kimi-?k?3", re.IGNORECASE)
PLACES_SHOWN = 5

EXPECTED = "functions.NAME:NUMBER, counted over the whole conversation"
WHY = "The model has learnt its own ids. With others it ends turns without a word, or writes the markup of its calls into the text."
FIX = "Client: rename the ids of calls and results before calling the model."
OWN, OTHER = "functions.get_weather:0", "call_9f3a"


@rule(
    "TGT804",
    judges=History,
    letters={"": row("off", moonshot="warning"), "kimi-model": row("warning", permissive="info")},
    params={"number": NUMBER, "id": WORD, "model": WORD},
    says="Ids that are not in the form of Kimi: {number}, the first is {id}.",
    expected=EXPECTED,
    actual="{id}",
    why=WHY,
    unless="The endpoint is Moonshot's own, which rewrites ids, or the model is not Kimi K2.",
    fix=FIX,
    variants={
        "kimi-model": Texts(
            says="The request goes to {model}, and ids are not in the form of Kimi: {number}, the first is {id}.",
            expected=EXPECTED,
            actual="{id}",
            why=WHY,
            unless="The endpoint rewrites ids, as Moonshot's own does.",
            fix=FIX,
        ),
    },
    breaks=["Kimi K2 behind vLLM, SGLang or LiteLLM: 1 of 10 runs went well with other ids, 12 of 12 with its own (reported)"],
    bad=[
        history(user(), assistant(OTHER), result(OTHER)),
        document(
            {"model": "moonshotai/Kimi-K2.6", "messages": [user(), assistant(OTHER), result(OTHER)], "tools": [{"type": "function"}]},
            note="variant: kimi-model",
        ),
    ],
    good=[history(user(), assistant(call(OWN)), result(OWN))],
    see=[
        "MoonshotAI/K2-Vendor-Verifier", "MoonshotAI/Kimi-K2 docs/tool_call_guidance.md", "getkimchi/kimchi#1066",
        "vybestack/llxprt-code#712", "MoonshotAI/kimi-code#3429",
    ],
)  # fmt: skip
def call_id_format_kimi(history: History) -> Findings:
    """Ids are not in the form that Kimi K2 wants.

    The model writes ids such as `functions.Read:0` and is confused by others in its history. Off unless the target is Moonshot, or the
    request names a Kimi model. One finding stands for all ids of a history.
    """
    model = history.request.model if history.request is not None else None
    named = isinstance(model, str) and KIMI.search(model) is not None
    form = FORM if named and K3.search(str(model)) else K2_FORM
    wrong = [(one, id) for one, id in history.ids() if form.fullmatch(id) is None]
    if wrong:
        first, *others = (one.id_spot for one, _ in wrong[:PLACES_SHOWN])
        yield found(
            history, first, related=tuple(others), count=len(wrong),
            variant="kimi-model" if named else "", number=len(wrong), id=short_id(wrong[0][1]), model=str(model or "")[:120],
        )  # fmt: skip
