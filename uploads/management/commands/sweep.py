"""`manage.py sweep`: look once for what killed workers and lost messages left behind, as the task does every few seconds."""

from typing import Any

from django.core.management.base import BaseCommand

from uploads.jobs.sweeping import sweep


class Command(BaseCommand):
    help = "Queue again what a killed worker left, give up what failed too often, send again what the broker lost."

    def handle(self, *_args: Any, **_options: Any) -> None:
        done = sweep()
        self.stdout.write(f"Queued again {done['queued']}, gave up {done['failed']}, sent again {done['sent']}.")
