from validation.examples import assistant, history, jsonl, result, user
from validation.facts.histories import ARCHIVE, Turn, ids_of
from validation.finding import CERTAIN, INFERRED, Findings, found
from validation.profiles import row
from validation.rule import PLACE, WORD, Texts, rule


@rule(
    "HIS510",
    judges=Turn,
    letters={"": row("info", mistral="warning"), "unanswered-request": row("warning")},
    params={"message": PLACE, "ids": WORD},
    says="The history ends while {ids}, called in message {message}, wait for their results.",
    expected="as a record: nothing; before sending: a result for every call",
    actual="no result for {ids}",
    why="A record may end here: the tool still runs, or somebody has to approve it. Sent as it is, the history is refused.",
    fix="Client: run the tools and append their results before sending.",
    variants={
        "unanswered-request": Texts(
            says="This history was sent while {ids}, called in message {message}, had no result, and the log holds no answer to it.",
            expected="a result for every call before sending",
            actual="no result for {ids}",
            why="Endpoints refuse a request with open calls; that is most likely why there is no answer.",
            fix="Client: append the results before sending.",
        ),
    },
    breaks=["Mistral: Expected last role User or Tool", "AI SDK: raises for missing tool results"],
    bad=[
        history(user(), assistant("call_a"), note="a record that ends with a call"),
        history(user(), assistant("call_a", "call_b"), result("call_a"), note="the rest of a parallel batch"),
        jsonl(
            {"call_type": "acompletion", "messages": [user(), assistant("call_a")], "response": None}, note="variant: unanswered-request"
        ),
    ],
    good=[
        history(user(), assistant("call_a"), result("call_a")),
        history(user(), assistant("call_a"), purpose="train", note="a training example"),
    ],
    see=["ggml-org/llama.cpp#27626"],
)
def tool_call_pending(turn: Turn) -> Findings:
    """A record ends with calls that have no result yet.

    Legal as a record, all calls open or the rest of a batch. With the purpose "send" the same is HIS501, in a training example it is
    nothing. It is a warning where a log says that the history was the request and holds no answer to it. It is quiet where the message
    with the calls is itself the answer of an exchange.
    """
    record = turn.history
    if not turn.pending or record.purpose != ARCHIVE or turn.message.is_answer:
        return
    yield found(
        turn, turn.spot, variant="unanswered-request" if record.exchange == "unanswered" else "",
        certainty=INFERRED if record.purpose_inferred else CERTAIN,
        message=turn.message.index, ids=ids_of(turn.pending),
    )  # fmt: skip
