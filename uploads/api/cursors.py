"""Pages of lists: how many, from where, and the address of the next one."""

from datetime import UTC, datetime, timedelta

from django.db.models import Q, QuerySet
from django.http import HttpRequest

from uploads.api.parameters import Parameter, line, whole
from uploads.models import Validation

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
PAGE_LIMIT = whole("limit", 1, 500, 50, "How many at most.")


def cursor(pattern: str) -> Parameter[str]:
    """Where a page begins: only ever taken from the `next` of the page before."""
    return line(
        "cursor", 200, "Where the page begins, taken from `next` of the page before.", pattern, "a cursor from the `next` of a page"
    )


NEWEST_FIRST = cursor(r"[0-9]{1,17}\.[A-Za-z0-9]{1,32}")


def newest_first(rows: QuerySet[Validation], begin: str, limit: int) -> tuple[list[Validation], str | None]:
    """A page of `rows` behind the cursor `begin` (empty: from the start), the newest first, and the cursor of the next page."""
    if begin:
        microseconds, _, public_id = begin.partition(".")
        created = EPOCH + timedelta(microseconds=int(microseconds))
        rows = rows.filter(Q(created__lt=created) | Q(created=created, public_id__lt=public_id))
    found = list(rows.order_by("-created", "-public_id")[: limit + 1])
    shown = found[:limit]
    if len(found) == len(shown):
        return shown, None
    last = shown[-1]
    return shown, f"{(last.created - EPOCH) // timedelta(microseconds=1)}.{last.public_id}"


def next_address(request: HttpRequest, begin: str | int | None) -> str | None:
    """The address asked, from `begin` on; None when there is no more."""
    if begin is None:
        return None
    question = request.GET.copy()
    question["cursor"] = str(begin)
    return request.build_absolute_uri(f"{request.path}?{question.urlencode()}")
