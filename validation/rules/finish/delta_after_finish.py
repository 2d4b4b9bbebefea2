from validation.examples import chunk, entry, header, stream, tools
from validation.facts.streams import Choice
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, PLACE, WORD, Texts, rule

OSLO = '{"city":"Oslo"}'
USAGE = {"prompt_tokens": 9, "completion_tokens": 5, "total_tokens": 14}


@rule(
    "FIN411",
    judges=Choice,
    unusual=True,
    letters={"": row("error", openrouter="warning", permissive="warning"), "empty": row("info")},
    params={"choice": WORD, "value": WORD, "chunk": PLACE, "times": NUMBER},
    says="Choice {choice} finished with {value} on chunk {chunk}, and deltas with new content came after it (×{times}).",
    expected="nothing new behind the finish_reason",
    actual="more deltas, ×{times}",
    why="Clients that act on the finish run a call before its arguments are whole, or lose the call that comes late.",
    fix="Server: send the finish_reason last. Client: act when the stream has ended, not when the finish_reason comes.",
    variants={
        "empty": Texts(
            says="Choice {choice} finished with {value} on chunk {chunk}; deltas came after it that bring nothing new (×{times}).",
            expected="the finish_reason on the last chunk of the choice",
            actual="empty deltas, ×{times}",
            why="Nothing is lost. It is worth knowing for clients that stop reading at the finish, because usage may come on such a chunk.",
            fix="Server: send the finish_reason on the last chunk, the usage on one with empty choices. Client: read to the end.",
        ),
    },
    bad=[
        stream(
            tools(header()), chunk({}, finish="tool_calls"), tools(entry(OSLO)), finish=None, note="the arguments come after the finish"
        ),
        stream(chunk({"content": "Four"}, finish="stop"), {"content": " degrees."}, finish=None, note="text after the finish"),
        stream(
            {"content": "Four."},
            chunk({}, finish="stop"),
            chunk({"content": ""}, usage=USAGE),
            finish=None,
            note="nothing new (variant: empty)",
        ),
    ],
    good=[
        stream(tools(header()), chunk(tools(entry(OSLO)), finish="tool_calls"), finish=None, note="on the chunk of the last fragment"),
        stream(
            tools(header(arguments=OSLO)),
            chunk({}, finish="tool_calls"),
            chunk(choices=[], usage=USAGE),
            finish=None,
            note="usage without a choice",
        ),
    ],
    see=["anomalyco/opencode#49167", "BerriAI/litellm#27139", "ai-dynamo/dynamo#15129"],
    breaks=["hand-written loops and gateways that stop at the finish; all 13 measured libraries read on and were right"],
)
def delta_after_finish(choice: Choice) -> Findings:
    """Deltas come after the finish_reason of their choice.

    New text, new calls or new arguments behind the finish are lost to a client that believes it. Deltas that bring nothing new are the
    variant `empty`; a repeated finish_reason alone is not counted here but is `finish-repeated`.
    """
    finish = choice.finishes[0] if choice.finishes else None
    seen, variant = (choice.after_finish, "") if choice.after_finish else (choice.empty_after_finish, "empty")
    if finish is None or seen is None or (variant and seen.count < choice.finish_count):
        return
    yield found(
        choice, seen.first, related=(finish.spot,), variant=variant, count=seen.count, choice=choice.text, value=finish.value[:120],
        chunk=finish.spot.chunk, times=seen.count,
    )  # fmt: skip
