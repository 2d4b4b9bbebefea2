from typing import Any

import pytest

from .test_langchain import FORMS, ai, gave, human
from .uploads import Upload, never_raises


def piece(*fragments: dict[str, Any], content: Any = "", id: str | None = "run-1", finish: str = "") -> dict[str, Any]:
    own = {"type": "AIMessageChunk", "content": content, "id": id, "tool_calls": [], "tool_call_chunks": list(fragments)}
    return {**own, "additional_kwargs": {}, "response_metadata": {"finish_reason": finish} if finish else {}}


def fragment(args: str, id: str | None = None, name: str | None = None, index: int | None = 0) -> dict[str, Any]:
    return {"type": "tool_call_chunk", "name": name, "args": args, "id": id, "index": index}


def streamed(*texts: str, id: str = "call_a", run: str = "run-1") -> list[dict[str, Any]]:
    first, *rest = texts
    ends = piece(id=run, finish="tool_calls")
    return [piece(fragment(first, id, "get_weather"), id=run), *(piece(fragment(text), id=run) for text in rest), ends]


@pytest.mark.parametrize("form", FORMS[::2], ids=["messages_to_dict", "model_dump"])
def test_pieces_one_a_line_are_one_message(form: Any) -> None:
    upload = Upload(*(form(message) for message in (human(), *streamed('{"city"', ':"Oslo"}'), gave())))
    assert upload.wrapper == "langchain-messages"
    assert upload.histories == [(3, [("call_a", "get_weather", [2])])]
    assert upload.roots == {}


def test_pieces_in_a_list_are_one_message() -> None:
    assert Upload([human(), *streamed("", "{}"), gave()]).histories == [(3, [("call_a", "get_weather", [2])])]
    assert Upload({"messages": [human(), *streamed("", "{}"), gave()]}).histories == [(3, [("call_a", "get_weather", [2])])]


def test_a_call_that_was_cut_points_at_its_first_fragment() -> None:
    upload = Upload(*streamed('{"city"', ":"))
    assert upload.roots == {"arguments-truncated": "error"}
    assert upload.finding("arguments-truncated").places[0].line == 1
    assert upload.at("arguments-truncated")["id"] == "call_a"


def test_fragments_of_two_calls_are_told_apart_by_their_index() -> None:
    second = fragment("", "call_b", "get_time", index=1)
    upload = Upload(piece(fragment("", "call_a", "get_weather")), piece(second), piece(fragment("{}", index=1)), piece(fragment("{}")))
    assert upload.histories == [(1, [("call_a", "get_weather", []), ("call_b", "get_time", [])])]


def test_two_messages_whose_pieces_alternate_are_told_apart_by_their_ids() -> None:
    first, second = streamed("{", "}"), streamed("[", "]", id="call_b", run="run-2")
    woven = [one for pair in zip(first, second, strict=True) for one in pair]
    upload = Upload(human(), *woven)
    assert [id for id, _, _ in upload.histories[0][1]] == ["call_a", "call_b"]
    assert upload.histories[0][0] == 3


def test_answers_alone_do_not_go_on_with_each_other() -> None:
    both = [*streamed("{", "}"), *streamed("{", "}", run="run-2")]
    for upload in (Upload(*both), Upload(both)):
        assert upload.histories == [(1, [("call_a", "get_weather", [])])] * 2
        assert upload.roots == {}


def test_pieces_without_ids_go_on_with_the_one_before() -> None:
    pieces = [{**one, "id": None} for one in streamed("{", "}")]
    assert Upload(*pieces, gave(), *pieces).histories[0][0] == 3


def test_fragments_as_the_endpoint_sent_them_are_read_where_there_are_no_others() -> None:
    wire = [
        {"index": 0, "id": "call_a", "type": "function", "function": {"name": "get_weather", "arguments": ""}},
        {"index": 0, "function": {"arguments": '{"city":"Oslo"}'}},
    ]
    upload = Upload(*({**piece(), "additional_kwargs": {"tool_calls": [one]}} for one in wire))
    assert upload.histories == [(1, [("call_a", "get_weather", [])])]
    assert upload.roots == {}


def test_texts_and_parts_of_a_content_are_put_together() -> None:
    upload = Upload(piece(content="4 "), piece(content=[{"type": "text", "text": "degrees"}]), piece(finish="stop"))
    assert upload.histories == [(1, [])]
    assert upload.roots == {}


def test_langgraph_gives_each_piece_beside_its_node_and_what_an_update_repeats_is_told_once() -> None:
    node = {"langgraph_node": "agent", "langgraph_step": 1}
    updates = [{"agent": {"messages": [ai("call_a", id="run-1")]}}, {"tools": {"messages": [gave(id="call_a") | {"id": "m2"}]}}]
    upload = Upload(*([one, node] for one in streamed("{", "}")), [gave() | {"id": "m2"}, node], *updates)
    assert upload.histories == [(2, [("call_a", "get_weather", [1])])]
    assert upload.roots == {}


def test_a_message_that_was_put_together_stays_as_it_is() -> None:
    whole = {**ai("call_a"), "type": "AIMessageChunk", "id": "run-1"}
    assert Upload([human(), whole, gave()]).histories == [(3, [("call_a", "get_weather", [2])])]


def test_nothing_odd_in_a_piece_raises() -> None:
    assert never_raises(streamed("{", "}"), human()) > 100
