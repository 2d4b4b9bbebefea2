from validation.examples import assistant, history, user
from validation.facts.histories import SEND, History
from validation.finding import CERTAIN, INFERRED, Findings, found
from validation.profiles import row
from validation.rule import PLACE, rule

FLAGS = ("prefix", "partial")


@rule(
    "TGT814",
    judges=History,
    letters=row(
        "info", openai_strict="off", deepseek="off", mistral="error", openrouter="off", anthropic_compat="off", gemini_compat="off",
        permissive="off",
    ),
    params={"message": PLACE},
    says="The history is to be sent, and ends with an answer of the assistant (message {message}).",
    expected="a user or tool message at the end",
    actual="an assistant message at the end",
    why="There is nothing to answer. Mistral refuses the request; others go on with the text of the last message.",
    unless="The model shall go on with this text, and the message says so: prefix at Mistral and DeepSeek, partial at Kimi.",
    fix="Client: end with what the model shall answer, or mark the last message as a beginning.",
    breaks=["Mistral: Expected last role User or Tool"],
    bad=[history(user(), assistant(content="4 degrees."), purpose="send")],
    good=[
        history(user(), assistant(content="4 degrees."), user("And tomorrow?"), purpose="send"),
        history(user(), assistant(content="It is", prefix=True), purpose="send", note="a beginning to go on with"),
        history(user(), assistant(content="4 degrees."), note="a record may end with an answer"),
    ],
    see=["mistral-common 1.13.1"],
)  # fmt: skip
def final_role_invalid(history: History) -> Findings:
    """A history that is to be sent ends with an answer.

    Only judged with the purpose `send`: a record ends like that, and a training example has to. When the last message has calls, HIS501
    says what is missing. Where the file stops inside the history, its last message is not known.
    """
    last = history.messages[-1] if history.messages else None
    if history.purpose != SEND or last is None or "rest" in history.lost or last.role != "assistant" or last.turn is not None:
        return
    if not any(last.wire.get(flag) for flag in (*FLAGS, "function_call")):
        certainty = INFERRED if history.purpose_inferred else CERTAIN
        yield found(history, last.spot, pointer="/role", certainty=certainty, message=last.index)
