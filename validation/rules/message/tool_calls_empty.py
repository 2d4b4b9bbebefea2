from validation.examples import assistant, document, history, user
from validation.facts.histories import Message
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import PLACE, rule

ANSWER = {"choices": [{"index": 0, "message": assistant(content="It is 4 degrees.", tool_calls=[]), "finish_reason": "stop"}]}


@rule(
    "MSG704",
    judges=Message,
    letters=row("error", mistral="info", vllm="info", permissive="info"),
    params={"message": PLACE},
    says="Message {message} has an empty list of calls.",
    expected="no tool_calls key, or at least one call in it",
    actual='"tool_calls": []',
    why="An empty list is not the same as no list: endpoints demand at least one call in it and refuse the whole request.",
    fix="Client: leave the key out when there are no calls.",
    breaks=[
        "OpenAI: 400, empty array. Expected an array with minimum length 1",
        "Qwen (DashScope): Empty tool_calls is not supported",
        "vLLM drops the key, mistral-common accepts it",
    ],
    bad=[history(user(), assistant(content="It is 4 degrees.", tool_calls=[]))],
    good=[
        history(user(), assistant(content="It is 4 degrees.")),
        document({"call_type": "completion", "messages": [user()], "response": ANSWER}, note="the answer in a log of LiteLLM"),
    ],
    see=["openai/openai-node#1341", "home-assistant/core#118577", "smallmain/vscode-unify-chat-provider#65"],
)
def tool_calls_empty(message: Message) -> Findings:
    """An assistant message has `tool_calls: []`.

    Clients write it when they serialise a message type whose list of calls is never null, or when a repair step takes the calls out of a
    message and leaves their list behind. Quiet in the fresh answer of an exchange: some servers always write it there, and nobody has sent
    it back yet.
    """
    if message.role == "assistant" and message.wire.get("tool_calls") == [] and not message.is_answer:
        yield found(message, message.spot, pointer="/tool_calls", message=message.index)
