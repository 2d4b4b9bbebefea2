import re

from validation.examples import assistant, history, result, user
from validation.facts.histories import History, short_id
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, WORD, rule

FORM = re.compile(r"[a-zA-Z0-9]{9}")
PLACES_SHOWN = 5


@rule(
    "TGT802",
    judges=History,
    letters=row("off", mistral="error"),
    params={"number": NUMBER, "id": WORD},
    says="Ids that Mistral does not take: {number}, the first is {id}.",
    expected="exactly nine characters of a-z, A-Z and 0-9",
    actual="{id}",
    why="Mistral refuses the whole request.",
    unless="The model has a tokenizer of version 13 or later: mistral-common takes any id there since 1.13.1. The platform still asked for "
    "nine characters in March 2026.",
    fix="Client: replace each id by a hash of nine characters, the same one in the call and in its result.",
    breaks=["Mistral: Tool call id was ... but must be a-z, A-Z, 0-9, with a length of 9 (code 3280)"],
    bad=[history(user(), assistant("call_abc123"), result("call_abc123"))],
    good=[history(user(), assistant("aB3dE5gH7"), result("aB3dE5gH7"))],
    see=[
        "mistral-common 1.11.7 and 1.13.1", "nearai/ironclaw#1241", "anomalyco/opencode#1680", "langchain-ai/langchain#24668",
        "HKUDS/nanobot#1293", "jundot/omlx#1997",
    ],
)  # fmt: skip
def call_id_format_mistral(history: History) -> Findings:
    """Ids of calls and results have not the form that Mistral wants.

    Ids of other endpoints, such as `call_` and 24 characters, are refused as soon as the conversation moves to Mistral. Both sides count:
    the id of a call, and the `tool_call_id` of a result. One finding stands for all ids of a history. Missing ids are MSG711 and HIS511.
    """
    wrong = [(one, id) for one, id in history.ids() if FORM.fullmatch(id) is None]
    if wrong:
        first, *others = (one.id_spot for one, _ in wrong[:PLACES_SHOWN])
        yield found(history, first, related=tuple(others), count=len(wrong), number=len(wrong), id=short_id(wrong[0][1]))
