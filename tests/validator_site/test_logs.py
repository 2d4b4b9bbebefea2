"""No key, token or share link reaches a log, whatever it stands in."""

import logging
import sys

import pytest
from django.test import Client

from validator_site.logs import HideSecrets, hide_secrets

SECRET = "fX9aZ2kq7Lm3Np8Rs5Tv1Wy4Bc6Dg0Hj"
pytestmark = pytest.mark.once


@pytest.mark.parametrize(
    "text",
    [
        f"owner ck_{SECRET} asked",
        f"Authorization: Bearer ct_{SECRET}",
        f"GET /s/cs_{SECRET} HTTP/1.1",
        f"GET /s/{SECRET}?page=2 HTTP/1.1",
        f"GET /zh-hans/s/{SECRET}/findings HTTP/1.1",
        f"/api/v1/shared/{SECRET}",
        f'{{"owner_key": "ck_{SECRET}"}}',
        f"https://host.example/s/{SECRET}#f-0123",
        f"comparisons?a=cs_{SECRET}&b=cs_{SECRET}",
        f"a%3Dcs_{SECRET}",
    ],
)
def test_a_secret_is_hidden(text: str) -> None:
    assert SECRET not in hide_secrets(text)


@pytest.mark.parametrize(
    "text", ["GET /validations/abc HTTP/1.1", "/static/uploads/app.css", "took 3 ms", "check_call_ok", "/rules/shared"]
)
def test_what_is_no_secret_stays(text: str) -> None:
    assert hide_secrets(text) == text


def logged(message: str, *args: object, fault: BaseException | None = None) -> str:
    trouble = (type(fault), fault, fault.__traceback__) if fault else None
    record = logging.LogRecord("uploads", logging.ERROR, __file__, 1, message, args, trouble)
    assert HideSecrets().filter(record)
    return logging.Formatter("%(message)s").format(record)


def test_a_secret_among_the_arguments_is_hidden() -> None:
    assert logged("%s asked for %s", f"ck_{SECRET}", f"/s/{SECRET}") == "ck_... asked for /s/..."


def test_arguments_given_as_a_mapping_are_hidden() -> None:
    assert logged("%(path)s", {"path": f"/s/{SECRET}"}) == "/s/..."


def test_a_secret_in_a_traceback_is_hidden() -> None:
    try:
        raise ValueError(f"no upload for ck_{SECRET}")
    except ValueError:
        fault = sys.exc_info()[1]
    text = logged("failed", fault=fault)
    assert "no upload for ck_..." in text
    assert SECRET not in text


def test_a_message_that_does_not_fit_its_arguments_is_still_logged_and_hidden() -> None:
    text = logged("%d uploads", f"ck_{SECRET}")
    assert "uploads" in text
    assert SECRET not in text


@pytest.mark.parametrize("path", ["/", "/api/v1/info"])
def test_a_host_name_that_is_not_served_is_one_quiet_line(client: Client, caplog: pytest.LogCaptureFixture, path: str) -> None:
    client.get(path, headers={"host": "rebound.example"})
    assert [(record.levelname, record.exc_info, record.exc_text) for record in caplog.records] == [("WARNING", None, None)]
    assert "rebound.example" in caplog.messages[0]
