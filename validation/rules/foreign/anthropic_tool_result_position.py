from typing import Any

from validation.examples import Example, document
from validation.facts.foreign import ANTHROPIC, BY_ASSISTANT, EARLY, LATE, PartTurn
from validation.facts.histories import Turn, ids_of
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, WORD, Texts, rule

_USE: Any = {"role": "assistant", "content": [{"type": "tool_use", "id": "toolu_a", "name": "get_weather", "input": {"city": "Oslo"}}]}
_RESULT: Any = {"type": "tool_result", "tool_use_id": "toolu_a", "content": "4 degrees"}
_TEXT: Any = {"type": "text", "text": "Well?"}
_EXPECTED = "the tool_result blocks first in the user message behind the calls"
_WHY = "The API looks for results at the beginning of the very next user message and refuses the whole request."
_FIX = "Client: answer every tool_use in the next user message, results first, any text behind them."


def _history(*messages: Any, note: str = "") -> Example:
    return document([{"role": "user", "content": "What is the weather in Oslo?"}, *messages], note=note)


def _user(*parts: Any) -> Any:
    return {"role": "user", "content": list(parts)}


@rule(
    "RSP953",
    judges=Turn,
    letters=dict.fromkeys(("", "not-next", "before", "by-assistant"), row("error")),
    params={"ids": WORD, "message": NUMBER, "turn": NUMBER},
    says="In message {message} other content stands before the result of {ids}.",
    expected=_EXPECTED,
    actual="a result behind other content",
    why=_WHY,
    fix=_FIX,
    variants={
        "not-next": Texts(
            "The result of {ids} stands in message {message}, not in the user message that follows the call (message {turn}).",
            _EXPECTED, "a later message", _WHY, "", _FIX,
        ),
        "before": Texts(
            "The result of {ids} stands in message {message}, before its call in message {turn}.",
            _EXPECTED, "an earlier message", _WHY, "", _FIX,
        ),
        "by-assistant": Texts(
            "The result of {ids} stands in message {message}, which is an assistant message.", _EXPECTED, "role assistant", _WHY, "", _FIX
        ),
    },
    bad=[
        _history(_USE, _user(_TEXT, _RESULT), note="text first"),
        _history(_USE, _user(_TEXT), _user(_RESULT), note="user messages in a row count as one"),
        _history(_USE, _user(_TEXT), {"role": "assistant", "content": "Hm."}, _user(_RESULT), note="variant: not-next"),
        _history(_user(_RESULT), _USE, _user(_TEXT), note="variant: before"),
        _history({"role": "assistant", "content": [*_USE["content"], _RESULT]}, _user(_TEXT), note="variant: by-assistant"),
    ],
    good=[
        _history(_USE, _user(_RESULT, _TEXT)),
        _history(_USE, _user(_RESULT), _user(_TEXT), note="two user messages in a row"),
    ],
    see=["Ironclad/rivet#487", "anthropics/claude-code#8210", "V1ki/dsh-plugin-subscriptions#22"],
    breaks=["Anthropic: tool_use ids were found without tool_result blocks immediately after"],
)  # fmt: skip
def anthropic_tool_result_position(turn: Turn) -> Findings:
    """A result of an Anthropic history does not stand where the API looks for it.

    Results come first in the user message directly behind the calls; their order among each other is free. Neighbouring messages of one
    role are one message to the API. A result that is not there at all is `anthropic-call-linkage`.
    """
    misplaced = turn.misplaced if isinstance(turn, PartTurn) and turn.history.foreign == ANTHROPIC else []
    if not misplaced:
        return
    first = misplaced[0]
    same = [result for result in misplaced if result.position == first.position]
    variant = {LATE: "not-next", EARLY: "before", BY_ASSISTANT: "by-assistant"}.get(first.position, "")
    yield found(
        turn, first.spot, related=(turn.spot,), variant=variant, count=len(same),
        ids=ids_of(same), message=first.message.index, turn=turn.message.index,
    )  # fmt: skip
