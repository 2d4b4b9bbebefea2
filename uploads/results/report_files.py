"""A report as a file, in every format that there is: what it is called and what it holds. Pages and API hand out the same ones."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from uploads.results.html_report import html
from validation.rendering.gnu import gnu
from validation.rendering.json_report import report_document
from validation.rendering.junit import junit
from validation.rendering.markdown import markdown
from validation.rendering.sarif import sarif
from validation.report import Report


@dataclass(frozen=True)
class Format:
    """One format: its media type, how a file's name ends, and how the JSON document is written in it (with the address of its page)."""

    media_type: str
    ending: str
    text: Callable[[dict[str, Any], str | None], str]


def _json(document: dict[str, Any]) -> str:
    # Not by msgspec: a trace may hold lone surrogates and numbers of any length.
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


FORMATS: dict[str, Format] = {
    "json": Format("application/json", "json", lambda document, _: _json(document)),
    "md": Format("text/markdown", "md", lambda document, address: markdown(document, html_url=address)),
    "sarif": Format("application/sarif+json", "sarif", lambda document, _: _json(sarif(document))),
    # Not application/xml: browsers accept that, and would get JUnit where they asked for nothing.
    "junit": Format("application/junit+xml", "junit.xml", lambda document, _: junit(document)),
    "gnu": Format("text/plain", "txt", lambda document, _: gnu(document)),
    "html": Format("text/html", "html", html),
}
"""By the word that chooses it. The first is what comes when nothing is asked for."""


def written(report: Report, kind: str, *, address: str | None = None, help_url: Callable[[str], str] | None = None) -> str:
    """`report` in the format `kind`. `address`: that of its page, for whoever may follow it. `help_url`: that of a rule's page."""
    return FORMATS[kind].text(report_document(report, help_url=help_url), address)
