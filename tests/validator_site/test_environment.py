"""Settings are read from the environment with an error that names the variable."""

from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from validator_site import environment

pytestmark = pytest.mark.once


@pytest.mark.parametrize(("given", "read"), [("1", True), ("TRUE", True), ("on", True), ("0", False), ("no", False), ("", False)])
def test_a_flag(monkeypatch: pytest.MonkeyPatch, given: str, read: bool) -> None:
    monkeypatch.setenv("CALLCHECK_ADMIN", given)
    assert environment.flag("CALLCHECK_ADMIN") is read


@pytest.mark.parametrize(("given", "read"), [("5", 5), ("1_000", 1000), ("", 7), (" 9 ", 9)])
def test_a_number(monkeypatch: pytest.MonkeyPatch, given: str, read: int) -> None:
    monkeypatch.setenv("RAW_DAYS", given)
    assert environment.number("RAW_DAYS", 7) == read


@pytest.mark.parametrize("given", ["thirty", "1.5", "-1", "1e3"])
def test_a_number_that_is_none_names_its_variable(monkeypatch: pytest.MonkeyPatch, given: str) -> None:
    monkeypatch.setenv("RAW_DAYS", given)
    with pytest.raises(ImproperlyConfigured, match="RAW_DAYS"):
        environment.number("RAW_DAYS", 7)


def test_a_flag_that_is_none_names_its_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEBUG", "perhaps")
    with pytest.raises(ImproperlyConfigured, match="DEBUG"):
        environment.flag("DEBUG")


def test_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALLOWED_HOSTS", "a.example, b.example,,")
    assert environment.words("ALLOWED_HOSTS") == ["a.example", "b.example"]


@pytest.mark.parametrize(
    ("broker", "cache"),
    [
        ("redis+socket:///srv/var/broker.sock", "unix:///srv/var/broker.sock?db=1"),
        ("redis://redis:6379/0", "redis://redis:6379/1"),
        ("rediss://user:secret@redis:6379", "rediss://user:secret@redis:6379/1"),
    ],
)
def test_the_cache_is_another_database_of_the_broker(broker: str, cache: str) -> None:
    assert environment.cache_beside(broker) == cache


class TestSecretKey:
    def test_the_environment_wins(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        (tmp_path / "secret_key").write_text("kept")
        monkeypatch.setenv("SECRET_KEY", "given")
        assert environment.secret_key(tmp_path) == ("given", True)

    def test_the_kept_one_is_read(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        monkeypatch.delenv("SECRET_KEY")
        (tmp_path / "secret_key").write_text("kept\n")
        assert environment.secret_key(tmp_path) == ("kept", True)

    def test_without_either_one_is_drawn_that_nobody_can_guess(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        monkeypatch.delenv("SECRET_KEY")
        key, kept = environment.secret_key(tmp_path)
        assert not kept
        assert len(key) > 60
        assert key != environment.secret_key(tmp_path)[0]
