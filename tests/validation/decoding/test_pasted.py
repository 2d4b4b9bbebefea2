"""Sections of a text: blocks of code in prose and files that `tail` printed are read at their places, and nothing else is passed over."""

import io
import json

import pytest

from tests.validation.decoding.reading import CHUNK, VALUE, Trickle, everything, is_remark
from validation.facts.places import At

MESSAGES = [{"role": "user", "content": "hi"}, {"role": "assistant", "content": "hello"}]
Found = list[tuple[At, object]]
PRETTY = json.dumps(MESSAGES, indent=2).encode()
LONG = 2_000_000
"""A line of so many bytes would take hours if it cost the square of its length."""


def values(found: Found) -> list[object]:
    return [value for _, value in found if not is_remark(value)]


def remarks(found: Found) -> list[object]:
    return [value for _, value in found if is_remark(value)]


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
@pytest.mark.parametrize("fence", [b"```", b"~~~", b"  ````"])
@pytest.mark.parametrize("tag", [b"json", b" jsonl", b"", b"JSON title"])
def test_a_block_of_code_in_prose_is_read_at_its_place(end: bytes, fence: bytes, tag: bytes) -> None:
    data = end.join([b"It fails:", b"", fence + tag, *PRETTY.splitlines(), fence, b"", b"Why?", b""])
    facts, found = everything(data)
    start = data.index(b"[")
    assert found == [((0, 4, start, data.rindex(b"]") + 1), MESSAGES)]
    assert (facts.container, facts.wrappers, facts.records) == ("json", ["code-fence"], 1)
    assert facts.lines == len(data.splitlines())


def test_several_blocks_of_code_are_several_sections() -> None:
    data = b"Asked:\n```json\n%s\n```\nGot:\n```\n%s\n%s\n```\n" % (PRETTY, CHUNK, CHUNK)
    facts, found = everything(data)
    assert values(found) == [MESSAGES, VALUE, VALUE]
    assert [(at[0], data[at[2] : at[3]]) for at, _ in found] == [(0, PRETTY), (1, CHUNK), (2, CHUNK)]
    assert [at[1] for at, _ in found] == [3, 16, 17]
    assert (facts.container, facts.records, facts.tiers) == ("jsonl", 3, [0, 3, 0])


def test_what_stands_behind_the_block_of_code_that_a_file_begins_with_is_passed_over() -> None:
    facts, found = everything(b"```json\n%s\n```\nThanks\n```json\n%s\n```" % (CHUNK, CHUNK))
    assert values(found) == [VALUE, VALUE]
    assert facts.wrappers == ["code-fence"]


def test_a_block_of_code_that_is_not_closed_goes_on_to_the_end() -> None:
    _, found = everything(b"Got:\n```\n%s\n%s" % (CHUNK, CHUNK))
    assert values(found) == [VALUE, VALUE]


def test_blocks_of_code_in_another_language_are_passed_over_unless_they_are_json() -> None:
    data = b"Run:\n```python\n{'a': 1}\n```\nGot:\n```js\n%s\n```\n```diff\n- a\n```\n" % CHUNK
    _, found = everything(data)
    assert values(found) == [VALUE]


@pytest.mark.parametrize("broken", [b'{"a": tru}', b"{'a': 1", b"oops"])
def test_a_broken_line_in_a_block_of_code_is_told(broken: bytes) -> None:
    _, found = everything(b"Got:\n```json\n%s\n%s\n%s\n```\nbye\n" % (CHUNK, broken, CHUNK))
    assert values(found) == [VALUE, VALUE]
    assert len(remarks(found)) == 1
    assert [at[1] for at, _ in found] == [3, 4, 5]


@pytest.mark.parametrize(
    "data",
    [
        b"Got:\n%s\n```\n%s\n```\n" % (CHUNK, CHUNK),
        b"%s\noops\n```\n" % CHUNK,
        b"Got:\n```python\nx = 1\n```\n%s\n" % CHUNK,
        b"Got:\n[%s]\n```\n%s\n```\n" % (CHUNK, CHUNK),
    ],
    ids=["JSON outside", "it begins with JSON", "no JSON inside", "a list outside"],
)
def test_lines_that_are_no_prose_around_blocks_of_code_are_told(data: bytes) -> None:
    _, found = everything(data)
    assert remarks(found)


