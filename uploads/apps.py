"""The application's name, and the system checks that come with it."""

from django.apps import AppConfig


class UploadsConfig(AppConfig):
    name = "uploads"
    verbose_name = "Uploads"
