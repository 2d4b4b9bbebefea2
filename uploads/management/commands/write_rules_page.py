"""`manage.py write_rules_page`: docs/rules.md, from the rule files."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from validation.rendering.rules_page import rules_page
from validation.rules import RULES


class Command(BaseCommand):
    help = "Write docs/rules.md from the rule files."
    # It reads no database and needs no folder of data.
    requires_system_checks: list[str] = []

    def handle(self, *_args: Any, **_options: Any) -> None:
        page = Path(settings.BASE_DIR) / "docs" / "rules.md"
        page.write_text(rules_page(), encoding="utf-8")
        self.stdout.write(f"Wrote {page.name}: {len(RULES)} rules.")
