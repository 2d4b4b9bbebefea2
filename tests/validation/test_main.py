"""`python -m validation`: formats, exit codes, and what is said when it cannot go on."""

import gzip
import hashlib
import io
import json
from pathlib import Path

import pytest

from validation.__main__ import main
from validation.examples import Example, raw, stream

PASSING = stream('{"city":"Oslo"}')
WARNING = stream('{"city":"Oslo"}', finish="stop")
FAILING = stream('{"city":', finish="tool_calls")
FOREIGN = raw(b'data: {"type":"response.created","sequence_number":0}\n\n')


def written(folder: Path, example: Example, name: str = "trace.jsonl") -> str:
    path = folder / name
    path.write_bytes(example.data)
    return str(path)


@pytest.mark.parametrize(
    ("example", "fail_on", "code"),
    [(PASSING, "error", 0), (WARNING, "error", 0), (WARNING, "warning", 1), (FAILING, "error", 1), (FAILING, "never", 0)],
)
def test_the_exit_code_says_how_it_went(tmp_path: Path, example: Example, fail_on: str, code: int) -> None:
    assert main([written(tmp_path, example), "--fail-on", fail_on]) == code


def test_what_cannot_be_checked_is_told_from_what_passes(tmp_path: Path) -> None:
    assert main([written(tmp_path, raw(b'{"log":{"entries":[]},"resourceSpans":[]}'))]) in (1, 3)
    assert main([written(tmp_path, raw(b'{"type":"text-delta","id":"1","delta":"x"}'))]) == 3


def test_a_file_that_is_not_there_is_usage(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "none.jsonl")]) == 2
    assert "cannot be opened: No such file or directory" in capsys.readouterr().err


def test_the_others_are_still_checked_when_one_file_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "none.jsonl"), written(tmp_path, PASSING)]) == 2
    assert "trace.jsonl: PASSES" in capsys.readouterr().out


def test_several_files_give_one_json_report_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main([written(tmp_path, PASSING, "a.jsonl"), written(tmp_path, FAILING, "b.jsonl"), "--format", "json"])
    reports = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(report["input"]["name"], report["verdict"]) for report in reports] == [("a.jsonl", "passes"), ("b.jsonl", "fails")]
    assert len(reports[0]["input"]["sha256"]) == 64


def test_a_dash_reads_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(FAILING.data)))
    assert main(["-"]) == 1
    assert "standard input: FAILS" in capsys.readouterr().out


def test_a_file_that_is_gzip_is_unpacked_whatever_it_is_called(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    packed = gzip.compress(FAILING.data[:40]) + gzip.compress(FAILING.data[40:]) + bytes(512)
    assert main([written(tmp_path, raw(packed), "trace.jsonl.gz"), "--format", "json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert (report["input"]["name"], report["input"]["wrappers"], report["input"]["bytes"]) == (
        "trace.jsonl.gz",
        ["gzip"],
        len(FAILING.data),
    )
    assert report["input"]["sha256"] == hashlib.sha256(FAILING.data).hexdigest()
    (note,) = [finding for finding in report["findings"] if finding["rule"] == "wrapper-unwrapped"]
    assert (note["variant"], note["severity"]) == ("packed", "info")
    main([written(tmp_path, raw(packed)), "--format", "json"])
    assert json.loads(capsys.readouterr().out)["counts"] == report["counts"]


def test_gzip_is_read_from_standard_input_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(gzip.compress(PASSING.data))))
    assert main(["-"]) == 0


@pytest.mark.parametrize(
    ("packed", "said"),
    [
        (gzip.compress(PASSING.data)[:-9], "breaks off before its end"),
        (gzip.compress(PASSING.data)[:-8] + b"12345678", "is broken"),
        (b"\x1f\x8b" + bytes(40), "is broken"),
        (gzip.compress(b" " * (24 << 20)), "more than 200 times its size"),
    ],
)
def test_gzip_that_does_not_unpack_is_a_file_that_cannot_be_opened(
    tmp_path: Path, packed: bytes, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([written(tmp_path, raw(packed), "trace.jsonl.gz")]) == 2
    told = capsys.readouterr()
    assert "trace.jsonl.gz cannot be unpacked: " in told.err
    assert said in told.err
    assert told.out == ""


def test_an_ordinary_file_is_in_no_wrapper(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main([written(tmp_path, PASSING), "--format", "json"])
    assert json.loads(capsys.readouterr().out)["input"]["wrappers"] == []


def test_a_request_that_forces_the_function_makes_stop_legal(tmp_path: Path) -> None:
    request = tmp_path / "request.json"
    request.write_text('{"tool_choice":{"type":"function","function":{"name":"get_weather"}}}')
    assert main([written(tmp_path, WARNING), "--fail-on", "warning", "--request", str(request)]) == 0


@pytest.mark.parametrize("text", ["[]", "{", ""])
def test_a_request_that_is_no_object_is_usage(tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    request = tmp_path / "request.json"
    request.write_text(text)
    assert main([written(tmp_path, PASSING), "--request", str(request)]) == 2
    assert "the request" in capsys.readouterr().err


def test_an_unknown_profile_is_refused_with_the_names_that_exist(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main([written(tmp_path, PASSING), "--profile", "nobody"])
    assert stop.value.code == 2
    assert "openai-strict" in capsys.readouterr().err
