"""`manage.py revoke_token NUMBER`: end an API token now."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from uploads.models import ApiToken


class Command(BaseCommand):
    help = "End an API token at once. What was sent with it stays its person's."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("number", type=int, help="as list_tokens tells it")

    def handle(self, *_args: Any, **options: Any) -> None:
        removed, _ = ApiToken.objects.filter(pk=options["number"]).delete()
        if not removed:
            raise CommandError(f"There is no token {options['number']}. list_tokens tells those that there are.")
        self.stdout.write(f"Token {options['number']} is revoked.")
