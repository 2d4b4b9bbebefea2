from validation.examples import assistant, call, history, result, user
from validation.facts.histories import HistoryCall
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, PLACE, WORD, rule


@rule(
    "MSG716",
    judges=HistoryCall,
    letters=row("error"),
    params={"message": PLACE, "call": NUMBER, "state": WORD},
    says="The function name of call {call} in message {message} is {state}.",
    expected="the name of a declared function",
    actual="{state}",
    why="Nobody can tell what was called: templates write a call without a name, and endpoints refuse it.",
    fix="Client: store the name of the call; drop a call that never had one, together with its result.",
    breaks=["Gemini: 400, Name cannot be empty", "Mistral: needs 1 to 64 characters"],
    bad=[
        history(user(), assistant(call("call_a", "")), result("call_a")),
        history(user(), assistant(call("call_a", function={"name": None, "arguments": "{}"})), result("call_a"), note="null"),
    ],
    good=[history(user(), assistant(call("call_a", "get_weather")), result("call_a"))],
    see=["openclaw/openclaw#47857", "continuedev/continue#11645", "mistral-common 1.13.1"],
)
def call_name_missing(call: HistoryCall) -> Findings:
    """A call of a history has an empty name.

    The key is there, but its value is empty, blank, null or no text. Mostly the stream brought no name, or its pieces were joined wrongly.
    Where the key itself is missing it is MSG710.
    """
    inside = call.wire.get(call.body)
    if not isinstance(inside, dict) or "name" not in inside or call.name.strip():
        return
    name = inside["name"]
    state = "empty" if isinstance(name, str) else "null" if name is None else "no string"
    yield found(call, call.spot, pointer=f"/{call.body}/name", message=call.turn.message.index, call=call.number, state=state)
