"""What a browser is told, and which doors are closed by default."""

import json
import os
import subprocess
import sys

import pytest
from django.conf import settings
from django.test import Client
from django.utils.translation import to_locale

pytestmark = pytest.mark.once


def setting(expression: str, **environment: str) -> object:
    """The value of an expression over the settings in a process with this environment."""
    program = f"import django, json; from django.conf import settings; django.setup(); print(json.dumps({expression}))"
    own = {"PATH": os.environ["PATH"], "DJANGO_SETTINGS_MODULE": "validator_site.settings", **environment}
    return json.loads(subprocess.run([sys.executable, "-c", program], env=own, capture_output=True, text=True, check=True).stdout)


def test_a_page_may_load_nothing_from_elsewhere_and_run_nothing_inline(client: Client, db: None) -> None:
    headers = client.get("/").headers
    policy = dict(part.strip().split(" ", 1) for part in headers["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == policy["script-src"] == policy["style-src"] == "'self'"
    assert policy["object-src"] == policy["base-uri"] == policy["frame-ancestors"] == "'none'"
    assert policy["form-action"] == "'self'"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] in ("same-origin", "no-referrer")


def test_a_page_sets_no_session_cookie(client: Client, db: None) -> None:
    assert "sessionid" not in client.get("/").cookies


def test_a_page_says_the_language_that_it_is_written_in(client: Client, db: None) -> None:
    page = client.get("/", headers={"accept-language": "zh-CN,zh;q=0.9"})
    assert '<html lang="en"' in page.content.decode()
    assert page.headers["Content-Language"] == "en"


def test_every_language_but_that_of_the_texts_has_a_catalogue() -> None:
    for code, _name in settings.LANGUAGES:
        assert code == settings.LANGUAGE_CODE or (settings.BASE_DIR / "locale" / to_locale(code) / "LC_MESSAGES" / "django.mo").exists()


def test_another_host_name_is_refused(client: Client) -> None:
    assert client.get("/", headers={"host": "rebound.example"}).status_code == 400


def test_the_admin_is_off_unless_asked_for(client: Client, db: None) -> None:
    assert client.get("/admin/").status_code == 404
    assert setting("[app for app in settings.INSTALLED_APPS if 'admin' in app]") == []
    resolved = "__import__('django.urls', fromlist=['reverse']).reverse('admin:index')"
    assert setting(resolved, CALLCHECK_ADMIN="1") == "/admin/"


def test_https_marks_every_cookie_secure_and_redirects() -> None:
    cookies = "[settings.SESSION_COOKIE_SECURE, settings.CSRF_COOKIE_SECURE, settings.SECURE_SSL_REDIRECT]"
    assert setting(cookies, HTTPS="1") == [True, True, True]


def test_the_debug_page_is_off_by_default() -> None:
    assert setting("settings.DEBUG") is False


def test_sqlite_waits_for_its_lock_instead_of_failing() -> None:
    options = setting("settings.DATABASES['default']['OPTIONS']")
    assert options == {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL",
    }


def test_a_message_stays_with_its_worker_longer_than_a_job_may_run() -> None:
    longest = setting("settings.CELERY_TASK_TIME_LIMIT")
    kept = setting("settings.CELERY_BROKER_TRANSPORT_OPTIONS['visibility_timeout']", CELERY_BROKER_URL="redis://redis:6379/0")
    assert isinstance(kept, int)
    assert isinstance(longest, int)
    assert kept > longest