def test_a_log_with_json_is_no_prose_around_the_block_of_code_that_it_quotes() -> None:
    data = b"start\n%sanswer:\n```json\n{}\n```\n" % b"".join(b"10:0%d INFO %s\n" % (number, CHUNK) for number in range(9))
    facts, found = everything(data)
    assert values(found)[:9] == [VALUE] * 9
    assert facts.wrappers == ["log-prefix"]


QUOTED = b'```json\n{"role":"user","content":"hi"}\n```\n'


@pytest.mark.parametrize(
    ("format", "around"),
    [
        ("a page of HTML", b"<!doctype html>\n<pre>\n%s</pre>\n<script>x = [];</script>\n"),
        ("a table (CSV)", b'id,prompt\n1,"look\n%s"\n'),
        ("YAML", b"messages:\n- role: user\n  content: |-\n    Look:\n%s"),
        ("YAML", b"prompt: >\n%s"),
        ("a program in Python", b'import json\n\nPROMPT = """Look:\n%s"""\n'),
        ("a program in Python", b'"""Asks for the weather.\n\n%s"""\n'),
        ("a program in Python", b"\"\"\"Asks.\"\"\"\nimport json\n\nPROMPT = '''Look:\n%s'''\n"),
        (None, b"I ran this:\n\nimport json\nfrom openai import OpenAI\ndef ask(text):\n\nand got\n\n%s"),
        (None, b'"""Asks."""\nimport json\n\nprinted\n%s'),
        (None, b"model: gpt-5\nstream: true\n%s"),
        (None, b"Importing it fails, and\nimport of the list too: a, b\n%s"),
        (None, b"<details>\n<summary>Answer</summary>\n\n%s</details>\n"),
        (None, b"curl https://example.com\n\n%s"),
    ],
)
def test_a_file_of_another_format_that_quotes_a_block_of_code_is_named(format: str | None, around: bytes) -> None:
    facts, found = everything(around % QUOTED)
    assert values(found) == [{"role": "user", "content": "hi"}]
    assert facts.foreign == format


def test_a_block_of_code_in_a_table_that_is_no_json_there_is_no_content() -> None:
    facts, found = everything(b'id,prompt\n1,"look\n```json\n{""role"":""user""}\n```"\n')
    assert (values(found), facts.wrappers) == ([], [])


@pytest.mark.parametrize("fence", [b"```", b"~~~"])
@pytest.mark.parametrize("quoted", [b"from openai import OpenAI\n\nclient = OpenAI()", b"prompt: |\n  Be brief.", b"<html>", b"a,b\n1,2"])
def test_a_block_of_code_before_the_one_that_is_read_does_not_say_what_the_file_is(fence: bytes, quoted: bytes) -> None:
    data = b"How I call it:\n\n%s\n%s\n%s\n\nWhat I get:\n\n```json\n%s\n```\n" % (fence, quoted, fence, CHUNK)
    facts, found = everything(data)
    assert values(found) == [VALUE]
    assert facts.foreign is None


def test_chunks_behind_words_are_read_beside_a_block_of_code() -> None:
    words = b"".join(b"10:00:%d started\n" % second for second in range(10, 40))
    data = words + QUOTED + b"10:00:41 got %s\n10:00:42 got %s\n" % (CHUNK, CHUNK)
    _, found = everything(data)
    assert values(found)[1:] == [VALUE, VALUE]
    assert [(at[1], data[at[2] : at[3]]) for at, _ in found[1:]] == [(34, CHUNK), (35, CHUNK)]
    assert remarks(found) == []


def test_a_fence_in_an_event_that_was_torn_is_no_text_around_the_stream() -> None:
    facts, found = everything(b'data: %s\n\ndata: {"a":"\n```python\n"}\n\n' % CHUNK)
    assert facts.wrappers == []
    assert found[0][1] == VALUE


