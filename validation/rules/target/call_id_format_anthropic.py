import re

from validation.examples import assistant, history, result, user
from validation.facts.histories import History, short_id
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, WORD, rule

FORM = re.compile(r"[a-zA-Z0-9_-]+")
PLACES_SHOWN = 5


@rule(
    "TGT803",
    judges=History,
    letters=row(
        "info", openai_strict="off", deepseek="off", mistral="off", vllm="off", openrouter="off", anthropic_compat="error",
        gemini_compat="off", permissive="off",
    ),
    params={"number": NUMBER, "id": WORD},
    says="Ids that Anthropic does not take: {number}, the first is {id}.",
    expected="letters, digits, _ and -",
    actual="{id}",
    why="Anthropic, and Bedrock with it, refuses the whole request; other targets do not look at the characters.",
    fix="Client: replace every other character by _, in the call and in its result alike.",
    breaks=["Anthropic, Bedrock: tool_use.id: String should match pattern"],
    bad=[history(user(), assistant("functions.Bash:0"), result("functions.Bash:0"))],
    good=[history(user(), assistant("functions_Bash_0"), result("functions_Bash_0"))],
    see=["maximhq/bifrost#5097", "HKUDS/nanobot#4356", "screenpipe/screenpipe#3252", "QwenLM/qwen-code#8160"],
)  # fmt: skip
def call_id_format_anthropic(history: History) -> Findings:
    """Ids of calls and results have characters that Anthropic refuses.

    Kimi's ids have a dot and a colon in them; gateways add blanks or slashes. Such a conversation cannot move to Anthropic as it is.
    Cleaned on one side only, call and result no longer fit (HIS503). One finding stands for all ids of a history.
    """
    wrong = [(one, id) for one, id in history.ids() if FORM.fullmatch(id) is None]
    if wrong:
        first, *others = (one.id_spot for one, _ in wrong[:PLACES_SHOWN])
        yield found(history, first, related=tuple(others), count=len(wrong), number=len(wrong), id=short_id(wrong[0][1]))
