"""`manage.py expire`: remove now what is due, as the hourly task does."""

from typing import Any

from django.core.management.base import BaseCommand

from uploads.jobs.expiry import expire


class Command(BaseCommand):
    help = "Remove raw bytes and reports that are due, and files that no row names."

    def handle(self, *_args: Any, **_options: Any) -> None:
        removed = expire()
        self.stdout.write(
            f"Removed {removed['validations']} validations, the raw bytes of {removed['raw']} uploads, "
            f"{removed['strays']} files without a row."
        )
