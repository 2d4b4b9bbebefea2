"""POST and PUT /validations: a trace in, a verdict out."""

import gzip
import json

import pytest
from pytest_django import Settings

from tests.uploads.api import traces
from tests.uploads.api.caller import Caller
from uploads import owners
from uploads.api import media
from uploads.models import Upload, Validation


class TestVerdict:
    def test_a_clean_trace_passes(self, visitor: Caller) -> None:
        response = visitor.send(traces.CLEAN, filename="run.jsonl", label="staging")
        answer = response.json()
        assert response.status_code == 201
        assert (answer["status"], answer["verdict"], answer["complete"]) == ("done", "passes", True)
        assert answer["counts"]["error"] == answer["counts"]["warning"] == 0
        assert answer["input"]["name"] == "run.jsonl"
        assert answer["label"] == "staging"
        assert set(answer["verdicts"].values()) == {"passes"}

    def test_calls_are_joined_by_index(self, visitor: Caller) -> None:
        (stream,) = visitor.send(traces.CLEAN).json()["streams"]
        (call,) = stream["choices"][0]["calls"]
        assert (call["id"], call["name"], call["arguments"], call["json"]) == ("call_a", "get_weather", '{"city":"Oslo"}', "valid")
        assert stream["choices"][0]["message"]["tool_calls"][0]["function"]["arguments"] == '{"city":"Oslo"}'

    def test_a_finding_says_where_and_why(self, visitor: Caller) -> None:
        answer = visitor.send(traces.STOP_WITH_A_CALL).json()
        (finding,) = [finding for finding in answer["findings"] if finding["severity"] == "warning"]
        assert answer["verdict"] == "passes with warnings"
        assert finding["rule"] == "tool-calls-finish-stop"
        assert finding["places"][0]["chunk"] == 2
        assert answer["summary"] == finding["message"]
        assert finding["help_url"].endswith("/rules/tool-calls-finish-stop/")

    def test_a_history_is_judged(self, visitor: Caller) -> None:
        answer = visitor.send(traces.UNKNOWN_ID, purpose="send").json()
        assert answer["verdict"] == "fails"
        assert len(answer["histories"]) == 1

    def test_an_empty_body_could_not_be_checked_and_says_so(self, visitor: Caller) -> None:
        answer = visitor.send(traces.EMPTY).json()
        assert answer["complete"] is False
        assert [finding["rule"] for finding in answer["findings"]] == ["input-empty"]

    def test_the_verdict_stands_in_the_headers(self, visitor: Caller) -> None:
        response = visitor.send(traces.STOP_WITH_A_CALL)
        assert response["Trace-Verdict"] == "passes with warnings"
        assert response["Trace-Findings"] == f"error=0; warning=1; info={response.json()['counts']['info']}"
        assert response["Location"] == response.json()["url"]
        assert response.json()["html_url"] in response["Link"]

    def test_the_profile_decides(self, visitor: Caller) -> None:
        answer = visitor.send(traces.STOP_WITH_A_CALL, profile="permissive").json()
        assert answer["profile"] == "permissive"
        assert answer["verdict"] == answer["verdicts"]["permissive"]


class TestStatusForCi:
    @pytest.mark.parametrize(
        ("trace", "query", "status"),
        [
            (traces.CLEAN, {}, 201),
            (traces.STOP_WITH_A_CALL, {}, 201),
            (traces.STOP_WITH_A_CALL, {"fail_on": "warning"}, 422),
            (traces.BROKEN_ARGUMENTS, {}, 422),
            (traces.BROKEN_ARGUMENTS, {"fail_on": "never"}, 201),
            (traces.many_streams(1)[:-20], {"fail_on": "never"}, 201),
        ],
    )
    def test_a_failing_trace_fails_the_step(self, visitor: Caller, trace: bytes, query: dict[str, str], status: int) -> None:
        assert visitor.send(trace, verdict_status=1, **query).status_code == status

    def test_what_could_not_be_fully_checked_is_424(self, visitor: Caller) -> None:
        response = visitor.send(b'{"no": "trace"}\n', verdict_status=1, fail_on="never")
        assert response.status_code == 424
        assert response["Trace-Verdict"] == response.json()["verdict"]

    def test_without_verdict_status_a_verdict_is_never_an_error(self, visitor: Caller) -> None:
        assert visitor.send(traces.BROKEN_ARGUMENTS, fail_on="warning").status_code == 201

    def test_what_has_not_finished_is_no_success(self, visitor: Caller, settings: Settings) -> None:
        settings.INLINE_LIMIT = 0
        response = visitor.send(traces.CLEAN, wait=0, verdict_status=1)
        assert response.status_code == 424
        assert response["Retry-After"]


