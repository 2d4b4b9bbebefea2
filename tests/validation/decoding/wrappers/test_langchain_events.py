from typing import Any

from .test_langchain import ai, gave, human
from .test_langchain_chunks import streamed
from .uploads import Upload, never_raises


def event(name: str, run: str = "r-1", **data: Any) -> dict[str, Any]:
    return {"event": name, "name": "ChatOpenAI", "run_id": run, "tags": [], "metadata": {}, "parent_ids": [], "data": data}


def started(*messages: Any, run: str = "r-1") -> dict[str, Any]:
    return event("on_chat_model_start", run, input={"messages": [list(messages)]})


def pieces(*texts: str, run: str = "r-1") -> list[dict[str, Any]]:
    return [event("on_chat_model_stream", run, chunk=one) for one in streamed(*texts)]


def ended(answer: Any, *messages: Any, run: str = "r-1") -> dict[str, Any]:
    return event("on_chat_model_end", run, output=answer, input={"messages": [list(messages)]})


def test_a_run_of_the_model_is_one_history() -> None:
    upload = Upload(
        started(human()), *pieces("{", "}"), ended(ai("call_a"), human()), event("on_chain_end", output={"messages": [human()]})
    )
    assert upload.wrapper == "langchain-events"
    assert upload.histories == [(2, [("call_a", "get_weather", [])])]
    assert upload.roots == {}


def test_every_run_is_a_history_of_its_own() -> None:
    second = [human(), ai("call_a"), gave("call_z")]
    upload = Upload(ended(ai("call_a"), human()), ended(ai(content="4 degrees.", finish="stop"), *second, run="r-2"))
    assert upload.histories == [(2, [("call_a", "get_weather", [])]), (4, [("call_a", "get_weather", [])])]
    assert upload.roots == {"tool-result-unknown-id": "error"}
    assert upload.finding("tool-result-unknown-id").places[0].line == 2
    assert upload.at("tool-result-unknown-id") == "call_z"


def test_arguments_are_judged_as_they_were_streamed() -> None:
    upload = Upload(started(human()), *pieces("{", '"city":'), ended(ai("call_a"), human()))
    assert upload.roots == {"arguments-truncated": "error"}
    assert upload.finding("arguments-truncated").places[0].pointer == "/data/chunk/tool_call_chunks/0"


def test_an_end_alone_has_the_answer_as_generations_too() -> None:
    upload = Upload(ended({"generations": [[{"text": "", "message": ai("call_a")}]], "llm_output": None}, human()))
    assert upload.histories == [(2, [("call_a", "get_weather", [])])]


def test_nothing_odd_in_an_event_raises() -> None:
    assert never_raises(started(human()), pieces("{}")[0], ended(ai("call_a"), human())) > 100
