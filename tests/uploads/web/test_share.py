import re

import pytest

from tests.uploads.making import STOPPED
from tests.uploads.web.visitor import Visitor
from uploads.models import Share, Upload, Validation
from validation.examples import assistant, history, result, user


@pytest.fixture
def validation(visitor: Visitor) -> Validation:
    """The visitor's validation of a trace with one warning."""
    return visitor.upload(STOPPED)


def shared(visitor: Visitor, validation: Validation, days: str = "7", note: str = "issue 12") -> str:
    """The path of a new link."""
    page = visitor.post(f"/v/{validation.public_id}/share/", 200, days=days, note=note)
    found = re.search(r"http://testserver(/s/cs_\w+/)", page)
    assert found
    return found[1]


def test_before_a_link_is_made_it_is_said_what_others_will_see(visitor: Visitor, validation: Validation) -> None:
    visitor.get(f"/v/{validation.public_id}/share/")
    assert "Everything, as it was sent." in visitor.text
    assert "Anyone with the link can see it" in visitor.text
    assert not Share.objects.exists()


def test_the_link_is_shown_once(visitor: Visitor, validation: Validation) -> None:
    path = shared(visitor, validation)
    assert path not in visitor.get(f"/v/{validation.public_id}/share/")
    assert "issue 12" in visitor.text


def test_behind_a_link_it_is_said_where_a_history_can_be_sent(visitor: Visitor, stranger: Visitor) -> None:
    answered = history(user(), assistant("call_a"), result("call_zzz")).data
    page = stranger.get(shared(visitor, visitor.upload(answered, "history.json")))
    assert '<a class="mono" href="/rules/tool-result-unknown-id/">' in page.partition('class="portability"')[2].partition("</section>")[0]


@pytest.mark.parametrize("days", ["", "2", "1000", "x"])
def test_other_lengths_are_refused_in_place(visitor: Visitor, validation: Validation, days: str) -> None:
    visitor.post(f"/v/{validation.public_id}/share/", 422, days=days, note="kept")
    assert "1, 7, 30, 90" in visitor.text


def test_anyone_with_the_link_reads_everything_and_changes_nothing(visitor: Visitor, stranger: Visitor, validation: Validation) -> None:
    path = shared(visitor, validation)
    page = stranger.get(path)
    assert "Passes with warnings: 1 warning in" in stranger.text
    assert 'class="evidence"' in page
    assert '<form method="post"' not in page
    assert validation.public_id not in page
    stranger.get(f"{path}raw/")
    assert "finish_reason" in stranger.text
    assert stranger.get(f"{path}report.json").startswith("{")
    assert f"http://testserver{path}#f-" in stranger.get(f"{path}report.md")


@pytest.mark.parametrize("page", ["", "raw/", "markdown/", "report.json"])
def test_a_shared_page_is_told_to_nobody(visitor: Visitor, validation: Validation, page: str) -> None:
    visitor.get(shared(visitor, validation) + page)
    assert visitor.answer["X-Robots-Tag"] == "noindex, nofollow"
    assert visitor.answer["Referrer-Policy"] == "no-referrer"
    assert visitor.answer["Cache-Control"] == "no-store"


@pytest.mark.parametrize("page", ["", "raw/", "raw", "report.sarif", "report.nothing", "report.json/", "a/b/c"])
@pytest.mark.parametrize("token", ["cs_" + "a" * 32, "nothing", "%00", "cs_%2e%2e"])
def test_no_answer_beneath_a_links_address_is_told_to_anybody(visitor: Visitor, token: str, page: str) -> None:
    for path in (f"/s/{token}/{page}", f"/s/{token}", f"/api/v1/shared/{token}", f"/api/v1/shared/{token}/"):
        answer = visitor.client.get(path)
        assert answer.status_code in (301, 404)
        assert answer["X-Robots-Tag"] == "noindex, nofollow"
        assert answer["Referrer-Policy"] == "no-referrer"
        assert answer["Cache-Control"] == "no-store"


def test_a_revoked_link_ends_at_once_and_looks_like_one_that_never_was(visitor: Visitor, stranger: Visitor, validation: Validation) -> None:
    path = shared(visitor, validation)
    share = Share.objects.get()
    visitor.post(f"/v/{validation.public_id}/shares/{share.public_id}/revoke/")
    gone = stranger.get(path, 404)
    never = stranger.get("/s/cs_" + "a" * 32 + "/", 404)
    assert gone == never
    assert "revoked" in visitor.get(f"/v/{validation.public_id}/share/")


def test_only_the_owner_revokes(visitor: Visitor, stranger: Visitor, validation: Validation) -> None:
    path = shared(visitor, validation)
    share = Share.objects.get()
    stranger.post(f"/v/{validation.public_id}/shares/{share.public_id}/revoke/", 404)
    own = stranger.upload(STOPPED)
    stranger.post(f"/v/{own.public_id}/shares/{share.public_id}/revoke/", 404)
    stranger.get(path)


def test_once_the_trace_is_gone_the_link_shows_the_report_alone(visitor: Visitor, stranger: Visitor, validation: Validation) -> None:
    path = shared(visitor, validation)
    Upload.objects.update(raw_deleted="2026-11-01T00:00:00Z")
    page = stranger.get(path)
    assert "Passes with warnings" in stranger.text
    assert 'class="evidence"' not in page
    stranger.get(f"{path}raw/", 404)


def test_a_link_without_content_shows_no_content_while_the_trace_is_kept(
    visitor: Visitor, stranger: Visitor, validation: Validation
) -> None:
    path = shared(visitor, validation)
    Share.objects.update(detail_until="2026-11-01T00:00:00Z")
    page = stranger.get(path)
    assert 'class="evidence"' not in page
    assert 'class="joined"' not in page
    stranger.get(f"{path}raw/", 404)
