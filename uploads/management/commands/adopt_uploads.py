"""`manage.py adopt_uploads USER`: what was sent under an owner key becomes a person's too."""

import sys
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError, CommandParser

from uploads.owners import adopt, is_key


class Command(BaseCommand):
    help = "File the uploads of an owner key, read from standard input, under a person too, whose API tokens then open them."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("user", help="the person's user name")

    def handle(self, *_args: Any, **options: Any) -> None:
        person = get_user_model()._default_manager.filter(username=options["user"]).first()
        if person is None:
            raise CommandError(f"There is no account {options['user']!r}. mint_token makes one.")
        # Not an argument: those are told to everybody on the machine.
        key = sys.stdin.readline().strip()
        if not is_key(key):
            raise CommandError("That is no owner key. One begins with ck_ and has 32 letters and digits after it.")
        self.stdout.write(f"{adopt(key, person)} uploads are {options['user']}'s now; the key opens them as before.")
