"""The application's name, and the system checks that come with it."""

from django.apps import AppConfig


class UploadsConfig(AppConfig):
    name = "uploads"
    verbose_name = "Uploads"

    def ready(self) -> None:
        from uploads import checks  # noqa: F401  importing registers them
