"""What a file is, from its first 64 KiB. The file's name is no evidence."""

import re
from typing import Any, Final, NamedTuple

from validation.decoding.commands import COMMAND, command_at
from validation.decoding.diagnosis import BOM, CLOSING_FENCE
from validation.decoding.lines import BLANK, NOT_BLANK
from validation.decoding.refusals import end_of_value, refusal_of
from validation.decoding.values import Decode, in_string, levels

HEAD: Final = 1 << 16
SAMPLE: Final = 1 << 12
LOG_LINES: Final = 20
FEW: Final = 8
"""Fewer control characters make no binary file."""

FIELDS: Final = (b"data:", b"event:", b"id:", b"retry:")
ODD_DATA: Final = re.compile(rb"data: ?[\[{]", re.IGNORECASE)
END: Final = rb"(?:\r\n|\n|\r)"
HEADER: Final = rb"(?!data:|event:|id:|retry:)[\w.-]+:[^\r\n]*"
REQUEST_HEAD: Final = rb"(?:GET|POST|PUT|PATCH) \S+ HTTP/[\d.]+[ \t]*" + END + rb"(?:" + HEADER + END + rb")*" + END
HTTP_HEAD: Final = re.compile(rb"HTTP/[\d.]+ \d{3}(?:.*?(?:\r\n\r\n|\n\n|\r\r)|.*\Z)|" + REQUEST_HEAD, re.DOTALL)
"""The head of an HTTP answer, or of a request: of that one nothing but its line, header lines and a blank line."""
HEADS: Final = re.compile(
    rb"(?<=[\]}\r\n])(?:HTTP/[\d.]+ \d{3}[^\r\n]*+" + END + rb"(?:" + HEADER + END + rb")*+(?:" + END + rb"|\Z)|" + REQUEST_HEAD + rb")"
)
"""The head of an answer behind the body of its request, or of the next request: HTTPie and recorders of connections save them so."""
FENCE: Final = re.compile(rb"[ \t\r\n]*```[\w.-]*[ \t]*(?:\r\n|\n|\r)")
"""The line of Markdown that opens a block of code: a trace is often copied with it."""
HTTP: Final = "http-head"
CODE_FENCE: Final = "code-fence"
LOG_PREFIX: Final = "log-prefix"
"""Names of wrappers that are known by what stands before the content."""
WORD: Final = re.compile(rb"\w")
ARROW: Final = re.compile(rb"[ \t]*+(?:[<>=*|-]+|\xe2\x86[\x90-\x93])[ \t]*\Z")
"""What some write before each message instead of words."""
MAX_PREFIX: Final = 200
CONTROLS: Final = bytes(byte for byte in range(32) if byte not in b"\t\n\v\f\r\x1b")

