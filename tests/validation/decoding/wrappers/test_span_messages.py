from typing import Any

import pytest

from .test_otel_genai import ASKED, exported, messages, span
from .uploads import Upload


def call(**id: Any) -> dict[str, Any]:
    return {"role": "assistant", "parts": [{"type": "tool_call", "name": "get_weather", "arguments": {"city": "Oslo"}, **id}]}


def gave(**id: Any) -> dict[str, Any]:
    return {"role": "tool", "parts": [{"type": "tool_call_response", "response": 4, **id}]}


@pytest.mark.parametrize("id", [{}, {"id": None}, {"id": ""}])
def test_a_span_without_any_ids_is_of_a_model_that_gives_none(id: dict[str, Any]) -> None:
    upload = Upload(exported(span(messages([ASKED, call(**id), gave(**id)], [call(**id)]))))
    assert upload.histories[0][0] == 4
    assert upload.roots == {}
    assert "the ids of calls" in str(upload.finding("wrapper-unwrapped").params["loses"])


def test_an_id_that_is_missing_beside_others_is_missing() -> None:
    upload = Upload(exported(span(messages([ASKED, call(id="call_a"), gave(id="call_a"), call(), gave()]))))
    assert upload.roots == {"call-id-missing": "error"}
    alone = Upload(exported(span(messages([ASKED, call(id="call_a"), gave()]))))
    assert set(alone.roots) == {"tool-call-id-missing"}


def test_leaves_without_ids_are_read_alike() -> None:
    prefix = "llm.output_messages.0.message."
    leaves = {
        "llm.input_messages.0.message.role": "user",
        "llm.input_messages.0.message.content": "Weather?",
        f"{prefix}role": "assistant",
        f"{prefix}tool_calls.0.tool_call.function.name": "get_weather",
        f"{prefix}tool_calls.0.tool_call.function.arguments": "{}",
    }
    upload = Upload(exported(span(leaves)))
    assert upload.histories == [(2, [(None, "get_weather", [])])]
    assert upload.roots == {}
