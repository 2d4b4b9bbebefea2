from validation.examples import Wire, chunk, stream
from validation.facts.streams import Choice
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, PLACE, WORD, Texts, rule

LETTERS = row("info", openai_strict="warning")
TOKEN = {"token": "Four", "logprob": -0.1, "bytes": None, "top_logprobs": []}


def _with(logprobs: object) -> Wire:
    return chunk(choices=[{"index": 0, "delta": {"content": "Four"}, "logprobs": logprobs, "finish_reason": None}])


@rule(
    "CHK221",
    judges=Choice,
    unusual=True,
    letters={"": LETTERS, "unmatched": LETTERS},
    params={"choice": WORD, "chunk": PLACE, "times": NUMBER},
    says="`logprobs` of choice {choice} holds no array of tokens at chunk {chunk} (×{times}).",
    expected="null, or an object with an array `content` or `refusal`",
    actual="an object without tokens",
    why="Code that reads the probabilities loops over an array; here there is none, and typed clients refuse the chunk.",
    fix="Server: send null when there is nothing to tell, else the whole object. Client: look for the array before reading it.",
    variants={
        "unmatched": Texts(
            says="The delta at chunk {chunk} of choice {choice} has text, and its `logprobs` no token (×{times}).",
            expected="an item for each token of the delta",
            actual="an empty array",
            why="Probabilities are matched with the text token by token; from here on they do not fit together.",
            fix="Server: send the tokens of a delta with that delta. Client: do not match by position across chunks.",
        ),
    },
    bad=[
        stream(_with({}), finish="stop", note="an empty object"),
        stream(_with({"content": []}), finish="stop", note="no token beside text (variant: unmatched)"),
    ],
    good=[
        stream(_with(None), finish="stop", note="null"),
        stream(_with({"content": [TOKEN], "refusal": None}), finish="stop", note="a token beside its text"),
    ],
    see=["openai/openai-openapi CreateChatCompletionStreamResponse logprobs"],
    breaks=["evaluation tools that score answers by logprobs"],
)
def logprobs_shape(choice: Choice) -> Findings:
    """`logprobs` does not have the shape that the protocol gives it.

    Null is legal and usual. An object without an array tells nothing; an empty array beside text is the variant `unmatched`.
    """
    odd, unmatched = choice.logprobs_odd, choice.logprobs_unmatched
    seen = odd or unmatched
    if seen is not None:
        yield found(
            choice, seen.first, variant="" if odd else "unmatched", count=seen.count, choice=choice.text, chunk=seen.first.chunk,
            times=seen.count,
        )  # fmt: skip
