"""Where a text holds a credential: named forms and names, and a judgement of the value so that masks, hashes and placeholders are none.

Search joined texts, never fragments: a key that was cut over three fragments shows in none of them. Every credential but two kinds is an
unbroken run of 16 or more characters, so runs are found first (about 2 ns a character) and only they are looked at closely.
"""

import math
import re
from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple


class Credential(NamedTuple):
    """One credential: what kind it is, and where its value stands in the text (half-open)."""

    kind: str
    start: int
    end: int

    @property
    def length(self) -> int:
        """How many characters the value has."""
        return self.end - self.start


_FORMS: Final = (
    ("Anthropic key", r"sk-ant-[\w-]{24,}"),
    ("OpenRouter key", r"sk-or-[A-Za-z0-9-]{32,}"),
    ("OpenAI key", r"sk-(?:proj|svcacct|admin)-[\w-]{24,}"),
    ("Langfuse key", r"sk-lf-[0-9a-f-]{36}"),
    ("API key (sk-)", r"sk-(?=[\w-]*?[A-Za-z0-9]{16})(?=[\w-]*?[0-9])[\w-]{20,}"),
    ("GitHub token", r"gh[pousr]_[A-Za-z0-9]{36,}|github_pat_\w{40,}"),
    ("GitLab token", r"glpat-[\w-]{20,}"),
    ("AWS access key id", r"A[KS]IA[A-Z0-9]{16}(?![A-Za-z0-9])"),
    ("Google API key", r"AIza[\w-]{35}(?![\w-])"),
    ("Google access token", r"ya29\.[\w-]{30,}"),
    ("Google client secret", r"GOCSPX-[\w-]{20,}"),
    ("Slack token", r"xox[abprs]-[A-Za-z0-9-]{20,}|xapp-[A-Za-z0-9-]{20,}"),
    ("Slack webhook", r"hooks\.slack\.com/services/T[A-Z0-9]{6,}/B[A-Z0-9]{6,}/[A-Za-z0-9]{16,}"),
    ("Stripe key", r"[rs]k_live_[A-Za-z0-9]{20,}|whsec_[A-Za-z0-9+/]{24,}"),
    ("Hugging Face token", r"hf_[A-Za-z0-9]{30,}"),
    ("Groq key", r"gsk_[A-Za-z0-9]{40,}"),
    ("xAI key", r"xai-[A-Za-z0-9]{40,}"),
    ("Perplexity key", r"pplx-[A-Za-z0-9]{40,}"),
    ("NVIDIA key", r"nvapi-[\w-]{40,}"),
    ("npm token", r"npm_[A-Za-z0-9]{36,}"),
    ("PyPI token", r"pypi-[\w-]{60,}"),
    ("SendGrid key", r"SG\.[\w-]{20,24}\.[\w-]{40,46}"),
    ("JSON web token", r"eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{16,}"),
)
_FORM: Final = re.compile("|".join(f"(?P<f{number}>{form})" for number, (_, form) in enumerate(_FORMS)), re.ASCII)
_FIRST_TWO: Final = frozenset(
    ["sk", "gh", "gl", "AK", "AS", "AI", "ya", "GO", "xo", "xa", "ho", "rk", "wh", "hf", "gs", "pp", "nv", "np", "py", "SG", "ey"]
)
_MARK: Final = re.compile(r"[/.+~]")

_IS: Final = r"""\\?["']?\s{0,4}(?::|=>?)\s{0,4}\\?["']?"""
_NAMES: Final = (
    ("basic authorization", r"authorization\W{1,8}basic {1,4}"),
    ("bearer token", r"bearer {1,4}"),
    ("cookie", r"cookie\W{1,8}[\w.-]{1,32}="),
    ("API key", r"api[_-]?key" + _IS),
    ("secret", r"(?:client[_-]?secret|secret[_-]?(?:access[_-]?)?key|(?:access|auth|refresh)[_-]?token)" + _IS),
)
_NAME: Final = re.compile("(?:" + "|".join(f"(?P<n{number}>{name})" for number, (_, name) in enumerate(_NAMES)) + r")\Z", re.IGNORECASE)
_BEFORE: Final = 48

_URL: Final = re.compile(r"://[^\s/:@\"'\\<>]{1,64}:([^\s/:@\"'\\<>]{6,128})@")
_PRIVATE: Final = re.compile(r"PRIVATE KEY-----([\sA-Za-z0-9+/=\\]{64,16384})")

