from validation.examples import assistant, history, user
from validation.facts.histories import History
from validation.finding import Findings, found
from validation.profiles import Row, row
from validation.rule import NUMBER, PLACE, WORD, Texts, rule

SYSTEM = ("system", "developer")
PLACES_SHOWN = 16
BRIEF = {"role": "system", "content": "Be brief."}
WHY = "Some templates take instructions in the first message alone and raise an error, others move them to the front or drop them."
FIX = "Client: join all instructions into one system message at the start."


def _letters(mistral: str) -> Row:
    return row(
        "info", openai_strict="off", mistral=mistral, vllm="warning", qwen_template="error", anthropic_compat="off", permissive="off",
    )  # fmt: skip


@rule(
    "TGT807",
    judges=History,
    letters={"": _letters("error"), "behind-user": _letters("info"), "several": _letters("info")},
    params={"message": PLACE, "role": WORD, "number": NUMBER},
    says="Message {message} ({role}) gives instructions in the middle of the conversation. Such messages: {number}.",
    expected="one system message, at the start",
    actual="{role} in message {message}",
    why=WHY,
    unless="The target takes instructions anywhere, as OpenAI does.",
    fix=FIX,
    variants={
        "behind-user": Texts(
            says="Message {message} ({role}) gives instructions behind a user message. Such messages: {number}.", why=WHY, fix=FIX
        ),
        "several": Texts(
            says="The conversation begins with several messages of instructions; message {message} ({role}) is the second of {number}.",
            actual="several",
            why=WHY,
            fix=FIX,
        ),
    },
    breaks=[
        "templates of Qwen3.5 and 3.6: System message must be at the beginning",
        "Mistral: no system message behind the assistant or a tool; several at the start are fine",
        "Anthropic by its compatible layer: joins them at the front, which changes what they mean",
    ],
    bad=[
        history(user(), assistant(content="Hello."), BRIEF, user()),
        history(user(), BRIEF, note="variant: behind-user"),
        history(BRIEF, BRIEF, user(), note="variant: several"),
    ],
    good=[history(BRIEF, user(), assistant(content="Hello."), user())],
    see=["vllm-project/vllm#41114", "BerriAI/litellm#39852", "mistral-common 1.13.1", "platform.claude.com/docs/en/api/openai-sdk"],
)
def system_not_first(history: History) -> Findings:
    """A system message does not stand at the start.

    A system or developer message follows other messages, or there are several. Agents use them as hints between two steps. One finding
    stands for all of a history.
    """
    messages = [message for message in history.messages if message.role in SYSTEM]
    begins = next((message.index for message in history.messages if message.role not in SYSTEM), len(history.messages))
    late = [message for message in messages if message.index > begins]
    behind = [message for message in late if history.messages[message.index - 1].role not in ("user", *SYSTEM)]
    wrong = late or messages[1:]
    if wrong:
        first = (behind or wrong)[0]
        variant = "" if behind else "behind-user" if late else "several"
        yield found(
            history, first.spot, pointer="/role", variant=variant, count=len(wrong), number=len(wrong) + (not late),
            related=tuple(message.spot for message in wrong if message is not first)[:PLACES_SHOWN], message=first.index, role=first.role,
        )  # fmt: skip