@pytest.mark.parametrize("line", [b"```" + b"a" * LONG + b"`", b"~" * LONG + b"`", b"~~~" + b"a" * LONG + b"`"])
def test_a_long_line_that_opens_no_block_costs_no_more_than_its_length(line: bytes) -> None:
    assert values(everything(b"Got:\n```\n%s\n```\n%s\n" % (CHUNK, line))[1]) == [VALUE]


def test_a_title_in_brackets_is_prose() -> None:
    assert values(everything(b"[Bug] It fails\n```\n%s\n```\n" % CHUNK)[1]) == [VALUE]


EVENTS = b"data: %s\n\ndata: %s\n\ndata: [DONE]\n" % (CHUNK, CHUNK)


@pytest.mark.parametrize("tag", [b"", b"text", b"sse"])
@pytest.mark.parametrize("before", [b"", b"Streamed:\n\n"])
def test_a_block_of_code_with_events_beside_one_with_json_are_two_sections(before: bytes, tag: bytes) -> None:
    data = before + b"```%s\n%s```\n\nNot streamed:\n```json\n%s\n```\n" % (tag, EVENTS, PRETTY)
    facts, found = everything(data)
    assert values(found) == [VALUE, VALUE, "DONE", MESSAGES]
    assert remarks(found) == []
    assert (facts.wrappers, facts.records) == (["code-fence"], 4)
    assert [data[at[2] : at[3]] for at, _ in found][-1] == PRETTY


def test_what_is_wrong_with_the_events_of_a_block_of_code_is_told() -> None:
    data = b"Got:\n```\ndata: %s\ndata: %s\n```\nSent:\n```json\n%s\n```\n" % (CHUNK, CHUNK, PRETTY)
    _, found = everything(data)
    assert [said[1] for said in remarks(found)] == ["blank-line-missing"]  # type: ignore[index]
    assert values(found) == [VALUE, VALUE, MESSAGES]


@pytest.mark.parametrize(
    "around", [b"Got:\n```\n%s```\nThanks\n", b"Got:\n```\n%s```\n```yaml\nmodel: demo\n```\n", b"Got:\n%s\n```json\n[]\n```\n"]
)
def test_events_without_json_in_another_block_of_code_are_an_event_stream(around: bytes) -> None:
    facts, found = everything(around % EVENTS)
    assert (facts.container, values(found)) == ("sse", [VALUE, VALUE, "DONE"])


def test_files_that_tail_printed_are_sections() -> None:
    data = b"==> a.jsonl <==\n%s\n%s\n\n==> b.json <==\n%s\n\n==> empty <==\n" % (CHUNK, CHUNK, PRETTY)
    facts, found = everything(data)
    assert values(found) == [VALUE, VALUE, MESSAGES]
    assert [at[:2] for at, _ in found] == [(0, 2), (1, 3), (2, 6)]
    assert facts.wrappers == ["file-banners"]


@pytest.mark.parametrize("data", [b" ==> a <==\n%s\n", b"==> a\n%s\n", b"%s\n==> a <==\n"])
def test_what_only_resembles_the_name_of_a_file_is_told(data: bytes) -> None:
    facts, found = everything(data % CHUNK)
    assert facts.wrappers == []
    assert len(remarks(found)) == 1


@pytest.mark.parametrize("data", [b"==> a <==\n```\n", b"Got:\n~~~json\n```\n~~~\n"])
def test_a_section_that_is_only_a_fence_holds_nothing(data: bytes) -> None:
    assert everything(data)[1] == []


def test_words_of_a_log_in_such_a_file_are_cut_off() -> None:
    facts, found = everything(b"==> a.log <==\n10:00 INFO %s\n10:01 INFO %s\n" % (CHUNK, CHUNK))
    assert values(found) == [VALUE, VALUE]
    assert facts.wrappers == ["file-banners", "log-prefix"]


