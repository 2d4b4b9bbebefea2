from dataclasses import replace

from validation.examples import assistant, history, result, user
from validation.facts.histories import Message, json_type
from validation.facts.part_words import AS_CONTENT, OF_LOCAL_SERVERS, OF_MISTRAL, OF_ROLE, TEXT
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, PLACE, WORD, Texts, rule

SPEAKERS = frozenset({"user", "system", "developer"})
VENDORS = {"mistral-part": OF_MISTRAL, "local-part": OF_LOCAL_SERVERS}
STRICT = {"openai_strict": "error", "deepseek": "error", "permissive": "info"}
PLAIN = row("warning", **STRICT, mistral="error")
_PART = Texts(
    says='The content of {role} message {message} has parts of a type that the role may not have: {number}, the first is "{type}".',
    expected="text; for a user pictures, sounds and files, too",
    why="Receivers with a schema refuse the request; others leave the part out, and the model never sees it.",
)


@rule(
    "MSG706",
    judges=Message,
    letters={
        "": PLAIN, "part": PLAIN, "mistral-part": row("warning", **STRICT, mistral="off"),
        "local-part": row("warning", **STRICT, mistral="error", vllm="off", llama_cpp="warning"),
        "array": row("off", deepseek="error", moonshot="off"),
    },
    params={"message": PLACE, "role": WORD, "type": WORD, "number": NUMBER},
    says="The content of {role} message {message} is neither a string nor an array with parts, but {type}.",
    expected="a string, or an array with at least one part",
    actual="{type}",
    why="Receivers with a schema refuse the request; others print the value as it is into the prompt, or drop it.",
    fix="Client: send a string, or an array of the parts that this role may have; calls belong into tool_calls.",
    variants={
        "part": _PART,
        "mistral-part": replace(_PART, unless="The receiver is Mistral, whose own part this is."),
        "local-part": replace(_PART, unless="The receiver is a server such as vLLM with a model that takes such parts."),
        "array": Texts(
            says="The content of {role} message {message} is an array of parts.",
            expected="a string",
            actual="an array, its first part of type {type}",
            why="DeepSeek has refused arrays in every role.",
            unless="The endpoint takes arrays by now.",
            fix="Client: join the text parts into one string, and leave pictures out.",
        ),
    },
    breaks=["OpenAI, Mistral: refuse parts that a role may not have", "DeepSeek: invalid type: sequence, expected a string"],
    bad=[
        history(user(7), note="a number"),
        history({"role": "system", "content": None}, user(), note="null, where there is nothing else to say"),
        history(user(), assistant("call_a", content=[]), result("call_a"), note="an array without parts"),
        history(user(), assistant("call_a", content=[{"type": "tool_use", "id": "call_a"}]), result("call_a"), note="variant: part"),
        history(user(), assistant(content=[{"type": "thinking", "thinking": []}]), note="variant: mistral-part"),
        history(user([{"type": "video_url", "video_url": {"url": "https://example.org/a"}}]), note="variant: local-part"),
        history(user([{"type": "text", "text": "Hello"}]), note="variant: array"),
    ],
    good=[history(user("Hello"), assistant(content="Hello."))],
    see=[
        "OpenAI API reference", "BerriAI/litellm#6642", "QwenLM/qwen-code#2320", "marimo-team/marimo#7036", "mistral-common 1.13.1",
        "platform.kimi.ai/docs/guide/use-kimi-vision-model",
    ],
)  # fmt: skip
def content_part_type(message: Message) -> Findings:
    """A content is neither a string nor an array of parts that its role may have.

    A user may send text, pictures, sounds and files, the assistant text and refusals, system and developer text alone. Parts of other
    interfaces are often left in a history, such as Anthropic's `tool_use` beside `tool_calls`; parts that a vendor has defined are fine
    there. DeepSeek has refused every array. A user and the system must say something; an assistant without content is MSG703. Whatever
    only concerns a tool message is MSG707, MSG708 and MSG719.
    """
    content = message.wire.get("content")
    if isinstance(content, str) or message.history.foreign or (content is None and message.role not in SPEAKERS):
        return
    types = message.part_types
    wrong = [name for name in types if name not in OF_ROLE.get(message.role, TEXT)]
    variant = _variant(message.role, types, wrong)
    if variant is not None:
        word = AS_CONTENT[json_type(content)] if "content" in message.wire else "missing"
        first = (wrong or types or [word])[0]
        yield found(
            message, message.spot, pointer="/content" if "content" in message.wire else "", variant=variant,
            message=message.index, role=message.role[:64] or "roleless", type=first or "(empty)", number=len(wrong),
        )  # fmt: skip


def _variant(role: str, types: list[str], wrong: list[str]) -> str | None:
    """Which case it is; None for what another rule tells."""
    if role not in OF_ROLE:
        return "array" if types and not wrong else None
    if not wrong:
        return "array" if types else ""
    return next((kind for kind, own in VENDORS.items() if own.issuperset(wrong)), "part")
