"""Whose an upload is: random owner keys, kept by browsers in a signed cookie and by programs as a bearer token; only hashes are stored."""

import base64
import hashlib
import re
import secrets
from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING

from django.conf import settings
from django.db.models import Q
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone

from uploads.models import ApiToken, Upload, Validation

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractBaseUser, AnonymousUser

    Person = AbstractBaseUser | AnonymousUser | None
    """A user, nobody, or not asked."""

OWNER_COOKIE = "callcheck_owner"
COOKIE_SECONDS = 365 * 24 * 3600
MOST_KEYS = 10
READ = "read"
WRITE = "write"
SCOPES = (READ, WRITE)
"""What an API token may do."""
_SALT = "uploads.owners"
_SHAPE = re.compile(r"c[kts]_[a-z2-7]{32}")


def new_key() -> str:
    """A new owner key: `ck_` and 160 random bits."""
    return random_secret("ck_")


def random_secret(prefix: str) -> str:
    """`prefix` and 160 random bits, in letters and digits that a double click selects whole."""
    return prefix + base64.b32encode(secrets.token_bytes(20)).decode().lower()


def hash_key(key: str) -> str:
    """What is stored of an owner key, a token or a share token: its sha256 in hex. Nothing slower is needed for 160 random bits."""
    return hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()


def is_key(text: str, prefix: str = "ck_") -> bool:
    """Whether `text` has the shape of an owner key (or of another secret with `prefix`)."""
    return text.startswith(prefix) and _SHAPE.fullmatch(text) is not None


def key_from_cookie(request: HttpRequest) -> str | None:
    """The browser's own owner key, which its uploads are filed under; None when it has none. The API never calls this."""
    keys = keys_from_cookie(request)
    return keys[0] if keys else None


def keys_from_cookie(request: HttpRequest) -> list[str]:
    """All owner keys that the browser holds: its own, then those entered, at most 10. Empty when it has none or they were tampered with."""
    signed = request.get_signed_cookie(OWNER_COOKIE, default="", salt=_SALT, max_age=COOKIE_SECONDS)
    return [key for key in (signed or "").split(".") if is_key(key)][:MOST_KEYS]


def add_to_cookie(request: HttpRequest, response: HttpResponseBase, key: str) -> None:
    """Let the browser hold `key` beside those it has; of more than 10 the one entered first goes."""
    own, *entered = dict.fromkeys([*keys_from_cookie(request), key])
    set_cookie(response, own, *entered[-MOST_KEYS + 1 :])


def set_cookie(response: HttpResponseBase, *keys: str) -> None:
    """Give the browser `keys` for a year, its own first: signed, HttpOnly, SameSite=Lax, Secure where the site is served by HTTPS."""
    response.set_signed_cookie(
        OWNER_COOKIE,
        ".".join(keys),
        salt=_SALT,
        max_age=COOKIE_SECONDS,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def key_from_bearer(request: HttpRequest) -> str | None:
    """The owner key of an `Authorization: Bearer ck_...` header, or None."""
    return _bearer(request, "ck_")


def token_from_bearer(request: HttpRequest) -> ApiToken | None:
    """The living token of an `Authorization: Bearer ct_...` header with its user, or None."""
    return token_from(_bearer(request, "ct_") or "")


def token_from(secret: str) -> ApiToken | None:
    """The living token whose text is `secret` with its user, or None. Notes its use at most once a minute."""
    if not is_key(secret, "ct_"):
        return None
    now = timezone.now()
    living = Q(expires=None) | Q(expires__gt=now)
    token = ApiToken.objects.select_related("user").filter(living, token_hash=hash_key(secret), user__is_active=True).first()
    if token is not None and (token.last_used is None or (now - token.last_used).total_seconds() > 60):
        ApiToken.objects.filter(pk=token.pk).update(last_used=now)
    return token


def mint_token(
    user: "AbstractBaseUser", name: str, scopes: str = " ".join(SCOPES), expires: datetime | None = None
) -> tuple[ApiToken, str]:
    """A new API token of `user` and its text, which is shown this once. It lasts until `expires`, or until it is revoked."""
    secret = random_secret("ct_")
    token = ApiToken.objects.create(user_id=user.pk, name=name[:100], token_hash=hash_key(secret), scopes=scopes, expires=expires)
    return token, secret


def owned(validation: Validation, keys: Iterable[str | None], user: "Person" = None) -> bool:
    """Whether one of `keys` or `user` owns `validation`. None among the keys is nobody."""
    upload = validation.upload
    if user is not None and user.is_authenticated and upload.user_id == user.pk:
        return True
    return bool(upload.owner_hash) and upload.owner_hash in {hash_key(key) for key in keys if key}


def of_owner(keys: Iterable[str | None], user: "Person" = None) -> Q:
    """The same question as a condition on `Upload`; nothing matches when there is neither key nor user."""
    condition = Q(owner_hash__in=[hash_key(key) for key in keys if key])
    if user is not None and user.is_authenticated:
        condition |= Q(user_id=user.pk)
    return condition


def adopt(key: str, user: "AbstractBaseUser") -> int:
    """File the uploads of an owner key under `user` too, unless they are somebody's already. Says how many."""
    return Upload.objects.filter(owner_hash=hash_key(key), user=None).update(user_id=user.pk)


def _bearer(request: HttpRequest, prefix: str) -> str | None:
    scheme, _, secret = request.headers.get("Authorization", "").partition(" ")
    secret = secret.strip()
    return secret if scheme.lower() == "bearer" and is_key(secret, prefix) else None
