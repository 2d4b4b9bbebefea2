"""Traces to begin with, for who has none at hand; and the examples of the rules, which open the same way."""

import json
from dataclasses import dataclass
from pathlib import Path

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from uploads.web import rules
from validation.examples import Example

_FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Sample:
    """A trace that comes with the application. `key` is its file's name."""

    key: str
    title: str | Promise

    @property
    def example(self) -> Example:
        """The trace as an example."""
        return Example((_FOLDER / self.key).read_bytes(), self.key)


SAMPLES = {
    sample.key: sample
    for sample in (
        Sample("stream-ends-with-stop.sse", _("A stream with a call that ends with “stop”")),
        Sample("two-calls-one-index.jsonl", _("A stream whose two calls share one index")),
        Sample("history-lost-result.json", _("A history in which a result was lost")),
    )
}


def find(key: str) -> Example | None:
    """The sample or rule example that `key` names, or None."""
    sample = SAMPLES.get(key)
    return sample.example if sample else rules.example(key)


def request_of(example: Example) -> bytes | None:
    """The request stated beside an example, as JSON."""
    return None if example.request is None else json.dumps(example.request, ensure_ascii=False).encode()
