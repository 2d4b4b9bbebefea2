import pytest

from tests.uploads.making import CLEAN
from tests.uploads.web.visitor import Visitor
from uploads.models import Validation


@pytest.fixture
def running(visitor: Visitor) -> Validation:
    """A validation of the visitor in the middle of its run."""
    validation = visitor.upload(CLEAN)
    Validation.objects.filter(pk=validation.pk).update(state="running", progress=50_000, size=100_000, progress_records=1024, attempts=1)
    return validation


def test_a_running_check_shows_bytes_records_and_a_bar(visitor: Visitor, running: Validation) -> None:
    page = visitor.result(running)
    assert "1,024 records, 49 kB of 98 kB" in visitor.text
    assert '<progress max="100" value="50"' in page
    assert 'role="status">Checking: 50 %' in page


def test_without_script_the_page_loads_itself_again(visitor: Visitor, running: Validation) -> None:
    assert '<noscript><meta http-equiv="refresh" content="2; url=./"></noscript>' in visitor.result(running)


def test_the_part_that_is_polled_is_only_the_part(visitor: Visitor, running: Validation) -> None:
    page = visitor.get(f"/v/{running.public_id}/progress")
    assert page.startswith('<div class="running" id="progress"')
    assert "<html" not in page


def test_a_queued_check_says_that_it_waits(visitor: Visitor, running: Validation) -> None:
    Validation.objects.filter(pk=running.pk).update(state="queued", attempts=0)
    page = visitor.result(running)
    assert "Waiting for its turn" in visitor.text
    assert '<progress max="100" aria-label' in page


def test_once_it_is_done_the_browser_is_told_to_load_the_result(visitor: Visitor, running: Validation) -> None:
    Validation.objects.filter(pk=running.pk).update(state="done")
    visitor.get(f"/v/{running.public_id}/progress")
    assert visitor.answer["HX-Refresh"] == "true"


def test_a_check_that_was_deleted_meanwhile_leads_to_the_same_404(visitor: Visitor, running: Validation) -> None:
    address = f"/v/{running.public_id}/"
    visitor.post(f"{address}delete/")
    visitor.get(f"{address}progress", 404)
    assert visitor.answer["HX-Refresh"] == "true"
    visitor.get(address, 404)


def test_a_running_check_can_be_cancelled(visitor: Visitor, running: Validation) -> None:
    assert f'href="/v/{running.public_id}/delete/"' in visitor.result(running)
