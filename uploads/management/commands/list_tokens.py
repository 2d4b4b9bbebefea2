"""`manage.py list_tokens`: the API tokens there are, without their secrets."""

from typing import Any

from django.core.management.base import BaseCommand

from uploads.models import ApiToken


class Command(BaseCommand):
    help = "List all API tokens: number, person, name, scopes, last use, end."

    def handle(self, *_args: Any, **_options: Any) -> None:
        for token in ApiToken.objects.select_related("user").order_by("pk"):
            used = f"last used {token.last_used:%Y-%m-%d}" if token.last_used else "never used"
            ends = f"ends {token.expires:%Y-%m-%d}" if token.expires else "no end"
            self.stdout.write(f"{token.pk}\t{token.user.get_username()}\t{token.name}\t{token.scopes}\t{used}\t{ends}")
