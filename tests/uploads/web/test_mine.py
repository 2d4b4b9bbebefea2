import re
from collections.abc import Callable
from typing import Any

from tests.uploads.making import CLEAN, STOPPED, checked, files
from tests.uploads.web.visitor import Visitor
from uploads import owners
from uploads.models import Validation
from uploads.owners import new_key


def test_the_list_holds_what_this_browser_sent_and_nothing_else(visitor: Visitor, stranger: Visitor) -> None:
    stranger.upload(CLEAN, "theirs.jsonl")
    visitor.upload(STOPPED, "older.jsonl", label="my endpoint")
    visitor.upload(CLEAN, "newer.jsonl")
    visitor.get("mine")
    assert "theirs" not in visitor.text
    assert "my endpoint" in visitor.text
    assert visitor.text.index("newer.jsonl") < visitor.text.index("older.jsonl")
    assert "Passes with warnings : 1 warning" in visitor.text


def test_a_browser_that_sent_nothing_has_an_empty_list(visitor: Visitor) -> None:
    visitor.get("mine")
    assert "Nothing here yet." in visitor.text


def test_a_long_list_is_paged(visitor: Visitor) -> None:
    first = visitor.upload(CLEAN)
    for _ in range(60):
        first.pk, first.public_id = None, None
        Validation.objects.create(**{name: getattr(first, name) for name in ("upload", "expires", "size", "state", "verdict")})
    assert visitor.get("mine").count("<li>") == 50
    assert "page 1 of 2" in visitor.text
    visitor.get("/mine/?page=2")
    visitor.get("/mine/?page=nonsense")


def test_deleting_asks_once_and_works_at_once(visitor: Visitor, django_capture_on_commit_callbacks: Callable[..., Any]) -> None:
    validation = visitor.upload(STOPPED)
    visitor.get(f"/v/{validation.public_id}/delete/")
    assert "Delete trace.jsonl?" in visitor.text
    assert Validation.objects.exists()
    with django_capture_on_commit_callbacks(execute=True):
        visitor.post(f"/v/{validation.public_id}/delete/")
    assert visitor.answer["Location"] == "/mine/?deleted=1"
    assert not Validation.objects.exists()
    assert files() == []


def test_deleting_tells_how_many_links_stop(visitor: Visitor) -> None:
    validation = visitor.upload(STOPPED)
    visitor.post(f"/v/{validation.public_id}/share/", 200, days="7")
    visitor.get(f"/v/{validation.public_id}/delete/")
    assert "One link that was shared stops working." in visitor.text


def test_the_key_can_be_taken_to_another_browser(visitor: Visitor) -> None:
    validation = visitor.upload(STOPPED)
    key = visitor.post("owner-key-file", 200).strip()
    assert visitor.answer["Content-Disposition"].startswith("attachment")
    other = Visitor()
    other.get(f"/v/{validation.public_id}/", 404)
    other.post("owner-key", key=f" {key} ", next=f"/v/{validation.public_id}/")
    assert other.answer["Location"] == f"/v/{validation.public_id}/"
    other.result(validation)


def test_a_key_that_is_entered_stands_beside_the_browsers_own(visitor: Visitor) -> None:
    mine, key = visitor.upload(STOPPED, name="mine.jsonl"), visitor.key
    brought = new_key()
    theirs = checked(owner_key=brought)
    visitor.post("owner-key", key=brought)
    visitor.result(mine)
    visitor.result(theirs)
    listed = visitor.get("mine")
    assert mine.public_id in listed
    assert theirs.public_id in listed
    later = visitor.upload(CLEAN, name="later.jsonl")
    assert owners.owned(later, [key])
    visitor.result(theirs)
    assert visitor.post("owner-key-file", 200).strip() == key
    visitor.get("owner-key")
    assert "It opens 2 validations." in visitor.text
    assert "One other key was entered so far." in visitor.text


def test_a_key_that_is_entered_into_a_new_browser_becomes_its_own(visitor: Visitor) -> None:
    key = new_key()
    visitor.post("owner-key", key=key)
    assert owners.owned(visitor.upload(CLEAN), [key])


def test_a_text_that_is_no_key_is_told_in_place(visitor: Visitor) -> None:
    visitor.post("owner-key", 422, key="ck_short")
    assert "That is no owner key." in visitor.text


def test_a_key_leads_to_no_other_site(visitor: Visitor) -> None:
    for goal in ("https://evil.example/", "//evil.example", "javascript:alert(1)", "/\\evil.example"):
        visitor.post("owner-key", key=new_key(), next=goal)
        assert visitor.answer["Location"] == "/mine/"


def test_a_browser_without_a_key_has_none_to_download(visitor: Visitor) -> None:
    visitor.post("owner-key-file", 404)


def test_the_page_about_a_key_never_shows_it(visitor: Visitor) -> None:
    visitor.upload(CLEAN)
    page = visitor.get("owner-key")
    assert not re.search(r"ck_[a-z2-7]{10}", page)
