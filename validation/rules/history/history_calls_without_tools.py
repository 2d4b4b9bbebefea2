from validation.examples import assistant, document, history, result, user
from validation.facts.histories import SEND, History
from validation.facts.tools import Declared
from validation.finding import NEEDS_CONTEXT, Findings, found
from validation.profiles import row
from validation.rule import NUMBER, Texts, rule

FIX = 'Client: send the tools along as long as the history has calls; tool_choice "none" keeps the model from calling them.'
CALLED = (user(), assistant("call_a"), result("call_a"), user("And tomorrow?"))
WEATHER = {"type": "function", "function": {"name": "get_weather", "parameters": {"type": "object"}}}


@rule(
    "HIS514",
    judges=History,
    letters={"": row("info", anthropic_compat="warning"), "messages-alone": row("info")},
    params={"calls": NUMBER},
    says="The request has a history with calls and declares no tools. Calls: {calls}.",
    expected="the tools that the history calls",
    actual="no tools",
    why="OpenAI accepts it. Layers in front of Anthropic and Bedrock demand the declaration as soon as a call stands in the history.",
    fix=FIX,
    variants={
        "messages-alone": Texts(
            says="The messages to be sent have calls, and no tools are given beside them. Calls: {calls}.",
            expected="the tools that the history calls",
            actual="no tools",
            why="Some targets demand the declaration as soon as a call stands in the history.",
            unless="The request has tools, and only its messages were uploaded.",
            fix=FIX,
        ),
    },
    breaks=["Bedrock: toolConfig field must be defined", "LiteLLM in front of Anthropic: refuses before it sends"],
    bad=[
        document({"model": "demo-model", "messages": list(CALLED)}),
        history(*CALLED, purpose="send", note="variant: messages-alone"),
    ],
    good=[
        document({"model": "demo-model", "messages": list(CALLED), "tools": [WEATHER]}),
        document({"model": "demo-model", "messages": [user()]}, note="no calls"),
        history(*CALLED, note="a record does not say which tools there were"),
    ],
    see=["pydantic/pydantic-ai#1966", "can1357/oh-my-pi#1227", "earendil-works/pi#149"],
)  # fmt: skip
def history_calls_without_tools(history: History) -> Findings:
    """A request has calls in its history and declares no tools.

    `tools` is absent, null or empty, often on a last request for a summary or a title. Only a request says so: a record without `tools`
    just does not tell, nor does one that stops with its file.
    Messages that are stated to be sent, without the request around them, are only noted.
    """
    if not history.turns and not history.results:
        return
    empty = history.tool_list.known and not history.tool_list.entries
    absent = history.tool_list.state is Declared.ABSENT and "rest" not in history.lost
    if empty or (absent and history.request is not None):
        yield found(history, history.at, calls=len(history.calls))
    elif absent and history.purpose == SEND:
        yield found(history, history.at, variant="messages-alone", certainty=NEEDS_CONTEXT, calls=len(history.calls))
