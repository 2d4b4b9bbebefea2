from validation.examples import assistant, call, history, result, user
from validation.facts.histories import TRAIN, Message
from validation.facts.message_keys import ASKED_BACK, OF_A_CALL, OF_MISTRAL, REASONING, RESPONSE
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import PLACE, WORD, Texts, rule

SHOWN, OFF = row("info", mistral="error"), row("off", mistral="error")


@rule(
    "MSG715",
    judges=Message,
    letters={"": SHOWN, "reasoning": row("info", deepseek="off", mistral="error"), "other-reasoning": SHOWN, "extra-key": OFF},
    params={"message": PLACE, "fields": WORD},
    says="Message {message} has fields that belong to a response: {fields}.",
    expected="only fields of a request",
    actual="{fields}",
    why="Most receivers ignore them; Mistral refuses every field that it does not know.",
    fix="Client: leave these fields out when a response becomes part of a history.",
    variants={
        "reasoning": Texts(
            says="Message {message} carries the reasoning of the model: {fields}.",
            why="Some targets want it back beside calls (TGT811), most ignore it, and Mistral refuses the field.",
            unless="The target wants it back, as DeepSeek and Kimi do beside calls.",
        ),
        "other-reasoning": Texts(
            says="Message {message} carries the reasoning of the model: {fields}.",
            why="OpenRouter takes it, DeepSeek and Kimi only reasoning_content beside calls. Others ignore it, Mistral refuses it.",
        ),
        "extra-key": Texts(
            says="Message {message} has fields that Mistral does not know: {fields}.",
            why="Mistral refuses every field that it does not know. Other receivers are not concerned.",
            fix="Client: strip these fields for Mistral.",
        ),
    },
    breaks=["Mistral: Extra inputs are not permitted"],
    bad=[
        history(user(), assistant(call("call_a", index=0)), result("call_a"), note="the index of a streamed call"),
        history(user(), assistant(content="4 degrees.", refusal=None, annotations=[])),
        history(user(), assistant("call_a", reasoning_content="Look it up."), result("call_a"), note="variant: reasoning"),
        history(user(), assistant(content="4 degrees.", reasoning="Look it up."), note="variant: other-reasoning"),
        history(user(), assistant(call("call_a", extra_content={"google": {}})), result("call_a"), note="variant: extra-key"),
    ],
    good=[history(user(), assistant("call_a"), result("call_a", name="get_weather"), assistant(content="4 degrees."))],
    see=["mistral-common 1.13.1"],
)
def response_only_field(message: Message) -> Findings:
    """A message carries fields that only a response has.

    The answer was put into the history as it came: the index of its calls, `refusal`, `annotations`, reasoning. Under Mistral any other
    field that its interface does not define counts, too, such as `name` of a user, `weight` outside training lines or `extra_content` of a
    call. Quiet in the fresh answer of an exchange: there they belong.
    """
    if message.role not in OF_MISTRAL or message.is_answer:
        return
    fields = _fields(message)
    response = [key for key in fields if key == "tool_calls[].index" or (key in RESPONSE and _is_of_response(message, key))]
    reasoning = sorted((key for key in fields if key in REASONING and message.role == "assistant"), key=ASKED_BACK.__eq__)
    named = [*response, *reasoning] or list(fields)
    kept = "reasoning" if reasoning == [ASKED_BACK] and message.turn is not None else "other-reasoning"
    variant = "" if response else kept if reasoning else "extra-key"
    if named:
        yield found(message, message.spot, pointer=fields[named[0]], variant=variant, message=message.index, fields=", ".join(named)[:120])


def _fields(message: Message) -> dict[str, str]:
    """Every field that Mistral does not define, with its pointer from the message; what other rules tell is left out."""
    known = OF_MISTRAL[message.role] | ({"weight"} if message.history.purpose == TRAIN else set())
    fields = {key: f"/{key}" for key in message.wire if key not in known and (key != "function_call" or message.wire[key] is None)}
    for one in message.turn.calls if message.turn is not None else ():
        for key in one.wire:
            if key not in OF_A_CALL:
                fields.setdefault(f"tool_calls[].{key}", f"/tool_calls/{one.number}/{key}")
    return fields


def _is_of_response(message: Message, key: str) -> bool:
    return message.wire[key] is None if key == "audio" else message.role == "assistant"
