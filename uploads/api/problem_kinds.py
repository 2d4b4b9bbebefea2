"""The kinds of problem that the REST door answers with: the page of errors, `docs/api.md` and the answers say the same."""

from typing import NamedTuple


class Kind(NamedTuple):
    """One kind of problem. `meaning`: when it is answered. `remedy`: what a caller does about it. Codes are never reused."""

    code: str
    status: int
    title: str
    meaning: str
    remedy: str


KINDS: dict[str, Kind] = {
    kind.code: kind
    for kind in (
        Kind(
            "invalid-parameter", 400, "A parameter cannot be used",
            "A query parameter has an unknown name, a value that is not allowed, a NUL, or stands there twice;"
            " or one that is needed is missing.",
            "Use one of the names and values that `detail` lists; `errors` names each parameter at fault.",
        ),
        Kind(
            "body-cut-off", 400, "The body ended too early",
            "The connection closed, or fewer bytes came than Content-Length says. Nothing was stored.",
            "Send the whole body again.",
        ),
        Kind(
            "unknown-value", 400, "A value is not known",
            "A profile or a purpose is none of those that exist.",
            "Use one of the values that `detail` and `allowed` list.",
        ),
        Kind(
            "length-mismatch", 400, "The upload is longer than its Content-Length",
            "More bytes came than were announced. Nothing was stored.",
            "Send the body with its real length, or in chunks.",
        ),
        Kind(
            "broken-gzip", 400, "The gzip data is broken",
            "The body is gzip and does not unpack, or its end is missing. Nothing was stored.",
            "Pack it again, or send it uncompressed.",
        ),
        Kind(
            "one-trace", 400, "One trace or history is needed",
            "A form had no file `trace` or `history`, or both.",
            "Send exactly one of them; `request` and `tools` may stand beside it.",
        ),
        Kind(
            "bad-request", 400, "The request part cannot be used",
            "The part `request` of a form is no JSON object.",
            "Send the body of the request that led to the stream, as it was sent.",
        ),
        Kind(
            "bad-tools", 400, "The tools part cannot be used",
            "The part `tools` of a form is no JSON array of tools, and no object with `tools`.",
            "Send the `tools` of the request, as they were sent.",
        ),
        Kind(
            "malformed-request", 400, "The request cannot be read",
            "A multipart form, a JSON body or the request itself is broken, a form has parts that are not known,"
            " or the host name is not served.",
            "Correct what `detail` names. Parts of a form are `trace`, `request`, `tools` and `history`; options go into the query.",
        ),
        Kind(
            "bad-credentials", 401, "The key is not known",
            "The Authorization header is not `Bearer` with an owner key (`ck_...`) or an API token (`ct_...`), or the token has ended.",
            "Send a valid key, or no Authorization header: uploading and shared reports need none.",
        ),
        Kind(
            "key-needed", 401, "A key is needed",
            "The request has no Authorization header, and what it asks for is told only to the owner of a key.",
            "Send `Authorization: Bearer` with an owner key (`ck_...`), which the answer to an upload holds, or an API token (`ct_...`).",
        ),
        Kind(
            "not-allowed", 403, "The token may not do this",
            "The API token is valid and lacks the scope for this call.",
            "Use a token with the scope that `detail` names, or the owner key.",
        ),
        Kind(
            "not-found", 404, "Not found",
            "No such id, it has expired or was deleted, or it belongs to another owner: these are not told apart.",
            "Check the id, and send the owner key it was filed under as a bearer token.",
        ),
        Kind(
            "unknown-address", 404, "There is no such address",
            "Nothing is served at this path.",
            "See the API page; addresses begin with `/api/v1/` and end without a slash.",
        ),
        Kind(
            "method-not-allowed", 405, "The method is not allowed here",
            "The address exists and does not take this method. `Allow` lists those it takes.",
            "Use one of the methods in `Allow`.",
        ),
        Kind(
            "not-acceptable", 406, "The format does not exist",
            "A report was asked for in a format that is not offered.",
            "Ask for one of the formats that `detail` lists, by `?format=` or `Accept`.",
        ),
        Kind(
            "too-slow", 408, "The body came too slowly",
            "The upload stood still for a minute, or went on at less than a few kilobytes a second.",
            "Send it again over a faster connection, or compress it with gzip.",
        ),
        Kind(
            "not-finished", 409, "The validation has not finished",
            "A report, its findings or its segments were asked for while the validation is queued or running, or after it failed for good.",
            "Ask for the validation with `?wait=30` first. `Retry-After` says when to come back.",
        ),
        Kind(
            "raw-expired", 410, "The raw trace has been deleted",
            "The uploaded bytes are kept for a shorter time than the report. The report is still there, the records are not.",
            "Upload the trace again if you still have it.",
        ),
        Kind(
            "length-required", 411, "The length of the body is not known",
            "The body came chunked through a server that does not read such bodies.",
            "Send a Content-Length.",
        ),
        Kind(
            "too-large", 413, "The upload is too large",
            "The body, what it unpacks to, or a field of a form is larger than this service takes. `limit` is in bytes.",
            "Send less: one run, the records around the fault. `/api/v1/info` tells the limits.",
        ),
        Kind(
            "part-too-large", 413, "A part of the form is too large",
            "`request` or `tools` is larger than one request can be. `limit` is in bytes.",
            "Send one request body, or its list of tools.",
        ),
        Kind(
            "too-compressed", 413, "The upload unpacks to far more than was sent",
            "The body unpacks to far more bytes than a real trace of its packed size. `ratio` is how many times are allowed.",
            "Send it without compression.",
        ),
        Kind(
            "address-too-long", 414, "The address is too long",
            "The first line of the request, with method and address, has more than 8 kB.",
            "Shorten the query: cut a long error text before it is looked up.",
        ),
        Kind(
            "unsupported-media-type", 415, "This kind of body is not read",
            "The Content-Type is none that a trace, a history or a form has.",
            "Use one of those that `detail` and `accepted` list; `application/octet-stream` always fits.",
        ),
        Kind(
            "unknown-coding", 415, "This content coding is not known here",
            "The Content-Encoding is neither gzip nor identity.",
            "Send the body as gzip, or without Content-Encoding.",
        ),
        Kind(
            "too-many-requests", 429, "Too many requests",
            "More requests came from this address, or under this key, than are served in an hour.",
            "Wait for as many seconds as `Retry-After` says.",
        ),
        Kind(
            "headers-too-large", 431, "The headers are too large",
            "A header has more than 8 kB, or there are more than 100 of them.",
            "Leave out what is not needed; a cookie is never.",
        ),
        Kind(
            "internal-error", 500, "The service failed",
            "A fault of the service, not of the request.",
            "Try again; if it fails again, tell who runs the service.",
        ),
        Kind(
            "busy", 503, "The service is busy",
            "As many slow uploads as are served at one time are open already.",
            "Try again after as many seconds as `Retry-After` says.",
        ),
        Kind(
            "no-room", 507, "There is no room for the upload",
            "The disk of the service is full. Nothing of the upload was kept.",
            "Tell who runs the service; try again later.",
        ),
    )
}  # fmt: skip
"""Code -> kind, by status."""
