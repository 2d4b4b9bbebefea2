"""Requests of the Responses API whose input is one text; lists of items are tested with the histories of other formats."""

from typing import Any

import pytest

from .uploads import Upload, never_raises

TOOL = {"type": "function", "name": "get_weather", "parameters": {"type": "object", "properties": {}}}
REQUEST = {"model": "demo-model", "instructions": "Be brief.", "input": "Weather?", "tools": [TOOL]}


def test_an_input_that_is_one_text_is_one_message_of_the_user() -> None:
    upload = Upload(REQUEST)
    assert upload.wrapper == "responses-items"
    assert upload.histories == [(1, [])]
    assert upload.report.purpose == "send"
    assert upload.roots == {}


@pytest.mark.parametrize("more", [{}, {"encoding_format": "float"}, {"voice": "alloy", "instructions": "Slowly."}])
def test_a_request_for_embeddings_or_speech_is_none(more: dict[str, Any]) -> None:
    upload = Upload({"model": "demo-model", "input": "Weather?", **more})
    assert upload.histories == []
    assert upload.roots == {"input-unrecognised": "error"}


def test_odd_values_never_raise() -> None:
    assert never_raises(REQUEST) > 50
