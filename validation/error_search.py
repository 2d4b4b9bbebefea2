"""Which known error a pasted text is: the known wordings that occur in it, the most telling first. Never raises."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from validation.error_texts import ERROR_TEXTS, ErrorText

LONGEST = 10_000
"""Characters of a text that are read; the rest is not looked at."""
MOST = 8
GAP = 160
"""Characters that may stand where a wording has a value of the sender."""
SHORTEST_PART = 12
LIKE = 0.8
FEWEST_WORDS = 4

SAME = "same"
SIMILAR = "similar"

NOTHING_KNOWN = (
    "None of the known error texts is in it. Paste the whole message as the server sent it. If that finds nothing either, upload the "
    "request that was refused (for a client's error: the stream it read) and choose the profile of the server: every rule is checked then."
)
KNOWN = "Upload the request or the stream that led to it: the report says which of these rules it breaks, and where."

_QUOTES = re.compile(r"\\u00(?:22|27|60)|&(?:quot|apos|#0*3[49]|#x2[27]);|[\\'\"`\u2018\u2019\u201c\u201d]")
_WORDS = re.compile(r"[a-z0-9_]+")
_SENTENCES = re.compile(r"[\n\r]|\\n|[.;!?] ")


class Match(NamedTuple):
    """A known error and how sure it is: `same` when a wording stands in the text, `similar` when most of its words do."""

    error: ErrorText
    wording: str
    certainty: str


def matches(text: str) -> list[Match]:
    """The known errors that `text` may be, the best first, at most eight.

    Case, blanks, quotes (as HTML writes them, too) and the backslashes of JSON do not count. A text that is a piece of a wording is similar
    to it.
    """
    cut = text[:LONGEST]
    plain = _plain(cut)
    sentences = [set(_WORDS.findall(_plain(sentence))) for sentence in _SENTENCES.split(cut)]
    found = [(score, -place, match) for place, error in enumerate(ERROR_TEXTS) for score, match in _of(error, plain, sentences)]
    best = [match for _score, _place, match in sorted(found, key=lambda entry: entry[:2], reverse=True)]
    if any(match.certainty == SAME for match in best):
        best = [match for match in best if match.certainty == SAME]
    return best[:MOST]


def _of(error: ErrorText, plain: str, sentences: list[set[str]]) -> Iterator[tuple[float, Match]]:
    """How much of its best wording was found, in characters."""
    scores = [(*_score(wording, plain, sentences), wording) for wording in error.wordings]
    score, certainty, wording = max(scores)
    if score:
        yield score, Match(error, wording, certainty)


def _score(wording: str, plain: str, sentences: list[set[str]]) -> tuple[float, str]:
    parts = [part for piece in wording.split("{}") if (part := _plain(piece))]
    length = sum(map(len, parts))
    if _stand_in_order(parts, plain):
        return 10_000 + length, SAME
    if len(plain) >= SHORTEST_PART and any(plain in part for part in parts):
        return len(plain), SIMILAR
    words = {word for part in parts for word in _WORDS.findall(part)}
    shared = max((len(words & sentence) for sentence in sentences), default=0) / len(words)
    return (shared * length, SIMILAR) if shared >= LIKE and len(words) >= FEWEST_WORDS else (0, SIMILAR)


def _stand_in_order(parts: list[str], plain: str) -> bool:
    """Whether the parts follow one another, each at most GAP characters behind the last."""
    start = plain.find(parts[0])
    while start >= 0:
        end = start + len(parts[0])
        for part in parts[1:]:
            place = plain.find(part, end, end + GAP + len(part))
            if place < 0:
                break
            end = place + len(part)
        else:
            return True
        start = plain.find(parts[0], start + 1)
    return False


def _plain(text: str) -> str:
    return " ".join(_QUOTES.sub("", text.replace("\\n", " ")).casefold().split())
