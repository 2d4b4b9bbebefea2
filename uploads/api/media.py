"""Which kinds of body and of report there are."""

TYPES = (
    "application/x-ndjson",
    "application/ndjson",
    "application/jsonl",
    "application/jsonlines",
    "application/x-jsonlines",
    "text/event-stream",
    "application/json",
    "application/octet-stream",
    "text/plain",
    # A body that begins as gzip does is unpacked, whatever it is called.
    "application/gzip",
    "application/x-gzip",
    # What curl says of --data-binary when nobody tells it otherwise. The body is the trace all the same.
    "application/x-www-form-urlencoded",
)
"""A body of one of these is the trace itself, byte for byte; what it holds is seen from the bytes."""

MULTIPART = "multipart/form-data"
CODINGS = ("gzip", "identity")

REPORT_FORMATS = {
    "json": "application/json",
    "md": "text/markdown",
    "sarif": "application/sarif+json",
    # Not application/xml: browsers accept that, and would get JUnit where they asked for nothing.
    "junit": "application/junit+xml",
    "gnu": "text/plain",
}
"""Format of a report -> its media type. The first is what comes when nothing is asked for."""

ENDINGS = {"junit": "junit.xml", "gnu": "txt"}
"""Format of a report -> how the name of its file ends, where that is not the format itself."""