MARKS: Final = (
    (b"\xff\xfe\x00\x00", "utf-32-le"), (b"\x00\x00\xfe\xff", "utf-32-be"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"),
)  # fmt: skip
MAGIC: Final = (
    (b"\x1f\x8b", "gzip"), (b"PK\x03\x04", "zip"), (b"\x28\xb5\x2f\xfd", "zstd"), (b"BZh", "bzip2"), (b"\xfd7zXZ\x00", "xz"),
    (b"7z\xbc\xaf\x27\x1c", "7z"), (b"%PDF-", "pdf"), (b"\x89PNG", "png"), (b"\xff\xd8\xff", "jpeg"), (b"GIF8", "gif"),
    (b"SQLite format 3\x00", "sqlite"), (b"PAR1", "parquet"), (b"\x7fELF", "elf"), (b"\xd4\xc3\xb2\xa1", "pcap"),
    (b"\x0a\x0d\x0d\x0a", "pcapng"),
)  # fmt: skip
NULS: Final = (((1, 2, 3), 0, 4, "utf-32-le"), ((0, 1, 2), 3, 4, "utf-32-be"), ((1,), 0, 2, "utf-16-le"), ((0,), 1, 2, "utf-16-be"))
"""Where in each character of so many bytes ASCII has NUL, and where it has not."""


def encoding_of(head: bytes) -> tuple[str, str] | None:
    """The encoding of a file that is not UTF-8 text, and its name or what kind of binary it is; None for text that can be read."""
    for mark, encoding in MARKS:
        if head.startswith(mark):
            return encoding, encoding
    for magic, name in MAGIC:
        if head.startswith(magic):
            return "binary", name
    sample = head[:SAMPLE]
    if sample.count(0) * 4 > len(sample):
        for zero_at, other_at, width, encoding in NULS:
            zeros = min(sample[at::width].count(0) for at in zero_at)
            if zeros * width * 10 >= len(sample) * 7 and sample[other_at::width].count(0) * width * 10 < len(sample):
                return encoding, encoding
    controls = len(sample) - len(sample.translate(None, CONTROLS))
    return ("binary", "binary") if controls >= FEW and controls * 20 > len(sample) else None


class Preface(NamedTuple):
    """What stands before the content: its length, whether a byte order mark is in it, the names of the wrappers that begin there, and the
    JSON that a command there sends."""

    length: int
    marked: bool
    wrappers: tuple[str, ...]
    request: dict[str, Any] | None = None


def preface(head: bytes) -> Preface:
    """What stands before the content of `head`: the fence that opens a block of code in Markdown, a command, heads of HTTP, marks."""
    marked = head.startswith(BOM)
    at = len(BOM) if marked else 0
    around: tuple[str, ...] = ()
    if fence := FENCE.match(head, at):
        around = (CODE_FENCE,)
        at = fence.end()
    command = command_at(head, at)
    if command is not None:
        around = (*around, COMMAND)
        at = command.end
    start = at
    while found := HTTP_HEAD.match(head, at):
        at = found.end()
    if at > start:
        around = (*around, HTTP)
        if head.startswith(BOM, at):
            at, marked = at + len(BOM), True
    return Preface(at, marked, around, command.request if command is not None else None)


def without_closing_fence(text: bytes) -> bytes:
    """`text` without the fence that closes a block of code."""
    bare = text.rstrip(BLANK)
    return bare.removesuffix(CLOSING_FENCE) if bare.endswith(CLOSING_FENCE) else text


def is_event_stream(head: bytes, decode: Decode) -> bool:
    """Whether any line begins with a field of an event stream, or is a comment of one."""
    lines = head[:HEAD].replace(b"\r", b"\n").split(b"\n")
    if any(line.startswith(FIELDS) for line in lines) or has_odd_fields(lines):
        return True
    if not any(line.startswith(b":") for line in lines):
        return False
    return head.lstrip(BLANK)[:1] not in (b"{", b"[") or refusal_of(decode, head) is not None


def has_odd_fields(lines: list[bytes]) -> bool:
    """Whether all lines are fields or comments, but for the case of the names, data among them, and blank lines between them.

    The words of a log do not stand so.
    """
    starts = (line[:7].lower() for line in lines if line.strip(BLANK))
    return (
        b"\n\n" in b"\n".join(lines).strip(BLANK)
        and all(start.startswith((*FIELDS, b":")) for start in starts)
        and any(map(ODD_DATA.match, lines))
    )


def may_be_document(head: bytes, decode: Decode) -> bool:
    """Whether the file may be one JSON value: it has one line, or its first line opens a value. `head` has the whole first line."""
    found = NOT_BLANK.search(head)
    if found is None:
        return False
    if NOT_BLANK.search(head, found.end()) is None:
        return True
    first = found[0]
    return (
        first[:1] in (b"{", b"[")
        and not in_string(first)
        and levels(first) > 0
        and refusal_of(decode, first) is not None
        and end_of_value(refusal_of(decode, head) or "") is None
    )


def has_log_prefix(head: bytes, decode: Decode) -> bool:
    """Whether the lines that hold JSON have words of a log (time, level) before it. A log has other lines between, but not most."""
    lines = [found[0] for _, found in zip(range(LOG_LINES), NOT_BLANK.finditer(head[:HEAD]), strict=False)]
    if len(head) > HEAD or head[-1:] not in (b"\n", b"\r"):
        lines = lines[:-1] or lines
    holding = [line for line in lines if b"{" in line]
    prefixed = sum(is_prefixed(line, decode) for line in holding)
    return prefixed > 0 and prefixed * 5 >= len(holding) * 4 and len(holding) * 4 >= len(lines)


def is_prefixed(line: bytes, decode: Decode) -> bool:
    """Whether an object stands after some words, or an arrow."""
    low = line.find(b"{", 0, MAX_PREFIX)
    if low <= 0 or WORD.match(line, low - 1):
        return False
    return bool(WORD.search(line, 0, low) or ARROW.match(line, 0, low)) and refusal_of(decode, line[low:]) is None
