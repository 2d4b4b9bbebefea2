from validation.examples import assistant, call, chunk, document, header, history, jsonl, result, stream, tools, user
from validation.facts.carriage import Input
from validation.facts.credentials import credentials_in
from validation.facts.histories import History
from validation.facts.named_texts import texts_of_history, texts_of_stream
from validation.facts.streams import Stream
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, WORD, Texts, rule

_KEY = "sk-proj-" + "9fQ2vLx7RtB4mZk1Hc8N" * 2
_ENTRY = {"request": {"method": "GET", "url": "https://api.local/v1/models", "headers": [
    {"name": "authorization", "value": "Bearer " + _KEY}]}, "response": {"content": {}}}  # fmt: skip
_ENDS = (chunk({"role": "assistant"}), chunk({}, finish="tool_calls"))


@rule(
    "INP013",
    judges=(Stream, History, Input),
    letters={"": row("warning"), "header": row("warning")},
    params={"kind": WORD, "where": WORD, "length": NUMBER, "secrets": NUMBER},
    says="A credential stands in {where}: {kind}, {length} characters. Credentials in all: {secrets}.",
    expected="no key, token or password",
    actual="{kind} in {where}",
    why="Whoever gets the file, or a link to what shows it, can use the credential. It is not repeated here.",
    unless="it is a made-up value: then it looks real to everybody else too.",
    fix="Revoke the key, it has been in a model's context. Record with headers and secrets removed.",
    variants={
        "header": Texts(
            says="A credential stands in {where}, beside what was recorded: {kind}, {length} characters. Credentials in all: {secrets}.",
            why="Whoever gets the file can use the credential. It is not repeated here.",
            fix="Revoke the key if others have seen the file. Save recordings without headers and cookies.",
        )
    },
    bad=[
        jsonl(_ENDS[0], chunk(tools(header(arguments='{"key":"' + _KEY[:20]))), chunk({"tool_calls": [
            {"index": 0, "function": {"arguments": _KEY[20:] + '"}'}}]}), _ENDS[1], note="cut over two fragments"),
        history(user(), assistant(call(arguments='{"url":"https://bob:h7Kq2mWz9@db.local/"}')), result(content="ok"),
                assistant(content="done")),
        document({"log": {"entries": [_ENTRY]}}, note="variant: header"),
    ],
    good=[
        stream('{"key":"sk-proj-****************************abcd"}', note="masked"),
        stream('{"api_key":"88dc28d0f030c55ed4ab77ed8faf098196cb1c05df778539800c9f1243fe6b4b"}', note="a hash"),
        stream('{"key":"sk-proj-your-key-goes-here-0123456789"}', note="a placeholder"),
        stream('{"id":"call_Zt8yF4qLw2Xn7Bv5Rk1Ms9Pd","trace":"chatcmpl-tool-9b1f0c4e7a2d4d55a8a1"}', note="ids are no secrets"),
    ],
    see=["cloudflare/har-sanitizer"],
    breaks=["whoever owns the credential: everybody who is shown the trace can use it until it is revoked"],
)  # fmt: skip
def secret_in_trace(judged: Stream | History | Input) -> Findings:
    """A text of the trace holds a key, a token or a password.

    Joined texts are searched, since a key that is cut over two fragments shows in neither: content, reasoning and arguments of a stream,
    texts, arguments and results of a history; headers, cookies and settings of a log. Judged is the value. Masks, hashes, placeholders and
    ids are none.
    """
    if isinstance(judged, Input):
        for key in judged.header_keys[:1]:
            yield found(
                judged, key.at, variant="header", count=judged.header_keys_seen,
                kind=key.kind, where=key.name[:60], length=key.length, secrets=judged.header_keys_seen,
            )  # fmt: skip
        return
    texts = list(texts_of_stream(judged) if isinstance(judged, Stream) else texts_of_history(judged))
    if not credentials_in("\0".join([text for _, _, text in texts])):
        return
    held = [(spot, where, one) for spot, where, text in texts for one in credentials_in(text)]
    if held:
        spot, where, first = held[0]
        yield found(judged, spot, count=len(held), kind=first.kind, where=where, length=first.length, secrets=len(held))
