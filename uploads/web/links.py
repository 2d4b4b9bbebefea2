"""Addresses inside a report, for its owner or behind a share: the same report has other links in either place."""

from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.urls import reverse

from validation.finding import Place


@dataclass(frozen=True)
class Links:
    """Where the report, its raw lines and its exports stand. `raw` is empty once the bytes are gone: then nothing links to them."""

    report: str
    raw: str
    markdown: str
    exports: str

    @property
    def without_raw(self) -> "Links":
        """The same, without a way to the raw lines."""
        return replace(self, raw="")

    def line(self, number: int) -> str:
        """The raw page at a line."""
        return f"{self.raw}?line={number}#L{number}" if self.raw else ""

    def chunk(self, segment: int, chunk: int) -> str:
        """The raw page at a chunk of a segment."""
        return f"{self.raw}?{urlencode({'segment': segment, 'chunk': chunk})}#s{segment}-chunk-{chunk}" if self.raw else ""

    def place(self, place: Place) -> str:
        """The raw page at a place."""
        return self.line(place.line) if place.line else ""


def of_owner(public_id: str, *, raw: bool) -> Links:
    """The links of a validation for its owner."""
    return Links(
        report=reverse("web:result", args=[public_id]),
        raw=reverse("web:raw", args=[public_id]) if raw else "",
        markdown=reverse("web:markdown", args=[public_id]),
        exports=reverse("web:export", args=[public_id, "json"]).removesuffix("json"),
    )


def of_share(token: str, *, raw: bool) -> Links:
    """The links behind a share."""
    return Links(
        report=reverse("web:shared", args=[token]),
        raw=reverse("web:shared-raw", args=[token]) if raw else "",
        markdown=reverse("web:shared-markdown", args=[token]),
        exports=reverse("web:shared-export", args=[token, "json"]).removesuffix("json"),
    )