_DIGIT: Final = re.compile(r"[0-9]")
_RUN: Final = b"w" * 16
_CLASSES: Final = bytes(0x77 if chr(code).isalnum() or chr(code) in "_-+/.~" else 0x20 for code in range(128)) + b" " * 128
_LONGEST_RUN: Final = 8_192
"""Of a longer run (an image as base64) only the beginning is looked at."""

_PLACEHOLDER: Final = re.compile(
    r"example|placeholder|redact|masked|hidden|removed|your|changeme|dummy|sample|fake|mock|test|secret|passw|"
    r"x{4}|\*{3}|\.{3}|0{8}|1234567|abcdefg|<|>|\$\{|\{\{|%\(",
    re.IGNORECASE,
)
_HASH: Final = re.compile(r"(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{56}|[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128})\Z", re.IGNORECASE)
_DOTTED: Final = re.compile(r"(?:[A-Za-z_]{2,}\w*\.)+[A-Za-z_]\w*\Z", re.ASCII)
_UUID: Final = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\Z", re.IGNORECASE)
_LEAST_BITS: Final = 2.5
"""Bits a character below which a value is a mask or a pattern of the keyboard; random keys have 3.5 and more."""


def credentials_in(text: str) -> list[Credential]:
    """The credentials of `text` in their order, none overlapping another."""
    held = list(_in_runs(text))
    if "@" in text:
        held += [Credential("password in a URL", *match.span(1)) for match in _URL.finditer(text) if _is_anonymous_key(match[1])]
    if "PRIVATE KEY-----" in text:
        held += [Credential("private key", *match.span(1)) for match in _PRIVATE.finditer(text) if _is_random(match[1])]
    held.sort(key=lambda credential: credential.start)
    return [one for one, before in zip(held, [None, *held], strict=False) if before is None or one.start >= before.end]


def _in_runs(text: str) -> Iterator[Credential]:
    # One byte a character, so that places in it are places in the text.
    runs = text.encode("ascii", "replace").translate(_CLASSES)
    has_digit = _DIGIT.search
    start = runs.find(_RUN)
    while start >= 0:
        end = runs.find(b" ", start)
        if end < 0:
            end = len(text)
        # Paths and words with hyphens have none, keys have: this keeps prose cheap.
        if has_digit(text, start, end) or text[start : start + 2] in _FIRST_TWO:
            yield from _in_run(text, start, min(end, start + _LONGEST_RUN))
        start = runs.find(_RUN, end)


def _in_run(text: str, start: int, end: int) -> list[Credential]:
    formed = [credential for at in _beginnings(text, start, end) if (credential := _formed(text, at, end))]
    if formed:
        return formed
    before = text[max(0, start - _BEFORE) : start]
    near = before.lower()
    if "key" in near or "token" in near or "secret" in near or "bearer" in near or "basic" in near or "cookie" in near:
        name = _NAME.search(before)
        value = text[start:end].rstrip(".")
        if name is not None and _is_anonymous_key(value):
            return [Credential(_NAMES[int(name.lastgroup[1:])][0], start, start + len(value))]  # type: ignore[index]
    return formed


def _beginnings(text: str, start: int, end: int) -> list[int]:
    """Where in a run a key may begin: at its start, after the rest of an escape of JSON text (\\n, \\u003d), after a mark such as /."""
    beginnings = [start]
    if start and text[start - 1] == "\\":
        beginnings.append(start + (5 if text[start] == "u" else 1))
    if _MARK.search(text, start, end):
        beginnings += [mark.end() for mark in _MARK.finditer(text, start, end)]
    return beginnings


def _formed(text: str, start: int, end: int) -> Credential | None:
    match = _FORM.match(text, start, end) if text[start : start + 2] in _FIRST_TWO else None
    if match is None or not _is_random(match[0]):
        return None
    return Credential(_FORMS[int(match.lastgroup[1:])][0], *match.span())  # type: ignore[index]


def _is_random(value: str) -> bool:
    head = value[:120]
    return not _PLACEHOLDER.search(head) and _bits(head) >= _LEAST_BITS


def _is_anonymous_key(value: str) -> bool:
    """Nothing in the value says what it is, so it has to look like a key: letters and digits mixed, no hash, UUID or dotted name."""
    if _HASH.match(value) or _UUID.match(value) or _DOTTED.match(value):
        return False
    return any(mark.isdigit() for mark in value) and any(mark.isalpha() for mark in value) and _is_random(value)


def _bits(value: str) -> float:
    size = len(value)
    return -sum(count / size * math.log2(count / size) for count in Counter(value).values())
