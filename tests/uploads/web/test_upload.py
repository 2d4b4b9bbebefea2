import pytest
from django.test import Client
from pytest_django import Settings

from tests.uploads.making import CLEAN, STOPPED, files
from tests.uploads.web.visitor import Visitor
from uploads import results
from uploads.models import LONGEST_LABEL, Upload, Validation
from uploads.owners import OWNER_COOKIE
from uploads.web import samples
from uploads.web.form import PURPOSE_TITLES
from validation.examples import dumps
from validation.pipeline import PURPOSES


def test_a_chosen_file_is_checked_and_the_browser_goes_to_its_verdict(visitor: Visitor) -> None:
    validation = visitor.upload(STOPPED, "stopped.jsonl")
    assert "Passes with warnings: 1 warning in" in _words(visitor, validation)
    assert validation.upload.origin == Upload.Origin.WEB


def test_pasted_text_is_checked_as_the_reader_saw_it(visitor: Visitor) -> None:
    validation = visitor.paste(STOPPED.decode().replace("\n", "\r\n"))
    with results.open_trace(validation) as file:  # type: ignore[union-attr]
        assert file.read() == STOPPED
    assert validation.upload.origin == Upload.Origin.PASTE


def test_a_label_is_as_long_as_the_api_takes_it(visitor: Visitor) -> None:
    assert visitor.upload(CLEAN, label="x" * LONGEST_LABEL).upload.label == "x" * LONGEST_LABEL
    visitor.post("upload", 422, text=CLEAN.decode(), label="x" * (LONGEST_LABEL + 1))
    assert f"up to {LONGEST_LABEL} characters" in visitor.text


def test_every_purpose_can_be_chosen() -> None:
    assert list(PURPOSE_TITLES) == ["", *PURPOSES]


def test_profile_purpose_and_label_are_kept(visitor: Visitor) -> None:
    validation = visitor.upload(CLEAN, profile="permissive", purpose="send", label="my endpoint")
    assert (validation.profile, validation.purpose, validation.upload.label) == ("permissive", "send", "my endpoint")


@pytest.mark.parametrize("given", [{"request_text": '{"tool_choice": "auto"}'}, {"request": ("r.json", b'{"tool_choice": "auto"}')}])
def test_a_request_goes_with_a_file_and_with_a_paste(visitor: Visitor, given: dict[str, object]) -> None:
    with_file = visitor.upload(STOPPED, **given)
    with_paste = visitor.paste(STOPPED.decode(), **given)
    assert results.request_part(with_file) == results.request_part(with_paste) == b'{"tool_choice": "auto"}'


def test_nothing_is_lost_when_something_is_wrong(visitor: Visitor) -> None:
    page = visitor.post("upload", 422, text='{"kept": "text"}', request_text="no json", profile="permissive", label="kept label")
    assert "&quot;kept&quot;: &quot;text&quot;" in page
    assert "no json" in page
    assert 'value="permissive" selected' in page
    assert 'value="kept label"' in page
    assert "The request is not JSON" in visitor.text


def test_neither_file_nor_text_is_told_beside_the_file(visitor: Visitor) -> None:
    page = visitor.post("upload", 422, text="  \n ")
    assert 'href="#trace"' in page
    assert "Choose a file, drop one on the page, or paste the trace." in visitor.text
    assert not Validation.objects.exists()


def test_file_and_text_at_once_are_not_guessed_between(visitor: Visitor) -> None:
    visitor.post("upload", 422, trace=("a.jsonl", CLEAN), text="{}")
    assert "Clear one of them" in visitor.text
    assert files() == []


@pytest.mark.parametrize(
    ("field", "value", "said"), [("profile", "nope", "default, openai-strict"), ("purpose", "nope", "send, archive, train")]
)
def test_an_unknown_choice_names_those_there_are(visitor: Visitor, field: str, value: str, said: str) -> None:
    visitor.post("upload", 422, text="{}", **{field: value})
    assert said in visitor.text


def test_a_file_above_the_limit_is_refused_with_the_limit(visitor: Visitor, settings: Settings) -> None:
    settings.MAX_UPLOAD_BYTES = 100
    visitor.post("upload", 413, trace=("big.jsonl", CLEAN))
    assert "at most 100" in visitor.text
    assert files() == []


def test_a_paste_above_the_limit_says_to_send_a_file(visitor: Visitor, settings: Settings) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1000
    visitor.post("upload", 413, text="x" * 2000)
    assert "Save it as a file" in visitor.text


def test_a_broken_gzip_is_told_in_place(visitor: Visitor) -> None:
    visitor.post("upload", 400, trace=("a.gz", b"\x1f\x8b\x08 broken"))
    assert "The gzip data is broken" in visitor.text


def test_an_empty_file_has_a_verdict_and_no_error_page(visitor: Visitor) -> None:
    validation = visitor.upload(b"")
    assert "Could not be fully checked" in _words(visitor, validation) or "Fails" in _words(visitor, validation)


@pytest.mark.parametrize("key", list(samples.SAMPLES))
def test_every_sample_opens_and_shows_a_finding(visitor: Visitor, key: str) -> None:
    visitor.post("upload", example=key)
    page = visitor.result(visitor.arrived())
    assert 'class="finding"' in page


def test_an_unknown_sample_is_told(visitor: Visitor) -> None:
    visitor.post("upload", 422, example="../../etc/passwd")
    assert "There is no such example" in visitor.text


def test_two_uploads_of_one_browser_have_one_owner(visitor: Visitor) -> None:
    first, second = visitor.upload(CLEAN), visitor.upload(STOPPED)
    assert first.upload.owner_hash == second.upload.owner_hash != ""


def test_the_owner_key_is_out_of_reach_of_script(visitor: Visitor) -> None:
    visitor.upload(CLEAN)
    cookie = visitor.client.cookies[OWNER_COOKIE]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"


@pytest.mark.django_db
def test_a_form_of_another_site_is_refused() -> None:
    client = Client(enforce_csrf_checks=True)
    answer = client.post("/", {"text": CLEAN.decode()})
    assert answer.status_code == 403
    assert "Please send it again" in answer.content.decode()
    assert not Validation.objects.exists()


def test_htmx_is_led_to_the_result_by_a_header(visitor: Visitor) -> None:
    answer = visitor.client.post("/", {"text": CLEAN.decode()}, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert answer["HX-Redirect"].endswith("/#verdict")


def test_control_and_direction_characters_can_be_pasted(visitor: Visitor) -> None:
    assert visitor.paste(dumps({"choices": []}) + "\n\x00\u202e").state == "done"


def _words(visitor: Visitor, validation: Validation) -> str:
    visitor.result(validation)
    return visitor.text
