"""Which kinds of body and of report there are."""

from uploads.results.report_files import FORMATS

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

REPORT_FORMATS = {name: kind.media_type for name, kind in FORMATS.items()}
"""Format of a report -> its media type. The first is what comes when nothing is asked for."""