class TestWaiting:
    def test_what_is_not_finished_is_accepted_and_can_be_asked_for(self, visitor: Caller, settings: Settings) -> None:
        settings.INLINE_LIMIT = 0
        response = visitor.send(traces.CLEAN, wait=0)
        answer = response.json()
        assert response.status_code == 202
        assert response["Location"] == answer["url"]
        assert response["Retry-After"] == "2"
        assert "Trace-Verdict" not in response
        assert (answer["status"], answer["verdict"], answer["findings"], answer["streams"]) == ("queued", None, [], [])
        assert answer["progress"] == {"bytes": 0, "of_bytes": len(traces.CLEAN), "records": 0, "percent": 0}


class TestKey:
    def test_a_visitor_gets_a_key_once(self, visitor: Caller) -> None:
        answer = visitor.send(traces.CLEAN).json()
        again = Caller(answer["owner_key"]).get(f"/validations/{answer['id']}")
        assert again.status_code == 200
        assert "owner_key" not in again.json()

    def test_the_key_is_not_stored(self, visitor: Caller) -> None:
        key = visitor.send(traces.CLEAN).json()["owner_key"]
        assert Upload.objects.get().owner_hash == owners.hash_key(key)

    def test_an_upload_is_filed_under_the_key_that_was_sent(self, owner: Caller) -> None:
        answers = [owner.send(traces.CLEAN).json() for _ in range(2)]
        assert [answer["owner_key"] for answer in answers] == [None, None]
        assert len(owner.get("/validations").json()["validations"]) == 2

    def test_a_cookie_is_not_read(self, visitor: Caller, owner: Caller) -> None:
        from django.http import HttpResponse

        baked = HttpResponse()
        owners.set_cookie(baked, str(owner.key))
        visitor.client.cookies.update(baked.cookies)
        assert visitor.send(traces.CLEAN).json()["owner_key"] is not None
        assert owner.get("/validations").json()["validations"] == []


class TestBody:
    @pytest.mark.parametrize("media_type", [*media.TYPES, "", "application/json; charset=utf-8", "TEXT/EVENT-STREAM"])
    def test_every_listed_type_is_the_trace_itself(self, visitor: Caller, media_type: str) -> None:
        answer = visitor.post("/validations", traces.CLEAN, media_type).json()
        assert answer["verdict"] == "passes"
        assert answer["input"]["bytes"] == len(traces.CLEAN)

    def test_another_type_is_refused_and_the_list_is_told(self, visitor: Caller) -> None:
        response = visitor.post("/validations", traces.CLEAN, "application/pdf")
        assert response.status_code == 415
        assert response.json()["code"] == "unsupported-media-type"
        assert all(media_type in response.json()["detail"] for media_type in media.TYPES)
        assert not Upload.objects.exists()

    def test_gzip_is_unpacked(self, visitor: Caller) -> None:
        answer = visitor.post("/validations", gzip.compress(traces.CLEAN), headers={"Content-Encoding": "gzip"}).json()
        assert (answer["verdict"], answer["input"]["bytes"]) == ("passes", len(traces.CLEAN))

    def test_a_gz_file_is_named_as_a_wrapper_and_a_content_coding_is_not(self, visitor: Caller) -> None:
        packed = gzip.compress(traces.CLEAN)
        assert visitor.post("/validations", packed, filename="trace.jsonl.gz").json()["input"]["wrappers"] == ["gzip"]
        coded = visitor.post("/validations", packed, filename="trace.jsonl", headers={"Content-Encoding": "gzip"}).json()
        assert coded["input"]["wrappers"] == []
        plain = visitor.post("/validations", traces.CLEAN, filename="trace.jsonl.gz").json()
        assert plain["input"]["wrappers"] == []

    def test_broken_gzip_leaves_nothing(self, visitor: Caller) -> None:
        response = visitor.post("/validations", gzip.compress(traces.CLEAN)[:-9], headers={"Content-Encoding": "gzip"})
        assert (response.status_code, response.json()["code"]) == (400, "broken-gzip")
        assert not Upload.objects.exists()

    def test_another_coding_is_refused(self, visitor: Caller) -> None:
        response = visitor.post("/validations", traces.CLEAN, headers={"Content-Encoding": "br"})
        assert (response.status_code, response.json()["code"]) == (415, "unknown-coding")
        assert response.json()["accepted"] == ["gzip", "identity"]

    def test_too_large_tells_the_limit(self, visitor: Caller, settings: Settings) -> None:
        settings.MAX_UPLOAD_BYTES = 100
        response = visitor.send(traces.CLEAN)
        assert (response.status_code, response.json()["code"]) == (413, "too-large")
        assert response.json()["limit"] == 100
        assert not Upload.objects.exists()

    def test_a_bomb_is_refused(self, visitor: Caller) -> None:
        bomb = gzip.compress(b" " * (24 << 20))
        response = visitor.post("/validations", bomb, headers={"Content-Encoding": "gzip"})
        assert (response.status_code, response.json()["code"]) == (413, "too-compressed")
        assert not Upload.objects.exists()

    def test_a_length_that_lies_is_told(self, visitor: Caller) -> None:
        response = visitor.client.post(
            "/api/v1/validations", traces.CLEAN, content_type="application/jsonl", headers={"Content-Length": str(len(traces.CLEAN) + 10)}
        )
        assert (response.status_code, response.json()["code"]) == (400, "body-cut-off")
        assert not Upload.objects.exists()

    def test_chunks_are_refused_where_the_server_cannot_read_them(self, visitor: Caller) -> None:
        response = visitor.post("/validations", b"", headers={"Transfer-Encoding": "chunked"})
        assert (response.status_code, response.json()["code"]) == (411, "length-required")


