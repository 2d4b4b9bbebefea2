"""A form that another site sends changes nothing, whoever's browser sends it."""

import pytest
from django.test import Client

from tests.uploads.making import STOPPED
from tests.uploads.web.visitor import Visitor
from uploads.models import Share, Upload, Validation
from uploads.owners import OWNER_COOKIE, new_key


@pytest.mark.parametrize("path", ["/", "/owner-key/", "/owner-key/file/", "/v/{id}/again/", "/v/{id}/delete/", "/v/{id}/share/"])
@pytest.mark.parametrize("multipart", [True, False])
def test_without_its_token_a_form_is_refused(visitor: Visitor, path: str, multipart: bool) -> None:
    validation = visitor.upload(STOPPED)
    forged = Client(enforce_csrf_checks=True)
    forged.cookies[OWNER_COOKIE] = visitor.client.cookies[OWNER_COOKIE].value
    fields = {"text": STOPPED.decode(), "key": new_key(), "days": "7", "profile": "default"}
    address = path.replace("{id}", validation.public_id)
    answer = forged.post(address, fields) if multipart else forged.post(address, "text=x&days=7", "application/x-www-form-urlencoded")
    assert answer.status_code == 403
    assert OWNER_COOKIE not in answer.cookies
    assert (Upload.objects.count(), Validation.objects.count(), Share.objects.count()) == (1, 1, 0)


def test_a_link_is_not_revoked_by_a_forged_form(visitor: Visitor) -> None:
    validation = visitor.upload(STOPPED)
    visitor.post(f"/v/{validation.public_id}/share/", 200, days="7")
    share = Share.objects.get()
    forged = Client(enforce_csrf_checks=True)
    forged.cookies[OWNER_COOKIE] = visitor.client.cookies[OWNER_COOKIE].value
    assert forged.post(f"/v/{validation.public_id}/shares/{share.public_id}/revoke/").status_code == 403
    share.refresh_from_db()
    assert share.is_active
