"""The whole engine: cut anywhere, re-cut anywhere, mutated, watched and stopped."""

import io
import json
import random
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from tests.validation.rules.checking import loud_roots, report_of
from validation.examples import Example, chunk, dumps, entry, header, jsonl, raw, sse, stream, tools
from validation.finding import Finding
from validation.pipeline import Stopped, validate
from validation.rendering.json_report import report_document
from validation.report.segments import Evidence, Segment

CASES = Path(__file__).parents[2].parent / "shared" / "cases"
STREAMS = sorted([*CASES.glob("servers/*.*"), *CASES.glob("clients/*.*"), *CASES.glob("shapes/*.*"), *CASES.glob("histories/*.json*")])
MUTABLE = [path for path in STREAMS if path.name not in ("INDEX.jsonl", "IMPACT.jsonl")]


def checked(data: bytes, **options: Any) -> dict[str, Any]:
    """The report as the outside sees it; it must always be JSON."""
    document = report_document(validate(io.BytesIO(data), **options))
    json.dumps(document).encode()
    return document


@pytest.mark.parametrize("path", MUTABLE, ids=lambda path: path.name)
def test_a_file_cut_at_any_record_is_judged(path: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    for kept in range(0, len(lines) + 1, max(1, len(lines) // 12)):
        checked(b"".join(lines[:kept]))
        if kept:
            checked(b"".join(lines[:kept])[: -len(lines[kept - 1]) // 2])


ARGUMENTS = dumps({"city": "Oslo ☃", "days": [1, 2.5, None], "note": 'a "quoted" \\ text\n'})


@settings(max_examples=60)
@given(st.lists(st.integers(0, len(ARGUMENTS)), max_size=8), st.sampled_from([ARGUMENTS, ARGUMENTS[:-5], ARGUMENTS + "{}", "nope", ""]))
def test_arguments_cut_into_any_fragments_give_the_same_warnings_and_errors(cuts: list[int], text: str) -> None:
    places = sorted({0, len(text), *(min(cut, len(text)) for cut in cuts)})
    fragments = [text[low:high] for low, high in pairwise(places)] or [""]
    cut = [chunk(tools(header())), *(chunk(tools(entry(fragment))) for fragment in fragments)]
    whole = [chunk(tools(header())), chunk(tools(entry(text)))]
    for finish in ("tool_calls", "length", None):
        assert loud_roots(report_of(stream(*cut, finish=finish))) == loud_roots(report_of(stream(*whole, finish=finish)))


@pytest.mark.parametrize("seed", range(40))
def test_mutated_cases_never_raise(seed: int) -> None:
    dice = random.Random(seed)
    for _ in range(6):
        checked(
            mutated(bytearray(dice.choice(MUTABLE).read_bytes()[:60_000]), dice), purpose=dice.choice([None, "send", "archive", "train"])
        )


def mutated(data: bytearray, dice: random.Random) -> bytes:
    """Bytes flipped, cut, doubled, replaced by what a parser hates."""
    nasty = [
        b"\x00",
        b"\xff\xfe",
        b"\r",
        b"[" * 700,
        b"9" * 5_000,
        b'"\\ud83d"',
        b"NaN",
        b"\xe2\x80\xa8",
        b"data:",
        b"null",
        b"{}",
        b'"',
        b"\n\n",
        b"1e999",
    ]
    for _ in range(dice.randint(1, 8)):
        at = dice.randrange(len(data) + 1)
        kind = dice.random()
        if kind < 0.4:
            data[at:at] = dice.choice(nasty)
        elif kind < 0.7:
            del data[at : at + dice.randint(1, 40)]
        else:
            data[at:at] = data[max(0, at - 200) : at]
    return bytes(data)


NAMES = [
    "id", "index", "choices", "delta", "tool_calls", "function", "name", "arguments", "finish_reason", "role", "content", "messages",
    "error", "usage", "type", "object", "tool_call_id",
]  # fmt: skip
SCALARS = [0, "call_a", "get_weather", "tool_calls", "{}", '{"a":1}']
WIRE: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=6) | st.sampled_from(SCALARS),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=5),
    max_leaves=20,
)


@settings(max_examples=150)
@given(st.lists(WIRE, min_size=1, max_size=4), st.booleans())
def test_any_values_under_the_names_of_the_wire_never_raise(values: list[Any], framed: bool) -> None:
    shaped = [chunk(value) if isinstance(value, dict) and "choices" not in value else value for value in values]
    checked((sse if framed and all(isinstance(value, dict) for value in shaped) else jsonl)(*shaped).data)
    checked(dumps(values).encode())
    checked(jsonl(*values).data)


BAD_INPUT = {
    "empty": b"",
    "blank": b" \n\n ",
    "not a trace": b'{"foo":1}',
    "html": b"<!doctype html><html><body>502 Bad Gateway</body></html>",
    "binary": bytes(range(256)) * 40,
    "utf-16": '{"id":"a"}'.encode("utf-16"),
    "invalid utf-8 in one line": jsonl(chunk()).data + b'{"id":"\xe6\xb7"}\n' + jsonl(chunk()).data,
    "nested too deep": b"[" * 100_000,
    "a number of 5,000 digits": b'{"created":' + b"9" * 5_000 + b',"choices":[]}',
    "NaN": b'{"choices":[{"index":NaN}]}\n{"choices":[]}',
    "a lone surrogate": b'{"id":"\\ud83d","choices":[{"index":0,"delta":{"content":"\\udc00"}}]}',
    "NUL": b'{"id":"a\\u0000b","choices":[]}\x00',
    "U+2028 in a string": '{"id":"a\u2028b","choices":[]}\n'.encode(),
    "an index of 10^12": jsonl(chunk(tools(header(index=10**12)))).data,
    "an index that is a list": jsonl(chunk(tools(header(index=[0])))).data,
    "an index that is a bool": jsonl(chunk(tools(header(index=True)))).data,
    "gzip": b"\x1f\x8b\x08\x00" + b"\x00" * 100,
}


@pytest.mark.parametrize("name", BAD_INPUT)
def test_bad_input_gets_a_clear_word_and_never_passes_in_silence(name: str) -> None:
    document = checked(BAD_INPUT[name])
    if name == "U+2028 in a string":
        assert document["input"]["lines"] == 1
    else:
        assert document["verdict"] != "passes"
        assert document["summary"]


def test_a_bad_line_is_a_finding_and_the_rest_is_still_judged() -> None:
    good = stream('{"city":"Oslo"}').data.splitlines(keepends=True)
    report = report_of(raw(b"".join([*good[:1], b"{'id': oops\n", *good[1:]])))
    assert loud_roots(report) == {"json-invalid-line"}
    assert report.documents("streams")[0]["choices"][0]["calls"][0]["arguments"] == '{"city":"Oslo"}'


def test_a_line_of_200_mb_is_skipped_and_not_held() -> None:
    good = stream('{"city":"Oslo"}').data.splitlines(keepends=True)

    class Long(io.RawIOBase):
        parts = [b"".join(good[:1]), *[b'{"x":"' + b"y" * (1 << 20)] * 200, b'"}\n', b"".join(good[1:])]

        def readinto(self, buffer: Any) -> int:
            if not self.parts:
                return 0
            part = self.parts[0][: len(buffer)]
            buffer[: len(part)] = part
            self.parts = [self.parts[0][len(part) :], *self.parts[1:]] if len(self.parts[0]) > len(part) else self.parts[1:]
            return len(part)

        def readable(self) -> bool:
            return True

    report = validate(io.BufferedReader(Long()))
    assert not report.complete
    assert {"limit-exceeded"} <= loud_roots(report)
    assert report.streams == 1


def unfinished(streams: int) -> Example:
    """Streams that begin a call and never finish."""
    wires = ((chunk({"role": "assistant"}, id=f"c-{n}"), chunk(tools(header()), id=f"c-{n}")) for n in range(streams))
    return jsonl(*(wire for pair in wires for wire in pair))


def test_findings_of_one_rule_are_counted_exactly_and_two_hundred_are_kept() -> None:
    report = report_of(unfinished(1_500))
    assert sum(count.number for count in report.counts if count.kind == "finish-missing") == 1_500
    assert sum(1 for finding in report.findings if finding.rule == "finish-missing") == 200
    assert report.omitted["finish-missing"] == 1_300


def test_one_fault_that_comes_on_every_line_is_one_finding_with_a_count() -> None:
    report = report_of(raw(b"{'a': 1}\n" * 20_000 + stream('{"city":"Oslo"}').data))
    (finding,) = [finding for finding in report.findings if finding.rule == "json-invalid-line"]
    assert finding.count == 20_000


def test_the_stored_findings_are_the_first_in_the_file() -> None:
    report = report_of(unfinished(400))
    lines = [finding.places[0].line for finding in report.findings if finding.rule == "finish-missing"]
    assert lines == sorted(lines)
    assert lines[-1] <= 400


def token_of(example: Example, finding: Finding) -> bytes:
    place = finding.places[0]
    return example.data[place.byte_start : place.byte_end]


def test_the_bytes_of_a_place_are_the_token_that_is_meant() -> None:
    example = stream('{"city":"Oslo"}', finish="stop")
    (finding,) = [finding for finding in report_of(example).findings if finding.rule == "tool-calls-finish-stop"]
    assert token_of(example, finding) == b'"stop"'


class Kept:
    """A sink that remembers what it was given."""

    def __init__(self) -> None:
        self.segments: list[tuple[Segment, Evidence]] = []
        self.records: list[tuple[int, int, int]] = []

    def segment(self, segment: Segment, evidence: Evidence) -> None:
        self.segments.append((segment, evidence))

    def record(self, record: int, line: int, byte: int) -> None:
        self.records.append((record, line, byte))


def test_the_sink_gets_every_segment_with_its_seams_and_every_1024th_record() -> None:
    sink = Kept()
    data = jsonl(
        *(wire for n in range(1_000) for wire in (chunk({"role": "assistant"}, id=f"c-{n}"), chunk({}, finish="stop", id=f"c-{n}")))
    ).data
    validate(io.BytesIO(data + stream('{"ci', 'ty":"Oslo"}').data), sink)
    assert len(sink.segments) == 1_001
    call = sink.segments[-1][1].choices[0]["calls"][0]
    assert (call["arguments"], [tuple(seam) for seam in call["seams"]]) == ('{"city":"Oslo"}', [(1, 0), (2, 4)])
    assert [record for record, _, _ in sink.records] == [0, 1_024]
    assert all(data[byte : byte + 1] == b"{" and data[:byte].count(b"\n") == line - 1 for _, line, byte in sink.records)


def test_progress_may_stop_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    moments = iter(range(0, 1_000, 2))
    monkeypatch.setattr("validation.pipeline.time.monotonic", lambda: next(moments))
    seen: list[int] = []

    def stop(count: int) -> None:
        seen.append(count)
        raise Stopped

    with pytest.raises(Stopped):
        validate(io.BytesIO(stream(*("x" for _ in range(40_000))).data), on_progress=stop)
    assert seen


def test_what_can_be_read_only_once_is_read_once() -> None:
    class Pipe(io.BytesIO):
        def seekable(self) -> bool:
            return False

        def seek(self, *arguments: Any) -> int:
            raise AssertionError

    assert validate(Pipe(stream("{}", finish="stop").data)).verdict() == "passes with warnings"


def test_fingerprints_survive_another_recording() -> None:
    def prints(example: Example) -> set[str]:
        return {finding.fingerprint for finding in report_of(example).findings if finding.rule == "tool-calls-finish-stop"}

    again = stream(*[{"content": "more text first"}] * 3, chunk(tools(header("call_other", "other"))), "{}", finish="stop")
    assert prints(stream("{}", finish="stop")) == prints(again) != set()


def test_a_request_counts_only_where_the_file_holds_one_stream() -> None:
    request = {"tool_choice": {"type": "function", "function": {"name": "get_weather"}}}
    one = stream("{}", finish="stop").data
    assert loud_roots(validate(io.BytesIO(one), request=request)) == set()
    two = one + one.replace(b"chatcmpl-1", b"chatcmpl-2")
    assert loud_roots(validate(io.BytesIO(two), request=request)) == {"tool-calls-finish-stop"}


def test_one_message_a_line_is_one_history_with_a_place_a_message() -> None:
    messages = [{"role": "user", "content": "hi"}, {"role": "tool", "tool_call_id": "call_x", "content": "4"}]
    report = report_of(jsonl(*messages))
    (finding,) = [finding for finding in report.findings if finding.rule == "tool-result-orphan"]
    assert (report.histories, finding.places[0].line, finding.places[0].message) == (1, 2, 1)


def test_only_lines_without_a_model_are_taken_for_a_training_set_and_only_beside_another() -> None:
    bare = {"messages": [{"role": "user", "content": "hi"}]}
    request = {**bare, "model": "demo-model"}
    lines: dict[str, tuple[object, ...]] = {
        "archive": (bare,), "archive send": (bare, request), "send archive": (request, bare), "archive archive": (bare, bare["messages"]),
        "train send train": (bare, request, bare), "send send": (request, request),
    }  # fmt: skip
    for purposes, wires in lines.items():
        histories = validate(io.BytesIO("\n".join(json.dumps(wire) for wire in wires).encode())).documents("histories")
        assert [history["purpose"] for history in histories] == purposes.split()
        assert [history["number"] for history in histories] == list(range(len(wires)))


def test_messages_on_lines_are_one_history_a_conversation_where_they_name_it() -> None:
    said = [{"role": "user", "content": "hi"}, {"role": "assistant", "content": "Hello."}]
    lines = [{"conversation_id": name, **message} for message in said for name in ("c-1", "c-2")]
    report = report_of(jsonl(*lines))
    assert [history["messages"] for history in report.documents("histories")] == [2, 2]
    assert report.verdict("vllm") == "passes"
    assert report_of(jsonl(*lines, {"role": "user", "content": "Bye."})).histories == 1


def test_histories_in_one_document_are_a_record_and_only_those_on_lines_are_for_training() -> None:
    wires = [{"messages": [{"role": "user", "content": text}]} for text in ("Weather?", "Hello?")]
    assert checked(dumps(wires).encode())["purpose"] == "archive"
    assert checked("\n".join(map(dumps, wires)).encode())["purpose"] == "train"


@pytest.mark.parametrize("frame", [sse, jsonl])
def test_an_empty_array_among_chunks_is_no_history(frame: Any) -> None:
    report = report_of(frame(chunk({"role": "assistant", "content": "4"}), [], chunk({}, finish="stop")))
    assert (report.histories, loud_roots(report) - {"choices-missing-or-null"}) == (0, set())
    assert loud_roots(report_of(raw(b"[]"))) == {"messages-empty"}


def test_a_whole_response_with_an_error_is_told() -> None:
    wire = {"id": "c", "object": "chat.completion", "created": 1790000000, "model": "m", "error": {"message": "boom", "code": 500}}
    for choices, variant in (
        ([], "body"),
        ([{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "4"}}], None),
    ):
        (finding,) = [one for one in report_of(jsonl({**wire, "choices": choices})).findings if one.rule == "stream-error-object"]
        assert (finding.variant or None) == variant


def test_a_usage_alone_is_a_chunk_among_bare_chunks_and_a_sum_beside_wrapped_ones() -> None:
    wires = [chunk({"role": "assistant", "content": "4"}), chunk({}, finish="stop")]
    usage = {"usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}}
    assert loud_roots(report_of(jsonl(*wires, usage))) == {"choices-missing-or-null"}
    assert loud_roots(report_of(jsonl(*({"ts": 1, "chunk": wire} for wire in wires), usage))) == set()
