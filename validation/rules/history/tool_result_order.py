from collections import Counter

from validation.examples import assistant, call, history, result, user
from validation.facts.histories import Turn, ids_of
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import PLACE, WORD, Texts, rule

LETTERS = row("info", deepseek="warning", vllm="warning", gemini_compat="warning")
RESULTS_SHOWN = 16
WHY = "Endpoints that bind by id read it right. Templates that leave ids out, and encoders that count, give each call the wrong result."
FIX = "Client: sort the results into the order of the calls before sending."


@rule(
    "HIS508",
    judges=Turn,
    letters={"": LETTERS, "same-tool": LETTERS},
    params={"message": PLACE, "ids": WORD, "name": WORD},
    says="The results of message {message} come in another order than its calls: {ids}.",
    expected="results in the order of the calls",
    actual="{ids}",
    why=WHY,
    unless="The receiver binds by id, as hosted endpoints are documented to do.",
    fix=FIX,
    variants={
        "same-tool": Texts(
            says="The results of message {message} come in another order than its calls: {ids}. It calls {name} more than once.",
            expected="results in the order of the calls",
            actual="{ids}",
            why=WHY + " With one tool called twice nothing in the content shows that two results were swapped.",
            unless="The receiver binds by id, as hosted endpoints are documented to do.",
            fix=FIX,
        ),
    },
    breaks=[
        "chat templates of the Qwen, GLM and Hermes kind, and DeepSeek's published V3.2 encoder: bind by position",
        "mistral-common v11 and later, DeepSeek's V4 encoder: sort the results themselves",
        "OpenAI, Anthropic, Kimi: bind by id (documented); Gemini by name and position",
    ],
    bad=[
        history(user(), assistant(call("call_a"), call("call_b", "get_time")), result("call_b"), result("call_a")),
        history(user(), assistant("call_a", "call_b"), result("call_b"), result("call_a"), note="variant: same-tool"),
    ],
    good=[history(user(), assistant("call_a", "call_b"), result("call_a"), result("call_b"))],
    see=["JustVugg/colibri#118", "modelscope/ms-swift#10174", "mozilla-ai/any-llm#1318", "can1357/oh-my-pi#11179"],
)
def tool_result_order(turn: Turn) -> Findings:
    """Results stand in another order than their calls.

    Legal: every result has the id of its call, and no hosted endpoint was found that refuses it. Results often come in the order in which
    the tools finished. It matters to receivers that bind by position and never look at the id, and there it goes wrong in silence.
    """
    if not turn.out_of_order:
        return
    names = Counter(call.name for call in turn.calls if call.name)
    twice = next((name for name, times in names.items() if times > 1), "")
    yield found(
        turn.split or turn, turn.spot, related=tuple(result.spot for result in turn.out_of_order[:RESULTS_SHOWN]),
        variant="same-tool" if twice else "",
        message=turn.message.index, ids=ids_of(turn.out_of_order), name=twice[:120],
    )  # fmt: skip
