"""Cases that the corpus tests leave out, by name, each with its reason.

A reason that begins with "waits for" names rules that are not written yet; the row comes back by itself: a test fails here once all of them
exist. `file as purpose` leaves out one purpose of a row and keeps the rest.
"""

HISTORIES: dict[str, str] = {
    "two-turns-zipped.json": "waits for parallel-turn-split",
    "text-split-from-its-call.json": "waits for reply-split",
    "call-without-type.json": "waits for call-type-missing",
    "id-41-long.json": "waits for call-id-too-long",
    "repair-leaves-empty-call-list.json": "waits for assistant-empty",
    "replay-loses-calls.json": "waits for assistant-empty",
    "null-answer-without-calls.json": "waits for assistant-empty",
    "empty-answer.json": "waits for assistant-empty",
    "tool-content-null.json": "waits for tool-content-missing",
    "tool-content-image.json": "waits for tool-content-not-text",
    "tool-content-empty-string.json": "waits for tool-content-empty",
    "dot-in-function-name.json": "waits for tool-name-charset",
    "user-name-with-space.json": "waits for message-name-charset",
    "129-calls.json": "waits for too-many-calls",
    "function-message-without-name.json": "waits for legacy-function-call, legacy-function-role, legacy-function-unnamed",
    "reasoning-missing-on-call-message.json": "waits for response-only-field",
    "ft-ends-with-tool-message.jsonl": "waits for training-example-unfinished",
    "ft-tools-broken-string.jsonl": "waits for tools-not-array",
    "ok-legacy-function-pair.json": "waits for legacy-function-call, legacy-function-role",
    "tools-missing-for-tool-history.json as train": "waits for training-example-unfinished",
    "arguments-cut-but-answered.json as train": "waits for training-example-unfinished",
    "ok-user-right-after-tool.json as train": "waits for training-example-unfinished",
}

STREAMS: dict[str, str] = {}
