from validation.examples import chunk, header, stream, tools
from validation.facts.streams import Choice
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import WORD, Texts, rule

CLASSES = {
    "stop": "stop end_turn stop_sequence eos eos_token complete completed finish finished pause_turn",
    "length": "length max_tokens max_output_tokens model_length model_context_window_exceeded token_limit incomplete",
    "tool_calls": "tool_calls tool_call tool_use function_call",
    "content_filter": "content_filter safety refusal sensitive prohibited_content blocklist recitation spii content_filtered guardrail",
    "error": "error abort aborted cancelled failed network_error engine_overloaded_error malformed_function_call unexpected_tool_call "
    "insufficient_system_resource error_toxic",
}
CLASS_OF = {word: name for name, words in CLASSES.items() for word in words.split()}
COMPLETE = ("stop", "tool_calls")


def ended(native: str, finish: str, delta: object = None) -> dict[str, object]:
    choice = {"index": 0, "delta": delta or {}, "finish_reason": finish, "native_finish_reason": native}
    return chunk(choices=[choice], provider="Demo")


@rule(
    "FIN415",
    judges=Choice,
    unusual=True,
    letters={"": row("info"), "hidden": row("warning")},
    params={"choice": WORD, "value": WORD, "native": WORD},
    says="Choice {choice} finished with {value}, but the provider's own reason was {native}.",
    expected="a finish_reason that means {native}",
    actual="{value}",
    why="The gateway put the provider's reason into one of the five values and changed its meaning on the way.",
    fix="Server: map each reason to the value that means the same. Client: where both are there, trust native_finish_reason.",
    variants={
        "hidden": Texts(
            says="Choice {choice} finished with {value}, but the provider said {native}: the answer is not whole.",
            expected="length, or a failure",
            actual="{value}",
            why="Whoever reads finish_reason alone takes a cut or failed answer for a whole one and runs its calls.",
            fix="Server: map a limit to length and a failure to an error. Client: where both are there, trust native_finish_reason.",
        ),
    },
    bad=[
        stream({"content": "Four."}, ended("SAFETY", "length"), finish=None, note="a filter shown as a limit"),
        stream({"content": "Four"}, ended("MAX_TOKENS", "stop"), finish=None, note="a limit shown as a stop (variant: hidden)"),
    ],
    good=[
        stream({"content": "Four"}, ended("MAX_TOKENS", "length"), finish=None),
        stream(tools(header(arguments="{}")), ended("STOP", "tool_calls"), finish=None, note="Gemini has no other word"),
    ],
    see=["openrouter.ai/docs native_finish_reason"],
    breaks=["every client that reads finish_reason alone, which is nearly all"],
)  # fmt: skip
def native_finish_mismatch(choice: Choice) -> Findings:
    """finish_reason and native_finish_reason do not mean the same.

    OpenRouter and gateways like it send the provider's own reason beside the normalised one. A whole answer is a stop for some providers
    even where it has calls, so stop and tool_calls do not contradict each other. A native limit or failure behind a value that says
    "whole" is the variant `hidden`. Words that nobody documented are not judged.
    """
    for finish in choice.finishes:
        native, own = CLASS_OF.get(finish.native.lower()), CLASS_OF.get(finish.value.lower())
        if native and own and native != own and not (native in COMPLETE and own in COMPLETE):
            hidden = own in COMPLETE and native in ("length", "error")
            yield found(
                choice, finish.spot, variant="hidden" if hidden else "", choice=choice.text, value=finish.value[:120],
                native=finish.native[:120],
            )  # fmt: skip
            return