class TestPut:
    def test_put_does_the_same(self, visitor: Caller) -> None:
        response = visitor.call("PUT", "/validations", traces.CLEAN)
        assert response.status_code == 201
        assert response.json()["verdict"] == "passes"

    def test_each_put_is_a_new_validation(self, owner: Caller) -> None:
        ids = {owner.call("PUT", "/validations", traces.CLEAN).json()["id"] for _ in range(2)}
        assert len(ids) == 2


class TestQuery:
    @pytest.mark.parametrize(
        ("query", "words"),
        [
            ({"profil": "default"}, ["profil", "profile", "purpose", "verdict_status"]),
            ({"profile": "strict"}, ["strict", "openai-strict", "permissive"]),
            ({"purpose": "keep"}, ["send", "archive", "train"]),
            ({"wait": "31"}, ["from 0 to 30"]),
            ({"wait": "-1"}, ["from 0 to 30"]),
            ({"wait": "1e1"}, ["from 0 to 30"]),
            ({"wait": "٣"}, ["from 0 to 30"]),
            ({"wait": ""}, ["from 0 to 30"]),
            ({"wait": ["1", "2"]}, ["2 times"]),
            ({"fail_on": "info"}, ["error", "warning", "never"]),
            ({"verdict_status": "yes"}, ["1 or 0"]),
            ({"filename": "a\0b"}, ["NUL"]),
            ({"label": "x" * 201}, ["200"]),
            ({"label": "two\nlines"}, ["one line"]),
            ({"format": "gnu"}, ["format"]),
        ],
    )
    def test_what_is_unknown_is_refused_and_what_is_allowed_is_told(self, visitor: Caller, query: dict[str, str], words: list[str]) -> None:
        response = visitor.send(traces.CLEAN, **query)
        assert (response.status_code, response.json()["code"]) == (400, "invalid-parameter")
        assert [error["parameter"] for error in response.json()["errors"]] == list(query)
        assert all(word in response.json()["detail"] for word in words)
        assert not Validation.objects.exists()

    def test_every_fault_is_told(self, visitor: Caller) -> None:
        errors = visitor.send(traces.CLEAN, wait="x", profile="y", z="1").json()["errors"]
        assert {error["parameter"] for error in errors} == {"wait", "profile", "z"}

    def test_a_name_is_only_a_name(self, visitor: Caller) -> None:
        answer = visitor.send(traces.CLEAN, filename="../../etc/passwd").json()
        assert answer["input"]["name"] == "passwd"


def test_texts_of_a_trace_come_back_as_they_were(visitor: Caller) -> None:
    trace = traces.CLEAN.replace(b"Oslo", "深圳 \\\\ud83d".encode())
    raw = visitor.send(trace).content
    assert "深圳".encode() in raw
    assert "深圳" in json.loads(raw)["streams"][0]["choices"][0]["calls"][0]["arguments"]


def test_a_lone_surrogate_in_a_trace_breaks_no_answer(visitor: Caller) -> None:
    trace = traces.CLEAN.replace(b"Oslo", b"\\ud83d")
    assert visitor.send(trace).status_code == 201
