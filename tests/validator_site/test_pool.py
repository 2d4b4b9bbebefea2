"""What Callcheck changes of Celery's processes."""

from validator_site.pool import Pool


def test_processes_that_were_ended_before_they_were_asked_for_are_no_failure() -> None:
    assert Pool(limit=1, app=None).did_start_ok()
