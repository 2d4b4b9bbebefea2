"""`manage.py mint_token USER NAME`: an API token, which is told this once."""

from datetime import timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from uploads.owners import SCOPES, mint_token


class Command(BaseCommand):
    help = "Make an API token (ct_...) for a person. It is printed once; only its hash is kept."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("user", help="whose token it is; an account without a password is made for a name that has none")
        parser.add_argument("name", help="what it is for, to know it again in list_tokens")
        parser.add_argument("--scopes", nargs="+", choices=SCOPES, default=SCOPES, help="what it may do; both unless said otherwise")
        parser.add_argument("--days", type=int, help="how long it lasts; without it, until it is revoked")

    def handle(self, *_args: Any, **options: Any) -> None:
        if options["days"] is not None and not 1 <= options["days"] <= 36_500:
            raise CommandError("--days must be from 1 to 36500.")
        expires = timezone.now() + timedelta(days=options["days"]) if options["days"] else None
        users = get_user_model()._default_manager
        person = users.filter(username=options["user"]).first()
        if person is None:
            person = users.create_user(options["user"])
            self.stderr.write(f"There was no account {options['user']!r}; one without a password was made.")
        token, secret = mint_token(person, options["name"], " ".join(options["scopes"]), expires)
        self.stderr.write(f"Token {token.pk} of {options['user']}. It is shown this once:")
        self.stdout.write(secret)
