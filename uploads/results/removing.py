"""What goes, and when: everything of a validation at once, the raw bytes before the report."""

from typing import Any

from django.db import transaction
from django.utils import timezone

from uploads import storage
from uploads.models import Finding, Upload, Validation
from validation.rule import TEXT
from validation.rules import RULES

MASKED = "[…]"
"""What stands in place of a text param once the raw bytes are gone."""
_BATCH = 1_000


def delete(validation: Validation) -> None:
    """Remove it with everything of it, its derived copies behind shares too; files when it was the last to need them.

    A run of it that is in progress finds its row gone and stops.
    """
    derived = list(Validation.objects.filter(derived_for__validation=validation))
    with transaction.atomic():
        upload = Upload.objects.filter(pk=validation.upload_id).select_for_update().first()
        if upload is None:
            return
        evidence = Validation.objects.filter(pk=validation.pk).values_list("evidence", flat=True).first()
        Validation.objects.filter(pk=validation.pk).delete()
        if upload.validations.exists():
            _after_commit(lambda: storage.remove_file(evidence) if evidence else None)
        else:
            folder = upload.folder
            upload.delete()
            _after_commit(lambda: storage.remove_folder(folder))
    for copy in derived:
        delete(copy)


def delete_upload(upload: Upload) -> None:
    """Remove an upload with all its validations."""
    for validation in upload.validations.all():
        delete(validation)


def remove_raw(upload: Upload) -> None:
    """Remove the files of `upload` and mask the texts that findings took from them. The content-free report stays."""
    with transaction.atomic():
        if not Upload.objects.filter(pk=upload.pk, raw_deleted=None).update(raw_deleted=timezone.now()):
            return
        for validation in upload.validations.all():
            _mask_texts(validation)
        folder = upload.folder
        _after_commit(lambda: storage.remove_folder(folder))


def masked(rule: str, params: dict[str, Any]) -> dict[str, Any]:
    """`params` of a finding without trace content. What is not declared as number, place or word counts as text."""
    known = RULES.get(rule)
    declared = known.params if known is not None else {}
    return {name: MASKED if isinstance(value, str) and declared.get(name, TEXT) == TEXT else value for name, value in params.items()}


def _mask_texts(validation: Validation) -> None:
    changed: list[Finding] = []
    for finding in validation.findings.only("rule", "params").iterator(_BATCH):
        params = masked(finding.rule, finding.params)
        if params != finding.params:
            finding.params = params
            changed.append(finding)
    Finding.objects.bulk_update(changed, ["params"], batch_size=_BATCH // 4)


def _after_commit(remove: Any) -> None:
    """Files go once their rows are gone for good. A removal that fails leaves strays, which the janitor takes."""

    def run() -> None:
        remove()

    transaction.on_commit(run, robust=True)
