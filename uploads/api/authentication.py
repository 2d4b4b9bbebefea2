"""Who asks, from the Authorization header alone: an owner key, a person's API token, or nobody. Cookies are never read."""

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request

from uploads import owners, results
from uploads.api.problems import Problem, not_found
from uploads.models import ApiToken, Validation
from uploads.owners import READ


@dataclass(frozen=True)
class Caller:
    """Who asks. Without key and token it is nobody, who may upload and read shares."""

    owner_key: str | None = None
    token: ApiToken | None = None

    @property
    def user(self) -> AbstractBaseUser | None:
        """The person behind the token."""
        return self.token.user if self.token else None

    @property
    def mark(self) -> str:
        """A word for this caller that gives no secret away; empty for nobody."""
        if self.owner_key:
            return owners.hash_key(self.owner_key)
        return f"token-{self.token.pk}" if self.token else ""

    def may(self, scope: str) -> None:
        """Raises Problem when the token lacks `scope`. Owner keys may do everything with what is theirs."""
        if self.token is not None and scope not in self.token.scopes.split():
            raise Problem("not-allowed", f'This API token lacks the scope "{scope}". It has: {self.token.scopes or "none"}.')

    def validation(self, public_id: str, scope: str = READ) -> Validation:
        """The caller's validation of that id. One query and one answer, whether it is missing or somebody else's."""
        self.may(scope)
        found = results.find(public_id, [self.owner_key], self.user)
        if found is None:
            raise not_found()
        return found


class Bearer(BaseAuthentication):
    """`Authorization: Bearer ck_...` (owner key) or `ct_...` (API token). Raises Problem for any other Authorization header."""

    def authenticate(self, request: Request) -> tuple[Any, Caller]:
        if "HTTP_AUTHORIZATION" not in request.META:
            return None, Caller()
        key = owners.key_from_bearer(request._request)
        if key is not None:
            return None, Caller(owner_key=key)
        token = owners.token_from_bearer(request._request)
        if token is not None:
            return token.user, Caller(token=token)
        raise Problem(
            "bad-credentials",
            "The Authorization header holds no key that is known here. Expected: Bearer, then an owner key (ck_...) as an upload"
            " returned it, or an API token (ct_...). Leave the header out to upload without one.",
            headers={"WWW-Authenticate": "Bearer"},
        )

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


class BearerInSchema(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How the OpenAPI document tells of bearer keys."""

    target_class = Bearer
    name = "key"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer", "description": "An owner key `ck_...`, or an API token `ct_...`."}
