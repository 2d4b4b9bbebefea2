from validation.examples import chunk, jsonl, stream
from validation.facts.places import quoted
from validation.facts.streams import Stream
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, PLACE, WORD, Texts, rule

MILLISECONDS = 10**11
LETTERS = row("warning", openai_strict="error", permissive="info")
FIX = "Server: send whole seconds since 1970 on every chunk. Client: read the field with a default; use your own clock for latency."


def _texts(what: str, why: str) -> Texts:
    return Texts(f"`created` of chunk {{chunk}} is {{value}}{what} (×{{times}}).", "whole seconds since 1970", "{value}", why, "", FIX)


MISSING = _texts("", "The field is required. Strictly typed clients refuse the chunk, others date the answer to 1970.")
VARIANTS = {
    "unit": _texts(
        ": that is no time in seconds", "Clients turn the number into a date. Read as seconds this one is thousands of years away."
    ),
    "form": _texts(", which is no whole number", "Typed clients refuse a chunk whose `created` is no whole number."),
}


@rule(
    "CHK205",
    judges=Stream,
    letters={"": LETTERS, "unit": LETTERS, "form": LETTERS},
    params={"chunk": PLACE, "value": WORD, "times": NUMBER},
    says=MISSING.says, expected=MISSING.expected, actual=MISSING.actual, why=MISSING.why, fix=FIX,
    variants=VARIANTS,
    bad=[
        stream(chunk({"content": "Four."}, created=...), finish="stop", note="left out"),
        stream(chunk({"content": "Four."}, created=0), finish="stop", note="zero"),
        stream(chunk({"content": "Four."}, created=1790000000123), finish="stop", note="milliseconds (variant: unit)"),
        stream(chunk({"content": "Four."}, created="1790000000"), finish="stop", note="a text (variant: form)"),
    ],
    good=[
        stream({"content": "Four degrees."}, finish="stop"),
        jsonl(
            {"id": "", "object": "", "created": 0, "model": "", "choices": [], "prompt_filter_results": [{"prompt_index": 0}]},
            chunk({"role": "assistant", "content": "Four."}), chunk({}, finish="stop"), note="Azure's annotation has the time 0",
        ),
    ],
    see=["openai/openai-openapi CreateChatCompletionStreamResponse", "EricLBuehler/mistral.rs#1887", "pydantic/pydantic-ai#5496"],
    breaks=["strictly typed clients (Kotlin, Rust) and every client that makes a date of it"],
)  # fmt: skip
def created_missing_or_unit(stream: Stream) -> Findings:
    """`created` is missing, zero, in another unit, or no whole number.

    The field holds whole seconds since 1970. Chunks without choices and without an id, as Azure's content filter sends them, may have 0
    there and are not judged.
    """
    wrong = [(variant, value, seen) for value, seen in stream.created.items() if (variant := _wrong(value)) is not None]
    if wrong:
        variant, value, seen = wrong[0]
        said = "missing" if value is None else quoted(value)
        yield found(
            stream, seen.first, pointer="" if value is None else "/created", variant=variant, count=seen.count, chunk=seen.first.chunk,
            value=said, times=seen.count,
        )  # fmt: skip


def _wrong(value: object) -> str | None:
    """The variant that `value` is, or None when it is a time in seconds."""
    if value is None:
        return ""
    if type(value) is not int:
        return "form"
    return "" if value <= 0 else "unit" if value >= MILLISECONDS else None