def test_it_does_not_matter_how_the_bytes_arrive() -> None:
    data = b"Got:\n```\n%s\n```\n" % b"\n".join([CHUNK] * 2_000)
    whole, trickled = everything(data)[1], everything(Trickle(data, [3, 70_000, 1]))[1]
    assert len(whole) == 2_000
    assert whole == trickled == everything(io.BytesIO(data))[1]


SPOKEN = (
    b"* Connected to api.local (127.0.0.1) port 443\n> POST /v1/chat/completions HTTP/1.1\n> Host: api.local\n>\n"
    b"  %% Total    %% Received %% Xferd\n                                 Dload  Upload\n  0     0    0     0    0     0\n"
    b"} [120 bytes data]\n< HTTP/1.1 200 OK\n< content-type: application/json\n<\n{ [90 bytes data]\n%s\n* Connection #0 left intact\n"
)


@pytest.mark.parametrize(("answer", "container"), [(PRETTY, "json"), (json.dumps(MESSAGES).encode(), "json")])
def test_what_curl_says_beside_an_answer_is_passed_over(answer: bytes, container: str) -> None:
    data = SPOKEN % answer
    facts, found = everything(data)
    assert [(data[at[2] : at[3]], value) for at, value in found] == [(answer, MESSAGES)]
    assert (facts.container, facts.wrappers) == (container, ["http-head"])


METER = b"100   456  100   357  100    99    350    190 --:--:--  0:00:02 --:--:--   540"


def test_the_answer_may_begin_right_behind_the_meter_of_curl() -> None:
    data = (SPOKEN % (b"\r" + METER + CHUNK)).replace(b"< HTTP", b"\r" + METER + b"< HTTP")
    _, found = everything(data)
    assert [(data[at[2] : at[3]], value) for at, value in found] == [(CHUNK, VALUE)]


def test_lines_that_curl_writes_beside_lines_of_json_are_passed_over() -> None:
    facts, found = everything(SPOKEN % (CHUNK + b"\n" + CHUNK))
    assert values(found) == [VALUE, VALUE]
    assert (remarks(found), facts.lines) == ([], 15)


def test_a_key_among_what_curl_says_is_told() -> None:
    facts, _ = everything(SPOKEN.replace(b"> Host", b"> Authorization: Bearer sk-proj-Zt8yF4qLw2Xn7Bv5Rk1Ms9PdQa3Wc6\n> Host") % CHUNK)
    assert facts.header_keys_seen == 1


def test_a_list_of_points_is_no_speech_of_curl() -> None:
    _, found = everything(b"* one\n* two\n" + CHUNK + b"\n")
    assert len(remarks(found)) == 2


ASKED = b"POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\n\r\n%s%sHTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n%s\r\n"


@pytest.mark.parametrize("between", [b"", b"\r\n", b"\r\n\r\n\r\n"])
@pytest.mark.parametrize("asked", [PRETTY, json.dumps(MESSAGES).encode()], ids=["pretty", "one line"])
def test_a_request_and_its_answer_are_read_between_their_heads(between: bytes, asked: bytes) -> None:
    data = ASKED % (asked, between, CHUNK) * 2
    facts, found = everything(data)
    assert [data[at[2] : at[3]] for at, _ in found] == [asked, CHUNK] * 2
    assert [at[0] for at, _ in found] == [0, 1, 2, 3]
    assert [at[1] for at, _ in found] == [1 + data[: at[2]].count(b"\n") for at, _ in found]
    assert (facts.wrappers, facts.lines) == (["http-head"], data.count(b"\n"))


def test_an_answer_without_a_body_ends_with_its_head() -> None:
    _, found = everything(ASKED[: ASKED.rindex(b"\r\n\r\n")] % (PRETTY, b"") + b"\r\n")
    assert values(found) == [MESSAGES]


def test_a_line_of_http_among_lines_of_json_is_no_head() -> None:
    _, found = everything(CHUNK + b"\nHTTP/1.1 200 OK\n\n" + CHUNK + b"\n")
    assert len(remarks(found)) == 1
