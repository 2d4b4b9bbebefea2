from validation.examples import document, jsonl, user
from validation.facts.carriage import REQUEST_FAILED, Body
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, PLACE, TEXT, rule

_ASKED = {"model": "demo-model", "messages": [user()]}
_ANSWER = {"id": "c1", "object": "chat.completion", "created": 1790000000, "model": "demo-model", "choices": [
    {"index": 0, "message": {"role": "assistant", "content": "4 degrees"}, "finish_reason": "stop"}]}  # fmt: skip
_MOST = 15


@rule(
    "INP015",
    judges=Body,
    letters=row("warning", permissive="info"),
    params={"line": PLACE, "detail": TEXT, "failed": NUMBER},
    says="Line {line} holds a request that got no answer: {detail}. Such requests in all: {failed}.",
    expected="an answer beside every request",
    actual="{detail}",
    why="There is no answer to judge. A stream is not to blame for it, nor is the history that was sent, which is checked all the same.",
    unless="the failure is known, or was wanted.",
    fix="Read the error that the wrapper holds, then send the request again.",
    breaks=["Whoever counts on one answer a request: rows of a batch go missing."],
    bad=[
        jsonl({"custom_id": "r-3", "response": None, "error": {"code": "batch_expired", "message": "expired"}}, note="a batch"),
        jsonl({"custom_id": "r-4", "response": {"status_code": 400, "body": {"error": {"message": "bad"}}}, "error": None}),
        document({"request": _ASKED, "response": {"status": 503, "error": {"message": "overloaded"}}}, note="a log of one's own"),
    ],
    good=[
        jsonl({"custom_id": "r-1", "response": {"status_code": 200, "body": _ANSWER}, "error": None}),
        document({"request": _ASKED, "response": _ANSWER, "error": None}),
    ],
    see=["OpenAI API reference, batch output"],
)
def request_failed(body: Body) -> Findings:
    """A wrapper recorded a request that failed.

    A line of a batch with an `error`, an HTTP status of 400 or more in a recording, a failure in the log of a gateway. An error inside a
    stream that had begun is `stream-error-object`.
    """
    failed = body.oddities.get(REQUEST_FAILED)
    if failed is not None:
        (at, detail), *others = failed.samples
        related = tuple(other for other, _ in others[:_MOST])
        yield found(body, at, related=related, count=failed.count, line=at[1], detail=detail[:120], failed=failed.count)
