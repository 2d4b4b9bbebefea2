import re

from tests.uploads.making import CLEAN, STOPPED
from tests.uploads.web.visitor import Visitor
from validation.examples import chunk, history, jsonl, sse, user


def test_lines_are_shown_as_sent_with_an_anchor_each(visitor: Visitor) -> None:
    validation = visitor.upload(STOPPED)
    page = visitor.get(f"/v/{validation.public_id}/raw/")
    assert re.findall(r'<li id="L(\d+)"', page) == ["1", "2", "3", "4"]
    assert re.findall(r'id="(s0-chunk-\d+)"', page) == [f"s0-chunk-{number}" for number in range(4)]


def test_comments_and_blank_lines_of_an_event_stream_are_lines_but_no_chunks(visitor: Visitor) -> None:
    trace = sse(": ping\n\n", chunk({"role": "assistant", "content": "a"}), chunk({}, finish="stop")).data
    page = visitor.get(f"/v/{visitor.upload(trace, 'trace.sse').public_id}/raw/")
    assert re.search(r'<li id="L1".*?: ping', page, re.DOTALL)
    assert re.findall(r'<li id="L(\d+)"[^>]*><a class="n" href="#s0-chunk-(\d+)"', page) == [("3", "0"), ("5", "1")]


def test_a_link_to_a_chunk_finds_it_among_interleaved_streams(visitor: Visitor) -> None:
    both = [chunk({"role": "assistant", "content": "a"}, id=f"chatcmpl-{number}") for number in range(2)]
    both += [chunk({"content": str(place)}, id=f"chatcmpl-{place % 2}") for place in range(300)]
    both += [chunk({}, finish="stop", id=f"chatcmpl-{number}") for number in range(2)]
    validation = visitor.upload(jsonl(*both).data)
    page = visitor.get(f"/v/{validation.public_id}/raw/?segment=1&chunk=120")
    aim = re.search(r'<li id="L(\d+)" class="aim"><a class="n" href="#(s1-chunk-120)" id="s1-chunk-120"', page)
    assert aim
    assert aim[1] == str(2 + 119 * 2 + 2)


def test_long_files_are_paged(visitor: Visitor) -> None:
    validation = visitor.upload(jsonl(*[chunk({"content": "x"})] * 250).data)
    page = visitor.get(f"/v/{validation.public_id}/raw/")
    assert "lines 1 to 100 of 250" in visitor.text
    assert 'href="?from=101"' in page
    page = visitor.get(f"/v/{validation.public_id}/raw/?from=201")
    assert "lines 201 to 250 of 250" in visitor.text
    assert 'rel="next"' not in page


def test_a_long_line_is_cut_and_can_be_had_whole(visitor: Visitor) -> None:
    validation = visitor.upload(history(user("begin " + "x" * 20_000 + " the end")).data, "history.json")
    page = visitor.get(f"/v/{validation.public_id}/raw/")
    assert "the end" not in page
    assert 'href="?line=1&amp;whole=1"' in page
    assert "the end" in visitor.get(f"/v/{validation.public_id}/raw/?line=1&whole=1")


def test_bytes_that_are_not_utf8_and_control_characters_are_written_out(visitor: Visitor) -> None:
    validation = visitor.upload(b'{"a": "\xff\x00\xe2\x80\xae"}\n')
    page = visitor.get(f"/v/{validation.public_id}/raw/")
    assert "\\xff" in page
    assert "U+0000" in page
    assert "U+202E" in page


def test_a_place_that_is_not_there_says_so(visitor: Visitor) -> None:
    validation = visitor.upload(CLEAN)
    visitor.get(f"/v/{validation.public_id}/raw/?line=100000")
    assert "There are no lines to show here" in visitor.text
    for query in ("?line=x", "?segment=9&chunk=9", "?record=99", "?line=" + "9" * 40, "?from=0"):
        visitor.get(f"/v/{validation.public_id}/raw/{query}")
