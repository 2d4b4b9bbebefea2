"""What is turned away is told in the reader's language."""

from collections.abc import Callable

import pytest

from uploads.intake import refusals
from uploads.intake.refusals import Refused
from uploads.jobs import request_context

EVERY: list[Callable[[], Refused]] = [
    lambda: refusals.too_large(10, 20, exact=True),
    lambda: refusals.too_large(10, 20, exact=False),
    lambda: refusals.part_too_large("tools", 10),
    lambda: refusals.too_compressed(200),
    lambda: refusals.cut_off(3),
    lambda: refusals.cut_off(3, 5),
    lambda: refusals.longer_than_declared(5),
    refusals.form_not_closed,
    lambda: refusals.unknown_coding("br"),
    refusals.gzip_without_end,
    lambda: refusals.gzip_that_does_not_unpack("crc", begun=True),
    lambda: refusals.gzip_that_does_not_unpack("crc", begun=False),
    refusals.no_room,
    lambda: refusals.unknown_value("profile", "x", ["default"]),
    lambda: refusals.bad_part("tools", "x", "y"),
    lambda: refusals.unknown_file("x", ["trace"]),
    lambda: refusals.repeated_file("trace"),
    lambda: refusals.which_trace([]),
    lambda: refusals.which_trace(["trace", "history"]),
]


@pytest.mark.parametrize("made", EVERY)
def test_title_and_detail_are_translated_before_they_are_filled_in(made: Callable[[], Refused], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(refusals, "gettext", lambda text: f"<{text}>")
    refused = made()
    assert refused.title.startswith("<")
    assert refused.detail.startswith("<")
    assert "%(" not in refused.title + refused.detail


def test_why_a_request_part_cannot_be_used_is_translated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_context, "gettext", lambda text: f"<{text}>")
    for body in (b"no json", b"[1]"):
        with pytest.raises(request_context.NotUsable) as told:
            request_context.read("request", body)
        assert told.value.what.startswith("<is ")
        assert told.value.expected == "<a JSON object, the request body>"
