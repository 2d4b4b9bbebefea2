"""Problem documents: everywhere under /api/, of a known kind, with a page behind them."""

import re
from pathlib import Path

import pytest
from django.db import DatabaseError
from django.middleware.common import CommonMiddleware
from django.test import Client

import uploads.intake.refusals as refusals
from tests.uploads.api import traces
from tests.uploads.api.caller import Caller, Kept
from uploads.api import validations
from uploads.api.problem_kinds import KINDS

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize("path", ["", "/", "/validation", "/validations/", "/rules/x/y", "/%00", "/..", "/validations/x/findings/"])
@pytest.mark.parametrize("method", ["GET", "POST", "PATCH", "OPTIONS"])
def test_an_unknown_address_is_told(visitor: Caller, path: str, method: str) -> None:
    response = visitor.call(method, path)
    assert (response.status_code, response.json()["code"]) == (404, "unknown-address")
    assert response["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize("path", ["/api", "/api/", "/api/v2", "/api/v1"])
def test_an_address_beside_the_first_version_is_told_too(path: str, db: None) -> None:
    response = Client().get(path)
    assert (response.status_code, response["Content-Type"]) == (404, "application/problem+json")


@pytest.mark.parametrize("method", ["PATCH", "DELETE", "OPTIONS", "TRACE", "BREW"])
def test_a_method_that_is_not_served_is_told(visitor: Caller, method: str) -> None:
    response = visitor.call(method, "/validations")
    assert (response.status_code, response.json()["code"]) == (405, "method-not-allowed")
    assert response["Allow"] == "GET, HEAD, POST, PUT"


def test_head_is_get_without_a_body(owner: Caller, kept: Kept) -> None:
    response = owner.client.head(f"/api/v1{kept.path}", headers={"Authorization": f"Bearer {owner.key}"})
    assert (response.status_code, response.content) == (200, b"")
    assert response["Trace-Verdict"] == "passes with warnings"


def test_a_fault_of_the_service_tells_nothing_of_itself(visitor: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise DatabaseError("password=hunter2")

    monkeypatch.setattr(validations, "receive", fail)
    response = visitor.send(traces.CLEAN)
    assert (response.status_code, response.json()["code"]) == (500, "internal-error")
    assert b"hunter2" not in response.content


@pytest.mark.parametrize(("path", "kind"), [("/api/v1/info", "application/problem+json"), ("/", "text/html; charset=utf-8")])
def test_a_host_name_that_is_not_served_is_told(path: str, kind: str) -> None:
    response = Client(raise_request_exception=False).get(path, headers={"Host": "elsewhere.example"})
    assert (response.status_code, response["Content-Type"]) == (400, kind)
    assert b"elsewhere" not in response.content


@pytest.mark.parametrize(("path", "kind"), [("/api/v1/info", "application/problem+json"), ("/", "text/html; charset=utf-8")])
def test_a_fault_outside_the_views_is_told_as_one_inside(path: str, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise DatabaseError("password=hunter2")

    monkeypatch.setattr(CommonMiddleware, "process_request", fail)
    response = Client(raise_request_exception=False).get(path)
    assert (response.status_code, response["Content-Type"]) == (500, kind)
    assert b"hunter2" not in response.content


def test_a_form_of_too_many_parts_names_no_setting_of_the_service(visitor: Caller) -> None:
    form = b"".join(b'--x\r\nContent-Disposition: form-data; name="f%d"\r\n\r\n1\r\n' % number for number in range(150)) + b"--x--\r\n"
    response = visitor.post("/validations", form, "multipart/form-data; boundary=x")
    assert (response.status_code, response.json()["code"]) == (400, "malformed-request")
    assert "too many parts" in response.json()["detail"]


def test_an_answer_that_cannot_be_written_is_a_problem_too(visitor: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("uploads.api.catalogue.limits", lambda: {"upload_bytes": float("nan")})
    response = visitor.get("/info")
    assert (response.status_code, response.json()["code"]) == (500, "internal-error")


@pytest.mark.parametrize(
    "header",
    ["Bearer", "Bearer x", "Basic dTpw", "Bearer ck_short", "Bearer ct_" + "a" * 32, "Bearer cs_" + "a" * 32, "", "Bearer ck_" + "A" * 32],
)
def test_a_key_that_is_none_is_told(visitor: Caller, header: str) -> None:
    response = visitor.call("GET", "/rules", headers={"Authorization": header})
    assert (response.status_code, response.json()["code"]) == (401, "bad-credentials")
    assert response["WWW-Authenticate"] == "Bearer"


def test_the_type_leads_to_a_page_with_its_anchor(visitor: Caller) -> None:
    address, _, anchor = visitor.get("/validations/x").json()["type"].partition("#")
    page = Client().get(address, headers={"accept": "text/html"})
    assert page.status_code == 200
    assert f'id="{anchor}"' in page.content.decode()


def test_every_kind_stands_on_the_page_and_in_the_docs() -> None:
    page = Client().get("/api/v1/errors", headers={"accept": "text/html"}).content.decode()
    docs = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    for kind in KINDS.values():
        assert f'id="{kind.code}"' in page
        assert f"### {kind.code}\n" in docs


def test_whatever_the_intake_refuses_is_of_a_known_kind() -> None:
    source = Path(str(refusals.__file__)).read_text(encoding="utf-8")
    codes = set(re.findall(r'Refused\(\s*\d{3}, "([a-z-]+)"', source))
    assert len(codes) >= 8
    assert codes <= set(KINDS)


def test_what_is_quoted_is_short_and_harmless(visitor: Caller) -> None:
    detail = visitor.get("/rules", **{"\x1b[31m" + "x" * 5000: "1"}).json()["detail"]
    assert "\x1b" not in detail
    assert len(detail) < 400
