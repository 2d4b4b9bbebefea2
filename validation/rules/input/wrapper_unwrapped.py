from validation.examples import chunk, document, header, jsonl, raw, sse, stream, tools, user
from validation.facts.carriage import Input
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import WORD, Texts, rule

_FIRST = (0, 1, 0, 0)
_BEFORE = {
    "http-head": "head", "log-prefix": "prefix", "code-fence": "fence", "file-banners": "banners", "gzip": "packed",
    "shell-command": "command",
}  # fmt: skip
"""Wrappers that hold no records: the variant that tells of each."""
_WORDS = {
    "arguments-text": "the text of arguments", "type": "the type of calls", "finish-words": "the words of finish_reason",
    "empty-text": "empty texts", "body": "the body of an answer", "earlier-items": "earlier items",
    "ids": "the ids of calls",
}  # fmt: skip
_NOT_SENT = "They are no part of what was sent, and none of them is judged."
_CHUNKS = (chunk({"role": "assistant"}), chunk(tools(header(arguments='{"city":"Oslo"}'))), chunk({}, finish="tool_calls"))
_ANSWER = {"id": "c1", "object": "chat.completion", "created": 1790000000, "model": "demo-model", "choices": [
    {"index": 0, "message": {"role": "assistant", "content": "4 degrees"}, "finish_reason": "stop"}]}  # fmt: skip


@rule(
    "INP006",
    judges=Input,
    letters=dict.fromkeys(("", "own-log", "merged", "lossy", *_BEFORE.values()), row("info")),
    params={"name": WORD, "path": WORD, "loses": WORD},
    says="What is checked stands inside a wrapper, {name}: {path}.",
    why="A place in a finding is the record of the wrapper or the log, with the way into it.",
    unless="something else was meant to be checked: then send that alone.",
    fix="Nothing to do. The body as it was sent, with nothing around it, tells most.",
    variants={
        "own-log": Texts("What is checked stands at {path} of a log of no known format."),
        "merged": Texts(
            says="What is checked stands inside a wrapper, {name}: {path}. It has merged messages, not the streams they came from.",
            why="A message that was merged before it was logged hides every fault of its stream.",
            fix="To judge streams, record the body of the response as it arrives.",
        ),
        "lossy": Texts(
            says="What is checked stands inside a wrapper, {name}: {path}. It did not keep {loses}.",
            why="What the wrapper left out or wrote its own way is not held against the endpoint or the client.",
        ),
        "head": Texts("An HTTP head stands before the body. It was skipped.", why="It is no part of the stream and is not judged."),
        "prefix": Texts("Words of a log stand before the JSON of the lines. They were cut off.", why=_NOT_SENT),
        "command": Texts(
            says="A command for a shell stands before the answer. It was skipped; a request to a model in it counts as the one answered.",
            why="It is no part of what was sent back. Rules that ask what was requested ask it.",
        ),
        "packed": Texts("The file is gzip. What is checked is what it holds.", why="Lines and bytes of places count in the unpacked file."),
        "fence": Texts(
            "What is checked stands in blocks of code in Markdown. Their fences, and the text around them, were skipped.", why=_NOT_SENT,
        ),
        "banners": Texts("Lines of tail that name a file (==> file <==) stand before what is checked. They were skipped.", why=_NOT_SENT),
    },
    bad=[
        jsonl(*({"ts": 1790000000.1, "chunk": wire} for wire in _CHUNKS), note="chunks with the time beside them"),
        jsonl({"custom_id": "r-1", "response": {"status_code": 200, "body": _ANSWER}, "error": None}, note="output of a batch"),
        jsonl(*({"data": wire} for wire in _CHUNKS), note="variant: own-log"),
        document({"request": {"model": "demo-model", "messages": [user()]}, "response": _ANSWER}, note="request and response"),
        jsonl({"call_type": "acompletion", "messages": [user()], "response": _ANSWER, "stream": True}, note="LiteLLM (variant: merged)"),
        document({"values": {"messages": [{"type": "human", "content": "Hi"}, {
            "type": "ai", "content": "4", "response_metadata": {"finish_reason": "stop"}}]}}, note="LangGraph (variant: lossy)"),
        raw(b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n" + sse(*_CHUNKS).data, "example.txt", note="variant: head"),
        raw(jsonl(*_CHUNKS).data.replace(b'{"id"', b'09:00:00 INFO {"id"'), "example.log", note="variant: prefix"),
        raw(b"```json\n" + jsonl(*_CHUNKS).data + b"```\n", "example.md", note="variant: fence"),
        raw(b"$ curl https://api.example.com/v1/chat/completions \\\n  -d @request.json\n" + sse(*_CHUNKS).data, "example.txt",
            note="variant: command"),
        raw(b"==> a.jsonl <==\n" + jsonl(*_CHUNKS).data, "example.txt", note="variant: banners"),
    ],
    good=[stream('{"city":"Oslo"}'), document(_ANSWER, note="the body itself")],
    see=["OpenAI API reference, batch", "docs.litellm.ai/docs/proxy/logging_spec", "HAR 1.2"],
    breaks=["whoever judges a server by its log: a message that was merged before it was logged hides the faults of its stream"],
)  # fmt: skip
def wrapper_unwrapped(file: Input) -> Findings:
    """Something stands around what is checked: a log, a batch file, a recording of a browser.

    No fault: one note a kind of wrapper, with its name and the path to what it holds. Where a wrapper keeps less than was sent, the note
    says what; rules that would need it are off for what it holds.
    """
    for name in file.wrappers:
        envelope = file.envelopes.get(name)
        if envelope is None:
            yield found(file, _FIRST, variant=_BEFORE[name], name=name[:80], path="", loses="")
            continue
        lost = sorted(envelope.lost - {"stream"})
        plain = "own-log" if name.startswith("wrapper at ") else ""
        variant = "merged" if "stream" in envelope.lost else "lossy" if lost else plain
        loses = ", ".join(_WORDS.get(word, word) for word in lost)[:120]
        yield found(file, envelope.first, variant=variant, count=envelope.count, name=name[:80], path=envelope.path[:120], loses=loses)
