import re
from typing import Any

from validation.examples import assistant, call, history, result, user
from validation.facts.histories import History, HistoryCall
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, PLACE, WORD, rule

MODEL = re.compile(r"gemini-3", re.IGNORECASE)
PLACES_SHOWN = 16
SIGNED: dict[str, Any] = {"extra_content": {"google": {"thought_signature": "c2lnbmF0dXJl"}}}


@rule(
    "TGT813",
    judges=History,
    letters=row(
        "info", openai_strict="off", deepseek="off", mistral="off", vllm="off", openrouter="off", anthropic_compat="off",
        gemini_compat="error", permissive="off",
    ),
    params={"message": PLACE, "number": NUMBER, "sign": WORD},
    says="The first call of message {message} has no thought signature, although {sign}. Such messages: {number}.",
    expected="extra_content.google.thought_signature in the first call of every message",
    actual="no signature",
    why="Gemini 3 signs its calls and refuses a history in which a signature is missing.",
    unless="The model is not Gemini 3, or the call stands before the last user message, where Gemini checks less strictly.",
    fix="Client: keep extra_content of every call and send it back unchanged.",
    breaks=["Gemini 3: 400, Function call is missing a thought_signature"],
    bad=[history(user(), assistant(call("call_a", **SIGNED)), result("call_a"), assistant("call_b"), result("call_b"))],
    good=[
        history(user(), assistant(call("call_a", **SIGNED), call("call_b")), result("call_a"), result("call_b"), note="first one only"),
        history(user(), assistant("call_a"), result("call_a"), note="no sign of Gemini 3"),
    ],
    see=[
        "langgenius/dify-official-plugins#2088", "labring/aiproxy#450", "iOfficeAI/aionrs#93", "agentjido/req_llm#427",
        "ai.google.dev/gemini-api/docs/thought-signatures",
    ],
)  # fmt: skip
def thought_signature_missing(history: History) -> Findings:
    """The signature of a Gemini call was not kept.

    The compatible layer carries it in `extra_content` of a call; clients that keep id, name and arguments alone lose it. Of parallel calls
    only the first has one. Only judged where another call has one or had one in a stream of the same file, or the request names a Gemini 3
    model.
    """
    model = history.request.model if history.request is not None else None
    named = isinstance(model, str) and MODEL.search(model) is not None
    signed = any(_is_signed(call) for call in history.calls)
    if not (named or signed or any(call.id in history.signed for call in history.calls)):
        return
    without = [turn for turn in history.turns if not _is_signed(turn.calls[0])]
    if without:
        first = without[0]
        yield found(
            first, first.calls[0].spot, related=tuple(turn.calls[0].spot for turn in without[1:PLACES_SHOWN]), count=len(without),
            message=first.message.index, number=len(without),
            sign="the model is Gemini 3" if named else "other calls have one" if signed else "the stream that brought its calls had one",
        )  # fmt: skip


def _is_signed(call: HistoryCall) -> bool:
    extra = call.wire.get("extra_content")
    google = extra.get("google") if isinstance(extra, dict) else None
    return isinstance(google, dict) and bool(google.get("thought_signature"))
