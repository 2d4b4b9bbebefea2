from validation.examples import chunk, entry, header, stream, tools
from validation.facts.places import Seen, quoted
from validation.facts.streams import Call
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, WORD, Texts, rule

OSLO = '{"city":"Oslo"}'
FIX = 'Server: send "type": "function" once, and leave the key out afterwards. Client: keep the first type that is not empty.'
CUSTOM = {"index": 0, "id": "call_a", "type": "custom", "custom": {"name": "run_code", "input": "print(4)"}}

EVERY = dict.fromkeys(("content", "function_call", "role", "tool_calls"))


@rule(
    "TCD321",
    judges=Call,
    unusual=True,
    letters={
        "": row("error", permissive="warning"), "other": row("warning", openai_strict="error", permissive="info"),
        "custom": row("info"), "dump": row("info"),
    },
    params={"slot": WORD, "name": WORD, "value": WORD, "times": NUMBER},
    says="Call {slot} ({name}) has the type {value} (×{times}).",
    expected='"type": "function", or no type on later entries',
    actual="{value}",
    why="A helper that keeps the last type it saw loses the right one, and then refuses the call.",
    fix=FIX,
    variants={
        "other": Texts(
            "Call {slot} ({name}) has the type {value}, which the protocol does not know (×{times}).", '"type": "function"', "{value}",
            "Clients choose by the type how a call is read and run, and know no way for this one.", "", FIX,
        ),
        "custom": Texts(
            "Call {slot} ({name}) is a custom call: its input is free text, not JSON.",
            "a function call, for clients other than OpenAI's own API", "custom",
            "It is legal at OpenAI. None of the measured client libraries puts such a call together from a stream.", "",
            "Server: nothing to do. Client: read `custom.input` yourself, or declare the tool as a function.",
        ),
        "dump": Texts(
            "Call {slot} ({name}) has the type null (×{times}), in chunks that a client library wrote with every key it knows.",
            "the chunks as they came", "null", "The library writes null for what is absent: whether the endpoint sent it is not known.", "",
            "Record the body of the response, or leave out what is null (`exclude_none`, `exclude_unset`).",
        ),
    },
    bad=[
        stream(tools(header()), tools({**entry(OSLO), "type": ""}), note="empty on a later entry"),
        stream(tools(header()), tools({**entry(OSLO), "type": None}), note="null on the last one"),
        stream(tools({**header(arguments=OSLO), "type": "tool"}), note="another word (variant: other)"),
        stream(tools(CUSTOM), note="legal, and worth knowing (variant: custom)"),
        stream({**EVERY, "role": "assistant", **tools(header())}, {**EVERY, **tools({**entry(OSLO), "type": None})},
               chunk(EVERY, finish="tool_calls"), role=False, finish=None, note="variant: dump"),
    ],
    good=[stream(tools(header()), tools(entry(OSLO))), stream(tools(header()), tools(entry(OSLO, type="function")))],
    see=["openai/openai-openapi ChatCompletionMessageToolCallChunk", "vllm-project/vllm#38640", "vllm-project/vllm#38603"],
    breaks=[
        "openai-python 2.54.0 and 3.57.0: the stream helper ends in an AssertionError when the last type is empty or null",
        "OpenRouter provider 2.10.0: refuses the chunk; custom calls: every measured client",
    ],
)  # fmt: skip
def tool_type_invalid(call: Call) -> Findings:
    """The type of a call is there, and is not function.

    Empty and null are the worst, since a helper that replaces the type by what came last ends with nothing. Another word is the variant
    `other`; `custom` is legal at OpenAI and only worth knowing. Null is a note in chunks that a library wrote with all of its keys.
    """
    if len(call.types) == 1 and "function" in call.types:
        return
    absent = "dump" if "function" in call.types and call.choice.stream.dumped else ""
    kinds: dict[str, tuple[object, Seen]] = {}
    for value, seen in call.types.items():
        if value != "function":
            plain = absent if value is None else "" if value == "" else "other"
            kinds.setdefault("custom" if value == "custom" else plain, (value, seen))
    for variant in ("", "other", "custom", "dump"):
        if variant in kinds:
            value, seen = kinds[variant]
            yield found(
                call, seen.first, pointer="/type", related=(call.first,), variant=variant, count=seen.count, slot=call.slot,
                name=(call.name or "unnamed")[:120], value=quoted(value), times=seen.count,
            )  # fmt: skip
            return
