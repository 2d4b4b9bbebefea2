"""GET /errors: what an error means, and the page of the API's own."""

import pytest
from django.test import Client

from tests.uploads.api.caller import Caller
from uploads.text import LONGEST_ERROR
from validation.error_texts import ERROR_TEXTS

ANSWERED = (
    "Error code: 400 - {'error': {'message': \"tool_call_ids must be followed by tool messages responding to each 'tool_call_id'.\"}}"
)
BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"


def test_a_known_text_leads_to_its_rules(visitor: Caller) -> None:
    answer = visitor.get("/errors", text=ANSWERED).json()
    first = answer["matches"][0]
    assert (first["certainty"], first["rules"][0]["name"], first["rules"][0]["code"]) == ("same", "tool-result-missing", "HIS501")
    assert "OpenAI" in first["said_by"]
    assert first["rules"][0]["html_url"].endswith("/rules/tool-result-missing/")
    assert visitor.client.get(first["rules"][0]["url"]).status_code == 200


@pytest.mark.parametrize("error", ERROR_TEXTS)
def test_every_text_is_answered(visitor: Caller, error: object) -> None:
    for wording in error.wordings:
        assert wording in [match["text"] for match in visitor.get("/errors", text=f"{wording}\nat line 3").json()["matches"][:2]]


@pytest.mark.parametrize(
    "text", ["", " ", "Rate limit reached", "<script>alert(1)</script>", "\ud83d", "\x1b[31m\u202e", "9" * LONGEST_ERROR]
)
def test_nothing_known_is_said_with_what_to_do(visitor: Caller, text: str) -> None:
    answer = visitor.get("/errors", text=text.encode("utf-8", "surrogatepass")).json()
    assert answer["matches"] == []
    assert "upload" in answer["advice"]


@pytest.mark.parametrize("asked", [{"text": "9" * (LONGEST_ERROR + 1)}, {"text": "\0"}, {"text": ["a", "b"]}, {"text": "a", "other": "b"}])
def test_what_cannot_be_a_text_is_refused(visitor: Caller, asked: dict[str, object]) -> None:
    response = visitor.get("/errors", **asked)
    assert (response.status_code, response.json()["code"]) == (400, "invalid-parameter")


def test_a_key_is_not_needed_and_an_unknown_one_is_refused(visitor: Caller) -> None:
    assert visitor.get("/errors", text="x", headers={"Authorization": "Bearer nonsense"}).status_code == 401


@pytest.mark.parametrize("accept", ["text/html", BROWSER])
def test_without_a_text_a_browser_gets_the_page_of_the_apis_own_errors(visitor: Caller, accept: str) -> None:
    page = visitor.get("/errors", headers={"Accept": accept})
    assert page["Content-Type"].startswith("text/html")
    assert page["Vary"].startswith("Accept")
    assert 'id="not-found"' in page.content.decode()


@pytest.mark.parametrize("accept", [{}, {"Accept": "*/*"}, {"Accept": "application/json"}, {"Accept": "image/png"}])
def test_without_a_text_a_program_is_told_that_it_is_missing(visitor: Caller, accept: dict[str, str]) -> None:
    response = visitor.get("/errors", headers=accept)
    assert (response.status_code, response.json()["code"]) == (400, "invalid-parameter")
    assert response.json()["errors"][0]["parameter"] == "text"


def test_a_browser_that_sends_a_text_gets_its_meaning(visitor: Caller) -> None:
    assert visitor.get("/errors", text=ANSWERED, headers={"Accept": BROWSER}).json()["matches"]


def test_the_page_shows_code_as_code(visitor: Caller) -> None:
    page = visitor.get("/errors", headers={"Accept": "text/html"}).content.decode()
    assert "<code>Retry-After</code>" in page
    assert "`" not in page


def test_no_other_method_is_served() -> None:
    response = Client().post("/api/v1/errors", headers={"accept": "text/html"})
    assert (response.status_code, response["Content-Type"]) == (405, "application/problem+json")
