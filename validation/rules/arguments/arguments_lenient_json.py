from validation.examples import assistant, call, history, result, stream, user
from validation.facts.histories import HistoryCall
from validation.facts.streams import Call
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, PLACE, TEXT, WORD, Texts, rule

EXPECTED = "strict JSON"


@rule(
    "ARG611",
    judges=(Call, HistoryCall),
    needs="quirks.relaxed",
    letters={
        "": row("error", permissive="warning"),
        "in-history": row("error", openai_strict="warning", mistral="warning", permissive="warning"),
    },
    params={"slot": WORD, "name": WORD, "what": WORD, "char": NUMBER, "chunk": PLACE, "excerpt": TEXT},
    says="Call {slot} ({name}): the arguments are JSON only for a reader that forgives {what}; they stop being strict JSON at "
    "character {char}, in the fragment of chunk {chunk}.",
    expected=EXPECTED,
    actual="{excerpt}",
    why="Some parsers take it, most do not: Python's reads NaN, JavaScript's reads none of this. The same call works in one client only.",
    fix="Server: write arguments with a JSON encoder; use null for what is no number. Client: show the model the parser's error.",
    variants={
        "in-history": Texts(
            says="Call {slot} ({name}): the arguments are JSON only for a reader that forgives {what}; they stop being strict JSON at "
            "character {char}.",
            expected=EXPECTED,
            actual="{excerpt}",
            why="Whoever parses the arguments of old calls for a chat template may refuse every later request.",
            fix="Client: write arguments with a JSON encoder before storing them.",
        ),
    },
    bad=[
        stream('{"x":', "NaN}", note="a number that JSON does not have"),
        stream('{"city":"Oslo",}', note="a trailing comma"),
        stream('{"city":"Oslo","now":True}', note="a word of Python"),
        stream('{"city":"Oslo" /* capital */}', note="a comment"),
        history(user(), assistant(call(arguments='{"city":"Oslo",}')), result(), note="in a history (variant: in-history)"),
    ],
    good=[
        stream('{"x":null,"note":"NaN, \'quoted\', // no comment"}', note="inside a text"),
        history(user(), assistant(call()), result()),
    ],
    see=["RFC 8259", "Python json, parse_constant"],
    breaks=["JSON.parse refuses all of it; Python's json takes NaN and Infinity and refuses the rest"],
)
def arguments_lenient_json(call: Call | HistoryCall) -> Findings:
    """The arguments are no JSON, but a forgiving reader would take them.

    NaN or Infinity, a trailing comma, comments, Python's True, False and None. Single quotes, keys without quotes and whatever else is
    broken are `arguments-invalid-json`.
    """
    if not call.quirks.relaxed or not call.as_text:
        return
    char, what, name = call.json.char, ", ".join(call.quirks.relaxed), (call.name or "unnamed")[:120]
    excerpt = call.arguments[max(0, char - 40) : char + 40]
    if isinstance(call, HistoryCall):
        yield found(call, call.spot, variant="in-history", slot=call.slot, name=name, what=what, char=char, excerpt=excerpt)
    else:
        chunk = call.chunk_of(char)
        yield found(call, call.spot, slot=call.slot, name=name, what=what, char=char, chunk=chunk, excerpt=excerpt)
