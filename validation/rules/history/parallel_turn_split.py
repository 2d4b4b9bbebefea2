from validation.examples import assistant, history, result, user
from validation.facts.histories import Split, ids_of
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, PLACE, WORD, rule

PLACES_SHOWN = 16


@rule(
    "HIS512",
    judges=Split,
    letters=row("error", vllm="warning", anthropic_compat="warning", permissive="warning"),
    params={"message": PLACE, "last": PLACE, "number": NUMBER, "ids": WORD},
    says="Messages {message} to {last} are one reply, stored as {number} messages. Not directly behind their own calls: {ids}.",
    expected="one assistant message with all calls, then all results",
    actual="{number} assistant messages in a row, then the results",
    why="To an endpoint the calls of message {message} are open when the next assistant message comes, so it refuses the request.",
    unless="The receiver merges neighbouring assistant messages before it looks, as a layer in front of Anthropic may.",
    fix="Client: store the calls of one reply in one assistant message. Join them by their index, not one message a call.",
    breaks=[
        "OpenAI, DeepSeek: 400, as for a missing result",
        "mistral-common: Not the same number of function calls and responses, although its normaliser would merge them",
    ],
    bad=[
        history(user(), assistant("call_a"), assistant("call_b"), result("call_a"), result("call_b")),
        history(
            user(), assistant("call_a"), assistant("call_b"), assistant("call_c"), result("call_b"), result("call_a"), result("call_c"),
            note="three calls, results in another order",
        ),
    ],
    good=[
        history(user(), assistant("call_a", "call_b"), result("call_a"), result("call_b")),
        history(user(), assistant("call_a"), result("call_a"), assistant("call_b"), result("call_b"), note="one call after another"),
    ],
    see=["Effect-TS/effect#6702", "exoharness/exo#256", "mistral-common 1.13.1"],
)  # fmt: skip
def parallel_turn_split(split: Split) -> Findings:
    """One reply with parallel calls is stored as several messages.

    The model called several tools at once; the client stored one assistant message a call, and all results behind the last of them. Every
    result is there, but only those of the last message directly follow their calls.

    One finding stands for the whole run. Text of the same reply in front of it, and the order of its results, belong to it. Messages whose
    results stand elsewhere are HIS507.
    """
    first, last = split.turns[0], split.turns[-1]
    beside = [turn.spot for turn in split.turns[1:]] + [result.spot for result in split.results]
    yield found(
        split, first.spot, related=tuple(beside[:PLACES_SHOWN]), message=first.message.index, last=last.message.index,
        number=len(split.turns), ids=ids_of(split.results),
    )  # fmt: skip
