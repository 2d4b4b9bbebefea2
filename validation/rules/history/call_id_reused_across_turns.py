import re

from validation.examples import assistant, history, result, user
from validation.facts.histories import HistoryCall, short_id
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import PLACE, WORD, Texts, rule

KIMI = re.compile(r"(?:functions\.)?[A-Za-z0-9_.-]+:\d+")
FIX = "Client: before storing, make ids unique over the whole history, in the call and in its result. Server: never count ids from 0 again."


@rule(
    "HIS506",
    judges=HistoryCall,
    letters={
        "": row("warning", mistral="info", vllm="info", anthropic_compat="error", gemini_compat="info"),
        "kimi": row("info", deepseek="warning", openrouter="warning", anthropic_compat="error"),
        "unanswered": row("error", vllm="warning", permissive="warning"),
    },
    params={"message": PLACE, "earlier": PLACE, "id": WORD},
    says="Message {message} calls with the id {id}, which message {earlier} has already used.",
    expected="an id that occurs once in the history",
    actual="{id} in messages {earlier} and {message}",
    why="Each result still follows its own call, but whoever looks an id up over the whole history finds the wrong one.",
    fix=FIX,
    variants={
        "unanswered": Texts(
            says="Message {message} calls with the id {id} of message {earlier}, whose call has no result of its own.",
            expected="a result for the call of message {earlier}, and an id that occurs once",
            actual="{id} in messages {earlier} and {message}, answered in one of them at most",
            why="The first call stays open, and endpoints refuse the request. Often a message was stored twice.",
            fix="Client: drop the copy of the message, or add the missing result. " + FIX,
        ),
    },
    breaks=[
        "Anthropic: tool_use ids must be unique",
        "some Kimi-compatible backends want ids that are unique in a request",
        "clients that look an id up over the whole history: find the wrong call",
    ],
    bad=[
        history(user(), assistant("call_0"), result("call_0"), user("Bergen?"), assistant("call_0"), result("call_0")),
        history(user(), assistant("get:0"), result("get:0"), user("Bergen?"), assistant("get:0"), result("get:0"), note="variant: kimi"),
        history(
            user(),
            assistant("call_a"),
            assistant("call_a"),
            result("call_a"),
            note="variant: unanswered, an assistant message stored twice",
        ),
    ],
    good=[
        history(user(), assistant("call_0"), result("call_0"), user("Bergen?"), assistant("call_1"), result("call_1")),
        history(user(), assistant("call_0"), result("call_0"), note="one turn"),
    ],
    see=["fw-ai/fireconnect#16", "NVIDIA-NeMo/Switchyard#502", "vllm-project/agentic-api#233", "open-webui/open-webui#28305"],
)
def call_id_reused_across_turns(call: HistoryCall) -> Findings:
    """Two messages of a history call with the same id.

    Ids count for one turn: a result binds to the newest call with its id, so repeated ids can be sound. Kimi models number their calls anew
    in every turn (`list_dir:0`); ids of that shape are only noted, others are a warning. When the earlier call has no result, most likely
    an assistant message was stored twice, and that call is as open as in HIS501.
    """
    earlier = call.earlier
    if earlier is None or call.id is None:
        return
    answered = earlier.answer or earlier.early or earlier.unknown
    kimi = KIMI.fullmatch(call.id) is not None
    yield found(
        call, call.spot, pointer="/id", related=(earlier.spot,), variant="unanswered" if not answered else "kimi" if kimi else "",
        message=call.turn.message.index, earlier=earlier.turn.message.index, id=short_id(call.id),
    )  # fmt: skip
