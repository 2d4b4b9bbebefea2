from validation.examples import assistant, history, jsonl, result, user
from validation.facts.histories import TRAIN, History
from validation.finding import CERTAIN, INFERRED, Findings, found
from validation.profiles import row
from validation.rule import PLACE, WORD, Texts, rule

EXPECTED = "an assistant message at the end"
FIX = "Client: add the answer that is to be learnt, or drop the line."
WHOLE = {"messages": [user(), assistant(content="4 degrees.")]}
CUT = {"messages": [user(), assistant("call_a"), result("call_a")]}


@rule(
    "TGT820",
    judges=History,
    letters={"": row("error", permissive="warning"), "inferred": row("warning", permissive="info")},
    params={"message": PLACE, "role": WORD},
    says="The training example ends with message {message}, from the {role}: there is nothing to learn.",
    expected=EXPECTED,
    actual="{role} at the end",
    why="The line has no answer for the model to learn, and the whole file is refused.",
    fix=FIX,
    variants={
        "inferred": Texts(
            says="If this is a training example, it is not finished: it ends with message {message}, from the {role}.",
            expected=EXPECTED,
            actual="{role} at the end",
            why="Several lines of messages look like a training set; there a line without an answer has the whole file refused.",
            unless="The file is a log and no training set.",
            fix=FIX,
        ),
    },
    breaks=["OpenAI fine-tuning: refuses the file", "mistral-common in finetuning mode: Expected last role Assistant"],
    bad=[
        history(user(), assistant("call_a"), result("call_a"), purpose="train"),
        jsonl(WHOLE, CUT, note="variant: inferred, two lines that may be a log"),
    ],
    good=[
        history(user(), assistant("call_a"), result("call_a"), assistant(content="4 degrees."), purpose="train"),
        history(user(), assistant("call_a"), purpose="train", note="the call is what is to be learnt"),
        history(user(), note="a record may end anywhere"),
    ],
    see=["kohhnagata/clone-factory-v1#3", "mistral-common 1.13.1"],
)
def training_example_unfinished(history: History) -> Findings:
    """A training example does not end with the assistant.

    Only judged with the purpose `train`. A last message with calls is right: the call is what is to be learnt. When nothing but several
    equal lines says that this is a training set, it is a warning: the file may as well be a log. Where the file stops inside the
    example, its last message is not known.
    """
    last = history.messages[-1] if history.messages else None
    if history.purpose == TRAIN and last is not None and "rest" not in history.lost and last.role != "assistant":
        guessed = history.purpose_inferred and history.bare_lines
        yield found(
            history, last.spot, pointer="/role" if "role" in last.wire else "", variant="inferred" if guessed else "",
            certainty=INFERRED if history.purpose_inferred else CERTAIN, message=last.index, role=last.role[:40] or "unknown",
        )  # fmt: skip
